#include "cli/verify_run.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "conformance/failures.h"
#include "conformance/files.h"
#include "conformance/report.h"
#include "properties/remember.h"

namespace qb::cli {
namespace {

void show_progress(const conformance::Progress& progress) {
  std::cerr << "\r" << progress.done;
  if (progress.of != 0) std::cerr << "/" << progress.of;
  std::cerr << " cases, " << static_cast<std::uint64_t>(progress.elapsed.count()) << " s \033[K"
            << std::flush;
}

std::vector<conformance::Result> results_of(const conformance::Plan& plan,
                                            const std::vector<NamedSubject>& named, unsigned jobs) {
  constexpr std::uint64_t kAsksHere = 100000;
  constexpr std::uint64_t kAsksOutside = 1000;
  // Draws for single laws are for laws, and one implementation that has them all is enough.
  const bool has_codec = std::ranges::any_of(
      named, [](const NamedSubject& subject) { return subject.command.empty(); });
  std::vector<conformance::Subject> subjects;
  for (const NamedSubject& subject : named) {
    if (subject.command.empty())
      subjects.push_back({subject.implementation, subject.expectations, jobs, kAsksHere});
    else  // asking is what takes time, and a request that kills it need not do so twice
      subjects.push_back(
          {laws::remembering(subject.implementation), subject.expectations, 1, kAsksOutside});
    subjects.back().is_topped_up = subject.command.empty() || !has_codec;
  }
  if (isatty(STDERR_FILENO) == 0) return conformance::run(plan, subjects);
  auto results = conformance::run(plan, subjects, &show_progress);
  std::cerr << "\r\033[K" << std::flush;
  return results;
}

conformance::Report report_of(VerifyRun run, std::vector<conformance::Result> results) {
  conformance::Report report;
  report.version = QB_VERSION;
  report.program = std::move(run.program);
  report.command = std::move(run.command);
  report.rows = std::move(run.plan.rows);
  report.files = std::move(run.plan.files);
  report.seed = run.plan.seed;
  report.saved_in = std::move(run.save_in);
  for (std::size_t i = 0; i < results.size(); ++i) {
    NamedSubject& subject = run.subjects[i];
    std::optional<conformance::PipeHealth> health;
    if (subject.health) health = *subject.health;
    report.subjects.push_back({subject.label, subject.command, std::move(subject.implementation),
                               std::move(subject.expectations), health, std::move(results[i])});
  }
  return report;
}

ExitCode exit_code(const conformance::Report& report, bool is_covered) {
  bool is_checked = true;
  bool is_well = is_covered;
  for (const conformance::SubjectReport& subject : report.subjects) {
    if (subject.health && subject.health->violations != 0) return kBrokeProtocol;
    const auto said = conformance::summary(subject);
    is_checked = is_checked && said.checked != 0;
    is_well = is_well && said.laws_unexpected == 0 && subject.result.gave_up.empty();
  }
  if (!is_checked) return kNothingChecked;
  return is_well ? kAllWell : kBroken;
}

bool is_coloured() {
  const char* no_color = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0');
}

}  // namespace

ExitCode run_and_report(VerifyRun run) {
  const auto start = std::chrono::steady_clock::now();
  const auto required = run.required;
  const std::string json_path = run.json_path;
  auto results = results_of(run.plan, run.subjects, run.jobs);
  auto report = report_of(std::move(run), std::move(results));
  report.elapsed_seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  conformance::keep_failures(report);
  if (!json_path.empty()) conformance::write_file(json_path, conformance::to_json(report));
  std::cout << conformance::to_text(report, is_coloured());
  return exit_code(report, reaches(required, report));
}

}  // namespace qb::cli
