// The subcommands of the program. Each adds its options and gives what runs once they are read.
#ifndef QB_CLI_COMMAND_H
#define QB_CLI_COMMAND_H

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "cli/exit_codes.h"

namespace qb::cli {

/// `run` may throw `Stop`, `conformance::FileError` and `laws::CaseError`, which are usage, and
/// whatever else is an internal error.
struct Command {
  CLI::App* app;
  std::function<ExitCode()> run;
};

/// How the program was called, for the commands that reports name.
struct Invocation {
  std::string program;
  std::vector<std::string> arguments;
};

/// For CLI11: what is wrong with a number of seconds; its own range check lets NaN pass.
inline std::string check_seconds(const std::string& text) {
  return text.find_first_of("nN") == std::string::npos ? "" : text + " is no number of seconds";
}

Command add_verify(CLI::App& program, const Invocation& invocation);
Command add_replay(CLI::App& program);
Command add_encode(CLI::App& program);
Command add_decode(CLI::App& program);
Command add_quantize(CLI::App& program);
Command add_dequantize(CLI::App& program);
Command add_audit(CLI::App& program);
Command add_laws(CLI::App& program);
Command add_cells(CLI::App& program);
Command add_sweep(CLI::App& program);
Command add_scopes(CLI::App& program);
Command add_faults(CLI::App& program);

}  // namespace qb::cli

#endif  // QB_CLI_COMMAND_H
