// Failures that a folder keeps, one JSON file each, so that later runs judge them first. A failure
// is a law and a case. Its file is a case like those of corpus/regress/: it replays, and may be
// copied there.
#ifndef QB_CONFORMANCE_FAILURES_H
#define QB_CONFORMANCE_FAILURES_H

#include <string>
#include <vector>

#include "conformance/report.h"
#include "conformance/vectors.h"

namespace qb::conformance {

/// "<law>-<8 hex digits of the case>.json": the same for the same failure, whoever found it, on
/// every platform.
std::string failure_name(std::string_view law, const laws::Case& c);

/// The failures of a folder, each a file of kind "kept", sorted by name; none where there is no
/// such folder. Throws `FileError`, also for a .json file that is none, or names no law of `all`.
std::vector<VectorFile> kept_failures(const std::string& folder, const std::vector<LawRow>& all);

/// Writes what the report found and its folder does not keep yet; a failure that several
/// implementations share once, and none of a law of vectors, whose file keeps it. Throws
/// `FileError`.
void keep_failures(const Report& report);

/// Whether a kept failure holds now: the implementation that broke the law, in any version, was
/// judged and is well, and no other broke it.
bool holds_now(const Report& report, std::size_t file);

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_FAILURES_H
