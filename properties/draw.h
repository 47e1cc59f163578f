// The one grammar of draws, and the one way to make a case smaller.
#ifndef QB_PROPERTIES_DRAW_H
#define QB_PROPERTIES_DRAW_H

#include <cstdint>
#include <vector>

#include "properties/aim.h"
#include "properties/case.h"
#include "properties/cell.h"
#include "properties/law.h"
#include "properties/scalar_point.h"
#include "properties/source.h"

namespace qb::laws {

/// A case of any kind, with the scheme of that cell where the kind has one (floats: see
/// draw_floats.h). Valid two times in three; else with one thing wrong, now and then two. Cost:
/// some microseconds; never more than about 2 KiB of data.
Case draw(Source& source, const Cell& cell);
/// The same with the cell drawn first.
Case draw(Source& source);
/// A case of that kind.
Case draw(Source& source, const Cell& cell, CaseKind kind);

/// A tensor, a buffer or floats with nothing wrong with it, over that ground.
Case draw_over(Source& source, const Ground& ground);

/// A conversion at that kind of point, but for very bad luck.
Case draw_at(Source& source, const ScalarAim& aim);

/// Draw number i of a run: first the covering array, so that every feasible pair of levels has come
/// up, and every kind of point of every conversion; then in turn a tensor of every cell, a case
/// aimed at a feasible triple, and two of cells that can be written. Cells and triples are dealt in
/// an order shuffled by the seed, each once before any comes again: that is what a run has seen
/// least, whatever the number of threads.
Case draw_number(std::uint64_t seed, std::uint64_t i);

/// Smaller cases, boldest first; none when nothing smaller is left. Every candidate has a smaller
/// `weight`, so repeated steps end.
std::vector<Case> simplify(const Case& c);

/// The order of "smaller": less data first, then simpler schemes, then smaller numbers. What each
/// part weighs stands in docs/laws.md ("Which case is smaller").
std::uint64_t weight(const Case& c);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_DRAW_H
