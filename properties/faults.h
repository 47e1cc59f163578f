// Deliberately wrong implementations. A law that convicts none of them is empty; a fault that no
// law convicts is a hole in the laws.
#ifndef QB_PROPERTIES_FAULTS_H
#define QB_PROPERTIES_FAULTS_H

#include <cstdint>
#include <span>
#include <string_view>

#include "properties/implementation.h"

namespace qb::laws {

/// step: one step of the reference replaced. verb: a decorator around the codec.
enum class Layer : std::uint8_t { step, verb };

struct Fault {
  std::string_view id;
  Layer layer;
  std::string_view lesson;  // what went wrong, and what is right
  std::string_view origin;  // the public report of the same kind, or empty
  Implementation (*make)();
};

/// Every fault; ids are stable.
std::span<const Fault> all_faults();

/// Who judges it: the unmodified codec where the fault sits in the reference, else the reference.
Implementation oracle_for(const Fault& fault);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_FAULTS_H
