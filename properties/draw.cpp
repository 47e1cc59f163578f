#include "properties/draw.h"

#include <algorithm>

#include "properties/draw_floats.h"
#include "properties/draw_parts.h"
#include "properties/draw_scalars.h"
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

// Scales at which the dtype turns special: uniform bytes hardly ever are an infinity.
void spread_special_scales(Source& source, BytesCase& c, const Plausible& size) {
  const ScaleDtype dtype = plausible_dtype(c.scheme);
  const auto put = [&](std::uint64_t at, ScaleDtype as) {
    const std::uint32_t code = draw_code(source, static_cast<ScalarType>(as));
    for (unsigned byte = 0; byte < plausible_size(as); ++byte)
      c.bytes[at + byte] = static_cast<std::uint8_t>(code >> (8 * byte));
  };
  if (size.scales != 0)
    put(size.value_bytes + source.below(size.scales) * plausible_size(dtype), dtype);
  if (size.global_bytes != 0) put(size.value_bytes + size.scale_bytes, ScaleDtype::F32);
}

BytesCase fill_bytes(Source& source, Scheme scheme, std::vector<std::uint64_t> shape) {
  BytesCase c;
  c.scheme = scheme;
  c.shape = std::move(shape);
  const Plausible size = plausible(c.scheme, c.shape);
  c.bytes.resize(size.total_bytes());
  source.fill(c.bytes);
  // Whoever takes the global scale to be of that dtype has another length in mind.
  const bool other_global = size.global_bytes != 0 && c.scheme.tensor != ScaleDtype::F32;
  if (other_global && one_in(source, 2)) {
    c.bytes.resize(c.bytes.size() - size.global_bytes + plausible_size(*c.scheme.tensor));
    return c;
  }
  const std::uint64_t how = source.below(4);
  if (how == 0) spread_special_scales(source, c, size);
  if (how < 2) return c;
  // Scales below 2 with their sign clear: without this few buffers are canonical.
  const unsigned width = plausible_size(plausible_dtype(c.scheme));
  for (std::uint64_t i = width; i <= size.scale_bytes; i += width)
    c.bytes[size.value_bytes + i - 1] &= 0x3f;
  if (size.global_bytes != 0) c.bytes.back() &= 0x3f;
  return c;
}

/// A shape that has got a zero extent is legal with no codes, and only then.
void empty_where_legal(TensorCase& c) {
  const auto size = plausible_sizes(c.scheme, c.shape);
  if (!size || size->codes != 0 || size->scales > 1) return;
  c.codes.clear();
  c.scales.resize(size->scales, 0x3f800000);
}

TensorCase draw_tensor(Source& source, const Cell& cell) {
  const auto shape = draw_shape(source);
  TensorCase c = fill_tensor(source, draw_scheme(source, cell, shape), shape, cell.global_given);
  c.input_offset = draw_offset(source);
  // Cells that are refused for their global scale need nothing else wrong with them.
  if (one_in(source, 6)) {
    spoil_scheme(source, c.scheme, c.shape);
    empty_where_legal(c);
  }
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

ScalarCase draw_scalar(Source& source, ScalarVerb verb, ScalarType type) {
  ScalarCase c{verb, type, 0};
  c.input = verb == ScalarVerb::decode ? draw_code(source, type) : draw_f32(source, type);
  // A negative number is outside the domain of round_up; -0 and NaN are not.
  const bool is_negative = c.input > 0x80000000 && c.input <= 0xff800000;
  if (verb == ScalarVerb::round_up && is_negative) c.input ^= 0x80000000;
  return c;
}

ScalarCase draw_scalar(Source& source) {
  const auto verb =
      one_of<ScalarVerb>(source, {ScalarVerb::encode, ScalarVerb::decode, ScalarVerb::round_up});
  const bool is_for_scales = verb == ScalarVerb::round_up;
  const std::uint64_t types = is_for_scales ? kScaleDtypes.size() : kScalarTypeNames.size();
  return draw_scalar(source, verb, static_cast<ScalarType>(source.below(types)));
}

}  // namespace

Case draw(Source& source, const Cell& cell, CaseKind kind) {
  if (kind == CaseKind::tensor) return draw_tensor(source, cell);
  if (kind == CaseKind::bytes) return draw_bytes(source, cell);
  if (kind == CaseKind::floats) return draw_floats_case(source, cell);
  return draw_scalar(source);
}

Case draw(Source& source, const Cell& cell) {
  const std::uint64_t kind = source.below(12);
  return draw(source, cell,
              kind < 3   ? CaseKind::tensor
              : kind < 5 ? CaseKind::bytes
              : kind < 8 ? CaseKind::floats
                         : CaseKind::scalar);
}

Case draw(Source& source) { return draw(source, cell_at(source.below(kCells))); }

Case draw_at(Source& source, const ScalarAim& aim) {
  constexpr int kTries = 400;
  ScalarCase c = draw_scalar(source, aim.verb, aim.type);
  for (int i = 0; i < kTries && point_of(c) != aim.point; ++i)
    c = draw_scalar(source, aim.verb, aim.type);
  return c;
}

Case draw_over(Source& source, const Ground& ground) {
  const bool is_tensor = ground.global_given != ground.scheme.two_level();
  // Floats have no address of their own.
  const std::uint64_t kind = is_tensor ? 0 : source.below(ground.input_offset == 0 ? 3 : 2);
  if (kind == 2) return fill_floats(source, ground.scheme, ground.shape);
  if (kind == 1) {
    BytesCase c = fill_bytes(source, ground.scheme, ground.shape);
    c.input_offset = ground.input_offset;
    return c;
  }
  TensorCase c = fill_tensor(source, ground.scheme, ground.shape, ground.global_given);
  c.input_offset = ground.input_offset;
  return c;
}

}  // namespace qb::laws
