// Floats to quantize, drawn by bit pattern.
#ifndef QB_PROPERTIES_DRAW_FLOAT_BITS_H
#define QB_PROPERTIES_DRAW_FLOAT_BITS_H

#include <cstdint>
#include <vector>

#include "properties/source.h"
#include "qb/scheme.h"

namespace qb::laws {

/// Finite f32 bits: smooth, of any exponent, at and beside half steps of the value, subnormal, near
/// the largest, constant, zeros of both signs, one outlier among little, or blocks far apart.
/// From a source that has run dry, zeros.
std::vector<std::uint32_t> draw_floats(Source& source, const Scheme& scheme, std::uint64_t count);
/// A NaN or an infinity.
std::uint32_t draw_non_finite(Source& source);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_DRAW_FLOAT_BITS_H
