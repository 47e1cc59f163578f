// Draws that aim at levels: what makes every pair and triple of the input space come up.
#ifndef QB_PROPERTIES_AIM_H
#define QB_PROPERTIES_AIM_H

#include <cstdint>
#include <vector>

#include "properties/axes.h"
#include "properties/source.h"

namespace qb::laws {

/// What a case is drawn over.
struct Ground {
  Scheme scheme;
  std::vector<std::uint64_t> shape;
  bool global_given = false;
  std::uint64_t input_offset = 0;
};

/// Levels drawn for the axes at `kAny`, so that the whole is feasible. `wish` must be feasible.
Levels complete(Source& source, const Levels& wish);

/// A scheme and a shape that lie at `wish` wherever it has a level, or near it: what no few dozen
/// tries hit is given up, as the levels of sizes depend on each other. `wish` must be feasible.
Ground draw_ground(Source& source, const Levels& wish);

/// Rows of levels such that cases drawn at them (`draw_ground` with the row's number) have every
/// feasible pair between them. A greedy covering array (Cohen, Dalal, Fredman, Patton, "The AETG
/// system", IEEE TSE 23(7), 1997). The same in every process. Cost: the first call some ten
/// milliseconds.
const std::vector<Levels>& covering_array();

/// The ground of a row of the covering array, always the same.
Ground ground_of_row(std::size_t row);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_AIM_H
