// Any implementation as a subject of sweeps: a testee behind a pipe, a fault.
#ifndef QB_SWEEP_ASKED_SUBJECT_H
#define QB_SWEEP_ASKED_SUBJECT_H

#include <stdexcept>

#include "properties/implementation.h"
#include "sweep/rows.h"

namespace qb::sweep {

/// Thrown where an implementation gave no reply: what happened.
struct Lost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Its conversions, and its digests where it can (P13). Throws `Lacking` where it refuses or is
/// unsupported, and `Lost`. `implementation` must outlive what is given, and be asked from one
/// thread.
Subjects asked_subjects(const laws::Implementation& implementation);

}  // namespace qb::sweep

#endif  // QB_SWEEP_ASKED_SUBJECT_H
