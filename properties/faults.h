// Deliberately wrong implementations. A law that convicts none of them is empty; a fault that no
// law convicts is a hole in the laws.
#ifndef QB_PROPERTIES_FAULTS_H
#define QB_PROPERTIES_FAULTS_H

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "properties/implementation.h"

namespace qb::laws {

/// step: one step of the reference replaced. verb: a decorator around the codec. process: the
/// codec, which ends its process or never comes back; in a fork.
enum class Layer : std::uint8_t { step, verb, process };
inline constexpr std::array kLayers{Layer::step, Layer::verb, Layer::process};

struct Fault {
  std::string_view id;
  Layer layer;
  std::string_view lesson;  // what is right, and for what it was taken
  /// The public report of the same kind, "owner/project#number" as far as known, or the program
  /// that does it; else "own: " and why somebody may make the mistake.
  std::string_view origin;
  Implementation (*make)();
  /// The clauses that it is about, "F14 F25", the one that it breaks first in front.
  std::string_view clauses = {};
};

/// Every fault; ids are stable.
std::span<const Fault> all_faults();

/// The implementation that the faults of that layer spoil.
Implementation unspoilt(Layer layer);

/// Who judges it: the unmodified codec where the fault sits in the reference, else the reference.
Implementation oracle_for(const Fault& fault);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_FAULTS_H
