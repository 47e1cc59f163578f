// RapidCheck drives the laws: its random numbers draw cases, and `simplify` shrinks them.
#ifndef QB_PROPERTIES_RAPIDCHECK_DRIVER_H
#define QB_PROPERTIES_RAPIDCHECK_DRIVER_H

#include <rapidcheck.h>

#include <ostream>
#include <string>

#include "properties/draw.h"

namespace qb::laws {

inline void showValue(const Case& c, std::ostream& os) { os << describe(c) << "\n" << to_json(c); }

/// Cases of one kind over all cells. One number of RapidCheck's seeds a draw, which is fast and
/// leaves shrinking to the case itself.
inline rc::Gen<Case> cases(CaseKind kind) {
  return rc::Gen<Case>([kind](const rc::Random& random, int) {
    rc::Random numbers = random;
    RandomSource source(numbers.next(), 0);
    const Case drawn = draw(source, cell_at(source.below(kCells)), kind);
    return rc::shrinkable::shrinkRecur(
        drawn, [](const Case& c) { return rc::seq::fromContainer(simplify(c)); });
  });
}

}  // namespace qb::laws

#endif  // QB_PROPERTIES_RAPIDCHECK_DRIVER_H
