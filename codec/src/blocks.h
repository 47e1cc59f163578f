// Walking a tensor block by block without leaving row-major order (F7).
#ifndef QB_SRC_BLOCKS_H
#define QB_SRC_BLOCKS_H

#include <algorithm>
#include <array>
#include <cstdint>

#include "layout.h"

namespace qb {

/// A tensor seen with 6 axes: all that lie outside the block's reach merged into the first. At most
/// 5 axes have a block extent (F6), so nothing is lost.
class Blocks {
 public:
  Blocks(const Scheme& scheme, Shape shape, std::uint64_t elements) : elements_(elements) {
    extents_.fill(1);
    block_.fill(1);
    if (!scheme.block || elements == 0) {  // one block: the whole tensor
      extents_[kAxes - 1] = block_[kAxes - 1] = elements;
      return;
    }
    const std::size_t rank = shape.size();
    for (std::size_t axis = 0; axis < rank; ++axis) {
      const std::size_t from_end = std::min<std::size_t>(rank - 1 - axis, kAxes - 1);
      extents_[kAxes - 1 - from_end] *= shape[axis];
      if (from_end < kAxes - 1)
        block_[kAxes - 1 - from_end] = block_extent(scheme.block->size, rank, axis);
    }
  }

  /// Calls `run(start, length, cell)` for every stretch of consecutive elements of one cell, in
  /// row-major order. Cells are numbered row-major over the grid.
  template <typename Run>
  void for_each_run(Run run) const {
    if (elements_ == 0) return;
    const std::uint64_t row = extents_[kAxes - 1];
    const std::uint64_t block = block_[kAxes - 1];
    std::array<std::uint64_t, kAxes> at{};  // of the row; the last stays 0
    for (std::uint64_t start = 0; start < elements_; start += row) {
      std::uint64_t cell = cell_of(at);
      for (std::uint64_t i = 0; i < row; i += block, ++cell)
        run(start + i, std::min(block, row - i), cell);
      for (std::size_t axis = kAxes - 1; axis-- > 0;) {
        if (++at[axis] < extents_[axis]) break;
        at[axis] = 0;
      }
    }
  }

  /// Elements of a cell: fewer than the block's in a partial one.
  std::uint64_t elements_of(std::uint64_t cell) const {
    std::uint64_t count = elements_ == 0 ? 0 : 1;
    for (std::size_t axis = kAxes; axis-- > 0 && count != 0;) {
      const std::uint64_t cells = grid(axis);
      const std::uint64_t first = cell % cells * block_[axis];
      count *= std::min(block_[axis], extents_[axis] - first);
      cell /= cells;
    }
    return count;
  }

 private:
  static constexpr std::size_t kAxes = 6;

  std::uint64_t grid(std::size_t axis) const {
    return extents_[axis] / block_[axis] + (extents_[axis] % block_[axis] != 0);
  }
  std::uint64_t cell_of(const std::array<std::uint64_t, kAxes>& at) const {
    std::uint64_t cell = 0;
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      cell = cell * grid(axis) + at[axis] / block_[axis];
    return cell;
  }

  std::uint64_t elements_;
  std::array<std::uint64_t, kAxes> extents_;
  std::array<std::uint64_t, kAxes> block_;
};

}  // namespace qb

#endif  // QB_SRC_BLOCKS_H
