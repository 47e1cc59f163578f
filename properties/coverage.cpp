#include "properties/coverage.h"

#include <algorithm>
#include <array>

#include "properties/feasible.h"

namespace qb::laws {
namespace {

// All levels of all axes in one row: the place of an axis's first level, and the length of the row.
const std::array<std::size_t, kAxes + 1>& places() {
  static const auto kPlaces = [] {
    std::array<std::size_t, kAxes + 1> places{};
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      places[axis + 1] = places[axis] + axes()[axis].levels.size();
    return places;
  }();
  return kPlaces;
}

std::size_t all_levels() { return places()[kAxes]; }
std::size_t place(std::size_t axis, const Levels& levels) { return places()[axis] + levels[axis]; }

std::vector<Tuple> find(bool feasible, const Levels& chosen, std::size_t from, unsigned strength) {
  std::vector<Tuple> found;
  if (strength == 0) {
    if (is_feasible(chosen) == feasible) found.push_back(Tuple{chosen});
    return found;
  }
  for (std::size_t axis = from; axis + strength <= kAxes; ++axis) {
    for (std::size_t level = 0; level < axes()[axis].levels.size(); ++level) {
      Levels more = chosen;
      more[axis] = static_cast<std::uint8_t>(level);
      const auto deeper = find(feasible, more, axis + 1, strength - 1);
      found.insert(found.end(), deeper.begin(), deeper.end());
    }
  }
  return found;
}

}  // namespace

std::string describe(const Tuple& tuple) {
  std::string text;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (tuple.levels[axis] == kAny) continue;
    if (!text.empty()) text += " ";
    text.append(axes()[axis].name).append("=").append(axes()[axis].levels[tuple.levels[axis]]);
  }
  return text;
}

const std::vector<Tuple>& feasible_tuples(unsigned strength) {
  static const std::vector<Tuple> pairs = find(true, kAllAny, 0, 2);
  if (strength == 2) return pairs;
  static const std::vector<Tuple> triples = find(true, kAllAny, 0, 3);
  return triples;
}

std::vector<Tuple> infeasible_tuples(unsigned strength) {
  return find(false, kAllAny, 0, strength);
}

void Coverage::add(const Levels& levels) {
  const std::size_t all = all_levels();
  pairs_.resize(all * all);
  triples_.resize(all * all * all);
  for (std::size_t a = 0; a < kAxes; ++a) {
    for (std::size_t b = a + 1; b < kAxes; ++b) {
      const std::size_t pair = place(a, levels) * all + place(b, levels);
      pairs_[pair] = true;
      for (std::size_t c = b + 1; c < kAxes; ++c) triples_[pair * all + place(c, levels)] = true;
    }
  }
}

void Coverage::merge(const Coverage& other) {
  const auto take_in = [](std::vector<bool>& mine, const std::vector<bool>& theirs) {
    mine.resize(std::max(mine.size(), theirs.size()));
    for (std::size_t i = 0; i < theirs.size(); ++i)
      if (theirs[i]) mine[i] = true;
  };
  take_in(pairs_, other.pairs_);
  take_in(triples_, other.triples_);
}

bool Coverage::has(const Tuple& tuple) const {
  std::size_t at = 0;
  unsigned strength = 0;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if (tuple.levels[axis] == kAny) continue;
    at = at * all_levels() + place(axis, tuple.levels);
    ++strength;
  }
  const auto& all = strength == 2 ? pairs_ : triples_;
  return at < all.size() && all[at];
}

std::uint64_t Coverage::count(unsigned strength) const {
  const auto& all = feasible_tuples(strength);
  return static_cast<std::uint64_t>(
      std::ranges::count_if(all, [&](const Tuple& tuple) { return has(tuple); }));
}

std::vector<Tuple> Coverage::missing(unsigned strength) const {
  std::vector<Tuple> some;
  for (const Tuple& tuple : feasible_tuples(strength))
    if (!has(tuple)) some.push_back(tuple);
  return some;
}

}  // namespace qb::laws
