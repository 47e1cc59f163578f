// What `qbytes sweep` does once its options are read.
#ifndef QB_CLI_SWEEP_RUN_H
#define QB_CLI_SWEEP_RUN_H

#include <string>
#include <vector>

#include "cli/exit_codes.h"
#include "sweep/rows.h"

namespace qb::cli {

struct SweepRun {
  std::vector<std::string> names;  // known ones; all if empty
  sweep::Shard shard;
  bool sampled = false;
  unsigned jobs = 1;
  bool json = false;
  std::string testee;  // command, or empty for the codec
  double timeout_seconds = 60;
};

/// Sweeps, with progress where stderr is a terminal, and prints a row for each name. A testee is
/// swept by digests where it has them, else by the sample.
ExitCode sweep_and_report(const SweepRun& run);

/// Prints the digests of what is right, of the conversions among the names.
ExitCode print_digests(const SweepRun& run);

/// Compares the digests of what the subject gives with those of a file: of the conversions among
/// the names, or of all that are in the file.
ExitCode check_digests(const SweepRun& run, const std::string& path);

}  // namespace qb::cli

#endif  // QB_CLI_SWEEP_RUN_H
