// A conversion as the reference sees it: a step function over f32 patterns, whose steps end where
// two values meet.
#ifndef QB_REFERENCE_INTERVALS_H
#define QB_REFERENCE_INTERVALS_H

#include <cstdint>
#include <vector>

#include "qb/scalar.h"

namespace qb::reference {

/// Consecutive f32 patterns: that of `first` becomes `output`, and each next one an output that is
/// larger by `step`, which is 0 but where F32 stays as it is.
struct Interval {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t output;
  std::uint32_t step;
  friend bool operator==(const Interval&, const Interval&) = default;
};

/// What encoders of other libraries may do otherwise, and say so. The first of each is the
/// document. The closed list of docs/conformance.md.
struct Choices {
  /// Numbers that round past the largest of UE8M0, UE4M3, E4M3 and E5M2 get the code of the
  /// largest, or the one above, which is NaN or infinity.
  enum class Overflow : std::uint8_t { saturate, past_largest } overflow{};
  /// UE8M0 (F35): up, or to the nearest power of two and from a middle up.
  enum class Rounding : std::uint8_t { up, nearest } ue8m0_rounding{};
  /// What UE8M0 makes of zeros and negatives (F35): its smallest value, or NaN.
  enum class NotPositive : std::uint8_t { smallest, nan } ue8m0_not_positive{};
  /// Negatives that round to zero get the code of -0, or of +0; but UE8M0, which has no zero.
  enum class ZeroSign : std::uint8_t { kept, dropped } zero_sign{};
};

/// What the numbers that a conversion is defined for become, NaNs left out, by ascending patterns
/// and without a gap: for `encode` those of either sign (F32 to F37), for `round_up` those without
/// a sign and -0 (F39). Empty for `decode`, and for `round_up` to a type that no scale has.
///
/// Ends are exact: a nearest value changes in the middle of two (a tie belongs to the even index),
/// a value rounded up behind each value. No value is shared with the search in reference.h but
/// those of the tables, and any f32 boundary is exact in a double (see exact.h).
/// Cost: the number of values, at most 65281 of them.
std::vector<Interval> number_intervals(ScalarVerb, ScalarType, const Choices& = {});

}  // namespace qb::reference

#endif  // QB_REFERENCE_INTERVALS_H
