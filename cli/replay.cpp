#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/command.h"
#include "cli/subjects.h"
#include "conformance/files.h"
#include "conformance/report_read.h"
#include "conformance/run.h"
#include "conformance/vectors.h"
#include "properties/in_process.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples =
    "FILE holds a case, a counterexample, or vectors, of which --id chooses one; or it is the "
    "report\n"
    "of qbytes verify: then each of its counterexamples is judged by the law that it broke.\n"
    "FILE may have 256 MiB.\n\n"
    "Examples:\n"
    "  qbytes replay counterexample.json\n"
    "  qbytes replay report.json --testee './my-testee'\n"
    "  qbytes replay corpus/vectors/encode.json --id encode/17 --testee './my-testee'\n"
    "  echo '{\"value\":\"Q8S\",\"store\":\"Native\",\"shape\":[1],\"codes\":[5],"
    "\"scales\":[\"3f800000\"],\"global\":null}' | qbytes replay -\n\n";

struct Options {
  std::string file;
  std::string law;
  std::string id;
  std::vector<std::string> testees;
  double timeout = 10;
};

// What is judged again, by which laws.
struct Again {
  conformance::Vector vector;
  std::vector<conformance::LawRow> rows;
  std::string heading;
};

const conformance::Vector& chosen(const conformance::VectorFile& file, const std::string& id) {
  const auto& vectors = file.vectors;
  if (id.empty() && vectors.size() == 1) return vectors.front();
  if (id.empty())
    throw Stop(kUsage, file.path + ": it holds " + std::to_string(vectors.size()) +
                           " cases; choose one with --id" +
                           (vectors.empty() ? "" : ", such as " + vectors.front().id));
  const auto found = std::find_if(vectors.begin(), vectors.end(),
                                  [&](const auto& vector) { return vector.id == id; });
  if (found != vectors.end()) return *found;
  throw Stop(kUsage, "--id " + id + ": no such case in " + file.path);
}

bool concerns(const conformance::LawRow& row, const conformance::Vector& vector) {
  if (!row.law) return conformance::concerns(row.vector_law, vector);
  return row.law->kind == laws::kind(vector.c);
}

// The rows of the law asked for, or all.
std::vector<conformance::LawRow> rows_named(const std::string& law, const std::string& where) {
  auto rows = conformance::rows_of(laws::all_laws());
  if (law.empty()) return rows;
  std::erase_if(rows, [&](const auto& row) { return row.id != law; });
  if (rows.empty()) throw Stop(kUsage, where + law + ": no such law; see qbytes laws");
  return rows;
}

// Of those, the rows that concern the case.
Again again(const conformance::Vector& vector, std::vector<conformance::LawRow> rows,
            const std::string& heading) {
  std::erase_if(rows, [&](const auto& row) { return !concerns(row, vector); });
  return {vector, std::move(rows), heading};
}

// A counterexample is judged by the law that it broke; only its file knows what a vector's is.
Again again(const conformance::Recorded& found, const std::string& file) {
  const auto rows = rows_named(found.law, file + ": law ");
  const std::string heading =
      found.law + ", broken by " + found.implementation + " in " + found.origin + "\n";
  if (rows.front().law) return again({found.origin, found.c, {}}, rows, heading);
  return again(chosen(conformance::read_vectors(found.file), found.origin), rows, heading);
}

std::vector<Again> again(std::vector<conformance::Recorded> found, const Options& options) {
  if (!options.id.empty())
    throw Stop(kUsage, "--id chooses a vector, and " + options.file + " is a report; try --law");
  rows_named(options.law, "--law ");
  if (!options.law.empty())
    std::erase_if(found, [&](const auto& one) { return one.law != options.law; });
  if (found.empty())
    throw Stop(kUsage, options.file + ": no counterexample" +
                           (options.law.empty() ? "" : " of " + options.law) +
                           " in this report; there is nothing to replay");
  std::vector<Again> all;
  for (const auto& one : found) all.push_back(again(one, options.file));
  return all;
}

std::vector<Again> asked_for(const Options& options) {
  const std::string text = conformance::read_file(options.file);
  if (auto found = conformance::recorded_in(text, options.file)) return again(*found, options);
  const auto file = conformance::vectors_from(text, options.file);
  return {again(chosen(file, options.id), rows_named(options.law, "--law "), "")};
}

void print(const conformance::LawRow& row, const laws::Outcome& outcome) {
  if (std::holds_alternative<laws::Held>(outcome)) std::cout << "held         " << row.id << "\n";
  if (std::holds_alternative<laws::Vacuous>(outcome))
    std::cout << "vacuous      " << row.id << "\n";
  if (const auto* lacking = std::get_if<laws::NotSupported>(&outcome))
    std::cout << "unsupported  " << row.id << ": " << lacking->why << "\n";
  const auto* broken = std::get_if<laws::Broken>(&outcome);
  if (!broken) return;
  std::cout << "broken       " << row.id << " (" << row.clauses << "): " << broken->what << "\n"
            << "  claim      " << row.claim << "\n"
            << "  expected   " << broken->expected << "\n"
            << "  got        " << broken->got << "\n";
  if (!broken->first_difference.empty())
    std::cout << "  differs    " << broken->first_difference << "\n";
}

// The worst verdict over the rows.
conformance::Verdict judge_all(const std::vector<conformance::LawRow>& rows,
                               const conformance::Vector& vector, const NamedSubject& subject) {
  const laws::Implementation oracle = laws::reference();
  auto worst = conformance::Verdict::vacuous;
  for (const conformance::LawRow& row : rows) {
    const auto outcome =
        row.law ? laws::judge(*row.law, subject.implementation, oracle, vector.c)
                : conformance::judge(row.vector_law, vector, subject.implementation, oracle);
    print(row, outcome);
    worst = conformance::worse(worst, conformance::verdict(outcome, false));
  }
  return worst;
}

ExitCode replay(const Options& options) {
  const auto all = asked_for(options);
  const auto judged = subjects(options.testees.empty(), options.testees, options.timeout);
  std::vector<conformance::Verdict> worst(judged.size(), conformance::Verdict::vacuous);
  for (const Again& one : all) {
    std::cout << one.heading << laws::describe(one.vector.c) << "\n";
    for (std::size_t i = 0; i < judged.size(); ++i) {
      std::cout << judged[i].label << "\n";
      worst[i] = conformance::worse(worst[i], judge_all(one.rows, one.vector, judged[i]));
    }
  }
  for (const NamedSubject& subject : judged)
    if (subject.health && subject.health->violations != 0) return kBrokeProtocol;
  if (std::ranges::find(worst, conformance::Verdict::broken) != worst.end()) return kBroken;
  return std::ranges::all_of(worst, conformance::is_checked) ? kAllWell : kNothingChecked;
}

}  // namespace

Command add_replay(CLI::App& program) {
  CLI::App* app = program.add_subcommand("replay", "Judge a case, or a report's, again");
  auto options = std::make_shared<Options>();
  app->add_option("FILE", options->file, "The case, in JSON; - for stdin")->required();
  app->add_option("--law", options->law, "Only this law; see qbytes laws")->type_name("ID");
  app->add_option("--id", options->id, "Which vector of the file")->type_name("ID");
  app->add_option("--testee", options->testees, "This program in place of the codec; repeatable")
      ->allow_extra_args(false)
      ->type_name("COMMAND");
  app->add_option("--timeout", options->timeout,
                  "Seconds a testee has for a reply; 30 for its greeting, whatever this is")
      ->capture_default_str()
      ->check(check_seconds)
      ->check(CLI::Range(0.001, 86400.0).description(""))
      ->type_name("SECONDS");
  app->footer(std::string(kExamples) + kExitCodes);
  return {app, [options] { return replay(*options); }};
}

}  // namespace qb::cli
