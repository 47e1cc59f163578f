#include "properties/plausible.h"

#include <algorithm>

namespace qb::laws {
namespace {

constexpr std::uint64_t kWorthFilling = 1u << 20;

std::uint64_t extent_product(std::span<const std::uint64_t> extents) {
  if (std::find(extents.begin(), extents.end(), 0u) != extents.end()) return 0;
  std::uint64_t product = 1;
  for (std::uint64_t extent : extents) {
    if (extent > kWorthFilling / product) return kWorthFilling + 1;
    product *= extent;
  }
  return product;
}

ScaleDtype scale_dtype(const Scheme& scheme) {
  return scheme.block ? scheme.block->dtype : scheme.tensor.value_or(ScaleDtype::F32);
}

std::uint64_t line_length(const Scheme& scheme, Shape shape) {
  const std::uint64_t rank = shape.size();
  if (rank == 0) return 1;
  return shape[rank - 1 - std::min(scheme.store.packed_dim, rank - 1)];
}

}  // namespace

unsigned plausible_bits(Value value) {
  constexpr unsigned kBits[] = {8, 8, 8, 4, 4, 2, 8, 4, 2};
  return kBits[static_cast<std::size_t>(value)];
}

unsigned plausible_size(ScaleDtype dtype) {
  constexpr unsigned kBytes[] = {4, 2, 2, 1, 1};
  return kBytes[static_cast<std::size_t>(dtype)];
}

std::vector<std::uint64_t> plausible_grid(const Scheme& scheme, Shape shape) {
  if (!scheme.block) return {1};
  std::vector<std::uint64_t> grid(shape.begin(), shape.end());
  const auto extents = scheme.block->size.extents();
  const std::size_t common = std::min(extents.size(), grid.size());
  for (std::size_t i = 0; i < common; ++i) {
    const std::uint64_t extent = std::max<std::uint64_t>(1, extents[extents.size() - 1 - i]);
    std::uint64_t& cells = grid[grid.size() - 1 - i];
    cells = cells / extent + (cells % extent != 0 ? 1 : 0);
  }
  return grid;
}

Plausible plausible(const Scheme& scheme, Shape shape) {
  const std::uint64_t codes = extent_product(shape);
  if (codes > kWorthFilling) return {};
  Plausible p{codes, extent_product(plausible_grid(scheme, shape)), codes, 0, 0};
  const std::uint64_t line = line_length(scheme, shape);
  if (scheme.store.kind == StoreKind::PackedU32 && codes != 0) {
    const std::uint64_t lanes = 32 / plausible_bits(scheme.value);
    p.value_bytes = codes / line * ((line + lanes - 1) / lanes) * 4;
  } else if (scheme.store.kind == StoreKind::PackedNative && scheme.value == Value::E2M1 &&
             codes != 0) {
    p.value_bytes = codes / line * ((line + 1) / 2);
  }
  p.scale_bytes = p.scales * plausible_size(scale_dtype(scheme));
  p.global_bytes = scheme.two_level() ? 4 : 0;
  return p;
}

}  // namespace qb::laws
