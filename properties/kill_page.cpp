#include <algorithm>
#include <cmath>

#include "properties/kill_report.h"

namespace qb::laws {
namespace {

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
         std::string(fault.clauses) + "</small></th>";
}

}  // namespace

std::string kill_html(const KillMatrix& matrix) {
  std::string page = kPage;
  page += "<p>" + counts_of(matrix) +
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

}  // namespace qb::laws
