#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/command.h"
#include "conformance/run.h"
#include "conformance/verdict.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples = "Examples:\n  qbytes laws\n  qbytes laws --json\n";

struct Options {
  bool json = false;
};

void print_json(const std::vector<conformance::LawRow>& rows) {
  auto list = nlohmann::ordered_json::array();
  for (const conformance::LawRow& row : rows) {
    nlohmann::ordered_json law;
    law["id"] = row.id;
    law["clauses"] = row.clauses;
    law["level"] = conformance::name(row.level);
    law["claim"] = row.claim;
    list.push_back(std::move(law));
  }
  std::cout << list.dump(1) << "\n";
}

ExitCode list_laws(const Options& options) {
  const auto rows = conformance::rows_of(laws::all_laws());
  if (options.json) {
    print_json(rows);
    return kAllWell;
  }
  for (const conformance::LawRow& row : rows)
    std::cout << row.id << " (" << row.clauses << ", " << conformance::name(row.level) << ")\n  "
              << row.claim << "\n";
  return kAllWell;
}

}  // namespace

Command add_laws(CLI::App& program) {
  CLI::App* app = program.add_subcommand("laws", "List the laws: id, clauses, level, claim");
  auto options = std::make_shared<Options>();
  app->add_flag("--json", options->json, "As JSON");
  app->footer(kExamples);
  return {app, [options] { return list_laws(*options); }};
}

}  // namespace qb::cli
