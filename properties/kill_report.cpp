#include "properties/kill_report.h"

#include <algorithm>
#include <cmath>
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

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&') out += "&amp;";
    if (c == '<') out += "&lt;";
    if (c == '"') out += "&quot;";
    if (c != '&' && c != '<' && c != '"') out += c;
  }
  return out;
}

constexpr const char* kPage = R"(<!doctype html>
<html lang="en"><meta charset="utf-8"><title>qbytes: which law convicts which fault</title>
<style>
body{font:14px/1.4 system-ui,sans-serif;margin:2em;color:#222;background:#fff}
table{border-collapse:collapse}
td,th{border:1px solid #ddd;padding:1px 4px;font-size:11px;text-align:right}
tbody th{text-align:left;font-weight:normal;white-space:nowrap}
thead th{vertical-align:bottom;background:#fff}
thead span{writing-mode:vertical-rl;transform:rotate(180deg);white-space:nowrap;font-weight:normal}
.alive{background:#f6c6c0}
</style>
<h1>Which law convicts which fault</h1>
)";

/// One draw is the darkest; the last are nearly white.
std::string cell(std::uint64_t draws, std::uint64_t most, std::string_view law,
                 std::string_view fault) {
  if (draws == kAlive) return "<td></td>";
  const double part =
      std::log(static_cast<double>(draws)) / std::log(static_cast<double>(most) + 1.0);
  const int light = 42 + static_cast<int>(52 * part);
  return "<td style=\"background:hsl(205 60% " + std::to_string(light) + "%)" +
         (light < 60 ? ";color:#fff" : "") + "\" title=\"" + std::string(fault) + " by " +
         std::string(law) + "\">" + std::to_string(draws) + "</td>";
}

std::string heading(const Fault& fault) {
  const std::string link = link_of(fault);
  const std::string title =
      escaped(std::string(fault.lesson) + " (" + std::string(fault.origin) + ")");
  const std::string id = link.empty()
                             ? std::string(fault.id)
                             : "<a href=\"" + link + "\">" + std::string(fault.id) + "</a>";
  return "<th title=\"" + title + "\">" + id + " <small>" + std::string(name(fault.layer)) + " " +
         std::string(fault.clause) + "</small></th>";
}

std::string counts(const KillMatrix& matrix) {
  const std::size_t all = matrix.faults().size();
  return std::to_string(all) + " faults, " + std::to_string(alive(matrix).size()) +
         " alive after " + std::to_string(matrix.draws()) + " draws; " +
         std::to_string(matrix.laws().size()) + " laws, " + std::to_string(idle(matrix).size()) +
         " convict nothing; " +
         (matrix.seeds().size() == 1 ? "seed " + std::to_string(matrix.seeds().front())
                                     : "median of " + std::to_string(matrix.seeds().size()) +
                                           " seeds from " + std::to_string(matrix.seeds().front()));
}

}  // namespace

std::string_view name(Layer layer) { return layer == Layer::step ? "step" : "verb"; }

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
    line.append(name(fault.layer)).append(" ").append(fault.clause);
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
  return text + counts(matrix) + "\n";
}

std::string kill_json(const KillMatrix& matrix) {
  nlohmann::ordered_json report;
  report["draws"] = matrix.draws();
  report["seeds"] = std::vector<std::uint64_t>(matrix.seeds().begin(), matrix.seeds().end());
  report["faults"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < matrix.faults().size(); ++i) {
    const Fault& fault = matrix.faults()[i];
    nlohmann::ordered_json row{{"id", fault.id},         {"layer", name(fault.layer)},
                               {"clause", fault.clause}, {"lesson", fault.lesson},
                               {"origin", fault.origin}, {"link", link_of(fault)}};
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

std::string kill_html(const KillMatrix& matrix) {
  std::string page = kPage;
  page += "<p>" + counts(matrix) +
          ". A cell holds the draws until the law convicted the fault, the fewer the darker. A "
          "fault's lesson shows when it is pointed at.</p>\n<table><thead><tr><th></th>";
  for (const Law& law : matrix.laws())
    page +=
        "<th title=\"" + escaped(law.claim) + "\"><span>" + std::string(law.id) + "</span></th>";
  page += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < matrix.faults().size(); ++i) {
    const Fault& fault = matrix.faults()[i];
    page += matrix.dies(i) ? "<tr>" : "<tr class=\"alive\">";
    page += heading(fault);
    for (std::size_t law = 0; law < matrix.laws().size(); ++law)
      page += cell(matrix.median(i, law), matrix.draws(), matrix.laws()[law].id, fault.id);
    page += "</tr>\n";
  }
  return page + "</tbody></table></html>\n";
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
