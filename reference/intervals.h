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

/// What E4M3, UE4M3 and E5M2 do with numbers that round past the largest. saturate: as the document
/// says. past_largest: they get the code above that of the largest, which is NaN or infinity.
enum class Overflow : std::uint8_t { saturate, past_largest };

/// What the numbers that a conversion is defined for become, NaNs left out, by ascending patterns
/// and without a gap: for `encode` those of either sign (F32 to F37), for `round_up` those without
/// a sign and -0 (F39). Empty for `decode`, and for `round_up` to a type that no scale has.
///
/// Ends are exact: a nearest value changes in the middle of two (a tie belongs to the even index),
/// a value rounded up behind each value. No value is shared with the search in reference.h but
/// those of the tables, and any f32 boundary is exact in a double (see exact.h).
/// Cost: the number of values, at most 65281 of them.
std::vector<Interval> number_intervals(ScalarVerb, ScalarType, Overflow = Overflow::saturate);

}  // namespace qb::reference

#endif  // QB_REFERENCE_INTERVALS_H
