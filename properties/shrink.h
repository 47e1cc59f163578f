// Small counterexamples: first by steps that make a case smaller, then by going through all cases
// that are lighter still.
#ifndef QB_PROPERTIES_SHRINK_H
#define QB_PROPERTIES_SHRINK_H

#include <cstdint>
#include <functional>
#include <span>

#include "properties/case.h"

namespace qb::laws {

using StillBroken = std::function<bool(const Case&)>;
/// Asked before each trial: whether there is time for one more.
using GoesOn = std::function<bool()>;

/// The smallest case that `simplify` reaches from `c` while `still_broken` holds.
Case descend(Case c, const StillBroken& still_broken, const GoesOn& goes_on);

/// How many cases `lightest` goes through: those of the schemes that `c` is made of, below 54, or
/// those of all schemes, below 44. Conversions are only tried of the types that occur in `c`, but
/// for the lightest.
enum class Among : std::uint8_t { parts, all };

/// The first case that `still_broken` holds of, among those lighter than `c`, weight by weight,
/// each of those kinds in their order as `Enumeration` gives it; `c` where there is none, or no
/// more time.
Case lightest(Case c, Among among, std::span<const CaseKind> kinds, const StillBroken& still_broken,
              const GoesOn& goes_on);

/// Small by all of these, with a descent from whatever is found: what `verify` prints. `budget` is
/// asked for each part of the way, and says how far that may go. `c` must be broken.
Case shrink(Case c, std::span<const CaseKind> kinds, const StillBroken& still_broken,
            const std::function<GoesOn()>& budget);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_SHRINK_H
