// Number formats as the document defines them (F1, F4), and the exact values of their codes.
#ifndef QB_REFERENCE_EXACT_H
#define QB_REFERENCE_EXACT_H

#include <cstdint>
#include <optional>
#include <span>

#include "qb/scalar.h"
#include "qb/scheme.h"

namespace qb::reference {

/// A row of the tables of F1 and F4. `largest` is the magnitude of the largest finite value;
/// `infinity` is 0 where there is none. Every other magnitude above `largest` is a NaN.
struct Format {
  unsigned sign_bits;
  unsigned exponent_bits;
  unsigned mantissa_bits;
  int bias;
  std::uint32_t largest;
  std::uint32_t infinity;
};

const Format& format_of(ScalarType);
ScalarType scalar_type(ScaleDtype);
/// What a float code is; none for an integer.
std::optional<ScalarType> float_type(Value);

/// A code taken apart. Bits above those of the format are ignored.
struct Parts {
  bool negative;
  std::uint32_t magnitude;  // the code without its sign
  std::uint32_t exponent;   // fields
  std::uint32_t mantissa;
};
Parts parts_of(ScalarType, std::uint32_t code);
bool is_nan(ScalarType, std::uint32_t code);
bool is_infinite(ScalarType, std::uint32_t code);

/// The value of a finite magnitude by the formulas of F1; of a larger one, what they would give.
/// Doubles are exact throughout: the finest of all formats is f32, whose values are integers below
/// 2^24 times a power of two from 2^-149 to 2^104. Those, their sums, and half of those sums (so
/// every midpoint) need at most 25 bits between 2^-150 and 2^129, and a double has 53 bits between
/// 2^-1074 and 2^1024. None is subnormal as a double, none is rounded, so no floating-point
/// environment changes them (F40).
double exact_value(ScalarType, std::uint32_t magnitude);

/// |x| of f32 bits that are no NaN; infinity as infinity.
double magnitude_of(std::uint32_t f32_bits);

/// The f32 bits of x >= 0, which an f32 must hold exactly.
std::uint32_t f32_bits_of(double x);

/// Values of the finite magnitudes 0 ... largest, ascending. Not for F32, which has too many. Cost:
/// all tables are built by the first call.
std::span<const double> finite_values(ScalarType);

/// The same and, where the encoder rounds to infinity (F16, BF16), the value that infinity's code
/// would have as a number: half way up to it is where rounding to infinity begins (F32, F33).
std::span<const double> rounding_values(ScalarType);

}  // namespace qb::reference

#endif  // QB_REFERENCE_EXACT_H
