// Conversions that are wrong on purpose, in ways that real ones were. Each must make its sweep fail
// at the lowest input that is wrong.
#ifndef QB_SWEEP_FAULTS_H
#define QB_SWEEP_FAULTS_H

#include <cstdint>
#include <span>
#include <string_view>

#include "sweep/sweep.h"

namespace qb::sweep {

struct Fault {
  std::string_view id;
  std::string_view lesson;  // what is right
  std::string_view origin;  // the public report of the same kind
  Conversion conversion;
  /// What comes of an input, given what should.
  std::uint32_t (*wrong)(std::uint32_t input, std::uint32_t right);
  Difference first;  // the lowest, worked out from the document
};

/// Faults of conversions from an f32 or a code. Ids are stable.
std::span<const Fault> faults();

/// The codec with the fault in it.
Subject faulty(const Fault& fault);

}  // namespace qb::sweep

#endif  // QB_SWEEP_FAULTS_H
