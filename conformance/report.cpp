#include "conformance/report.h"

#include <algorithm>
#include <filesystem>

#include "conformance/failures.h"

namespace qb::conformance {
namespace {

bool is_plain(char c) {
  constexpr std::string_view kPlain = "-_./=:,+@%";
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         kPlain.find(c) != std::string_view::npos;
}

std::string broken_text(const Summary& summary) {
  if (summary.checked == 0) return "nothing was checked";
  if (summary.laws_broken == 0) return "all well";
  const std::string broken = counted(summary.laws_broken, "law") + " broken, ";
  if (summary.laws_unexpected == 0) return broken + "all expected";
  if (summary.laws_unexpected == summary.laws_broken) return broken + "none expected";
  return broken + std::to_string(summary.laws_unexpected) + " of them not as expected";
}

std::string trouble_text(const SubjectReport& subject) {
  std::string text;
  if (!subject.result.gave_up.empty()) text += "; " + subject.result.gave_up;
  if (!subject.health) return text;
  const PipeHealth& health = *subject.health;
  if (health.violations != 0)
    text += "; broke the protocol " + counted(health.violations, "time") +
            ", at last: " + health.last_violation;
  else if (health.restarts + health.hangs != 0 && subject.result.gave_up.empty())
    text += "; " + counted(health.restarts, "restart") + ", " + counted(health.hangs, "hang");
  return text;
}

}  // namespace

std::bitset<laws::kCells> visited(const Report& report) {
  std::bitset<laws::kCells> cells;
  for (const SubjectReport& subject : report.subjects) cells |= subject.result.tally.visited();
  return cells;
}

Summary summary(const SubjectReport& subject) {
  Summary summary;
  for (const LawTally& law : subject.result.tally.laws()) {
    const bool is_unexpected = law.counts[Verdict::broken] != 0;
    summary.checked += law.counts.checked();
    summary.laws_unexpected += is_unexpected ? 1 : 0;
    summary.laws_broken += is_unexpected || law.counts[Verdict::expected] != 0 ? 1 : 0;
  }
  summary.text = broken_text(summary) + trouble_text(subject);
  return summary;
}

std::vector<MostlyVacuous> mostly_vacuous(const Report& report, const SubjectReport& subject) {
  std::vector<MostlyVacuous> found;
  for (std::size_t row = 0; row < report.rows.size(); ++row) {
    const Counts& counts = subject.result.tally.laws()[row].counts;
    MostlyVacuous law{row, counts.checked(), 0, counts[Verdict::unsupported]};
    for (const std::uint64_t count : counts.of) law.judged += count;
    if (10 * law.checked < law.judged) found.push_back(law);
  }
  return found;
}

std::vector<std::string> below(const Report& report, std::uint64_t wanted) {
  std::vector<std::string> laws;
  for (std::size_t row = 0; row < report.rows.size(); ++row) {
    if (report.rows[row].law == nullptr) continue;
    std::optional<std::uint64_t> most;
    for (const SubjectReport& subject : report.subjects) {
      const Counts& counts = subject.result.tally.laws()[row].counts;
      const bool is_seen = subject.implementation.can(report.rows[row].law->needs) &&
                           counts[Verdict::unsupported] == 0;
      if (is_seen) most = std::max(most.value_or(0), counts.checked());
    }
    if (most && *most < wanted)
      laws.push_back(std::string(report.rows[row].id) + ": " + std::to_string(*most));
  }
  return laws;
}

std::vector<LineUse> line_uses(const Report& report, const SubjectReport& subject) {
  const Tally& tally = subject.result.tally;
  const auto& lines = subject.expectations.all();
  std::vector<LineUse> uses(lines.size());
  for (const auto& [key, count] : tally.expected()) uses[key.second].excused += count;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto add = [&](const std::string& place, std::optional<std::uint64_t> cell) {
      if (!fits(lines[i].cell, place)) return;
      for (std::size_t row = 0; row < report.rows.size(); ++row)
        if (fits(lines[i].law, std::string(report.rows[row].id)))
          uses[i].checked += tally.checked(row, cell);
    };
    for (std::uint64_t cell = 0; cell < laws::kCells; ++cell)
      add(laws::describe(laws::cell_at(cell)), cell);
    add(kScalarPlace, std::nullopt);
  }
  return uses;
}

std::string replay_command(const Report& report, const SubjectReport& subject,
                           const Counterexample& example) {
  const std::string testee = subject.command.empty() ? "" : " --testee " + quoted(subject.command);
  const std::string program = quoted(report.program) + " replay ";
  const LawRow& row = report.rows[example.row];
  if (!row.law)  // only its file knows what is right
    return program + quoted(example.file) + " --id " + quoted(example.origin) + testee;
  if (example.is_kept) return program + quoted(example.file) + testee;
  if (!report.saved_in.empty())
    return program +
           quoted((std::filesystem::path(report.saved_in) / failure_name(row.id, example.smallest))
                      .string()) +
           testee;
  return "echo " + quoted(laws::to_json(example.smallest)) + " | " + program + "--law " +
         std::string(row.id) + " -" + testee;
}

std::string counted(std::uint64_t count, const std::string& one) {
  return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

std::string quoted(const std::string& word) {
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace qb::conformance
