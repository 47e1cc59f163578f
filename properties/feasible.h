// Which combinations of levels there can be: what the clauses forbid, and nothing else. Never what
// some run has seen.
#ifndef QB_PROPERTIES_FEASIBLE_H
#define QB_PROPERTIES_FEASIBLE_H

#include <span>
#include <string_view>

#include "properties/axes.h"

namespace qb::laws {

/// Levels of some axes that cannot be together. Only asked when all of `scope` have a level.
struct Rule {
  std::string_view clause;
  std::string_view text;
  std::span<const Axis> scope;
  bool (*forbids)(const Levels& levels);
};

std::span<const Rule> rules();

/// Whether levels for the axes at `kAny` exist such that no rule forbids the whole. Cost: some
/// microseconds, a search with retreat.
bool is_feasible(const Levels& levels);

/// A rule that the levels themselves are against, else one without which the levels would be
/// feasible; null where they are, and where only several rules together forbid them.
const Rule* forbidding(const Levels& levels);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_FEASIBLE_H
