#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"
#include "conformance/files.h"
#include "properties/scheme_json.h"

namespace qb::cli {
namespace {

constexpr const char* kAbout =
    "Judges implementations of a byte format for quantized tensors by laws, cases and vectors.";

// One line, whatever the text is made of.
std::string one_line(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

ExitCode stop(const std::string& who, ExitCode code, const std::string& what) {
  std::cout.flush();
  std::cerr << one_line(who + ": " + what) << std::endl;
  return code;
}

// Tables are written by printf, the rest by streams.
bool is_written() {
  return static_cast<bool>(std::cout.flush()) && std::fflush(stdout) == 0 &&
         std::ferror(stdout) == 0;
}

ExitCode cannot_write(const std::string& who) {
  return stop(who, kInternal, "cannot write to stdout; free the disk, or write elsewhere");
}

// Rank 0 has no extents, and no bytes are some bytes; of all else, nothing is a mistake.
void refuse_empty(const CLI::App& app) {
  constexpr std::array<std::string_view, 2> kMayBeEmpty{"--shape", "--hex"};
  for (const CLI::Option* option : app.get_options()) {
    const auto& given = option->results();
    const std::string name = option->get_name();
    if (std::ranges::find(kMayBeEmpty, name) == kMayBeEmpty.end() &&
        std::ranges::find(given, "") != given.end())
      throw Stop(kUsage, name + " is empty; give it a value, or leave it out");
  }
}

ExitCode run(const Command& command) {
  const std::string who = "qbytes " + command.app->get_name();
  try {
    refuse_empty(*command.app);
    const ExitCode code = command.run();
    return is_written() ? code : cannot_write(who);
  } catch (const Stop& error) {
    return stop(who, error.code(), error.what());
  } catch (const conformance::FileError& error) {
    return stop(who, kUsage, error.what());
  } catch (const laws::CaseError& error) {
    return stop(who, kUsage, error.what());
  }
}

ExitCode parse_and_run(CLI::App& program, const std::vector<Command>& commands, int argc,
                       char** argv) {
  try {
    program.parse(argc, argv);
  } catch (const CLI::Success& asked) {  // --help, --version
    program.exit(asked);
    return is_written() ? kAllWell : cannot_write("qbytes");
  } catch (const CLI::ParseError& error) {
    std::string who = "qbytes";
    for (const CLI::App* used : program.get_subcommands()) who += " " + used->get_name();
    return stop(who, kUsage, std::string(error.what()) + "; see " + who + " --help");
  }
  for (const Command& command : commands)
    if (command.app->parsed()) return run(command);
  return stop("qbytes", kUsage, "no subcommand; see qbytes --help");
}

ExitCode run_program(int argc, char** argv) {
  Invocation invocation{argc > 0 ? argv[0] : "qbytes", {}};
  for (int i = 1; i < argc; ++i) invocation.arguments.emplace_back(argv[i]);
  CLI::App program(kAbout, "qbytes");
  program.require_subcommand(0, 1);
  program.set_version_flag("--version", "qbytes " QB_VERSION);
  program.footer(std::string("Example:\n  qbytes verify --cases 2000 --seed 1\n\n") + kExitCodes);
  const std::vector<Command> commands{add_verify(program, invocation),
                                      add_replay(program),
                                      add_encode(program),
                                      add_decode(program),
                                      add_quantize(program),
                                      add_dequantize(program),
                                      add_audit(program),
                                      add_laws(program),
                                      add_cells(program),
                                      add_sweep(program),
                                      add_scopes(program),
                                      add_faults(program)};
  return parse_and_run(program, commands, argc, argv);
}

}  // namespace
}  // namespace qb::cli

int main(int argc, char** argv) {
  try {
    return qb::cli::run_program(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "qbytes: internal error: %s; please report it\n", error.what());
  } catch (...) {
    std::fprintf(stderr, "qbytes: internal error; please report it\n");
  }
  return qb::cli::kInternal;
}
