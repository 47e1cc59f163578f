#include "cli/sweep_run.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>

#include "cli/progress.h"
#include "cli/swept.h"
#include "sweep/asked_subject.h"

namespace qb::cli {
namespace {

sweep::Plan plan_of(const SweepRun& run, const Swept& swept, const std::string& name) {
  sweep::Plan plan;
  plan.shard = run.shard;
  plan.sampled = run.sampled || (swept.testee && !swept.subjects.digest);
  plan.options.jobs = swept.testee ? 1 : run.jobs;
  plan.options.nans = swept.nans;
  plan.options.progress = shown_progress(name);
  return plan;
}

std::string result_of(const sweep::Row& row) {
  if (!row.unsupported.empty()) return "unsupported: " + row.unsupported;
  if (row.found.empty()) return row.is_whole ? "proved" : "no difference";
  std::string text;
  for (const sweep::Found& found : row.found) {
    text += (text.empty() ? "" : "; ") + found.what + " " + found.input;
    if (!found.expected.empty()) text += ", expected " + found.expected;
    text += ", got " + found.got;
  }
  return text;
}

void print_head() {
  std::printf("%-15s %11s %9s %8s  %s\n", "name", "inputs", "NaNs", "seconds", "result");
}
void print(const sweep::Row& row) {
  std::printf("%-15s %11llu %9llu %8.1f  %s\n", row.name.c_str(),
              static_cast<unsigned long long>(row.inputs),
              static_cast<unsigned long long>(row.nans), row.seconds, result_of(row).c_str());
  std::fflush(stdout);
}

nlohmann::ordered_json json_of(const sweep::Row& row) {
  nlohmann::ordered_json json{{"name", row.name},
                              {"inputs", row.inputs},
                              {"nans", row.nans},
                              {"seconds", row.seconds},
                              {"whole", row.is_whole},
                              {"proved", row.is_proved() && row.is_whole},
                              {"differences", nlohmann::ordered_json::array()}};
  if (!row.unsupported.empty()) json["unsupported"] = row.unsupported;
  for (const sweep::Found& found : row.found)
    json["differences"].push_back({{"what", found.what},
                                   {"input", found.input},
                                   {"expected", found.expected},
                                   {"got", found.got}});
  return json;
}

std::vector<std::string> names_of(const SweepRun& run, const Swept& swept) {
  auto names = run.names.empty() ? sweep::names() : run.names;
  if (!run.names.empty()) return names;
  if (!run.sampled)
    std::erase_if(names, [](const auto& name) { return name.starts_with("lanes."); });
  if (!swept.subjects.lanes)  // laws would only repeat what conversions show
    std::erase_if(names, [](const auto& name) { return !sweep::conversion_named(name); });
  return names;
}

ExitCode exit_code(const std::vector<sweep::Row>& rows, const Swept& swept) {
  if (swept.testee && swept.testee->health->violations != 0) return kBrokeProtocol;
  const auto is_broken = [](const sweep::Row& row) { return !row.found.empty(); };
  const auto is_empty = [](const sweep::Row& row) { return row.inputs + row.nans == 0; };
  if (std::ranges::any_of(rows, is_broken)) return kBroken;
  return std::ranges::all_of(rows, is_empty) ? kNothingChecked : kAllWell;
}

}  // namespace

ExitCode sweep_and_report(const SweepRun& run) {
  Swept swept(run);
  std::vector<sweep::Row> rows;
  if (!run.json) print_head();
  try {
    for (const std::string& name : names_of(run, swept)) {
      rows.push_back(sweep::sweep_named(name, swept.subjects, plan_of(run, swept, name)));
      clear_progress();
      if (!run.json) print(rows.back());
    }
  } catch (const sweep::Lost& lost) {
    clear_progress();
    stop_lost(swept, lost.what());
  }
  if (run.json) {
    auto list = nlohmann::ordered_json::array();
    for (const sweep::Row& row : rows) list.push_back(json_of(row));
    std::cout << list.dump(1) << "\n";
  }
  return exit_code(rows, swept);
}

}  // namespace qb::cli
