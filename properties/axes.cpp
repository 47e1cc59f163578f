#include "properties/axes.h"

#include <algorithm>
#include <bit>

#include "properties/plausible.h"

namespace qb::laws {
namespace {

using Names = const std::string_view[];

constexpr Names kValueNames = {"Q8F", "E5M2", "E4M3", "Q4F", "E2M1", "Q2F", "Q8S", "Q4S", "Q2S"};
constexpr Names kStoreNames = {"Native", "PackedNative", "PackedU32"};
constexpr Names kPackedAxisNames = {"none", "inner", "middle", "outer"};
constexpr Names kRankNames = {"0", "1", "2", "3", "4", "5-8", "9+"};
constexpr Names kBlockRankNames = {"none", "0", "1", "2", "3", "4", "5"};
constexpr Names kFitNames = {"none", "whole", "partial"};
constexpr Names kDtypeNames = {"none", "F32", "F16", "BF16", "UE8M0", "UE4M3"};
constexpr Names kGlobalNames = {"absent", "given"};
constexpr Names kLengthNames = {"empty",      "one",    "below-word",  "word",
                                "above-word", "vector", "above-vector"};
constexpr Names kTailNames = {"whole", "partial"};
constexpr Names kModNames = {"0", "1", "2", "3"};
constexpr Names kBaseNames = {"16", "1", "2", "4", "8"};
constexpr Names kSizeNames = {"below-2^31", "2^31", "2^32", "2^62"};

constexpr std::array<AxisInfo, kAxes> kAll{{
    {"value", "what a code means (F1)", kValueNames},
    {"store", "how codes are stored (F2)", kStoreNames},
    {"packed_axis", "which axis is packed (F13)", kPackedAxisNames},
    {"rank", "of the tensor", kRankNames},
    {"block_rank", "extents of a block, leading 1s dropped (F6)", kBlockRankNames},
    {"block_fit", "whether blocks divide the tensor (F7)", kFitNames},
    {"block_dtype", "of block scales (F4, F5)", kDtypeNames},
    {"tensor_dtype", "of the tensor scale (F4, F5)", kDtypeNames},
    {"global", "whether a global scale is given (F21)", kGlobalNames},
    {"length", "elements, beside the codes in 4 bytes and in 32", kLengthNames},
    {"tail", "whether a line fills its last word (F14)", kTailNames},
    {"values_mod_4", "bytes of the value region, mod 4 (F18)", kModNames},
    {"scales_mod_4", "bytes of the scale region, mod 4 (F18)", kModNames},
    {"base", "the largest power of two up to 16 that divides the input's address", kBaseNames},
    {"size", "total bytes from (F18, F19)", kSizeNames},
}};

template <typename T>
std::uint8_t level(T value) {
  return static_cast<std::uint8_t>(value);
}

std::uint8_t level_of(const std::optional<ScaleDtype>& dtype) {
  return dtype ? level(1 + static_cast<int>(*dtype)) : level(0);
}

std::uint8_t packed_axis_of(const Scheme& scheme, std::uint64_t rank) {
  if (scheme.store.kind == StoreKind::Native) return 0;
  if (scheme.store.packed_dim == 0) return 1;
  return scheme.store.packed_dim == rank - 1 ? 3 : 2;
}

std::uint8_t rank_of(std::uint64_t rank) { return level(rank < 5 ? rank : rank < 9 ? 5 : 6); }

std::uint8_t fit_of(const Scheme& scheme, Shape shape) {
  if (!scheme.block) return 0;
  const auto extents = scheme.block->size.extents();
  for (std::size_t i = 0; i < extents.size(); ++i)
    if (shape[shape.size() - extents.size() + i] % extents[i] != 0) return 2;
  return 1;
}

std::uint8_t length_of(Value value, std::uint64_t codes) {
  const std::uint64_t word = 32 / plausible_bits(value);
  if (codes < 2) return level(codes);
  if (codes <= word) return codes < word ? 2 : 3;
  if (codes <= 8 * word) return codes < 8 * word ? 4 : 5;
  return 6;
}

std::uint8_t base_of(std::uint64_t offset) {
  return offset % 16 == 0 ? level(0) : level(1 + std::countr_zero(offset));
}

std::uint8_t size_of(std::uint64_t bytes) {
  if (bytes >> 31 == 0) return 0;
  if (bytes >> 32 == 0) return 1;
  return bytes >> 62 == 0 ? 2 : 3;
}

bool is_writable(const Scheme& scheme, std::uint64_t rank) {
  if (scheme.mode != Mode::Symmetric) return false;
  if (scheme.store.kind == StoreKind::Native) {
    if (scheme.store.packed_dim != 0) return false;
  } else if (scheme.store.packed_dim >= std::max<std::uint64_t>(rank, 1)) {
    return false;
  }
  if (!scheme.block) return true;
  const auto extents = scheme.block->size.extents();
  return extents.size() <= std::min<std::uint64_t>(rank, 5) &&
         std::ranges::all_of(extents, [](std::uint32_t e) { return e >= 1 && e <= 255; });
}

}  // namespace

std::span<const AxisInfo, kAxes> axes() { return kAll; }

std::optional<Levels> levels_of(const Scheme& scheme, Shape shape, bool global_given,
                                std::uint64_t input_offset) {
  if (!is_writable(scheme, shape.size())) return std::nullopt;
  const auto sizes = plausible_sizes(scheme, shape);
  if (!sizes) return std::nullopt;
  const bool has_tail =
      sizes->codes != 0 && plausible_line(scheme, shape) % plausible_lanes(scheme) != 0;
  Levels levels{};
  at(levels, Axis::value) = level(scheme.value);
  at(levels, Axis::store) = level(scheme.store.kind);
  at(levels, Axis::packed_axis) = packed_axis_of(scheme, shape.size());
  at(levels, Axis::rank) = rank_of(shape.size());
  at(levels, Axis::block_rank) = level(scheme.block ? 1 + scheme.block->size.extents().size() : 0);
  at(levels, Axis::block_fit) = fit_of(scheme, shape);
  if (scheme.block) at(levels, Axis::block_dtype) = level_of(scheme.block->dtype);
  at(levels, Axis::tensor_dtype) = level_of(scheme.tensor);
  at(levels, Axis::global) = level(global_given);
  at(levels, Axis::length) = length_of(scheme.value, sizes->codes);
  at(levels, Axis::tail) = level(has_tail);
  at(levels, Axis::values_mod_4) = level(sizes->value_bytes % 4);
  at(levels, Axis::scales_mod_4) = level(sizes->scale_bytes % 4);
  at(levels, Axis::base) = base_of(input_offset);
  at(levels, Axis::size) = size_of(sizes->total_bytes());
  return levels;
}

std::optional<Levels> levels_of(const Case& c) {
  if (const auto* tensor = std::get_if<TensorCase>(&c))
    return levels_of(tensor->scheme, tensor->shape, tensor->global.has_value(),
                     tensor->input_offset);
  if (const auto* bytes = std::get_if<BytesCase>(&c))
    return levels_of(bytes->scheme, bytes->shape, bytes->scheme.two_level(), bytes->input_offset);
  if (const auto* floats = std::get_if<FloatsCase>(&c))
    return levels_of(floats->scheme, floats->shape, floats->scheme.two_level(), 0);
  return std::nullopt;
}

}  // namespace qb::laws
