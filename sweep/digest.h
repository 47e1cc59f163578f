// Digests of what conversions give, with which anyone can check an implementation (docs/sweep.md).
#ifndef QB_SWEEP_DIGEST_H
#define QB_SWEEP_DIGEST_H

#include <string>
#include <vector>

#include "sweep/sweep.h"

namespace qb::sweep {

/// What every NaN result counts as: the code of a NaN without sign and payload, or 7fc00000. In
/// E2M1, which has no NaN, it is what every result of a NaN input counts as.
std::uint32_t counted_nan(const Conversion&);

/// SHA-256, in hex, of the outputs for a range of the domain, each little-endian in
/// `output_bytes()`, NaNs as above. Throws std::runtime_error where the library of the digest
/// fails.
std::string digest(const Expected&, const Subject&, const Range&);

/// The same of what is right.
std::string right_digest(const Expected&, const Range&);

/// Sweeps by the digests that `asked` gives of ranges. Where one differs, halves of it are asked
/// for down to 4096 inputs, which `subject` then converts: so the first difference is the lowest,
/// and the sweep ends. NaNs are all equal.
Result sweep_by_digests(const Expected&, const Subject& subject,
                        const std::function<std::string(const Range&)>& asked,
                        std::span<const Range> ranges, const Progress&);

struct SliceDigest {
  Range inputs;
  std::string sha256;
  friend bool operator==(const SliceDigest&, const SliceDigest&) = default;
};

/// `one` gives the digest of each of the ranges.
std::vector<SliceDigest> digests(std::span<const Range> ranges, const Options&,
                                 const std::function<std::string(const Range&)>& one);

}  // namespace qb::sweep

#endif  // QB_SWEEP_DIGEST_H
