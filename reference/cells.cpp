// Which elements share a scale (F7).
#include <algorithm>

#include "figures.h"

namespace qb::reference {
namespace right {

std::uint64_t block_of(const Steps& steps, const Scheme& scheme, Shape shape,
                       std::uint64_t element) {
  if (!scheme.block) return 0;
  const Extents block = scheme.block->size.extents();
  std::uint64_t cell = 0;
  std::uint64_t stride = 1;  // cells between neighbours along the axis
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const std::uint64_t extent = std::max<std::uint64_t>(shape[axis], 1);
    const std::uint64_t edge =
        std::max<std::uint64_t>(steps.block_extent(block, shape.size(), axis), 1);
    const std::uint64_t place = element % extent;  // the element's index along the axis
    cell += place / edge * stride;
    stride *= steps.grid_extent(extent, edge);
    element /= extent;
  }
  return cell;
}

}  // namespace right

std::vector<std::vector<std::size_t>> cells_of(const Steps& steps, const Question& asked) {
  std::vector<std::vector<std::size_t>> cells(static_cast<std::size_t>(asked.figures.scales));
  for (std::size_t element = 0; element < asked.figures.elements; ++element) {
    const std::uint64_t cell = steps.block_of(steps, asked.scheme, asked.shape, element);
    // Only behind a fault does an element belong to no cell.
    if (cell < cells.size()) cells[static_cast<std::size_t>(cell)].push_back(element);
  }
  return cells;
}

}  // namespace qb::reference
