#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <thread>

#include "cli/command.h"
#include "cli/sweep_run.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples =
    "NAME is a conversion (encode.F16), laws.TYPE, or the words of a value (lanes.Q4S).\n"
    "Without names all are swept; but lanes, which take minutes, only if they are sampled.\n"
    "See docs/sweep.md.\n\n"
    "Examples:\n"
    "  qbytes sweep encode.F16 round_up.UE8M0\n"
    "  qbytes sweep --sample\n"
    "  qbytes sweep --against corpus/digests/conversions.json\n"
    "  qbytes sweep decode.E4M3 --testee './my-testee'\n\n";

struct Options {
  std::vector<std::string> names;
  std::string shard;
  bool sample = false;
  bool digests = false;
  std::string against;
  bool json = false;
  unsigned jobs = std::max(std::thread::hardware_concurrency(), 1u);
  std::string testee;
  double timeout = 60;
};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

void check_names(const std::vector<std::string>& names) {
  const auto known = sweep::names();
  for (const std::string& name : names)
    if (std::ranges::find(known, name) == known.end())
      throw Stop(kUsage, name + ": nothing of that name can be swept; there are " + joined(known));
}

std::optional<unsigned> whole(std::string_view text) {
  unsigned number = 0;
  const char* const end = text.data() + text.size();
  const auto [next, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc() || next != end) return std::nullopt;
  return number;
}

sweep::Shard shard_from(const std::string& text) {
  if (text.empty()) return {};
  const std::size_t slash = text.find('/');
  const auto number = whole(std::string_view(text).substr(0, slash));
  const auto of =
      slash == std::string::npos ? std::nullopt : whole(std::string_view(text).substr(slash + 1));
  if (!number || !of || *number < 1 || *number > *of)
    throw Stop(kUsage, "--shard " + text + ": expected I/N with I from 1 to N, such as 1/4");
  return {*number, *of};
}

ExitCode run(const Options& options) {
  check_names(options.names);
  SweepRun run;
  run.names = options.names;
  run.shard = shard_from(options.shard);
  run.sampled = options.sample;
  run.jobs = options.jobs;
  run.json = options.json;
  run.testee = options.testee;
  run.timeout_seconds = options.timeout;
  if (options.digests) return print_digests(run);
  if (!options.against.empty()) return check_digests(run, options.against);
  return sweep_and_report(run);
}

void add_options(CLI::App& app, Options& options) {
  app.add_option("NAME", options.names, "What to sweep");
  app.add_option("--shard", options.shard, "Only this part of the inputs")->type_name("I/N");
  auto* sample = app.add_flag("--sample", options.sample,
                              "Only the inputs around midpoints and values, all exponents, NaNs");
  auto* digests =
      app.add_flag("--digests", options.digests, "Print the digests of what is right, as JSON");
  auto* against = app.add_option("--against", options.against,
                                 "Compare the digests of the outputs with those of a file")
                      ->type_name("FILE");
  sample->excludes(digests)->excludes(against);
  digests->excludes(against);
  app.add_flag("--json", options.json, "As JSON");
  app.add_option("--jobs", options.jobs, "Threads for the codec")
      ->capture_default_str()
      ->check(CLI::Range(1u, 1024u).description(""))
      ->type_name("N");
  app.add_option("--testee", options.testee, "This program in place of the codec")
      ->excludes(digests)
      ->type_name("COMMAND");
  app.add_option("--timeout", options.timeout, "Seconds a testee has for a reply")
      ->capture_default_str()
      ->check(check_seconds)
      ->check(CLI::Range(0.001, 86400.0).description(""))
      ->type_name("SECONDS");
}

}  // namespace

Command add_sweep(CLI::App& program) {
  CLI::App* app =
      program.add_subcommand("sweep", "Prove conversions over all their inputs, NaNs apart");
  auto options = std::make_shared<Options>();
  add_options(*app, *options);
  app->footer(std::string(kExamples) + kExitCodes);
  return {app, [options] { return run(*options); }};
}

}  // namespace qb::cli
