#include "properties/draw_for.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "properties/draw.h"
#include "properties/draw_parts.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kHuge = std::uint64_t{1} << 62;

Scheme& scheme_of(Case& c) {
  if (auto* tensor = std::get_if<TensorCase>(&c)) return tensor->scheme;
  if (auto* buffer = std::get_if<BytesCase>(&c)) return buffer->scheme;
  return std::get<FloatsCase>(c).scheme;
}
std::vector<std::uint64_t>& shape_of(Case& c) {
  if (auto* tensor = std::get_if<TensorCase>(&c)) return tensor->shape;
  if (auto* buffer = std::get_if<BytesCase>(&c)) return buffer->shape;
  return std::get<FloatsCase>(c).shape;
}

/// A block that is legal for every rank.
void shorten_block(Scheme& scheme) {
  if (scheme.block) scheme.block->size = {};
}

void make_two_level(Scheme& scheme, ScaleDtype block) {
  scheme.tensor = ScaleDtype::F32;
  if (!scheme.block) scheme.block = BlockScale{};
  scheme.block->dtype = block;
}

void with_lookup(Source&, Case& c) { scheme_of(c).mode = Mode::Lookup; }

void with_bad_block(Source& source, Case& c) {
  std::vector<std::uint32_t> extents(1 + source.below(3), 2);
  extents[source.below(extents.size())] = one_of<std::uint32_t>(source, {0, 256, 257, 65536});
  if (one_in(source, 2)) extents.assign(std::min<std::size_t>(shape_of(c).size() + 1, 8), 2);
  Scheme& scheme = scheme_of(c);
  if (!scheme.block) scheme.block = BlockScale{};
  scheme.block->size = *BlockSize::from(extents);
}

void with_bad_dim(Source& source, Case& c) {
  Store& store = scheme_of(c).store;
  if (store.kind == StoreKind::Native) store.kind = StoreKind::PackedU32;
  store.packed_dim = std::max<std::uint64_t>(shape_of(c).size(), 1) + source.below(3);
}

void with_huge_shape(Source& source, Case& c) {
  shape_of(c) = {kHuge >> source.below(8), 2048 + source.below(8)};
  scheme_of(c).store.packed_dim = source.below(2);
  if (scheme_of(c).store.kind == StoreKind::Native) scheme_of(c).store.packed_dim = 0;
  shorten_block(scheme_of(c));
}

template <typename T>
void resize(Source& source, std::vector<T>& items) {
  const bool fewer = !items.empty() && one_in(source, 2);
  items.resize(fewer ? items.size() - 1 : items.size() + 1 + source.below(3),
               items.empty() ? T{} : items[0]);
}

void with_bad_count(Source& source, Case& c) {
  if (auto* floats = std::get_if<FloatsCase>(&c)) return resize(source, floats->input);
  resize(source, std::get<TensorCase>(c).codes);
}
void with_bad_scale_count(Source& source, Case& c) {
  resize(source, std::get<TensorCase>(c).scales);
}

void without_global(Source&, Case& c) {
  auto& tensor = std::get<TensorCase>(c);
  tensor.scheme.tensor = ScaleDtype::F32;
  tensor.global.reset();
}
void with_global(Source& source, Case& c) {
  auto& tensor = std::get<TensorCase>(c);
  if (tensor.scheme.two_level()) tensor.scheme.tensor.reset();
  tensor.global = draw_scale(source, ScaleDtype::F32);
}
void with_other_global(Source& source, Case& c) {
  Scheme& scheme = scheme_of(c);
  scheme.tensor = one_of<ScaleDtype>(
      source, {ScaleDtype::F16, ScaleDtype::BF16, ScaleDtype::UE8M0, ScaleDtype::UE4M3});
  auto* tensor = std::get_if<TensorCase>(&c);
  if (tensor != nullptr && scheme.two_level() && !tensor->global) tensor->global = 0x3f800000;
}

void with_wrong_global(Source& source, Case& c) {
  constexpr auto kWays = std::to_array({without_global, with_global, with_other_global});
  kWays[source.below(kWays.size())](source, c);
}

void with_short_output(Source& source, Case& c) {
  std::visit(
      [&](auto& one) {
        if constexpr (requires { one.short_by; }) one.short_by = 1 + source.below(8);
      },
      c);
}

void with_bad_code(Source& source, Case& c) {
  auto& tensor = std::get<TensorCase>(c);
  tensor.scheme.value =
      one_of<Value>(source, {Value::E2M1, Value::Q4F, Value::Q4S, Value::Q2F, Value::Q2S});
  if (!tensor.codes.empty())
    tensor.codes[source.below(tensor.codes.size())] =
        one_of<std::int8_t>(source, {16, -9, 127, -128, 100});
}

void with_bad_scale(Source& source, Case& c) {
  auto& tensor = std::get<TensorCase>(c);
  if (!tensor.scales.empty())
    tensor.scales[source.below(tensor.scales.size())] =
        draw_bad_scale(source, plausible_dtype(tensor.scheme));
}

void cut_bytes(Source& source, Case& c) {
  auto& bytes = std::get<BytesCase>(c).bytes;
  bytes.resize(bytes.size() - std::min<std::size_t>(bytes.size(), 1 + source.below(4)));
}
void add_bytes(Source& source, Case& c) {
  auto& bytes = std::get<BytesCase>(c).bytes;
  bytes.resize(bytes.size() + 1 + source.below(4));
}

void with_zero_beside_huge(Source& source, Case& c) {
  auto& tensor = std::get<TensorCase>(c);
  tensor.shape = {kHuge, 4 + source.below(8), 5};
  tensor.shape[source.below(3)] = 0;
  if (tensor.shape[0] == 0) tensor.shape[1 + source.below(2)] = kHuge;
  std::swap(tensor.shape[0], tensor.shape[source.below(3)]);
  tensor.scheme.store.packed_dim = 0;
  shorten_block(tensor.scheme);
  tensor.codes.clear();
  tensor.scales.resize(tensor.scheme.block ? 0 : 1, 0x3f800000);
}

void with_bad_block_dtype(Source& source, Case& c) {
  make_two_level(scheme_of(c), one_of<ScaleDtype>(
                                   source, {ScaleDtype::F32, ScaleDtype::BF16, ScaleDtype::UE8M0}));
}
void with_mean_of_two_levels(Source& source, Case& c) {
  make_two_level(scheme_of(c), one_of<ScaleDtype>(source, {ScaleDtype::F16, ScaleDtype::UE4M3}));
  std::get<FloatsCase>(c).calibration = Calibration::AbsMean;
}
void with_nan(Source& source, Case& c) {
  auto& input = std::get<FloatsCase>(c).input;
  if (!input.empty())
    input[source.below(input.size())] =
        one_of<std::uint32_t>(source, {0x7fc00000, 0x7f800000, 0xff800000, 0xffc00001});
}
/// -128, -8 and -2 steps of what 127.5, 7.5 and 1.5 fill.
void with_largest(Source& source, Case& c) {
  auto& floats = std::get<FloatsCase>(c);
  floats.scheme.value = one_of<Value>(source, {Value::Q8F, Value::Q4F, Value::Q2F});
  if (floats.scheme.block && floats.scheme.tensor) floats.scheme.tensor.reset();
  if (!floats.input.empty())
    floats.input[source.below(floats.input.size())] =
        0xff7fffff - static_cast<std::uint32_t>(source.below(64));
}
void without_elements(Source& source, Case& c) {
  auto& floats = std::get<FloatsCase>(c);
  if (floats.shape.empty()) floats.shape.push_back(0);
  floats.shape[source.below(floats.shape.size())] = 0;
  floats.input.clear();
}

/// By the end of the id, since encode, decode and quantize share most.
struct Aim {
  std::string_view ending;
  void (*aim)(Source&, Case&);
};
constexpr std::array kAims{
    Aim{"_refuses_unsupported_mode", with_lookup},
    Aim{"_refuses_invalid_block", with_bad_block},
    Aim{"_refuses_packed_dim_out_of_range", with_bad_dim},
    Aim{"_refuses_shape_overflow", with_huge_shape},
    Aim{"_refuses_value_count_mismatch", with_bad_count},
    Aim{"_refuses_scale_count_mismatch", with_bad_scale_count},
    Aim{"_refuses_global_scale_required", without_global},
    Aim{"_refuses_global_scale_unexpected", with_global},
    Aim{"_refuses_global_scale_dtype", with_other_global},
    Aim{"global_scale_messages", with_wrong_global},
    Aim{"_refuses_output_too_small", with_short_output},
    Aim{"_refuses_code_out_of_range", with_bad_code},
    Aim{"_refuses_invalid_scale", with_bad_scale},
    Aim{"_refuses_truncated", cut_bytes},
    Aim{"_refuses_trailing_bytes", add_bytes},
    Aim{"zero_beside_huge_is_empty", with_zero_beside_huge},
    Aim{"_refuses_unsupported_block_dtype", with_bad_block_dtype},
    Aim{"_refuses_unsupported_calibration", with_mean_of_two_levels},
    Aim{"_refuses_non_finite_input", with_nan},
    Aim{"_refuses_value_overflow", with_largest},
    Aim{"quantize_empty", without_elements},
};

/// FNV-1a: the same on every platform.
std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3;
  return hash;
}

}  // namespace

Case draw_for(const Law& law, std::uint64_t seed, std::uint64_t k) {
  RandomSource source(seed ^ hash_of(law.id), k);
  Cell cell = cell_at(source.below(kCells));
  cell.global_given = cell.tensor && cell.block;
  if (cell.global_given) cell.tensor = ScaleDtype::F32;
  Case c = draw(source, cell, law.kind);
  for (const Aim& aim : kAims)
    if (law.id.ends_with(aim.ending)) aim.aim(source, c);
  return c;
}

}  // namespace qb::laws
