// The codec as a subject of sweeps.
#ifndef QB_SWEEP_CODEC_SUBJECT_H
#define QB_SWEEP_CODEC_SUBJECT_H

#include "sweep/sweep.h"

namespace qb::sweep {

/// Its span forms. May be called from several threads.
Subject codec_subject(const Conversion& conversion);

}  // namespace qb::sweep

#endif  // QB_SWEEP_CODEC_SUBJECT_H
