// The codec as a subject of sweeps.
#ifndef QB_SWEEP_CODEC_SUBJECT_H
#define QB_SWEEP_CODEC_SUBJECT_H

#include "sweep/lanes.h"
#include "sweep/sweep.h"

namespace qb::sweep {

/// The span forms of its conversions, and its verbs `decode` and `encode`. May be called from
/// several threads.
Subject codec_subject(const Conversion& conversion);
LanesSubject codec_lanes(const Lanes& lanes);

}  // namespace qb::sweep

#endif  // QB_SWEEP_CODEC_SUBJECT_H
