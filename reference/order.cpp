// Where codes and scales stand (F7, F12, F13, F15). Axes are moved by Eigen: those before the
// packed one and those between it and the last are merged, so that four remain whatever the rank.
#include <algorithm>
#include <numeric>
#include <unsupported/Eigen/CXX11/Tensor>

#include "figures.h"

namespace qb::reference {
namespace {

using Order = std::vector<std::size_t>;
using Extents4 = std::array<std::uint64_t, 4>;

Order row_major(std::uint64_t count) {
  Order order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

std::uint64_t product(Shape extents) {
  std::uint64_t all = 1;
  for (std::uint64_t extent : extents) all = right::times(all, extent);
  return all;
}

// [before, packed, between, last]. Where the packed axis is the last one, the other three are put
// in `before`.
Extents4 four_axes(Shape extents, std::size_t axis) {
  if (extents.empty()) return {1, 1, 1, 1};
  const std::size_t last = extents.size() - 1;
  if (axis >= last) return {product(extents.first(last)), 1, 1, extents[last]};
  return {product(extents.first(axis)), extents[axis],
          product(extents.subspan(axis + 1, last - axis - 1)), extents[last]};
}

// Indices of a row-major array of `extents` in the order in which it is read with its axes
// shuffled.
Order shuffled(const Extents4& extents, const Axes& axes, std::uint64_t count) {
  // No elements, or extents that a fault has torn from their count: nothing to shuffle.
  if (count == 0 || product(extents) != count) return row_major(count);
  std::array<Eigen::Index, 4> sizes{};
  for (std::size_t i = 0; i < 4; ++i) sizes[i] = static_cast<Eigen::Index>(extents[i]);
  Eigen::Tensor<std::size_t, 4, Eigen::RowMajor> indices(sizes);
  std::iota(indices.data(), indices.data() + indices.size(), std::size_t{0});
  const Eigen::Tensor<std::size_t, 4, Eigen::RowMajor> read = indices.shuffle(axes);
  return Order(read.data(), read.data() + read.size());
}

}  // namespace

namespace right {

std::uint64_t packed_axis(std::uint64_t rank, std::uint64_t packed_dim) {
  const std::uint64_t r = counted_rank(rank);  // F13
  return packed_dim < r ? r - 1 - packed_dim : 0;
}

bool swaps_values(const Scheme& scheme) { return scheme.store.kind != StoreKind::Native; }

bool swaps_grid(const Scheme& scheme) {
  return scheme.store.kind != StoreKind::Native && scheme.store.packed_dim != 0 &&
         scheme.block.has_value();
}

Axes value_axes() { return {0, 3, 2, 1}; }
Axes grid_axes() { return {0, 3, 2, 1}; }

}  // namespace right

Order value_order(const Steps& steps, const Scheme& scheme, Shape shape, const Figures& all) {
  if (!steps.swaps_values(scheme)) return row_major(all.elements);
  const std::uint64_t axis = axis_of(steps, scheme, shape.size());
  return shuffled(four_axes(shape, static_cast<std::size_t>(axis)), steps.value_axes(),
                  all.elements);
}

Order scale_order(const Steps& steps, const Scheme& scheme, Shape shape, const Figures& all) {
  if (!steps.swaps_grid(scheme)) return row_major(all.scales);
  std::vector<std::uint64_t> grid(shape.begin(), shape.end());
  for (std::size_t i = 0; scheme.block && i < grid.size(); ++i) {
    const Extents block = scheme.block->size.extents();
    grid[i] = steps.grid_extent(shape[i], steps.block_extent(block, shape.size(), i));
  }
  const std::uint64_t axis = axis_of(steps, scheme, shape.size());
  return shuffled(four_axes(grid, static_cast<std::size_t>(axis)), steps.grid_axes(), all.scales);
}

}  // namespace qb::reference
