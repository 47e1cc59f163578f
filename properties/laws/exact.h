// Comparisons without a rounding error. All numbers here are doubles that hold what they stand for
// exactly; the laws say why theirs do.
#ifndef QB_PROPERTIES_LAWS_EXACT_H
#define QB_PROPERTIES_LAWS_EXACT_H

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>

namespace qb::laws {

/// The sign of the sum, exactly: -1, 0 or 1; -1 for a NaN. At most 8 finite terms whose sum does
/// not overflow. The sum is kept as parts that do not overlap, so the largest that is not 0 has its
/// sign (Shewchuk, "Adaptive Precision Floating-Point Arithmetic", 1997, theorem 10).
inline int sign_of_sum(std::initializer_list<double> terms) {
  std::array<double, 8> parts{};
  std::size_t count = 0;
  for (double sum : terms) {
    for (std::size_t i = 0; i < count; ++i) {
      const double a = sum, b = parts[i];
      sum = a + b;
      const double b_rounded = sum - a;
      parts[i] = (a - (sum - b_rounded)) + (b - b_rounded);  // what the addition lost
    }
    parts[count++] = sum;
  }
  for (std::size_t i = count; i-- > 0;)
    if (parts[i] != 0) return parts[i] > 0 ? 1 : -1;
  return 0;
}

/// floor(log2 |x|) of a normal double.
inline int exponent_of(double x) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff) - 1023;
}

/// 2^exponent, a normal double.
inline double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + 1023) << 52);
}

/// The most that rounding a number of this exponent to f32 can move it, subnormals included: half
/// the distance of the f32 around it.
inline double half_ulp(int exponent) { return power_of_two(std::max(exponent, -126) - 24); }
/// The same of a number; 0 is not moved.
inline double rounding_of(double number) { return number == 0 ? 0 : half_ulp(exponent_of(number)); }

}  // namespace qb::laws

#endif  // QB_PROPERTIES_LAWS_EXACT_H
