#include <algorithm>
#include <array>
#include <iomanip>
#include <optional>
#include <sstream>
#include <utility>

#include "conformance/covered.h"
#include "conformance/failures.h"
#include "conformance/report.h"
#include "conformance/report_table.h"

namespace qb::conformance {
namespace {

constexpr std::size_t kShownData = 600;

std::string cut(const std::string& text) {
  if (text.size() <= kShownData) return text;
  return text.substr(0, kShownData) + "... (" + std::to_string(text.size()) + " characters)";
}

std::uint64_t vectors_in(const Report& report) {
  std::uint64_t count = 0;
  for (const VectorFile& file : report.files) count += file.vectors.size();
  return count;
}

std::string heading(const Report& report) {
  std::ostringstream seconds;
  seconds << std::fixed << std::setprecision(1) << report.elapsed_seconds;
  std::string text = "qbytes " + report.version + ", seed " + std::to_string(report.seed) + ", " +
                     counted(vectors_in(report), "vector") + ", " + seconds.str() + " s\n";
  for (const SubjectReport& subject : report.subjects) {
    text += "  " + subject.label + ": " + counted(subject.result.draws, "draw");
    if (!subject.command.empty()) text += ", " + subject.command;
    text += "\n";
  }
  return text + "  again: " + report.command + "\n";
}

// ---- laws and vectors --------------------------------------------------------------------------

constexpr std::array kColumns{
    std::pair{Verdict::well, "held"}, std::pair{Verdict::vacuous, "vacuous"},
    std::pair{Verdict::unsupported, "unsupp"}, std::pair{Verdict::broken, "broken"},
    std::pair{Verdict::expected, "expected"}};

std::string count_text(std::uint64_t count) { return count == 0 ? "-" : std::to_string(count); }

// The columns of one subject; none for expected failures where it has none.
std::vector<std::pair<Verdict, std::string>> columns_of(const SubjectReport& subject) {
  std::vector<std::pair<Verdict, std::string>> columns(kColumns.begin(), kColumns.end());
  if (subject.result.tally.expected().empty()) columns.pop_back();
  return columns;
}

std::string law_table(const Report& report) {
  Table table{{"law", "level"}, {"", ""}, {}};
  for (const LawRow& row : report.rows)
    table.rows.push_back({std::string(row.id), std::string(name(row.level))});
  for (const SubjectReport& subject : report.subjects)
    for (const auto& [verdict, head] : columns_of(subject)) {
      table.groups.push_back(verdict == Verdict::well ? subject.label : "");
      table.heads.push_back(head);
      for (std::size_t i = 0; i < report.rows.size(); ++i)
        table.rows[i].push_back(count_text(subject.result.tally.laws()[i].counts[verdict]));
    }
  return "\n" + to_text(table, 2);
}

std::string counts_text(const Counts& counts) {
  std::string text;
  for (const auto& [verdict, head] : kColumns)
    if (counts[verdict] != 0)
      text += (text.empty() ? "" : ", ") + std::to_string(counts[verdict]) + " " + head;
  return text.empty() ? "none judged" : text;
}

std::string unjudged_line(const char* head, const VectorFile& file,
                          const std::optional<Unjudged>& unjudged) {
  if (!unjudged) return "";
  return std::string(head) + file.path + ", " + unjudged->what + ": " + unjudged->why + "\n";
}

std::string vector_lines(const Report& report) {
  std::string judged;
  std::string others;
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    const VectorFile& file = report.files[i];
    others += unjudged_line("pending: ", file, file.pending);
    others += unjudged_line("left out: ", file, file.left_out);
    if (file.vectors.empty()) continue;
    judged += "  " + file.path + ": " + std::to_string(file.vectors.size()) + " " + file.kind;
    for (const SubjectReport& subject : report.subjects)
      judged += "; " + subject.label + " " + counts_text(subject.result.tally.files()[i]);
    judged += "\n";
  }
  if (!judged.empty()) judged = "\nvectors\n" + judged;
  return judged + others;
}

std::string coverage(const Report& report) {
  std::string text;
  for (const Measure measure : kMeasures) {
    const Covered said = covered(report, measure);
    if (!text.empty()) text += " · ";
    text.append(name(measure)).append(" ").append(std::to_string(said.reached));
    text.append("/").append(std::to_string(said.of));
  }
  return text + "\n";
}

/// Nothing is wrong with them; what they say rests on few cases.
std::string mostly_vacuous_lines(const Report& report) {
  std::string text;
  for (const SubjectReport& subject : report.subjects) {
    std::string line;
    std::size_t unsupported = 0;  // by name in the table, and in the JSON report
    for (const MostlyVacuous& law : mostly_vacuous(report, subject)) {
      if (law.unsupported == law.judged) {
        ++unsupported;
        continue;
      }
      line.append(line.empty() ? "" : ", ").append(report.rows[law.row].id).append(" ");
      line.append(std::to_string(law.checked)).append("/").append(std::to_string(law.judged));
    }
    if (unsupported != 0)
      line.append(line.empty() ? "" : ", ")
          .append(std::to_string(unsupported))
          .append(" laws unsupported");
    if (!line.empty()) text += "  " + subject.label + ": " + line + "\n";
  }
  return text.empty() ? "" : "mostly vacuous or unsupported, real judgements of all:\n" + text;
}

// ---- failures ----------------------------------------------------------------------------------

std::string counterexample(const Report& report, const SubjectReport& subject,
                           const Counterexample& example) {
  const LawRow& row = report.rows[example.row];
  const laws::Broken& broken = example.broken;
  std::string text = "\nbroken: " + std::string(row.id) + " (" + std::string(row.clauses) + ", " +
                     std::string(name(row.level)) + ") by " + subject.label + "\n";
  const auto line = [&text](const char* label, const std::string& what) {
    if (what.empty()) return;
    text += std::string("  ") + label;
    text.append(11 - std::string_view(label).size(), ' ').append(cut(what)).append("\n");
  };
  line("claim", std::string(row.claim));
  line("case", laws::describe(example.smallest));
  text += "  JSON       " + laws::to_json(example.smallest) + "\n";
  line("what", broken.what);
  line("expected", broken.expected);
  line("got", broken.got);
  line("differs", broken.first_difference);
  line("seen", counted(example.times, "time") + ", first in " + example.origin +
                   (example.repeats ? "" : "; it held when it was judged again"));
  text += "  replay     " + replay_command(report, subject, example) + "\n";
  return text;
}

std::string stale_lines(const Report& report, const SubjectReport& subject) {
  std::string text;
  std::uint64_t untold = 0;
  const auto uses = line_uses(report, subject);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const Expectation& line = subject.expectations.all()[i];
    if (uses[i].excused == 0 && !uses[i].is_stale()) ++untold;
    if (uses[i].is_stale())
      text += "warning: " + subject.label + ": line " + std::to_string(line.line) +
              " of its expectations, `" + line.law + " " + line.cell + "`, excused none of " +
              counted(uses[i].checked, "judgement") +
              "; gone, or rarer than that: remove it if a long run agrees\n";
  }
  if (untold != 0)
    text += "note: " + subject.label + ": " + counted(untold, "line") +
            " of its expectations excused nothing, with fewer than " +
            std::to_string(LineUse::kEnoughToTell) + " judgements each; a longer run may tell\n";
  return text;
}

std::string known_failures(const Report& report) {
  std::string known;
  std::string stale;
  for (const SubjectReport& subject : report.subjects) {
    for (const auto& [key, count] : subject.result.tally.expected()) {
      const Expectation& line = subject.expectations.all()[key.second];
      known += "known: " + subject.label + " breaks " + std::string(report.rows[key.first].id) +
               " " + counted(count, "time") + " in " + line.cell + ": " + line.reason + "\n";
    }
    stale += stale_lines(report, subject);
  }
  for (std::size_t i = 0; i < report.files.size(); ++i)
    if (holds_now(report, i))
      stale += "held: kept failure " + report.files[i].path +
               " holds now; delete it or move it to corpus/regress/\n";
  const std::string text = known + stale;
  return text.empty() ? text : "\n" + text;
}

}  // namespace

std::string to_text(const Report& report, bool is_coloured) {
  std::string text = heading(report) + matrix(report, is_coloured) + law_table(report) +
                     vector_lines(report) + mostly_vacuous_lines(report) + coverage(report);
  for (const SubjectReport& subject : report.subjects)
    for (const Counterexample& example : subject.result.counterexamples)
      text += counterexample(report, subject, example);
  text += known_failures(report) + "\n";
  for (const SubjectReport& subject : report.subjects)
    text += subject.label + ": " + summary(subject).text + "\n";
  return text;
}

}  // namespace qb::conformance
