// How much of the input space a run has covered, over all its implementations.
#ifndef QB_CONFORMANCE_COVERED_H
#define QB_CONFORMANCE_COVERED_H

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/report.h"

namespace qb::conformance {

/// Cells of the scheme space, feasible pairs and triples of levels (properties/axes.h), labels
/// (properties/labels.h). What counts are cases in which any law held or broke.
enum class Measure : std::uint8_t { cells, pairs, triples, labels };
inline constexpr std::array<std::string_view, 4> kMeasureNames{"cells", "pairs", "triples",
                                                               "labels"};
inline constexpr std::array kMeasures{Measure::cells, Measure::pairs, Measure::triples,
                                      Measure::labels};

struct Covered {
  std::uint64_t reached = 0;
  std::uint64_t of = 0;
  std::vector<std::string> missing;  // their names, all of them, in a fixed order
};

/// Cost: one look at everything there is; for triples some ten milliseconds.
Covered covered(const Report& report, Measure measure);

constexpr std::string_view name(Measure measure) {
  return kMeasureNames[static_cast<std::size_t>(measure)];
}

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_COVERED_H
