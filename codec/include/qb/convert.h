// Scalar conversions between f32 and the formats of scales and float codes (docs/format.md,
// F32–F39). Integer arithmetic on bit patterns alone, so rounding mode, FTZ and DAZ are without
// effect (F40) and NaNs keep the bits the clauses require.
#ifndef QB_CONVERT_H
#define QB_CONVERT_H

#include <cstdint>
#include <span>

#include "qb/scalar.h"

namespace qb {

/// The code of an f32 bit pattern: to nearest, ties to even; UE8M0 up to a power of two. F16 and
/// BF16 overflow to infinity; UE4M3, E4M3, E5M2 and E2M1 saturate at their largest value; UE8M0
/// takes every negative to 2^-127. F32 gives the pattern back, a NaN made quiet. Codes are
/// zero-extended. Total.
std::uint32_t encode_scalar(ScalarType type, std::uint32_t f32_bits);

/// The f32 bit pattern of a code, exact; bits above the code's width are ignored. A NaN becomes a
/// quiet NaN as F38 says. Total.
std::uint32_t decode_scalar(ScalarType type, std::uint32_t code);

/// The smallest value of a scale dtype not below x, as f32 bits, for x ≥ 0 (F39): the largest value
/// where x is above it, +inf too; 0 and −0 stay, except in UE8M0 (2^-127); NaN and F32 come back
/// unchanged. Outside its domain (x < 0, or a type that no scale has) it gives x back.
std::uint32_t round_up(ScalarType type, std::uint32_t f32_bits);

// The same for spans: outputs[i] is that of inputs[i], as far as both reach; what lies beyond is
// not written. The outputs may be the inputs themselves, and may not overlap them otherwise. The
// type is looked at once.

void encode_scalar(ScalarType type, std::span<const std::uint32_t> f32_bits,
                   std::span<std::uint32_t> codes);
void decode_scalar(ScalarType type, std::span<const std::uint32_t> codes,
                   std::span<std::uint32_t> f32_bits);
void round_up(ScalarType type, std::span<const std::uint32_t> f32_bits,
              std::span<std::uint32_t> rounded);

}  // namespace qb

#endif  // QB_CONVERT_H
