#include "properties/draw_floats.h"

#include "properties/draw_float_bits.h"
#include "properties/draw_parts.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

void spoil(Source& source, FloatsCase& c) {
  switch (source.below(4)) {
    case 0:
      if (!c.input.empty()) c.input.pop_back();
      break;
    case 1:
      c.input.resize(c.input.size() + 1 + source.below(3));
      break;
    case 2:
      for (int i = 0; i < 2 && !c.input.empty(); ++i)
        c.input[source.below(c.input.size())] = draw_non_finite(source);
      break;
    default:
      c.short_by = one_of<std::uint64_t>(source, {1, 2, 3, 4, 64, 1000000});
  }
}

}  // namespace

FloatsCase fill_floats(Source& source, Scheme scheme, std::vector<std::uint64_t> shape) {
  FloatsCase c;
  c.scheme = scheme;
  c.shape = std::move(shape);
  if (one_in(source, scheme.two_level() ? 16 : 4)) c.calibration = Calibration::AbsMean;
  c.input = draw_floats(source, c.scheme, plausible(c.scheme, c.shape).codes);
  if (one_in(source, 2)) c.axes = draw_axes(source, c.shape.size());
  return c;
}

FloatsCase draw_floats_case(Source& source, const Cell& cell) {
  const auto shape = draw_shape(source);
  Scheme scheme = draw_scheme(source, cell, shape);
  const bool two_level = scheme.two_level();
  // Other block dtypes are refused, which needs few cases.
  if (two_level && !one_in(source, 8))
    scheme.block->dtype = one_of<ScaleDtype>(source, {ScaleDtype::F16, ScaleDtype::UE4M3});
  FloatsCase c = fill_floats(source, scheme, shape);
  if (two_level && one_in(source, 16)) c.scheme.tensor = ScaleDtype::F16;
  if (one_in(source, 12)) spoil_scheme(source, c.scheme, c.shape);
  if (one_in(source, 8)) spoil(source, c);
  return c;
}

}  // namespace qb::laws
