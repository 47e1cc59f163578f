#include <fstream>
#include <iostream>
#include <memory>
#include <numeric>
#include <thread>

#include "cli/command.h"
#include "properties/kill_matrix.h"
#include "properties/kill_report.h"

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
    "  qbytes faults --html matrix.html --json > matrix.json\n\n";

struct Options {
  bool json = false;
  bool markdown = false;
  std::string html;
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

ExitCode list_faults(const Options& options) {
  std::vector<std::uint64_t> seeds(options.seeds);
  std::iota(seeds.begin(), seeds.end(), options.seed);
  const laws::KillMatrix matrix =
      laws::kill_matrix(laws::all_faults(), laws::all_laws(), seeds, options.draws, threads());
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
  auto* json = app->add_flag("--json", options->json, "As JSON");
  app->add_flag("--markdown", options->markdown, "As the table of docs/laws.md")->excludes(json);
  app->add_option("--html", options->html, "Also as a page, in this file")->type_name("FILE");
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
