// Labels: what a case is about beside its levels. Which refusal it asks for, what an audit finds in
// it, at which kind of point a conversion is asked.
#ifndef QB_PROPERTIES_LABELS_H
#define QB_PROPERTIES_LABELS_H

#include <bitset>
#include <cstddef>
#include <string>
#include <vector>

#include "properties/case.h"
#include "properties/implementation.h"

namespace qb::laws {

inline constexpr std::size_t kMostLabels = 1024;
/// By number; numbers have gaps.
using LabelSet = std::bitset<kMostLabels>;

struct Label {
  std::size_t number;
  std::string name;  // "encode/invalid_scale", "audit/code_nan", "round_up UE8M0/inexact"
};

/// All that can occur (F27, F30, F32-F39), in the order of reports.
const std::vector<Label>& all_labels();

/// Of one case; the oracle says what is refused and found.
LabelSet labels_of(const Case& c, const Implementation& oracle);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_LABELS_H
