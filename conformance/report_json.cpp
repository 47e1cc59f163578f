#include <nlohmann/json.hpp>

#include "conformance/covered.h"
#include "conformance/failures.h"
#include "conformance/report.h"

namespace qb::conformance {
namespace {

using json = nlohmann::ordered_json;

constexpr std::uint64_t kForm = 1;

std::string dumped(const json& object) {
  return object.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

json counts_json(const Counts& counts) {
  json object;
  object["held"] = counts[Verdict::well];
  object["vacuous"] = counts[Verdict::vacuous];
  object["unsupported"] = counts[Verdict::unsupported];
  object["broken"] = counts[Verdict::broken];
  object["expected"] = counts[Verdict::expected];
  return object;
}

json capabilities_json(std::uint32_t capabilities) {
  json names = json::array();
  for (std::uint32_t place = 0; place < 32; ++place) {
    const std::uint32_t bit = 1u << place;
    if ((capabilities & bit) == 0) continue;
    const std::string_view name = capability_name(bit);
    names.push_back(name.empty() && bit == laws::kSeesBuffers ? "sees_buffers" : name);
  }
  return names;
}

json subject_json(const SubjectReport& subject) {
  const Summary said = summary(subject);
  json object;
  object["label"] = subject.label;
  object["name"] = subject.implementation.name;
  object["version"] = subject.implementation.version;
  object["command"] = subject.command.empty() ? json() : json(subject.command);
  object["capabilities"] = capabilities_json(subject.implementation.capabilities);
  object["draws"] = subject.result.draws;
  object["cases"] = subject.result.tally.cases();
  object["checked"] = said.checked;
  object["laws_broken"] = said.laws_broken;
  object["laws_broken_unexpectedly"] = said.laws_unexpected;
  object["cells_visited"] = subject.result.tally.visited().count();
  object["gave_up"] = subject.result.gave_up.empty() ? json() : json(subject.result.gave_up);
  object["process"] = nullptr;
  if (subject.health)
    object["process"] = {{"restarts", subject.health->restarts},
                         {"hangs", subject.health->hangs},
                         {"violations", subject.health->violations},
                         {"last_violation", subject.health->last_violation}};
  object["verdict"] = said.text;
  return object;
}

json coverage_json(const Report& report) {
  constexpr std::size_t kListed = 100;
  json object;
  for (const Measure measure : kMeasures) {
    Covered said = covered(report, measure);
    said.missing.resize(std::min(said.missing.size(), kListed));
    object[std::string(name(measure))] = {
        {"of", said.of}, {"reached", said.reached}, {"missing", said.missing}};
  }
  return object;
}

json cells_json(const Report& report) {
  json cells;
  for (std::uint64_t number = 0; number < laws::kCells; ++number) {
    json verdicts = json::array();
    for (const SubjectReport& subject : report.subjects) {
      const Verdict verdict = subject.result.tally.cell(number);
      verdicts.push_back(verdict == Verdict::vacuous ? "not_visited" : name(verdict));
    }
    cells[laws::describe(laws::cell_at(number))] = std::move(verdicts);
  }
  return cells;
}

json laws_json(const Report& report) {
  json laws = json::array();
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    const LawRow& row = report.rows[i];
    json law;
    law["id"] = row.id;
    law["clauses"] = row.clauses;
    law["level"] = name(row.level);
    law["claim"] = row.claim;
    law["counts"] = json::array();
    for (const SubjectReport& subject : report.subjects)
      law["counts"].push_back(counts_json(subject.result.tally.laws()[i].counts));
    laws.push_back(std::move(law));
  }
  return laws;
}

json mostly_vacuous_json(const Report& report) {
  json list = json::array();
  for (const SubjectReport& subject : report.subjects)
    for (const MostlyVacuous& law : mostly_vacuous(report, subject))
      list.push_back({{"law", report.rows[law.row].id},
                      {"implementation", subject.label},
                      {"checked", law.checked},
                      {"judged", law.judged},
                      {"unsupported", law.unsupported}});
  return list;
}

json example_json(const Report& report, const SubjectReport& subject,
                  const Counterexample& example) {
  json object;
  object["law"] = report.rows[example.row].id;
  object["clauses"] = report.rows[example.row].clauses;
  object["implementation"] = subject.label;
  object["case"] = json::parse(laws::to_json(example.smallest));
  object["found"] = json::parse(laws::to_json(example.found));
  object["origin"] = example.origin;
  object["file"] = example.file.empty() ? json() : json(example.file);
  object["what"] = example.broken.what;
  object["expected"] = example.broken.expected;
  object["got"] = example.broken.got;
  object["first_difference"] = example.broken.first_difference;
  object["times"] = example.times;
  object["repeats"] = example.repeats;
  object["replay"] = replay_command(report, subject, example);
  return object;
}

json examples_json(const Report& report) {
  json examples = json::array();
  for (const SubjectReport& subject : report.subjects)
    for (const Counterexample& example : subject.result.counterexamples)
      examples.push_back(example_json(report, subject, example));
  return examples;
}

// Every line of the expectations, with the laws that it excused.
json expectations_json(const Report& report) {
  json lines = json::array();
  for (const SubjectReport& subject : report.subjects) {
    const auto uses = line_uses(report, subject);
    for (std::size_t i = 0; i < subject.expectations.all().size(); ++i) {
      const Expectation& line = subject.expectations.all()[i];
      json broken = json::object();
      for (const auto& [key, count] : subject.result.tally.expected())
        if (key.second == i) broken[std::string(report.rows[key.first].id)] = count;
      lines.push_back({{"implementation", subject.label},
                       {"law", line.law},
                       {"cell", line.cell},
                       {"reason", line.reason},
                       {"line", line.line},
                       {"checked", uses[i].checked},
                       {"stale", uses[i].is_stale()},
                       {"broken", std::move(broken)}});
    }
  }
  return lines;
}

json unjudged_json(const std::optional<Unjudged>& unjudged) {
  if (!unjudged) return nullptr;
  return {{"what", unjudged->what}, {"why", unjudged->why}, {"count", unjudged->count}};
}

json files_json(const Report& report) {
  json files = json::array();
  for (std::size_t i = 0; i < report.files.size(); ++i) {
    const VectorFile& file = report.files[i];
    json counts = json::array();
    for (const SubjectReport& subject : report.subjects)
      counts.push_back(counts_json(subject.result.tally.files()[i]));
    files.push_back({{"file", file.path},
                     {"kind", file.kind},
                     {"vectors", file.vectors.size()},
                     {"counts", std::move(counts)},
                     {"pending", unjudged_json(file.pending)},
                     {"left_out", unjudged_json(file.left_out)}});
    if (file.kept)
      files.back()["kept"] = {{"law", file.kept->law},
                              {"implementation", file.kept->implementation},
                              {"holds", holds_now(report, i)}};
  }
  return files;
}

}  // namespace

std::string to_json(const Report& report) {
  json object;
  object["report"] = kForm;
  object["qbytes"] = report.version;
  object["command"] = report.command;
  object["seed"] = report.seed;
  object["seconds"] = report.elapsed_seconds;
  object["coverage"] = coverage_json(report);
  object["implementations"] = json::array();
  for (const SubjectReport& subject : report.subjects)
    object["implementations"].push_back(subject_json(subject));
  object["laws"] = laws_json(report);
  object["mostly_vacuous"] = mostly_vacuous_json(report);
  object["vectors"] = files_json(report);
  object["counterexamples"] = examples_json(report);
  object["expectations"] = expectations_json(report);
  object["cells"] = cells_json(report);
  return dumped(object);
}

}  // namespace qb::conformance
