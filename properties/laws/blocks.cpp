#include "properties/laws/blocks.h"

#include <algorithm>

namespace qb::laws {
namespace {

std::vector<std::size_t> strides_of(Shape shape) {
  std::vector<std::size_t> strides(shape.size());
  std::size_t stride = 1;
  for (std::size_t axis = shape.size(); axis-- > 0; stride *= shape[axis]) strides[axis] = stride;
  return strides;
}

/// Indices first + Σ at[i] · strides[i], at over all of `extents` in row-major order.
std::vector<std::size_t> walked(const Extents& extents, const std::vector<std::size_t>& strides,
                                std::size_t first) {
  std::vector<std::size_t> indices;
  if (std::find(extents.begin(), extents.end(), 0u) != extents.end()) return indices;
  Extents at(extents.size(), 0);
  for (std::size_t index = first;;) {
    indices.push_back(index);
    std::size_t axis = extents.size();
    while (axis > 0 && ++at[axis - 1] == extents[axis - 1]) {
      index -= (extents[axis - 1] - 1) * strides[axis - 1];
      at[--axis] = 0;
    }
    if (axis == 0) return indices;
    index += strides[axis - 1];
  }
}

}  // namespace

Extents block_extents(const Scheme& scheme, Shape shape) {
  if (!scheme.block) return {shape.begin(), shape.end()};
  Extents extents(shape.size(), 1);
  const auto given = scheme.block->size.extents();
  std::copy(given.begin(), given.end(), extents.end() - static_cast<std::ptrdiff_t>(given.size()));
  return extents;
}

Extents grid_extents(const Scheme& scheme, Shape shape) {
  if (!scheme.block) return Extents(shape.size(), 1);
  Extents grid = block_extents(scheme, shape);
  for (std::size_t axis = 0; axis < grid.size(); ++axis)
    grid[axis] = (shape[axis] + grid[axis] - 1) / grid[axis];
  return grid;
}

std::vector<std::uint32_t> cells_of(const Scheme& scheme, Shape shape, std::size_t elements) {
  std::vector<std::uint32_t> cells(elements, 0);
  if (!scheme.block || elements == 0) return cells;
  const Extents block = block_extents(scheme, shape);
  const auto strides = strides_of(grid_extents(scheme, shape));
  // Axis by axis: every element behind the one before has its place along that axis in steps.
  std::size_t behind = elements;
  for (std::size_t axis = 0; axis < shape.size(); ++axis) {
    behind /= shape[axis];
    for (std::size_t i = 0; i < elements;)
      for (std::uint64_t from = 0, along = 0; from < shape[axis]; from += block[axis]) {
        const std::uint64_t places = std::min(block[axis], shape[axis] - from) * behind;
        for (std::uint64_t k = 0; k < places; ++k) cells[i++] += static_cast<std::uint32_t>(along);
        along += strides[axis];
      }
  }
  return cells;
}

std::vector<std::size_t> part_of(Shape shape, const Extents& start, const Extents& extents) {
  const auto strides = strides_of(shape);
  std::size_t first = 0;
  for (std::size_t axis = 0; axis < start.size(); ++axis) first += start[axis] * strides[axis];
  return walked(extents, strides, first);
}

std::vector<std::size_t> permuted_indices(Shape shape, std::span<const std::uint64_t> axes) {
  const auto old_strides = strides_of(shape);
  Extents extents;
  std::vector<std::size_t> strides;
  for (std::uint64_t axis : axes) {
    extents.push_back(shape[axis]);
    strides.push_back(old_strides[axis]);
  }
  return walked(extents, strides, 0);
}

}  // namespace qb::laws
