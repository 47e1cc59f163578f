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

/// A set of axes, by bits.
using AxisSet = std::uint32_t;
constexpr AxisSet only(std::size_t axis) { return AxisSet{1} << axis; }

struct Scoped {
  explicit Scoped(const Rule* r) : rule(r) {
    for (Axis axis : r->scope) scope |= only(static_cast<std::size_t>(axis));
  }
  const Rule* rule;
  AxisSet scope = 0;
};
using Rules = std::vector<Scoped>;

AxisSet given(const Levels& levels) {
  AxisSet axes = 0;
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    if (levels[axis] != kAny) axes |= only(axis);
  return axes;
}

bool holds(const Levels& levels, AxisSet given, const Rules& of) {
  for (const Scoped& one : of)
    if ((one.scope & ~given) == 0 && one.rule->forbids(levels)) return false;
  return true;
}

/// The rules by the axis whose level was chosen last.
struct Search {
  explicit Search(const Rules& rules) : all(rules) {
    for (const Scoped& one : rules)
      for (std::size_t axis = 0; axis < kAxes; ++axis)
        if ((one.scope & only(axis)) != 0) by_axis[axis].push_back(one);
  }

  bool completes(Levels& levels, AxisSet given, std::size_t from) const {
    while (from < kOrder.size() && at(levels, kOrder[from]) != kAny) ++from;
    if (from == kOrder.size()) return true;
    const auto axis = static_cast<std::size_t>(kOrder[from]);
    const auto count = static_cast<std::uint8_t>(axes()[axis].levels.size());
    for (std::uint8_t level = 0; level < count; ++level) {
      levels[axis] = level;
      const AxisSet now = given | only(axis);
      if (holds(levels, now, by_axis[axis]) && completes(levels, now, from + 1)) return true;
    }
    levels[axis] = kAny;
    return false;
  }

  bool is_feasible(Levels levels) const {
    const AxisSet axes = given(levels);
    return holds(levels, axes, all) && completes(levels, axes, 0);
  }

  Rules all;
  std::array<Rules, kAxes> by_axis;
};

Rules all_rules(const Rule* but = nullptr) {
  Rules some;
  for (const Rule& rule : rules())
    if (&rule != but) some.emplace_back(&rule);
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
