// What `qbytes verify` does once its options are read.
#ifndef QB_CLI_VERIFY_RUN_H
#define QB_CLI_VERIFY_RUN_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/exit_codes.h"
#include "cli/require.h"
#include "cli/subjects.h"
#include "conformance/run.h"

namespace qb::cli {

/// What to run, and what to do with the report.
struct VerifyRun {
  conformance::Plan plan;
  std::vector<NamedSubject> subjects;
  unsigned jobs = 1;  // threads for the codec
  Requirements required;
  std::string json_path;  // or empty
  std::string save_in;    // an existing folder for failures, or empty
  std::string program;    // for the commands in the report
  std::string command;    // that repeats the run
};

/// Runs, with progress where stderr is a terminal; prints the report, writes the files, and says
/// how the program ends.
ExitCode run_and_report(VerifyRun run);

}  // namespace qb::cli

#endif  // QB_CLI_VERIFY_RUN_H
