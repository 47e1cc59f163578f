#include "layout.h"

#include <limits>

#include "scale.h"
#include "value.h"

namespace qb {
namespace {

constexpr std::uint64_t kLargestSize = std::numeric_limits<std::int64_t>::max();
constexpr std::uint64_t kGlobalBytes = 4;

/// a · b, or none above 2^63 − 1.
std::optional<std::uint64_t> product(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > kLargestSize / a) return std::nullopt;
  return a * b;
}

std::optional<std::uint64_t> sum(std::uint64_t a, std::uint64_t b) {
  if (a > kLargestSize || b > kLargestSize - a) return std::nullopt;
  return a + b;
}

constexpr std::uint64_t ceil_div(std::uint64_t a, std::uint64_t b) { return a / b + (a % b != 0); }

/// Elements of a shape; any zero extent makes it 0, whatever the others are (F19).
std::optional<std::uint64_t> element_count(Shape shape) {
  for (std::uint64_t extent : shape)
    if (extent == 0) return 0;
  std::uint64_t count = 1;
  for (std::uint64_t extent : shape) {
    const auto larger = product(count, extent);
    if (!larger) return std::nullopt;
    count = *larger;
  }
  return count;
}

/// The order of an array of these extents whose axis `swapped` changes places with the last.
/// Extents are positive and their product is known to fit, so no product here can wrap.
template <typename ExtentOf>
SwappedOrder swapped_order(std::uint64_t rank, std::uint64_t swapped, ExtentOf extent_of) {
  if (rank == 0) return {};
  SwappedOrder order;
  for (std::uint64_t axis = 0; axis < rank; ++axis) {
    if (axis < swapped) {
      order.before *= extent_of(axis);
    } else if (axis == swapped) {
      order.axis = extent_of(axis);
    } else if (axis + 1 < rank) {
      order.between *= extent_of(axis);
    } else {
      order.last = extent_of(axis);
    }
  }
  return order;
}

}  // namespace

StoreElement store_element(const Scheme& scheme) {
  switch (scheme.store.kind) {
    case StoreKind::PackedU32:
      return {4, 32 / width_bits(scheme.value)};
    case StoreKind::PackedNative:
      return {1, scheme.value == Value::E2M1 ? 2u : 1u};
    default:
      return {1, 1};
  }
}

ScaleDtype stored_dtype(const Scheme& scheme) {
  if (scheme.block) return scheme.block->dtype;
  return scheme.tensor.value_or(ScaleDtype::F32);
}

std::uint64_t block_extent(const BlockSize& size, std::uint64_t rank, std::uint64_t axis) {
  const auto extents = size.extents();
  const std::uint64_t from_end = rank - axis;  // 1 = innermost
  return from_end > extents.size() ? 1 : extents[extents.size() - from_end];
}

std::optional<Refusal> check_block(const Scheme& scheme, std::uint64_t rank) {
  if (!scheme.block) return std::nullopt;
  const auto extents = scheme.block->size.extents();
  for (std::uint32_t extent : extents) {
    if (extent == 0) return Refusal{Error::invalid_block, 0, 1};
    if (extent > 255) return Refusal{Error::invalid_block, extent, 255};
  }
  const std::uint64_t most = rank < 5 ? rank : 5;
  if (extents.size() > most)
    return Refusal{Error::invalid_block, extents.size(), extents.size() > 5 ? 5 : rank};
  return std::nullopt;
}

std::optional<Refusal> check_packed_dim(const Scheme& scheme, std::uint64_t rank) {
  if (scheme.store.kind == StoreKind::Native) return std::nullopt;
  const std::uint64_t axes = rank == 0 ? 1 : rank;
  if (scheme.store.packed_dim < axes) return std::nullopt;
  return Refusal{Error::packed_dim_out_of_range, scheme.store.packed_dim, axes};
}

std::optional<Refusal> check_global_dtype(const Scheme& scheme) {
  if (!scheme.two_level() || *scheme.tensor == ScaleDtype::F32) return std::nullopt;
  return Refusal{Error::global_scale_dtype};
}

Result<Layout> layout_before_global(const Scheme& scheme, Shape shape) {
  const std::uint64_t rank = shape.size();
  if (scheme.mode != Mode::Symmetric) return Refusal{Error::unsupported_mode};
  if (auto refusal = check_block(scheme, rank)) return *refusal;
  if (auto refusal = check_packed_dim(scheme, rank)) return *refusal;

  const Refusal overflow{Error::shape_overflow, 0, kLargestSize};
  const auto elements = element_count(shape);
  if (!elements) return overflow;

  // Native codes are row-major: lines along the last axis. Rank 0 is one line of one code.
  const bool packed = scheme.store.kind != StoreKind::Native;
  const std::uint64_t swapped = rank == 0 ? 0 : rank - 1 - (packed ? scheme.store.packed_dim : 0);
  Layout layout{};
  if (*elements != 0)
    layout.codes = swapped_order(rank, swapped, [&](std::uint64_t axis) { return shape[axis]; });

  const StoreElement element = store_element(scheme);
  layout.words = ceil_div(layout.codes.axis, element.codes);
  // lines · words ≤ elements, which fits; only the bytes may not.
  const auto value_bytes =
      *elements == 0 ? 0 : product(layout.codes.lines() * layout.words, element.size_bytes);
  if (!value_bytes) return overflow;

  std::uint64_t cells = 1;  // without a block level, whatever the shape
  if (scheme.block) {
    cells = *elements == 0 ? 0 : 1;
    if (cells != 0) {
      layout.grid = swapped_order(rank, swapped, [&](std::uint64_t axis) {
        return ceil_div(shape[axis], block_extent(scheme.block->size, rank, axis));
      });
      cells = layout.grid.lines() * layout.grid.axis;  // ≤ elements
    }
  }

  const auto scale_bytes = product(cells, size_bytes(stored_dtype(scheme)));
  if (!scale_bytes) return overflow;
  const auto global_offset = sum(*value_bytes, *scale_bytes);
  if (!global_offset) return overflow;
  const auto total = sum(*global_offset, scheme.two_level() ? kGlobalBytes : 0);
  if (!total) return overflow;
  layout.sizes = {*elements, cells, *value_bytes, *global_offset, *total};
  return layout;
}

Result<Layout> layout_of(const Scheme& scheme, Shape shape) {
  auto layout = layout_before_global(scheme, shape);
  if (!layout) return layout;
  if (auto refusal = check_global_dtype(scheme)) return *refusal;
  return layout;
}

Result<Sizes> encoded_size(const Scheme& scheme, Shape shape) {
  const auto layout = layout_of(scheme, shape);
  if (!layout) return layout.refusal();
  return layout->sizes;
}

}  // namespace qb
