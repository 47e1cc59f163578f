// Blocks, axes and parts of tensors whose data is at hand, read from F7 for the laws.
#ifndef QB_PROPERTIES_LAWS_BLOCKS_H
#define QB_PROPERTIES_LAWS_BLOCKS_H

#include <cstdint>
#include <span>
#include <vector>

#include "qb/scheme.h"

namespace qb::laws {

using Extents = std::vector<std::uint64_t>;

/// Extents of the block, ones put on the left up to the rank; those of the tensor without a block
/// level.
Extents block_extents(const Scheme& scheme, Shape shape);
/// Extents of the grid, of the tensor's rank; all 1 without a block level.
Extents grid_extents(const Scheme& scheme, Shape shape);
/// The row-major grid index of each element.
std::vector<std::uint32_t> cells_of(const Scheme& scheme, Shape shape, std::size_t elements);

/// Where the part from `start` on, `extents` long, lies in a row-major array: its indices in the
/// row-major order of the part.
std::vector<std::size_t> part_of(Shape shape, const Extents& start, const Extents& extents);
/// The same for the array whose axis i is the axis axes[i] of this one.
std::vector<std::size_t> permuted_indices(Shape shape, std::span<const std::uint64_t> axes);

template <typename T>
std::vector<T> gathered(const std::vector<T>& data, const std::vector<std::size_t>& indices) {
  std::vector<T> part;
  part.reserve(indices.size());
  for (std::size_t i : indices) part.push_back(data[i]);
  return part;
}

}  // namespace qb::laws

#endif  // QB_PROPERTIES_LAWS_BLOCKS_H
