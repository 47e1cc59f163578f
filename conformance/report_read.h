// Reports as they come back: what they found, to be judged again.
#ifndef QB_CONFORMANCE_REPORT_READ_H
#define QB_CONFORMANCE_REPORT_READ_H

#include <optional>
#include <string>
#include <vector>

#include "conformance/files.h"
#include "properties/case.h"

namespace qb::conformance {

/// A counterexample that a report lists.
struct Recorded {
  std::string law;
  std::string implementation;  // the label of the one that broke it
  std::string origin;          // "draw 17", or the id of a vector
  std::string file;            // the vector's, or empty
  laws::Case c;                // the smallest
};

/// The counterexamples of a report in its order; none where the text is no report. Throws
/// `FileError`, "file: counterexamples[0].law: missing" where it is a broken one. `path` is for
/// messages.
std::optional<std::vector<Recorded>> recorded_in(const std::string& text, const std::string& path);

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_REPORT_READ_H
