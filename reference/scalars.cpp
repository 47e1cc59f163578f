// Scalar conversions (F32 to F39), by search in tables of exact values.
#include <algorithm>

#include "exact.h"
#include "reference.h"

namespace qb::reference {
namespace {

constexpr std::uint32_t kF32Sign = 0x80000000;
constexpr std::uint32_t kF32Quiet = 0x00400000;
constexpr std::uint32_t kF32Nan = 0x7fc00000;

bool is_f32_nan(std::uint32_t bits) { return is_nan(ScalarType::F32, bits); }
bool is_f32_negative(std::uint32_t bits) { return parts_of(ScalarType::F32, bits).negative; }

std::uint32_t sign_bit(ScalarType type) {
  const Format& format = format_of(type);
  return format.sign_bits == 0 ? 0 : 1u << (format.exponent_bits + format.mantissa_bits);
}

}  // namespace

namespace right {

std::size_t nearest(std::span<const double> values, double x) {
  const auto found = std::ranges::lower_bound(values, x);
  if (found == values.end()) return values.size() - 1;
  if (found == values.begin()) return 0;
  const auto above = static_cast<std::size_t>(found - values.begin());
  const std::size_t below = above - 1;
  const double middle = (values[below] + values[above]) / 2;  // exact, see exact_value()
  if (x != middle) return x < middle ? below : above;
  return below % 2 == 0 ? below : above;
}

std::size_t not_below(std::span<const double> values, double x) {
  const auto found = std::ranges::lower_bound(values, x);
  return found == values.end() ? values.size() - 1
                               : static_cast<std::size_t>(found - values.begin());
}

std::uint32_t nan_code(ScalarType type, std::uint32_t bits) {
  const std::uint32_t sign = is_f32_negative(bits) ? sign_bit(type) : 0;
  switch (type) {
    case ScalarType::F32:
      return bits | kF32Quiet;  // F32
    case ScalarType::F16:
      return sign | 0x7e00 | ((bits >> 13) & 0x3ff);  // F32
    case ScalarType::BF16:
      return (bits >> 16) | 0x0040;  // F33
    case ScalarType::UE4M3:          // F34
    case ScalarType::E4M3:
      return sign | 0x7f;  // F34
    case ScalarType::UE8M0:
      return 0xff;  // F35
    case ScalarType::E5M2:
      return sign | ((bits & (1u << 21)) != 0 ? 0x7f : 0x7e);  // F36
    case ScalarType::E2M1:
      break;
  }
  return 0x7;  // F37
}

std::uint32_t nan_bits(ScalarType type, std::uint32_t code) {
  const Parts parts = parts_of(type, code);
  const std::uint32_t sign = parts.negative ? kF32Sign : 0;
  switch (type) {  // F38
    case ScalarType::F32:
      return code | kF32Quiet;
    case ScalarType::F16:
      return sign | kF32Nan | (parts.mantissa << 13);
    case ScalarType::BF16:
      return sign | kF32Nan | (parts.mantissa << 16);
    case ScalarType::E5M2:
      return sign | kF32Nan | (parts.mantissa << 21);
    default:
      break;
  }
  return sign | kF32Nan;  // UE8M0 has no sign to give
}

std::uint32_t encode_scalar(const Steps& steps, ScalarType type, std::uint32_t bits) {
  if (is_f32_nan(bits)) return steps.nan_code(type, bits);
  if (type == ScalarType::F32) return bits;  // F32
  const double x = magnitude_of(bits);
  const bool negative = is_f32_negative(bits);
  if (type == ScalarType::UE8M0) {  // F35
    if (negative) return 0;
    return static_cast<std::uint32_t>(steps.not_below(finite_values(type), x));
  }
  const auto magnitude = static_cast<std::uint32_t>(steps.nearest(rounding_values(type), x));
  return magnitude | (negative ? sign_bit(type) : 0);
}

std::uint32_t decode_scalar(const Steps& steps, ScalarType type, std::uint32_t code) {
  if (is_nan(type, code)) return steps.nan_bits(type, code);
  if (type == ScalarType::F32) return code;
  const Parts parts = parts_of(type, code);
  const std::uint32_t sign = parts.negative ? kF32Sign : 0;
  if (is_infinite(type, code)) return sign | format_of(ScalarType::F32).infinity;
  return sign | f32_bits_of(exact_value(type, parts.magnitude));  // F38
}

std::uint32_t round_up(const Steps& steps, ScalarType type, std::uint32_t bits) {
  if (is_f32_nan(bits) || type == ScalarType::F32) return bits;
  const double x = magnitude_of(bits);
  if (x == 0 && type != ScalarType::UE8M0) return bits;
  if (x != 0 && is_f32_negative(bits)) return bits;
  const std::span<const double> values = finite_values(type);
  return f32_bits_of(values[std::min(steps.not_below(values, x), values.size() - 1)]);
}

}  // namespace right

std::uint32_t encode_scalar(const Steps& steps, ScalarType type, std::uint32_t bits) {
  return steps.encode_scalar(steps, type, bits);
}

std::uint32_t decode_scalar(const Steps& steps, ScalarType type, std::uint32_t code) {
  return steps.decode_scalar(steps, type, code);
}

std::uint32_t round_up(const Steps& steps, ScalarType type, std::uint32_t bits) {
  return steps.round_up(steps, type, bits);
}

}  // namespace qb::reference
