// What is legal in a buffer and yet worth knowing (docs/format.md, F27, F28).
#ifndef QB_AUDIT_H
#define QB_AUDIT_H

#include <cstdint>
#include <span>

#include "qb/finding.h"
#include "qb/result.h"
#include "qb/scheme.h"

namespace qb {

/// Lists findings in buffer order: fills `findings` from the front as far as it goes and gives how
/// many there are in all, so that a too small span is never a refusal. Refuses as `validate`. The
/// buffer is canonical (F28) when there is no padding, scale_nan, scale_infinite or scale_negative
/// finding and, for Native, every code fits its bits. Cost: one pass, no allocation.
Result<std::uint64_t> audit(const Scheme& scheme, Shape shape, std::span<const std::uint8_t> bytes,
                            std::span<Finding> findings);

}  // namespace qb

#endif  // QB_AUDIT_H
