// How much of the input space a run has covered: pairs and triples of levels.
#ifndef QB_PROPERTIES_COVERAGE_H
#define QB_PROPERTIES_COVERAGE_H

#include <cstdint>
#include <string>
#include <vector>

#include "properties/axes.h"

namespace qb::laws {

/// Levels of one to three different axes.
struct Tuple {
  Levels levels;  // kAny elsewhere
  friend bool operator==(const Tuple&, const Tuple&) = default;
};

/// `value=Q4S store=Native`.
std::string describe(const Tuple& tuple);

/// All feasible tuples of that many axes (2 or 3), in a fixed order. Cost: the first call some
/// milliseconds for pairs, some hundred for triples.
const std::vector<Tuple>& feasible_tuples(unsigned strength);

/// The others of one to three axes. Cost: as for the feasible ones, every time.
std::vector<Tuple> infeasible_tuples(unsigned strength);

/// A set of pairs and of triples. `merge` is commutative and associative.
class Coverage {
 public:
  /// Takes in the pairs and triples of a whole case.
  void add(const Levels& levels);
  void merge(const Coverage& other);

  bool has(const Tuple& tuple) const;
  /// Those of `feasible_tuples(strength)` that are in.
  std::uint64_t count(unsigned strength) const;
  std::vector<Tuple> missing(unsigned strength) const;

 private:
  std::vector<bool> pairs_, triples_;  // empty until the first `add`
};

}  // namespace qb::laws

#endif  // QB_PROPERTIES_COVERAGE_H
