#include <algorithm>
#include <fstream>
#include <iostream>
#include <memory>
#include <numeric>
#include <string>
#include <thread>
#include <vector>

#include "cli/command.h"
#include "cli/fault_cases.h"
#include "cli/progress.h"
#include "properties/kill_matrix.h"
#include "properties/kill_report.h"
#include "properties/weak_laws.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples =
    "A fault is an implementation that is wrong on purpose. Each must be convicted by a law, and "
    "each\n"
    "law must convict one: docs/laws.md. Cells are draws until the conviction, in the median over "
    "the\n"
    "seeds.\n\n"
    "Examples:\n"
    "  qbytes faults --seeds 1\n"
    "  qbytes faults --html matrix.html --json > matrix.json\n"
    "  qbytes faults --weak\n"
    "  qbytes faults lane_order field_leaks --seeds 1\n"
    "  qbytes faults --shrink corpus/faults\n\n";

struct Options {
  std::vector<std::string> names;
  bool json = false;
  bool markdown = false;
  bool weak = false;
  std::string html;
  std::string shrink;
  std::string keep;
  std::uint64_t weight = 60;
  std::uint64_t failures = 20;
  std::uint64_t draws = 20000;
  std::uint64_t seeds = 5;
  std::uint64_t seed = 1;
};

unsigned threads() { return std::max(1u, std::thread::hardware_concurrency()); }

void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file) throw Stop(kUsage, path + ": cannot write; name a file in a folder that exists");
}

std::vector<laws::Fault> faults_named(const std::vector<std::string>& names) {
  const auto all = laws::all_faults();
  if (names.empty()) return {all.begin(), all.end()};
  std::vector<laws::Fault> faults;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(all, name, &laws::Fault::id);
    if (found == all.end())
      throw Stop(kUsage, "no fault \"" + name + "\"; qbytes faults --seeds 1 --draws 1 lists them");
    if (std::ranges::find(faults, name, &laws::Fault::id) == faults.end()) faults.push_back(*found);
  }
  return faults;
}

ExitCode list_faults(const Options& options) {
  const auto faults = faults_named(options.names);
  if (!options.keep.empty()) return keep_smallest(faults, options.keep, options.weight);
  if (!options.shrink.empty())
    return print_shrink_table(faults, options.shrink, options.failures, options.seed);
  std::vector<std::uint64_t> seeds(options.seeds);
  std::iota(seeds.begin(), seeds.end(), options.seed);
  const auto judged_by = [&](std::span<const laws::Law> laws) {
    const auto progress = shown_progress(std::to_string(faults.size()) + " faults");
    auto matrix = laws::kill_matrix(faults, laws, seeds, options.draws, threads(), progress);
    clear_progress();
    return matrix;
  };
  const laws::KillMatrix matrix = judged_by(laws::all_laws());
  if (options.weak) {
    const laws::KillMatrix weak = judged_by(laws::weak_laws());
    std::cout << laws::weak_markdown(matrix, weak);
    return kAllWell;
  }
  if (!options.html.empty()) write_file(options.html, laws::kill_html(matrix));
  std::cout << (options.json       ? laws::kill_json(matrix)
                : options.markdown ? laws::kill_markdown(matrix)
                                   : laws::kill_text(matrix));
  for (std::size_t fault = 0; fault < matrix.faults().size(); ++fault)
    if (!matrix.dies(fault)) return kBroken;
  return kAllWell;
}

}  // namespace

Command add_faults(CLI::App& program) {
  CLI::App* app = program.add_subcommand("faults", "Which law convicts which planted fault");
  auto options = std::make_shared<Options>();
  app->add_option("names", options->names, "Only these faults")->type_name("FAULT ...");
  auto* json = app->add_flag("--json", options->json, "As JSON");
  auto* markdown = app->add_flag("--markdown", options->markdown, "As the table of docs/laws.md");
  auto* weak = app->add_flag("--weak", options->weak,
                             "What judges miss that imitate common tests, as a table in Markdown");
  auto* html = app->add_option("--html", options->html, "Also as a page, in this file");
  html->type_name("FILE");
  auto* shrink =
      app->add_option("--shrink", options->shrink,
                      "How often shrinking failures of each fault reaches the case kept in FOLDER");
  shrink->type_name("FOLDER");
  app->add_option("--failures", options->failures, "With --shrink: how many of each fault")
      ->capture_default_str()
      ->needs(shrink)
      ->check(CLI::Range(1ull, 1000ull).description(""))
      ->type_name("N");
  auto* keep =
      app->add_option("--keep", options->keep, "Find the smallest case of each fault, into FOLDER");
  keep->type_name("FOLDER");
  app->add_option("--weight", options->weight, "With --keep: enumerate up to this weight")
      ->capture_default_str()
      ->needs(keep)
      ->type_name("N");
  // One thing at a time.
  json->excludes(markdown);
  weak->excludes(json)->excludes(markdown)->excludes(html);
  for (auto* other : {json, markdown, weak, html}) shrink->excludes(other);
  for (auto* other : {json, markdown, weak, html, shrink}) keep->excludes(other);
  app->add_option("--draws", options->draws, "Draws a seed")
      ->capture_default_str()
      ->check(CLI::Range(1ull, 1000000000ull).description(""))
      ->type_name("N");
  app->add_option("--seeds", options->seeds, "How many seeds")
      ->capture_default_str()
      ->check(CLI::Range(1ull, 1000ull).description(""))
      ->type_name("N");
  app->add_option("--seed", options->seed, "The first of them")
      ->capture_default_str()
      ->type_name("N");
  app->footer(std::string(kExamples) + kExitCodes);
  return {app, [options] { return list_faults(*options); }};
}

}  // namespace qb::cli
