// The kinds of point at which a scalar conversion can be asked.
#ifndef QB_PROPERTIES_SCALAR_POINT_H
#define QB_PROPERTIES_SCALAR_POINT_H

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "properties/case.h"

namespace qb::laws {

enum class ScalarPoint : std::uint8_t {
  nan,
  infinity,
  zero,
  above,      // finite, above the largest value of the type
  subnormal,  // below its smallest normal value
  tie,        // half way between two neighbouring values
  exact,      // a value of the type
  inexact,
};
inline constexpr std::array<std::string_view, 8> kScalarPointNames{
    "nan", "infinity", "zero", "above-largest", "subnormal", "tie", "exact", "inexact"};

/// Whether a conversion has such a point (F1, F4, F32-F39).
bool can_be(ScalarVerb verb, ScalarType type, ScalarPoint point);

struct ScalarAim {
  ScalarVerb verb;
  ScalarType type;
  ScalarPoint point;
};
/// All that can be, in a fixed order.
std::span<const ScalarAim> scalar_aims();

/// The first in the order above that fits; none outside the domain of round_up. A subnormal tie is
/// a tie. Labels alone look here, no law does.
std::optional<ScalarPoint> point_of(const ScalarCase& c);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_SCALAR_POINT_H
