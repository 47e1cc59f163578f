// Laws over all inputs of the conversions of a type, judged at the points that decide them.
#ifndef QB_SWEEP_LAWS_H
#define QB_SWEEP_LAWS_H

#include <cstdint>
#include <optional>
#include <string>

#include "sweep/sweep.h"

namespace qb::sweep {

struct BrokenLaw {
  std::string claim;
  std::uint32_t input;
  std::uint32_t got;
};

struct LawsResult {
  std::uint64_t inputs = 0;         // points and codes judged
  std::optional<BrokenLaw> broken;  // the first that was found
};

/// Judges a type by the subject's own conversions: `subject` gives the one for a conversion.
///
/// Of every encoder: finite codes come back, larger numbers give no smaller ones, and encoding a
/// result again changes nothing. Of `round_up`, where the type has it: not below up to the largest
/// value, minimal, exact under the encoder, idempotent; and up to the largest value the nearest is
/// never farther. NaNs are left out. Judged are all codes, and both ends of each interval of the
/// reference; that this decides all inputs of a proved conversion is said in docs/sweep.md.
LawsResult judge_laws(ScalarType type, const std::function<Subject(const Conversion&)>& subject);

}  // namespace qb::sweep

#endif  // QB_SWEEP_LAWS_H
