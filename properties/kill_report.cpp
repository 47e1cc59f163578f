#include "properties/kill_report.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <regex>
#include <utility>

namespace qb::laws {
namespace {

using Kills = std::vector<std::pair<std::uint64_t, std::size_t>>;  // draws, index

Kills kills_of(const KillMatrix& matrix, std::size_t fault) {
  Kills kills;
  for (std::size_t law = 0; law < matrix.laws().size(); ++law)
    if (matrix.median(fault, law) != kAlive) kills.emplace_back(matrix.median(fault, law), law);
  std::sort(kills.begin(), kills.end());
  return kills;
}

std::vector<std::string> alive(const KillMatrix& matrix) {
  std::vector<std::string> ids;
  for (std::size_t fault = 0; fault < matrix.faults().size(); ++fault)
    if (!matrix.dies(fault)) ids.emplace_back(matrix.faults()[fault].id);
  return ids;
}

std::vector<std::string> idle(const KillMatrix& matrix) {
  std::vector<std::string> ids;
  for (std::size_t law = 0; law < matrix.laws().size(); ++law) {
    bool kills = false;
    for (std::size_t fault = 0; fault < matrix.faults().size() && !kills; ++fault)
      kills = matrix.median(fault, law) != kAlive;
    if (!kills) ids.emplace_back(matrix.laws()[law].id);
  }
  return ids;
}

std::string joined(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line.append(line.empty() ? "" : ", ").append(word);
  return line;
}

}  // namespace

std::string counts_of(const KillMatrix& matrix) {
  const std::size_t all = matrix.faults().size();
  return std::to_string(all) + " faults, " + std::to_string(alive(matrix).size()) +
         " alive after " + std::to_string(matrix.draws()) + " draws; " +
         std::to_string(matrix.laws().size()) + " laws, " + std::to_string(idle(matrix).size()) +
         " convict nothing; " +
         (matrix.seeds().size() == 1 ? "seed " + std::to_string(matrix.seeds().front())
                                     : "median of " + std::to_string(matrix.seeds().size()) +
                                           " seeds from " + std::to_string(matrix.seeds().front()));
}

std::string_view name(Layer layer) {
  constexpr std::array<std::string_view, kLayers.size()> kNames{"step", "verb", "process"};
  return kNames[static_cast<std::size_t>(layer)];
}

std::string link_of(const Fault& fault) {
  static const std::regex kReport(R"(([\w.-]+/[\w.-]+)#(\d+))");
  std::cmatch found;
  if (!std::regex_match(fault.origin.begin(), fault.origin.end(), found, kReport)) return "";
  return "https://github.com/" + found[1].str() + "/issues/" + found[2].str();
}

std::string kill_text(const KillMatrix& matrix) {
  std::string text;
  for (std::size_t i = 0; i < matrix.faults().size(); ++i) {
    const Fault& fault = matrix.faults()[i];
    std::string line(fault.id);
    line.resize(std::max<std::size_t>(line.size() + 1, 28), ' ');
    line.append(name(fault.layer)).append(" ").append(fault.clauses);
    line.resize(std::max<std::size_t>(line.size() + 1, 38), ' ');
    const Kills kills = kills_of(matrix, i);
    for (std::size_t k = 0; k < kills.size() && k < 3; ++k)
      line.append(k == 0 ? "" : ", ")
          .append(matrix.laws()[kills[k].second].id)
          .append(" ")
          .append(std::to_string(kills[k].first));
    if (kills.size() > 3) line += " and " + std::to_string(kills.size() - 3) + " more";
    text += line + (matrix.dies(i) ? "\n" : kills.empty() ? "ALIVE\n" : " ALIVE with some seed\n");
  }
  if (!idle(matrix).empty()) text += "laws that convict nothing: " + joined(idle(matrix)) + "\n";
  return text + counts_of(matrix) + "\n";
}

std::string kill_json(const KillMatrix& matrix) {
  nlohmann::ordered_json report;
  report["draws"] = matrix.draws();
  report["seeds"] = std::vector<std::uint64_t>(matrix.seeds().begin(), matrix.seeds().end());
  report["faults"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < matrix.faults().size(); ++i) {
    const Fault& fault = matrix.faults()[i];
    nlohmann::ordered_json row{{"id", fault.id},           {"layer", name(fault.layer)},
                               {"clauses", fault.clauses}, {"lesson", fault.lesson},
                               {"origin", fault.origin},   {"link", link_of(fault)}};
    const std::uint64_t first = matrix.first_kill(i);
    row["first_kill"] = first == kAlive ? nlohmann::ordered_json() : nlohmann::ordered_json(first);
    row["kills"] = nlohmann::ordered_json::object();
    for (const auto& [draws, law] : kills_of(matrix, i))
      row["kills"][std::string(matrix.laws()[law].id)] = draws;
    report["faults"].push_back(std::move(row));
  }
  report["alive"] = alive(matrix);
  report["idle"] = idle(matrix);
  return report.dump(1) + "\n";
}

std::string kill_markdown(const KillMatrix& matrix) {
  std::string rows = "| law | faults that it convicts |\n|---|---|\n";
  for (std::size_t law = 0; law < matrix.laws().size(); ++law) {
    std::vector<std::string> convicted;
    for (std::size_t i = 0; i < matrix.faults().size(); ++i)
      if (matrix.median(i, law) != kAlive) convicted.emplace_back(matrix.faults()[i].id);
    rows += "| " + std::string(matrix.laws()[law].id) + " | " +
            (convicted.empty() ? "none" : joined(convicted)) + " |\n";
  }
  return rows;
}

}  // namespace qb::laws
