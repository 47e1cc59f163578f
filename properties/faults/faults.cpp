#include "properties/faults.h"

#include <vector>

#include "properties/faults/tables.h"

namespace qb::laws {

std::span<const Fault> all_faults() {
  static const std::vector<Fault> kAll = [] {
    std::vector<Fault> all;
    for (const auto table :
         {packing_faults(), layout_faults(), encoding_faults(), encoding_fp8_faults(),
          decoding_faults(), nan_faults(), scheme_faults(), check_faults(), scale_faults(),
          code_faults(), block_faults(), request_faults(), size_faults(), reply_faults(),
          placement_faults(), quantizing_verb_faults(), process_faults()})
      all.insert(all.end(), table.begin(), table.end());
    return all;
  }();
  return kAll;
}

Implementation unspoilt(Layer layer) {
  return layer == Layer::step ? qb::laws::reference() : codec();
}

Implementation oracle_for(const Fault& fault) {
  return fault.layer == Layer::step ? codec() : qb::laws::reference();
}

}  // namespace qb::laws
