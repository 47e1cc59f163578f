#include "properties/plausible.h"

#include <algorithm>

namespace qb::laws {
namespace {

constexpr std::uint64_t kWorthFilling = 1u << 20;

constexpr std::uint64_t kMost = INT64_MAX;

using Count = std::optional<std::uint64_t>;

Count times(Count a, std::uint64_t b) {
  if (!a || (b != 0 && *a > kMost / b)) return std::nullopt;
  return *a * b;
}

Count plus(Count a, Count b) {
  if (!a || !b || *a > kMost - *b) return std::nullopt;
  return *a + *b;
}

Count extent_product(std::span<const std::uint64_t> extents) {
  if (std::find(extents.begin(), extents.end(), 0u) != extents.end()) return 0;
  Count product = 1;
  for (std::uint64_t extent : extents) product = times(product, extent);
  return product;
}

std::uint64_t up(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0 ? 1 : 0); }

}  // namespace

std::uint64_t plausible_lanes(const Scheme& scheme) {
  if (scheme.store.kind == StoreKind::PackedU32) return 32 / plausible_bits(scheme.value);
  return scheme.store.kind == StoreKind::PackedNative && scheme.value == Value::E2M1 ? 2 : 1;
}

ScaleDtype plausible_dtype(const Scheme& scheme) {
  return scheme.block ? scheme.block->dtype : scheme.tensor.value_or(ScaleDtype::F32);
}

std::uint64_t plausible_line(const Scheme& scheme, Shape shape) {
  const std::uint64_t rank = shape.size();
  if (rank == 0) return 1;
  return shape[rank - 1 - std::min(scheme.store.packed_dim, rank - 1)];
}

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

std::optional<Plausible> plausible_sizes(const Scheme& scheme, Shape shape) {
  const Count codes = extent_product(shape);
  const Count scales = extent_product(plausible_grid(scheme, shape));
  const Count scale_bytes = times(scales, plausible_size(plausible_dtype(scheme)));
  if (!codes || !scale_bytes) return std::nullopt;
  const std::uint64_t line = plausible_line(scheme, shape);
  const std::uint64_t lines = line == 0 ? 0 : *codes / line;
  const std::uint64_t word_bytes = scheme.store.kind == StoreKind::PackedU32 ? 4 : 1;
  const Count words = times(lines, up(line, plausible_lanes(scheme)));
  const Count value_bytes = times(words, word_bytes);
  const std::uint64_t global_bytes = scheme.two_level() ? 4 : 0;
  if (!plus(plus(value_bytes, scale_bytes), global_bytes)) return std::nullopt;
  return Plausible{*codes, *scales, *value_bytes, *scale_bytes, global_bytes};
}

Plausible plausible(const Scheme& scheme, Shape shape) {
  const auto sizes = plausible_sizes(scheme, shape);
  return sizes && sizes->codes <= kWorthFilling ? *sizes : Plausible{};
}

}  // namespace qb::laws
