// The JSON form of digests: corpus/schema/digests.schema.json.
#ifndef QB_SWEEP_DIGEST_FILE_H
#define QB_SWEEP_DIGEST_FILE_H

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "sweep/digest.h"

namespace qb::sweep {

using Digests = std::vector<std::pair<Conversion, std::vector<SliceDigest>>>;

/// What is wrong with a file of digests, beginning with where.
struct DigestFileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One slice a line.
std::string write_digests(const Digests& digests);

/// Throws `DigestFileError`.
Digests read_digests(const std::string& text);

}  // namespace qb::sweep

#endif  // QB_SWEEP_DIGEST_FILE_H
