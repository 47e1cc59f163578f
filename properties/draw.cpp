#include "properties/draw.h"

#include <algorithm>

#include "properties/draw_parts.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

// ---- what can be wrong -------------------------------------------------------------------------

void spoil(Source& source, TensorCase& c) {
  switch (source.below(8)) {
    case 0:
      if (!c.codes.empty()) c.codes.pop_back();
      break;
    case 1:
      c.codes.resize(c.codes.size() + 1 + source.below(3));
      break;
    case 2:
      if (!c.scales.empty()) c.scales.pop_back();
      break;
    case 3:
      c.scales.resize(c.scales.size() + 1 + source.below(3), 0x3f800000);
      break;
    case 4:
      if (!c.codes.empty())
        c.codes[source.below(c.codes.size())] =
            one_of<std::int8_t>(source, {8, -9, 2, -3, 16, -1, 127, -128, 9});
      break;
    case 5:
      if (!c.scales.empty())
        c.scales[source.below(c.scales.size())] = draw_bad_scale(source, plausible_dtype(c.scheme));
      break;
    case 6:
      if (c.global) c.global = draw_bad_scale(source, ScaleDtype::F32);
      break;
    default:
      c.short_by = one_of<std::uint64_t>(source, {1, 2, 3, 4, 64, 1000000});
  }
}

// ---- the kinds of case -------------------------------------------------------------------------

std::uint64_t draw_offset(Source& source) { return one_in(source, 2) ? source.below(16) : 0; }

TensorCase fill_tensor(Source& source, Scheme scheme, std::vector<std::uint64_t> shape,
                       bool global_given) {
  TensorCase c;
  c.scheme = scheme;
  c.shape = std::move(shape);
  const Plausible size = plausible(c.scheme, c.shape);
  c.codes = draw_codes(source, c.scheme.value, size.codes);
  for (std::uint64_t i = 0; i < size.scales; ++i)
    c.scales.push_back(draw_scale(source, plausible_dtype(c.scheme)));
  if (global_given) c.global = draw_scale(source, ScaleDtype::F32);
  if (one_in(source, 2)) c.axes = draw_axes(source, c.shape.size());
  return c;
}

BytesCase fill_bytes(Source& source, Scheme scheme, std::vector<std::uint64_t> shape) {
  BytesCase c;
  c.scheme = scheme;
  c.shape = std::move(shape);
  const Plausible size = plausible(c.scheme, c.shape);
  c.bytes.resize(size.total_bytes());
  source.fill(c.bytes);
  if (!one_in(source, 2)) return c;
  // Scales below 2 with their sign clear: without this few buffers are canonical.
  const unsigned width = plausible_size(plausible_dtype(c.scheme));
  for (std::uint64_t i = width; i <= size.scale_bytes; i += width)
    c.bytes[size.value_bytes + i - 1] &= 0x3f;
  if (size.global_bytes != 0) c.bytes.back() &= 0x3f;
  return c;
}

TensorCase draw_tensor(Source& source, const Cell& cell) {
  const auto shape = draw_shape(source);
  TensorCase c = fill_tensor(source, draw_scheme(source, cell, shape), shape, cell.global_given);
  c.input_offset = draw_offset(source);
  // Cells that are refused for their global scale need nothing else wrong with them.
  if (one_in(source, 6)) spoil_scheme(source, c.scheme, c.shape);
  if (one_in(source, 4)) spoil(source, c);
  return c;
}

BytesCase draw_bytes(Source& source, const Cell& cell) {
  const auto shape = draw_shape(source);
  Scheme scheme = draw_scheme(source, cell, shape);
  if (scheme.two_level() && one_in(source, 16)) scheme.tensor = ScaleDtype::F16;
  BytesCase c = fill_bytes(source, scheme, shape);
  c.input_offset = draw_offset(source);
  if (one_in(source, 12)) spoil_scheme(source, c.scheme, c.shape);
  if (one_in(source, 8)) {
    const std::uint64_t by = 1 + source.below(5);
    c.bytes.resize(one_in(source, 2)
                       ? c.bytes.size() + by
                       : c.bytes.size() - std::min<std::uint64_t>(by, c.bytes.size()));
  }
  if (one_in(source, 16)) c.short_by = 1 + source.below(8);
  return c;
}

constexpr ScalarType kEncodable[] = {ScalarType::F32,   ScalarType::F16,   ScalarType::BF16,
                                     ScalarType::UE8M0, ScalarType::UE4M3, ScalarType::E4M3,
                                     ScalarType::E5M2,  ScalarType::E2M1};

ScalarCase draw_scalar(Source& source) {
  ScalarCase c;
  c.verb =
      one_of<ScalarVerb>(source, {ScalarVerb::encode, ScalarVerb::decode, ScalarVerb::round_up});
  c.type = kEncodable[source.below(c.verb == ScalarVerb::round_up ? 5 : 8)];
  if (c.verb == ScalarVerb::decode) {
    const unsigned width = c.type == ScalarType::F32    ? 32
                           : c.type == ScalarType::F16  ? 16
                           : c.type == ScalarType::BF16 ? 16
                           : c.type == ScalarType::E2M1 ? 4
                                                        : 8;
    c.input = static_cast<std::uint32_t>(source.below(std::uint64_t{1} << width));
    // Where formats turn special: all zeros or ones in the high half, and their neighbours.
    const std::uint32_t high = ((1u << (width / 2)) - 1) << (width - width / 2);
    const std::uint64_t how = source.below(6);
    if (how == 3) c.input &= ~(high & ~(1u << (width - 1)));
    if (how == 4) c.input |= high;
    if (how == 5) c.input |= high & ~(1u << (width - 1));
    return c;
  }
  const auto dtype = one_of<ScaleDtype>(source, {ScaleDtype::F32, ScaleDtype::F16, ScaleDtype::BF16,
                                                 ScaleDtype::UE8M0, ScaleDtype::UE4M3});
  c.input = draw_scale(source, dtype);
  if (one_in(source, 8)) c.input = static_cast<std::uint32_t>(source.below(1ull << 32));
  if (one_in(source, 12))
    c.input = 0x7f800000 | static_cast<std::uint32_t>(source.below(1u << 23));  // NaN, infinity
  // A negative number is outside the domain of round_up.
  const bool sign = one_in(source, 3);
  if (sign && c.verb != ScalarVerb::round_up) c.input ^= 0x80000000;
  if (c.verb == ScalarVerb::round_up && c.input <= 0xff800000 && c.input != 0x80000000)
    c.input &= 0x7fffffff;
  return c;
}

}  // namespace

Case draw(Source& source, const Cell& cell, CaseKind kind) {
  if (kind == CaseKind::tensor) return draw_tensor(source, cell);
  if (kind == CaseKind::bytes) return draw_bytes(source, cell);
  return draw_scalar(source);
}

Case draw(Source& source, const Cell& cell) {
  const std::uint64_t kind = source.below(8);
  return draw(source, cell,
              kind < 4   ? CaseKind::tensor
              : kind < 7 ? CaseKind::bytes
                         : CaseKind::scalar);
}

Case draw(Source& source) { return draw(source, cell_at(source.below(kCells))); }

Case draw_over(Source& source, const Ground& ground) {
  const bool as_bytes = ground.global_given == ground.scheme.two_level() && one_in(source, 3);
  if (as_bytes) {
    BytesCase c = fill_bytes(source, ground.scheme, ground.shape);
    c.input_offset = ground.input_offset;
    return c;
  }
  TensorCase c = fill_tensor(source, ground.scheme, ground.shape, ground.global_given);
  c.input_offset = ground.input_offset;
  return c;
}

}  // namespace qb::laws
