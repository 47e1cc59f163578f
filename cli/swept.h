// What `qbytes sweep` is about: the codec, or a testee.
#ifndef QB_CLI_SWEPT_H
#define QB_CLI_SWEPT_H

#include <optional>
#include <string>

#include "cli/subjects.h"
#include "cli/sweep_run.h"
#include "sweep/rows.h"

namespace qb::cli {

/// Not to be copied or moved: the conversions of a testee refer to it.
struct Swept {
  /// Starts the testee. Throws `Stop` as `subjects` does.
  explicit Swept(const SweepRun& run);
  Swept(const Swept&) = delete;
  Swept& operator=(const Swept&) = delete;

  std::optional<NamedSubject> testee;
  sweep::Subjects subjects;
  sweep::Nans nans = sweep::Nans::exact;
};

/// Throws `Stop` for a testee that gave no reply.
[[noreturn]] void stop_lost(const Swept& swept, const std::string& what);

}  // namespace qb::cli

#endif  // QB_CLI_SWEPT_H
