#include "scopes/scopes.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "cli/command.h"
#include "cli/progress.h"
#include "properties/faults.h"
#include "properties/in_process.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples =
    "NAME is geometry, line, scales or lengths; all without names. Every case of a scope is "
    "judged:\n"
    "see docs/scopes.md. A counterexample is printed as the JSON that qbytes replay takes.\n\n"
    "Examples:\n"
    "  qbytes scopes\n"
    "  qbytes scopes geometry --json\n"
    "  qbytes scopes geometry --fault scales_row_major\n\n";

struct Options {
  std::vector<std::string> names;
  bool json = false;
  unsigned jobs = std::max(std::thread::hardware_concurrency(), 1u);
  std::string fault;
};

struct Judged {
  laws::Implementation subject = laws::codec();
  laws::Implementation oracle = laws::reference();
};

Judged judged_of(const Options& options) {
  if (options.fault.empty()) return {};
  const auto faults = laws::all_faults();
  const auto fault = std::ranges::find(faults, options.fault, &laws::Fault::id);
  if (fault == faults.end())
    throw Stop(kUsage, "--fault " + options.fault +
                           ": no such fault; qbytes faults --seeds 1 --draws 1 lists them");
  return {fault->make(), laws::oracle_for(*fault)};
}

std::vector<scopes::Scope> chosen(const Options& options) {
  std::vector<scopes::Scope> all;
  for (const std::string& name : options.names) {
    const scopes::Scope* scope = scopes::scope_named(name);
    if (scope == nullptr)
      throw Stop(kUsage, name + ": no such scope; there are geometry, line, scales, lengths");
    all.push_back(*scope);
  }
  if (all.empty()) all.assign(scopes::all_scopes().begin(), scopes::all_scopes().end());
  return all;
}

void print(const scopes::Scope& scope, const scopes::Result& result) {
  std::printf(
      "%-9s %11llu %8.1f  %s\n", std::string(scope.name).c_str(),
      static_cast<unsigned long long>(result.cases), result.seconds,
      result.found ? ("broken: " + result.found->broken.what).c_str() : "proved for the scope");
  if (result.found) {
    const laws::Broken& broken = result.found->broken;
    std::printf("  case       %s\n  expected   %s\n  got        %s\n",
                laws::describe(result.found->c).c_str(), broken.expected.c_str(),
                broken.got.c_str());
    if (!broken.first_difference.empty())
      std::printf("  differs    %s\n", broken.first_difference.c_str());
    std::printf("  JSON       %s\n", laws::to_json(result.found->c).c_str());
  }
  std::fflush(stdout);
}

nlohmann::ordered_json json_of(const scopes::Scope& scope, const scopes::Result& result) {
  nlohmann::ordered_json json{{"name", scope.name},      {"about", scope.about},
                              {"cases", result.cases},   {"seconds", result.seconds},
                              {"proved", !result.found}, {"counterexample", nullptr}};
  if (result.found)
    json["counterexample"] = {
        {"case", nlohmann::ordered_json::parse(laws::to_json(result.found->c))},
        {"what", result.found->broken.what},
        {"expected", result.found->broken.expected},
        {"got", result.found->broken.got},
        {"first_difference", result.found->broken.first_difference}};
  return json;
}

ExitCode run(const Options& options) {
  const auto chosen_scopes = chosen(options);
  const Judged judged = judged_of(options);
  bool is_well = true;
  auto list = nlohmann::ordered_json::array();
  if (!options.json) std::printf("%-9s %11s %8s  %s\n", "scope", "cases", "seconds", "result");
  for (const scopes::Scope& scope : chosen_scopes) {
    const auto result = scopes::prove(scope, judged.subject, judged.oracle, scopes::Part::whole,
                                      options.jobs, shown_progress(std::string(scope.name)));
    clear_progress();
    is_well = is_well && !result.found;
    list.push_back(json_of(scope, result));
    if (!options.json) print(scope, result);
  }
  if (options.json) std::cout << list.dump(1) << "\n";
  return is_well ? kAllWell : kBroken;
}

}  // namespace

Command add_scopes(CLI::App& program) {
  CLI::App* app = program.add_subcommand("scopes", "Judge every case of small scopes");
  auto options = std::make_shared<Options>();
  app->add_option("NAME", options->names, "Which scopes");
  app->add_flag("--json", options->json, "As JSON");
  app->add_option("--jobs", options->jobs, "Threads")
      ->capture_default_str()
      ->check(CLI::Range(1u, 1024u).description(""))
      ->type_name("N");
  app->add_option("--fault", options->fault, "This planted fault in place of the codec")
      ->type_name("ID");
  app->footer(std::string(kExamples) + kExitCodes);
  return {app, [options] { return run(*options); }};
}

}  // namespace qb::cli
