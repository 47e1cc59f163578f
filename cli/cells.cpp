#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "cli/command.h"
#include "properties/coverage.h"
#include "properties/draw.h"
#include "properties/feasible.h"
#include "properties/in_process.h"
#include "properties/labels.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples =
    "The space that cases are drawn from: axes with their levels, the pairs and triples of levels\n"
    "that there can be, and labels. What `qbytes verify --require` counts.\n\n"
    "Examples:\n"
    "  qbytes cells\n"
    "  qbytes cells --infeasible 2\n"
    "  qbytes cells --draw 10000 --seed 7\n";

using nlohmann::ordered_json;

struct Options {
  unsigned infeasible = 0;
  std::optional<std::uint64_t> draws;
  std::uint64_t seed = 1;
  bool json = false;
};

// ---- what there is -----------------------------------------------------------------------------

ordered_json space() {
  ordered_json object;
  object["axes"] = ordered_json::array();
  for (const laws::AxisInfo& axis : laws::axes())
    object["axes"].push_back(
        {{"name", axis.name}, {"meaning", axis.meaning}, {"levels", axis.levels}});
  object["cells"] = laws::kCells;
  object["feasible_pairs"] = laws::feasible_tuples(2).size();
  object["feasible_triples"] = laws::feasible_tuples(3).size();
  object["labels"] = ordered_json::array();
  for (const laws::Label& label : laws::all_labels()) object["labels"].push_back(label.name);
  return object;
}

void print_space(const ordered_json& space) {
  for (const auto& axis : space["axes"]) {
    std::cout << std::left << std::setw(13) << axis["name"].get<std::string>()
              << axis["meaning"].get<std::string>() << "\n            ";
    for (const auto& level : axis["levels"]) std::cout << " " << level.get<std::string>();
    std::cout << "\n";
  }
  std::cout << "\n" << space["labels"].size() << " labels:";
  for (const auto& label : space["labels"]) std::cout << "\n  " << label.get<std::string>();
  std::cout << "\n\n"
            << space["cells"] << " cells · " << space["feasible_pairs"] << " feasible pairs · "
            << space["feasible_triples"] << " feasible triples\n";
}

// ---- what there cannot be ----------------------------------------------------------------------

ordered_json infeasible(unsigned strength) {
  ordered_json list = ordered_json::array();
  for (const laws::Tuple& tuple : laws::infeasible_tuples(strength)) {
    const laws::Rule* rule = laws::forbidding(tuple.levels);
    list.push_back({{"tuple", describe(tuple)},
                    {"clause", rule ? rule->clause : "several"},
                    {"because", rule ? rule->text : "no level of the other axes fits all rules"}});
  }
  return list;
}

void print_infeasible(const ordered_json& list) {
  for (const auto& item : list)
    std::cout << item["tuple"].get<std::string>() << ": " << item["clause"].get<std::string>()
              << ", " << item["because"].get<std::string>() << "\n";
  std::cout << list.size() << " infeasible\n";
}

// ---- what is drawn -----------------------------------------------------------------------------

ordered_json drawn(std::uint64_t draws, std::uint64_t seed) {
  const laws::Implementation oracle = laws::reference();
  std::vector<std::vector<std::uint64_t>> by_level;
  for (const laws::AxisInfo& axis : laws::axes()) by_level.emplace_back(axis.levels.size());
  std::map<std::size_t, std::uint64_t> by_label;
  laws::Coverage coverage;
  std::uint64_t on_axes = 0;
  for (std::uint64_t i = 0; i < draws; ++i) {
    const laws::Case c = laws::draw_number(seed, i);
    const laws::LabelSet labels = laws::labels_of(c, oracle);
    for (const laws::Label& label : laws::all_labels())
      by_label[label.number] += labels[label.number];
    const auto levels = laws::levels_of(c);
    if (!levels) continue;
    ++on_axes;
    coverage.add(*levels);
    for (std::size_t axis = 0; axis < laws::kAxes; ++axis) ++by_level[axis][(*levels)[axis]];
  }
  ordered_json object{{"seed", seed}, {"draws", draws}, {"on_axes", on_axes}};
  object["pairs"] = coverage.count(2);
  object["triples"] = coverage.count(3);
  for (std::size_t axis = 0; axis < laws::kAxes; ++axis)
    for (std::size_t level = 0; level < by_level[axis].size(); ++level)
      object["levels"][std::string(laws::axes()[axis].name)]
            [std::string(laws::axes()[axis].levels[level])] = by_level[axis][level];
  for (const laws::Label& label : laws::all_labels())
    object["labels"][label.name] = by_label[label.number];
  return object;
}

void print_drawn(const ordered_json& object) {
  const auto draws = object["draws"].get<std::uint64_t>();
  std::cout << "seed " << object["seed"] << ", " << draws << " draws, " << object["on_axes"]
            << " of them on the axes (the rest ask for a refusal or a conversion)\n";
  const auto row = [](const std::string& name, std::uint64_t count, std::uint64_t of) {
    constexpr std::uint64_t kWidth = 40;
    std::cout << "  " << std::left << std::setw(26) << name << std::right << std::setw(9) << count
              << "  " << std::string(of == 0 ? 0 : kWidth * count / of, '#') << "\n";
  };
  for (const auto& [axis, levels] : object["levels"].items()) {
    std::cout << axis << "\n";
    for (const auto& [level, count] : levels.items()) row(level, count, object["on_axes"]);
  }
  std::cout << "labels\n";
  for (const auto& [label, count] : object["labels"].items()) row(label, count, draws);
  std::cout << "pairs " << object["pairs"] << "/" << laws::feasible_tuples(2).size()
            << " · triples " << object["triples"] << "/" << laws::feasible_tuples(3).size() << "\n";
}

ExitCode list_cells(const Options& options) {
  const ordered_json object = options.infeasible != 0 ? infeasible(options.infeasible)
                              : options.draws         ? drawn(*options.draws, options.seed)
                                                      : space();
  if (options.json)
    std::cout << object.dump(1) << "\n";
  else if (options.infeasible != 0)
    print_infeasible(object);
  else if (options.draws)
    print_drawn(object);
  else
    print_space(object);
  return kAllWell;
}

}  // namespace

Command add_cells(CLI::App& program) {
  CLI::App* app = program.add_subcommand("cells", "List the space of cases, and what draws cover");
  auto options = std::make_shared<Options>();
  CLI::Option* infeasible =
      app->add_option("--infeasible", options->infeasible,
                      "The tuples of so many levels that the clauses forbid, each with its clause")
          ->check(CLI::Range(1u, 3u).description(""))
          ->type_name("1|2|3");
  app->add_option("--draw", options->draws, "How so many draws are spread")
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40).description(""))
      ->excludes(infeasible)
      ->type_name("N");
  app->add_option("--seed", options->seed, "Seed of the draws")
      ->capture_default_str()
      ->type_name("S");
  app->add_flag("--json", options->json, "As JSON");
  app->footer(kExamples);
  return {app, [options] { return list_cells(*options); }};
}

}  // namespace qb::cli
