#include "properties/faults.h"

#include <vector>

#include "properties/faults/tables.h"
#include "properties/in_process.h"

namespace qb::laws {

std::span<const Fault> all_faults() {
  static const std::vector<Fault> kAll = [] {
    std::vector<Fault> all;
    for (const auto table : {step_faults(), scale_faults(), code_faults(), verb_faults(),
                             placement_faults(), quantizing_verb_faults()})
      all.insert(all.end(), table.begin(), table.end());
    return all;
  }();
  return kAll;
}

Implementation oracle_for(const Fault& fault) {
  return fault.layer == Layer::step ? codec() : qb::laws::reference();
}

}  // namespace qb::laws
