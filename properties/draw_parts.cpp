#include "properties/draw_parts.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "properties/draw_scalars.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kMaxElements = 600;

BlockSize draw_block_size(Source& source, Shape shape) {
  const std::uint64_t rank = shape.size();
  const std::uint64_t count = source.below(std::min<std::uint64_t>(rank, 5) + 1);
  std::array<std::uint32_t, 5> extents{};
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t dim = std::min<std::uint64_t>(shape[rank - count + i], 254);
    const auto whole = static_cast<std::uint32_t>(std::max<std::uint64_t>(dim, 1));
    extents[i] = one_of<std::uint32_t>(
        source, {1, 2, 3, 4, whole, whole + 1, whole / 2 + 1, 16, 32, 255, 5, 2});
  }
  return *BlockSize::from(std::span(extents).first(count));
}

/// Where more than 2^63 - 1 elements may take fewer bytes than that (F19).
bool is_packed_below_a_byte(const Scheme& scheme) {
  return scheme.store.kind == StoreKind::PackedU32 && plausible_bits(scheme.value) < 8;
}

}  // namespace

// ---- shapes and schemes ------------------------------------------------------------------------

std::vector<std::uint64_t> draw_shape(Source& source) {
  const auto rank =
      one_of<std::uint64_t>(source, {1, 2, 3, 0, 2, 1, 3, 2, 4, 2, 3, 4, 5, 6, 8, 12});
  // Extents around the lanes of a word, the extents of blocks, and 1; total work stays small.
  std::uint64_t left = one_in(source, 12) ? kMaxElements : 48;
  std::vector<std::uint64_t> shape;
  for (std::uint64_t i = 0; i < rank; ++i) {
    std::uint64_t extent = one_of<std::uint64_t>(
        source, {1, 2, 3, 4, 5, 1, 2, 3, 7, 8, 9, 15, 16, 17, 6, 31, 32, 33, 1, 2, 3, 4, 5, 0});
    if (extent == 0 && !one_in(source, 3)) extent = 2;
    if (extent > left) extent = 1 + source.below(left);
    if (extent != 0) left /= extent;
    shape.push_back(extent);
  }
  for (std::size_t i = rank; i > 1; --i) std::swap(shape[i - 1], shape[source.below(i)]);
  return shape;
}

Scheme draw_scheme(Source& source, const Cell& cell, Shape shape) {
  Scheme scheme;
  scheme.value = cell.value;
  scheme.store.kind = cell.store;
  if (cell.store != StoreKind::Native)
    scheme.store.packed_dim = source.below(std::max<std::uint64_t>(shape.size(), 1));
  scheme.tensor = cell.tensor;
  if (cell.block) scheme.block = BlockScale{draw_block_size(source, shape), *cell.block};
  return scheme;
}

// ---- data --------------------------------------------------------------------------------------

std::vector<std::int8_t> draw_codes(Source& source, Value value, std::uint64_t count) {
  std::vector<std::uint8_t> bytes(count);
  source.fill(bytes);
  const unsigned bits = plausible_bits(value);
  std::vector<std::int8_t> codes(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const unsigned field = bytes[i] & ((1u << bits) - 1);
    const bool negative = value != Value::E2M1 && (field >> (bits - 1) & 1) != 0;
    const int code = static_cast<int>(field) - (negative ? 1 << bits : 0);
    codes[i] = static_cast<std::int8_t>(code);
  }
  return codes;
}

std::uint32_t draw_scale(Source& source, ScaleDtype dtype) {
  if (one_in(source, 12))
    return one_of<std::uint32_t>(
        source, {0x3f800000, 0x00000000, 0x00000001, 0x33800000, 0x33000000, 0x33000001, 0x3a800000,
                 0x3a800001, 0x00400000, 0x00400001, 0x43e00000, 0x00008000, 0x00008001});
  return draw_near(source, static_cast<ScalarType>(dtype), false);
}

std::uint32_t draw_bad_scale(Source& source, ScaleDtype dtype) {
  const std::uint32_t too_large = dtype == ScaleDtype::F16     ? 0x477ff000
                                  : dtype == ScaleDtype::BF16  ? 0x7f7f8000
                                  : dtype == ScaleDtype::UE4M3 ? 0x43e80001
                                  : dtype == ScaleDtype::UE8M0 ? 0x7f000001
                                                               : 0x7f800000;
  const std::uint32_t negative = 0x80000000 | draw_scale(source, dtype);
  return one_of<std::uint32_t>(source, {0xbf800000, 0x80000000, 0x7f800000, 0x7fc00000, 0xff800000,
                                        too_large, too_large + 1, negative, 0xffc00001});
}

std::vector<std::uint64_t> draw_axes(Source& source, std::uint64_t rank) {
  std::vector<std::uint64_t> axes(rank);
  std::iota(axes.begin(), axes.end(), 0u);
  for (std::uint64_t i = rank; i > 1; --i) std::swap(axes[i - 1], axes[source.below(i)]);
  if (rank != 0 && one_in(source, 8)) axes[source.below(rank)] = source.below(rank + 2);
  if (one_in(source, 24)) axes.push_back(rank);
  return axes;
}

// ---- what can be wrong with a scheme ------------------------------------------------------------

void spoil_scheme(Source& source, Scheme& scheme, std::vector<std::uint64_t>& shape) {
  const std::uint64_t rank = shape.size();
  switch (source.below(5)) {
    case 0:
      scheme.mode = Mode::Lookup;
      break;
    case 1:
      scheme.store.packed_dim =
          scheme.store.kind == StoreKind::Native
              ? 0
              : one_of<std::uint64_t>(source, {rank, rank + 1, UINT64_MAX, 1ull << 32, 1ull << 63});
      if (rank == 0 && scheme.store.packed_dim == 0 && scheme.store.kind != StoreKind::Native)
        scheme.store.packed_dim = 1;
      break;
    case 2: {
      const auto bad = one_of<std::uint32_t>(source, {0, 256, 257, 300, 1u << 16, UINT32_MAX});
      std::vector<std::uint32_t> extents{2, bad};
      if (scheme.block) scheme.block->size = *BlockSize::from(extents);
      break;
    }
    case 3: {
      std::vector<std::uint32_t> extents(std::min<std::uint64_t>(rank + 1, 8), 2);
      if (scheme.block) scheme.block->size = *BlockSize::from(extents);
      break;
    }
    default: {
      const auto huge = one_of<std::uint64_t>(
          source, {1ull << 31, 1ull << 32, 1ull << 40, 1ull << 61, 1ull << 62, (1ull << 63) - 1,
                   1ull << 63, UINT64_MAX, (1ull << 62) - 1, (1ull << 63) - 4});
      if (rank == 0) break;
      const std::uint64_t first = source.below(rank);
      shape[first] = huge;
      if (rank > 1)
        shape[(first + 1 + source.below(rank - 1)) % rank] =
            one_of<std::uint64_t>(source, {1, huge, 0, 2, 0});
      if (rank > 2 && one_in(source, 3)) shape[source.below(rank)] = huge;
      if (is_packed_below_a_byte(scheme) && scheme.store.packed_dim < rank && one_in(source, 2)) {
        std::ranges::fill(shape, 1);
        shape[rank - 1 - scheme.store.packed_dim] =
            one_of<std::uint64_t>(source, {1ull << 63, (1ull << 63) + 1, UINT64_MAX});
      }
    }
  }
}

}  // namespace qb::laws
