#include "conformance/run.h"

#include <algorithm>
#include <future>
#include <tuple>
#include <utility>

#include "conformance/worker.h"
#include "properties/cell.h"
#include "properties/shrink.h"

namespace qb::conformance {
namespace {

constexpr std::uint64_t kMostTrials = 50000;  // most of them ask nothing

// Judges one broken law again and makes its case small.
Counterexample shrunk(const Run &run, const Subject &subject, Shared &shared, std::size_t i,
                      const LawTally &law) {
  const LawRow &row = run.plan.rows[i];
  const FirstBroken &first = *law.first_broken;
  const laws::Case found = run.cases.at(first.number);
  Counterexample example{i,
                         run.cases.origin(first.number),
                         run.cases.file(first.number),
                         found,
                         found,
                         first.broken,
                         law.counts[Verdict::broken] - law.kept.size(),
                         true};
  if (!row.law || shared.is_given_up) return example;
  Worker worker(run, subject, shared);
  const auto broken_by = [&](const laws::Case &c) -> std::optional<laws::Broken> {
    const laws::Outcome outcome = worker.judge(row, c);
    const auto expectation = worker.expectation(row, outcome, c);
    if (shared.is_given_up || verdict(outcome, expectation.has_value()) != Verdict::broken)
      return std::nullopt;
    return std::get<laws::Broken>(outcome);
  };
  example.repeats = broken_by(found).has_value();
  if (!example.repeats) return example;
  const auto is_broken = [&](const laws::Case &c) {
    const auto broken = broken_by(c);
    if (broken) std::tie(example.smallest, example.broken) = std::tie(c, *broken);
    return broken.has_value();
  };
  const auto budget = [&]() -> laws::GoesOn {
    return [&shared, most = shared.asked + subject.shrink_asks, left = kMostTrials]() mutable {
      return !shared.is_given_up && shared.asked < most && left-- != 0;
    };
  };
  const laws::CaseKind kinds[] = {row.law->kind};
  laws::shrink(found, kinds, is_broken, budget);
  return example;
}

// All of one law: kept failures as they are, then the first of the others, unless it is the same.
void add_examples(const Run &run, const Subject &subject, Shared &shared, std::size_t i,
                  LawTally law, std::vector<Counterexample> &examples) {
  std::ranges::sort(law.kept, {}, &FirstBroken::number);
  const std::size_t begin = examples.size();
  for (const FirstBroken &kept : law.kept) {
    const laws::Case c = run.cases.at(kept.number);
    examples.push_back({i, run.cases.origin(kept.number), run.cases.file(kept.number), c, c,
                        kept.broken, 1, true, true});
  }
  if (!law.first_broken) return;
  Counterexample example = shrunk(run, subject, shared, i, law);
  for (std::size_t at = begin; at < examples.size(); ++at)
    if (examples[at].smallest == example.smallest) {
      examples[at].times += example.times;
      return;
    }
  examples.push_back(std::move(example));
}

// What `work` of a worker on each thread has counted.
template <typename Work>
Tally by_all_threads(const Run &run, const Subject &subject, Shared &shared, Work work) {
  std::vector<std::future<Tally>> workers;
  for (unsigned i = 0; i < std::max(subject.threads, 1u); ++i)
    workers.push_back(std::async(std::launch::async, [&run, &subject, &shared, &work] {
      Worker worker(run, subject, shared);
      return work(worker);
    }));
  Tally tally(run.plan.rows.size(), run.plan.files.size());
  for (auto &worker : workers) tally.merge(worker.get());
  return tally;
}

Tally judge_all(const Run &run, const Subject &subject, Shared &shared) {
  Tally tally = by_all_threads(run, subject, shared, [](Worker &worker) { return worker.work(); });
  if (run.plan.judgements == 0 || !subject.is_topped_up || shared.is_given_up) return tally;
  tally.merge(by_all_threads(run, subject, shared,
                             [&tally](Worker &worker) { return worker.top_up(tally); }));
  return tally;
}

Result run_one(const Run &run, const Subject &subject, Shared &shared) {
  Result result{judge_all(run, subject, shared), {}, 0, ""};
  const std::uint64_t cases = result.tally.cases();
  result.draws = cases - std::min(cases, run.cases.vectors());
  result.gave_up = shared.gave_up;
  for (std::size_t i = 0; i < run.plan.rows.size(); ++i)
    add_examples(run, subject, shared, i, result.tally.laws()[i], result.counterexamples);
  return result;
}

Progress progress_of(const Run &run, const std::vector<Shared> &shared) {
  Progress progress;
  for (const Shared &one : shared) progress.done += one.done;
  if (!run.plan.seconds) progress.of = run.cases.end() * shared.size();
  progress.elapsed = Run::Clock::now() - run.start;
  return progress;
}

}  // namespace

std::string place_of(const laws::Case &c) {
  const auto cell = laws::classify(c);
  return cell ? laws::describe(*cell) : kScalarPlace;
}

std::vector<LawRow> rows_of(std::span<const laws::Law> laws, const std::string &pattern) {
  std::vector<LawRow> rows;
  for (const laws::Law &law : laws)
    rows.push_back({law.id, law.clauses, law.level, law.claim, &law, {}});
  for (std::size_t i = 0; i < kVectorLaws.size(); ++i) {
    const VectorLawEntry &law = kVectorLaws[i];
    rows.push_back({law.id, law.clauses, law.level, law.claim, nullptr, static_cast<VectorLaw>(i)});
  }
  std::erase_if(rows, [&](const LawRow &row) { return !fits(pattern, std::string(row.id)); });
  return rows;
}

std::vector<Result> run(const Plan &plan, const std::vector<Subject> &subjects,
                        const std::function<void(const Progress &)> &on_progress) {
  constexpr std::chrono::milliseconds kBetweenReports{250};
  const Cases cases(plan);
  const Run whole{plan, cases, Run::Clock::now()};
  std::vector<Shared> shared(subjects.size());
  std::vector<std::future<Result>> running;
  running.reserve(subjects.size());
  for (std::size_t i = 0; i < subjects.size(); ++i)
    running.push_back(std::async(std::launch::async, [&whole, &subjects, &shared, i] {
      return run_one(whole, subjects[i], shared[i]);
    }));
  std::vector<Result> results;
  for (auto &one : running) {
    while (one.wait_for(kBetweenReports) != std::future_status::ready)
      if (on_progress) on_progress(progress_of(whole, shared));
    results.push_back(one.get());
  }
  return results;
}

}  // namespace qb::conformance
