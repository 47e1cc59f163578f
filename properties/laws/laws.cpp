#include <vector>

#include "properties/laws/tables.h"

namespace qb::laws {

std::span<const Law> all_laws() {
  static const std::vector<Law> kAll = [] {
    std::vector<Law> all;
    for (const auto table : {writing_laws(), reading_laws(), placement_laws(), refusal_laws(),
                             scheme_laws(), scalar_laws(), quantizing_laws(), error_laws(),
                             return_laws(), symmetry_laws(), dequantizing_laws()})
      all.insert(all.end(), table.begin(), table.end());
    return all;
  }();
  return kAll;
}

Outcome judge(const Law& law, const Implementation& subject, const Implementation& oracle,
              const Case& c) {
  if (kind(c) != law.kind) return Vacuous{};
  if (!subject.can(law.needs)) return NotSupported{"not among its capabilities"};
  return law.judge(subject, oracle, c);
}

}  // namespace qb::laws
