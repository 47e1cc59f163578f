// Floats by bit pattern: exponents uniform, fractions at and beside the places where rounding to a
// type turns.
#ifndef QB_PROPERTIES_DRAW_SCALARS_H
#define QB_PROPERTIES_DRAW_SCALARS_H

#include <cstdint>

#include "properties/source.h"
#include "qb/scalar.h"

namespace qb::laws {

/// f32 bits, sign clear: from below half the type's smallest value, now and then from far below, to
/// below its largest power of two, or to above the largest value where `beyond` is set. A quarter
/// each: a value of the type, half way between two, one f32 beside that, any fraction.
std::uint32_t draw_near(Source& source, ScalarType type, bool beyond);

/// Any f32 bits that tell conversions to and from the type apart: mostly `draw_near`; zero,
/// infinity, NaN with any payload, subnormals of f32, the largest; either sign.
std::uint32_t draw_f32(Source& source, ScalarType type);

/// A code of the type: uniform, or where the format turns special.
std::uint32_t draw_code(Source& source, ScalarType type);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_DRAW_SCALARS_H
