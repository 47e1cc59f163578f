#include "properties/feasible.h"

#include <algorithm>
#include <array>
#include <vector>

namespace qb::laws {
namespace {

// Axes in the order of the search: those with the most rules first, as each then fails early.
// `global` and `base` stand in no rule.
constexpr std::array kOrder{
    Axis::value,        Axis::store,        Axis::length, Axis::block_rank,  Axis::block_fit,
    Axis::block_dtype,  Axis::tensor_dtype, Axis::rank,   Axis::packed_axis, Axis::tail,
    Axis::values_mod_4, Axis::scales_mod_4, Axis::size};

bool has_all(const Levels& levels, const Rule& rule) {
  return std::ranges::all_of(rule.scope, [&](Axis axis) { return at(levels, axis) != kAny; });
}

bool concerns(const Rule& rule, Axis axis) {
  return std::ranges::find(rule.scope, axis) != rule.scope.end();
}

using Rules = std::vector<const Rule*>;

bool holds(const Levels& levels, const Rules& of) {
  return std::ranges::none_of(
      of, [&](const Rule* rule) { return has_all(levels, *rule) && rule->forbids(levels); });
}

/// The rules by the axis whose level was chosen last.
struct Search {
  explicit Search(const Rules& rules) : all(rules) {
    for (const Rule* rule : rules)
      for (std::size_t axis = 0; axis < kAxes; ++axis)
        if (concerns(*rule, static_cast<Axis>(axis))) by_axis[axis].push_back(rule);
  }

  bool completes(Levels& levels, std::size_t from) const {
    while (from < kOrder.size() && at(levels, kOrder[from]) != kAny) ++from;
    if (from == kOrder.size()) return true;
    const auto axis = static_cast<std::size_t>(kOrder[from]);
    const auto count = static_cast<std::uint8_t>(axes()[axis].levels.size());
    for (std::uint8_t level = 0; level < count; ++level) {
      levels[axis] = level;
      if (holds(levels, by_axis[axis]) && completes(levels, from + 1)) return true;
    }
    levels[axis] = kAny;
    return false;
  }

  bool is_feasible(Levels levels) const { return holds(levels, all) && completes(levels, 0); }

  Rules all;
  std::array<Rules, kAxes> by_axis;
};

Rules all_rules(const Rule* but = nullptr) {
  Rules some;
  for (const Rule& rule : rules())
    if (&rule != but) some.push_back(&rule);
  return some;
}

}  // namespace

bool is_feasible(const Levels& levels) {
  static const Search search(all_rules());
  return search.is_feasible(levels);
}

const Rule* forbidding(const Levels& levels) {
  for (const Rule& rule : rules())
    if (has_all(levels, rule) && rule.forbids(levels)) return &rule;
  if (is_feasible(levels)) return nullptr;
  for (const Rule& rule : rules())
    if (Search(all_rules(&rule)).is_feasible(levels)) return &rule;
  return nullptr;
}

}  // namespace qb::laws
