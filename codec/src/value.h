// Widths and ranges of codes (F1).
#ifndef QB_SRC_VALUE_H
#define QB_SRC_VALUE_H

#include "qb/scheme.h"

namespace qb {

constexpr unsigned width_bits(Value value) {
  switch (value) {
    case Value::Q4F:
    case Value::Q4S:
    case Value::E2M1:
      return 4;
    case Value::Q2F:
    case Value::Q2S:
      return 2;
    default:
      return 8;
  }
}

constexpr bool is_float(Value value) {
  return value == Value::E5M2 || value == Value::E4M3 || value == Value::E2M1;
}

/// Whether −2^(bits−1) is left out of the range quantization uses (Q8S, Q4S, Q2S).
constexpr bool is_symmetric(Value value) {
  return value == Value::Q8S || value == Value::Q4S || value == Value::Q2S;
}

/// Whether a code can be written in its bits (F22): two's complement range of the bits for
/// integers, any pattern of the bits for floats.
constexpr bool fits(Value value, int code) {
  const int half = 1 << (width_bits(value) - 1);
  if (value == Value::E2M1) return code >= 0 && code < 2 * half;
  return code >= -half && code < half;
}

/// Whether an integer code lies in lowest..highest of its value (F1).
constexpr bool in_range(Value value, int code) {
  const int half = 1 << (width_bits(value) - 1);
  return code >= (is_symmetric(value) ? 1 - half : -half) && code < half;
}

/// A code from the low bits of a field: integers sign-extended, float patterns as they are (F24).
constexpr std::int8_t code_from_field(Value value, unsigned field) {
  const unsigned width = width_bits(value);
  const int code = static_cast<int>(field & ((1u << width) - 1));
  const bool negative = ((code >> (width - 1)) & 1) != 0 && value != Value::E2M1;
  return static_cast<std::int8_t>(negative ? code - (1 << width) : code);
}

}  // namespace qb

#endif  // QB_SRC_VALUE_H
