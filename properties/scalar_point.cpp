#include "properties/scalar_point.h"

#include <bit>
#include <cmath>
#include <vector>

namespace qb::laws {
namespace {

// A row of F1 and F4: mantissa bits, the exponent of the smallest normal value, the largest value;
// exponent bits, for codes.
struct Kind {
  int mantissa_bits;
  int lowest_exponent;
  double largest;
  unsigned exponent_bits;
  bool has_infinity;
};

Kind kind_of(ScalarType type) {
  switch (type) {
    case ScalarType::F16:
      return {10, -14, 65504, 5, true};
    case ScalarType::BF16:
      return {7, -126, std::ldexp(255, 120), 8, true};
    case ScalarType::UE8M0:
      return {0, -127, std::ldexp(1, 127), 8, false};
    case ScalarType::UE4M3:
    case ScalarType::E4M3:
      return {3, -6, 448, 4, false};
    case ScalarType::E5M2:
      return {2, -14, 57344, 5, true};
    case ScalarType::E2M1:
      return {1, 0, 6, 2, false};
    default:
      return {23, -126, std::ldexp(double{(1 << 24) - 1}, 104), 8, true};
  }
}

std::optional<ScalarPoint> point_of_code(ScalarType type, std::uint32_t code) {
  const Kind kind = kind_of(type);
  const auto mantissa_bits = static_cast<unsigned>(kind.mantissa_bits);
  const std::uint32_t mantissa = code & ((1u << mantissa_bits) - 1);
  const std::uint32_t top = (1u << kind.exponent_bits) - 1;
  const std::uint32_t exponent = (code >> mantissa_bits) & top;
  if (type == ScalarType::UE8M0) return exponent == top ? ScalarPoint::nan : ScalarPoint::exact;
  if (type == ScalarType::UE4M3 || type == ScalarType::E4M3) {
    if (exponent == top && mantissa == 7) return ScalarPoint::nan;
  } else if (exponent == top && type != ScalarType::E2M1) {
    return mantissa == 0 ? ScalarPoint::infinity : ScalarPoint::nan;
  }
  if (exponent != 0) return ScalarPoint::exact;
  return mantissa == 0 ? ScalarPoint::zero : ScalarPoint::subnormal;
}

std::optional<ScalarPoint> point_of_number(ScalarType type, double x) {
  const Kind kind = kind_of(type);
  if (x == 0) return ScalarPoint::zero;
  if (x > kind.largest) return ScalarPoint::above;
  const bool is_subnormal = std::ilogb(x) < kind.lowest_exponent;
  const int exponent = is_subnormal ? kind.lowest_exponent : std::ilogb(x);
  const double steps = std::ldexp(x, kind.mantissa_bits - exponent);  // exact
  const double fraction = steps - std::floor(steps);
  if (type == ScalarType::UE8M0) return fraction == 0 ? ScalarPoint::exact : ScalarPoint::inexact;
  if (fraction == 0.5) return ScalarPoint::tie;
  if (is_subnormal) return ScalarPoint::subnormal;
  return fraction == 0 ? ScalarPoint::exact : ScalarPoint::inexact;
}

}  // namespace

bool can_be(ScalarVerb verb, ScalarType type, ScalarPoint point) {
  const bool is_power = type == ScalarType::UE8M0;
  const bool is_f32 = type == ScalarType::F32;
  if (verb == ScalarVerb::round_up && type > ScalarType::UE4M3) return false;
  if (point == ScalarPoint::subnormal && is_power) return false;
  if (verb != ScalarVerb::decode) {
    if (point == ScalarPoint::tie) return !is_f32 && !is_power;
    return !is_f32 || (point != ScalarPoint::above && point != ScalarPoint::inexact);
  }
  if (point == ScalarPoint::nan) return type != ScalarType::E2M1;
  if (point == ScalarPoint::infinity) return kind_of(type).has_infinity;
  if (point == ScalarPoint::zero) return !is_power;
  return point == ScalarPoint::subnormal || point == ScalarPoint::exact;
}

std::span<const ScalarAim> scalar_aims() {
  static const std::vector<ScalarAim> kAll = [] {
    std::vector<ScalarAim> all;
    for (std::size_t verb = 0; verb < kScalarVerbNames.size(); ++verb)
      for (std::size_t type = 0; type < kScalarTypeNames.size(); ++type)
        for (std::size_t point = 0; point < kScalarPointNames.size(); ++point)
          all.push_back({static_cast<ScalarVerb>(verb), static_cast<ScalarType>(type),
                         static_cast<ScalarPoint>(point)});
    std::erase_if(all, [](const ScalarAim& a) { return !can_be(a.verb, a.type, a.point); });
    return all;
  }();
  return kAll;
}

std::optional<ScalarPoint> point_of(const ScalarCase& c) {
  if (c.verb == ScalarVerb::decode) return point_of_code(c.type, c.input);
  const std::uint32_t magnitude = c.input & 0x7fffffff;
  if (magnitude > 0x7f800000) return ScalarPoint::nan;
  const bool is_negative = magnitude != c.input && magnitude != 0;
  if (c.verb == ScalarVerb::round_up && is_negative) return std::nullopt;
  if (magnitude == 0x7f800000) return ScalarPoint::infinity;
  const int exponent = magnitude >> 23 == 0 ? 1 : static_cast<int>(magnitude >> 23);
  const std::uint32_t fraction = magnitude & 0x7fffff;
  const std::uint32_t significand = magnitude >> 23 == 0 ? fraction : fraction | 0x800000;
  return point_of_number(c.type, std::ldexp(significand, exponent - 150));
}

}  // namespace qb::laws
