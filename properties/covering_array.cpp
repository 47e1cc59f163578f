#include <algorithm>
#include <deque>

#include "properties/aim.h"
#include "properties/coverage.h"
#include "properties/feasible.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kSeedOfRows = 0x71627974;
constexpr std::size_t kMostRows = 2000;

// How many pairs that are still missing a level would bring beside those chosen.
std::size_t gain(const Coverage& covered, const Levels& chosen, std::size_t axis) {
  std::size_t pairs = 0;
  for (std::size_t other = 0; other < kAxes; ++other) {
    if (other == axis || chosen[other] == kAny) continue;
    Tuple pair{kAllAny};
    pair.levels[axis] = chosen[axis];
    pair.levels[other] = chosen[other];
    if (!covered.has(pair)) ++pairs;
  }
  return pairs;
}

std::uint8_t best_level(Source& source, const Coverage& covered, Levels levels, std::size_t axis) {
  const std::size_t count = axes()[axis].levels.size();
  const std::size_t first = source.below(count);  // ties go to a random level
  std::size_t best_gain = 0;
  std::uint8_t best = kAny;
  for (std::size_t i = 0; i < count; ++i) {
    levels[axis] = static_cast<std::uint8_t>((first + i) % count);
    if (!is_feasible(levels)) continue;
    const std::size_t gained = gain(covered, levels, axis);
    if (best != kAny && gained <= best_gain) continue;
    best = levels[axis];
    best_gain = gained;
  }
  return best;
}

Levels extend(Source& source, const Coverage& covered, Levels levels) {
  const std::size_t first = source.below(kAxes);
  for (std::size_t i = 0; i < kAxes; ++i) {
    const std::size_t axis = (first + i) % kAxes;
    if (levels[axis] == kAny) levels[axis] = best_level(source, covered, levels, axis);
  }
  return levels;
}

Ground ground_of(std::size_t row, const Levels& levels) {
  RandomSource source(kSeedOfRows, row);
  return draw_ground(source, levels);
}

std::vector<Levels> find_rows() {
  RandomSource source(kSeedOfRows, UINT64_MAX);
  std::vector<Levels> rows;
  Coverage covered;
  std::deque<Tuple> left(feasible_tuples(2).begin(), feasible_tuples(2).end());
  while (!left.empty() && rows.size() < kMostRows) {
    const Tuple pair = left.front();
    left.pop_front();
    if (covered.has(pair)) continue;
    // Every eighth row holds the pair alone, so that rows that no draw hits stop nothing.
    rows.push_back(rows.size() % 8 == 7 ? pair.levels : extend(source, covered, pair.levels));
    const Ground ground = ground_of(rows.size() - 1, rows.back());
    const auto levels =
        levels_of(ground.scheme, ground.shape, ground.global_given, ground.input_offset);
    if (levels) covered.add(*levels);
    if (!covered.has(pair)) left.push_back(pair);
  }
  return rows;
}

}  // namespace

const std::vector<Levels>& covering_array() {
  static const std::vector<Levels> rows = find_rows();
  return rows;
}

Ground ground_of_row(std::size_t row) { return ground_of(row, covering_array()[row]); }

}  // namespace qb::laws
