#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <thread>
#include <utility>

#include "cli/command.h"
#include "cli/subjects.h"
#include "cli/verify_run.h"
#include "conformance/failures.h"
#include "conformance/files.h"
#include "conformance/report.h"
#include "conformance/run.h"
#include "properties/draw.h"
#include "properties/draw_for.h"
#include "properties/in_process.h"

namespace qb::cli {
namespace {

constexpr std::uint64_t kDefaultDraws = 10000;
constexpr const char* kExamples =
    "An input file may have 256 MiB.\n\n"
    "A file that --save has written is a case: --regress and qbytes replay take it. While it is "
    "in DIR,\n"
    "every run with --save DIR judges it first, on every implementation, and does not write it "
    "again. One\n"
    "that holds now is said so. Copy to corpus/regress/ what must stay judged.\n\n"
    "Examples:\n"
    "  qbytes verify --cases 2000 --seed 1\n"
    "  qbytes verify --seconds 60 --save build/failures\n"
    "  qbytes verify --cases 10000 --require cells=100,pairs=100,labels=100,judgements=1000\n"
    "  qbytes verify --seconds 60 --report json:report.json\n"
    "  qbytes verify --testee './my-testee --pipe' --expect known.txt "
    "--vectors corpus/vectors/encode.json\n\n";

struct Options {
  std::vector<std::string> testees;
  bool no_codec = false;
  std::optional<std::uint64_t> cases;
  std::optional<double> seconds;
  std::optional<std::uint64_t> seed;
  std::vector<std::string> vectors;
  std::vector<std::string> regress;
  std::string require;
  std::string report;
  std::vector<std::string> expect;
  double timeout = 10;
  unsigned jobs = std::max(std::thread::hardware_concurrency(), 1u);
  std::string save;
  std::string laws = "*";
};

// CLI11 alone takes -1 and 2^64 for the largest number, and 010 for 8.
std::string check_whole(const std::string& text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [next, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && next == end && (text == "0" || text.front() != '0')) return "";
  return text + " is no whole number up to 2^64 - 1, such as 7";
}

void add_options(CLI::App& app, Options& options) {
  const auto one_each = [](CLI::Option* option) { option->allow_extra_args(false); };
  one_each(app.add_option("--testee", options.testees,
                          "Judge this program too, which speaks the pipe protocol; run as "
                          "sh -c 'exec COMMAND'; repeatable")
               ->type_name("COMMAND"));
  app.add_flag("--no-codec", options.no_codec, "Do not judge the codec of this program");
  app.add_option("--cases", options.cases, "Number of draws; 10000 unless --seconds is given")
      ->check(check_whole)
      ->type_name("N");
  app.add_option("--seconds", options.seconds, "Draw for so long")
      ->check(check_seconds)
      ->check(CLI::Range(0.0, 1e9).description(""))
      ->type_name("N");
  app.add_option("--seed", options.seed, "Seed of the draws; random if not given")
      ->check(check_whole)
      ->type_name("S");
  app.add_option("--vectors", options.vectors, "Vector files")->type_name("FILE");
  app.add_option("--regress", options.regress, "Cases that once broke a law")->type_name("FILE");
  app.add_option("--require", options.require,
                 "MEASURE=P,...: fail unless P percent of the cells, pairs, triples, labels (see "
                 "qbytes cells) were checked; judgements=N: unless every law held or broke N times")
      ->type_name("cells=P");
  app.add_option("--report", options.report, "json:FILE: write the report there as well")
      ->type_name("json:FILE");
  one_each(app.add_option("--expect", options.expect,
                          "Known failures of the testee, or NAME@VERSION=FILE for one of several; "
                          "repeatable")
               ->type_name("FILE"));
  app.add_option("--timeout", options.timeout,
                 "Seconds a testee has for a reply; 30 for its greeting, whatever this is")
      ->capture_default_str()
      ->check(check_seconds)
      ->check(CLI::Range(0.001, 86400.0).description(""))
      ->type_name("SECONDS");
  app.add_option("--jobs", options.jobs, "Threads for the codec")
      ->capture_default_str()
      ->check(CLI::Range(1u, 1024u).description(""))
      ->type_name("N");
  app.add_option("--save", options.save,
                 "Keep failures there, a JSON file for each law and smallest case; those that are "
                 "there are judged first")
      ->type_name("DIR");
  app.add_option("--laws", options.laws, "Only the laws whose ids fit the pattern")
      ->capture_default_str()
      ->type_name("GLOB");
}

std::uint64_t random_seed() {
  std::random_device device;
  return std::uint64_t{device()} << 32 | device();
}

std::string report_path(const std::string& argument) {
  constexpr std::string_view kPrefix = "json:";
  if (argument.empty()) return "";
  if (!argument.starts_with(kPrefix) || argument.size() == kPrefix.size())
    throw Stop(kUsage, "--report " + argument + ": expected json:FILE");
  return argument.substr(kPrefix.size());
}

void make_folder(const std::string& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw Stop(kUsage, "--save: cannot make " + folder + ": " + error.message() +
                           "; name a folder that can be written");
}

std::vector<conformance::VectorFile> read_files(const Options& options) {
  std::vector<conformance::VectorFile> files;
  if (!options.save.empty())
    files = conformance::kept_failures(options.save, conformance::rows_of(laws::all_laws()));
  for (const auto* paths : {&options.regress, &options.vectors})
    for (const std::string& path : *paths) files.push_back(conformance::read_vectors(path));
  return files;
}

conformance::Plan plan_of(const Options& options) {
  conformance::Plan plan;
  plan.rows = conformance::rows_of(laws::all_laws(), options.laws);
  if (plan.rows.empty())
    throw Stop(kUsage, "--laws " + options.laws + ": no law fits; see qbytes laws");
  plan.oracle = laws::reference();
  plan.files = read_files(options);
  plan.seed = options.seed.value_or(random_seed());
  plan.draws = options.cases.value_or(options.seconds ? ~std::uint64_t{0} : kDefaultDraws);
  if (options.seconds) plan.seconds = std::chrono::duration<double>(*options.seconds);
  plan.draw = &laws::draw_number;
  plan.draw_for = &laws::draw_for;
  return plan;
}

std::string repeating(const Invocation& invocation, const Options& options, std::uint64_t seed) {
  std::string command = conformance::quoted(invocation.program);
  for (const std::string& word : invocation.arguments) command += " " + conformance::quoted(word);
  if (!options.seed) command += " --seed " + std::to_string(seed);
  return command;
}

ExitCode verify(const Options& options, const Invocation& invocation) {
  VerifyRun run;
  run.jobs = options.jobs;
  run.required = read_requirements(options.require);
  run.json_path = report_path(options.report);
  if (options.no_codec && options.testees.empty())
    throw Stop(kUsage, "--no-codec: nothing is left to judge; add --testee COMMAND");
  run.plan = plan_of(options);
  run.plan.judgements = run.required.judgements;
  if (!run.json_path.empty()) conformance::check_writable(run.json_path);
  if (!options.save.empty()) make_folder(options.save);
  run.save_in = options.save;
  run.program = invocation.program;
  run.command = repeating(invocation, options, run.plan.seed);
  run.subjects = subjects(!options.no_codec, options.testees, options.timeout);
  for (const std::string& argument : options.expect) expect(argument, run.subjects);
  return run_and_report(std::move(run));
}

}  // namespace

Command add_verify(CLI::App& program, const Invocation& invocation) {
  CLI::App* app = program.add_subcommand("verify", "Judge implementations by all laws, and report");
  auto options = std::make_shared<Options>();
  add_options(*app, *options);
  app->footer(std::string(kExamples) + kExitCodes);
  return {app, [options, invocation] { return verify(*options, invocation); }};
}

}  // namespace qb::cli
