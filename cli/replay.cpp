#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "cli/command.h"
#include "cli/subjects.h"
#include "conformance/run.h"
#include "conformance/vectors.h"
#include "properties/in_process.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples =
    "FILE holds a case, a counterexample of a report, or vectors, of which --id chooses one.\n\n"
    "Examples:\n"
    "  qbytes replay counterexample.json\n"
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

// The rows to judge: those of the law asked for, or all that concern the case.
std::vector<conformance::LawRow> rows_for(const Options& options,
                                          const conformance::Vector& vector) {
  auto rows = conformance::rows_of(laws::all_laws());
  const auto is_named = [&](const auto& row) { return row.id == options.law; };
  if (!options.law.empty()) {
    if (std::none_of(rows.begin(), rows.end(), is_named))
      throw Stop(kUsage, "--law " + options.law + ": no such law; see qbytes laws");
    std::erase_if(rows, [&](const auto& row) { return !is_named(row); });
  }
  std::erase_if(rows, [&](const auto& row) { return !concerns(row, vector); });
  return rows;
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
  conformance::VectorFile file = conformance::read_vectors(options.file);
  const conformance::Vector& vector = chosen(file, options.id);
  const auto rows = rows_for(options, vector);
  const auto judged = subjects(options.testees.empty(), options.testees, options.timeout);
  std::cout << laws::describe(vector.c) << "\n";
  ExitCode code = kAllWell;
  for (const NamedSubject& subject : judged) {
    std::cout << subject.label << "\n";
    const auto worst = judge_all(rows, vector, subject);
    if (worst == conformance::Verdict::broken) code = kBroken;
    if (code == kAllWell && !conformance::is_checked(worst)) code = kNothingChecked;
    if (subject.health && subject.health->violations != 0) return kBrokeProtocol;
  }
  return code;
}

}  // namespace

Command add_replay(CLI::App& program) {
  CLI::App* app = program.add_subcommand("replay", "Judge one case by every law of its kind");
  auto options = std::make_shared<Options>();
  app->add_option("FILE", options->file, "The case, in JSON; - for stdin")->required();
  app->add_option("--law", options->law, "Only this law; see qbytes laws")->type_name("ID");
  app->add_option("--id", options->id, "Which vector of the file")->type_name("ID");
  app->add_option("--testee", options->testees, "This program in place of the codec; repeatable")
      ->allow_extra_args(false)
      ->type_name("COMMAND");
  app->add_option("--timeout", options->timeout, "Seconds a testee has for a reply")
      ->capture_default_str()
      ->check(check_seconds)
      ->check(CLI::Range(0.001, 86400.0).description(""))
      ->type_name("SECONDS");
  app->footer(std::string(kExamples) + kExitCodes);
  return {app, [options] { return replay(*options); }};
}

}  // namespace qb::cli
