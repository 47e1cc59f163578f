#include "conformance/worker.h"

#include <algorithm>
#include <utility>

#include "properties/cell.h"
#include "properties/remember.h"

namespace qb::conformance {
namespace {

// Small, so that threads end together; large against the cost of taking them.
constexpr std::uint64_t kCasesAtOnce = 16;

// Sees when a testee was given up: what it then answers says nothing of any
// law.
laws::Implementation watched(const laws::Implementation &implementation, Shared &shared) {
  laws::Implementation watching = implementation;
  watching.ask = [ask = implementation.ask, &shared](const laws::Request &request) {
    ++shared.asked;
    laws::Reply reply = ask(request);
    const auto *died = std::get_if<laws::Died>(&reply);
    if (died && died->how == laws::Died::How::given_up && !shared.is_given_up) {
      shared.gave_up = died->detail;
      shared.is_given_up = true;
    }
    return reply;
  };
  return watching;
}

bool knows_anything(const Vector &vector) {
  for (std::size_t law = 0; law < kVectorLaws.size(); ++law)
    if (concerns(static_cast<VectorLaw>(law), vector)) return true;
  return false;
}

}  // namespace

Cases::Cases(const Plan &plan) : plan_(plan) {
  for (std::size_t file = 0; file < plan.files.size(); ++file)
    for (const Vector &vector : plan.files[file].vectors) vectors_.push_back({&vector, file});
}

std::uint64_t Cases::end() const {
  const std::uint64_t room = ~std::uint64_t{0} - vectors_.size();
  return vectors_.size() + std::min(plan_.draws, room);
}

const Cases::Placed *Cases::vector_at(std::uint64_t number) const {
  return number < vectors_.size() ? &vectors_[number] : nullptr;
}

const Kept *Cases::kept_at(std::uint64_t number) const {
  const Placed *placed = vector_at(number);
  const bool is_kept = placed && plan_.files[placed->file].kept;
  return is_kept ? &*plan_.files[placed->file].kept : nullptr;
}

laws::Case Cases::at(std::uint64_t number) const {
  if (const Placed *placed = vector_at(number)) return placed->vector->c;
  if (is_for_law(number))
    return plan_.draw_for(*plan_.rows[row_of(number)].law, plan_.seed, k_of(number));
  return plan_.draw(plan_.seed, number - vectors_.size());
}

std::string Cases::origin(std::uint64_t number) const {
  if (const Placed *placed = vector_at(number)) return placed->vector->id;
  if (is_for_law(number)) return "draw " + std::to_string(k_of(number)) + " for the law alone";
  return "draw " + std::to_string(number - vectors_.size());
}

std::string Cases::file(std::uint64_t number) const {
  const Placed *placed = vector_at(number);
  return placed ? plan_.files[placed->file].path : "";
}

Worker::Worker(const Run &run, const Subject &subject, Shared &shared)
    : run_(run),
      shared_(shared),
      subject_(watched(subject.implementation, shared)),
      remembered_(laws::remembering(subject_)),
      oracle_(laws::remembering(run.plan.oracle)),
      expectations_(subject.expectations),
      tally_(run.plan.rows.size(), run.plan.files.size()) {}

Tally Worker::work() {
  const std::uint64_t end = run_.cases.end();
  while (true) {
    const std::uint64_t from = shared_.next.fetch_add(kCasesAtOnce);
    if (from >= end) return std::move(tally_);
    const std::uint64_t to = from + std::min(end - from, kCasesAtOnce);
    for (std::uint64_t number = from; number < to; ++number)
      if (!judge_case(number)) return std::move(tally_);
  }
}

Tally Worker::top_up(const Tally &so_far) {
  const auto &rows = run_.plan.rows;
  for (std::size_t row = shared_.next_row++; row < rows.size(); row = shared_.next_row++)
    if (rows[row].law && subject_.can(rows[row].law->needs))
      top_up_law(row, so_far.laws()[row].counts.checked());
  return std::move(tally_);
}

void Worker::top_up_law(std::size_t row, std::uint64_t checked) {
  const LawRow &law = run_.plan.rows[row];
  const std::uint64_t wanted = run_.plan.judgements;
  for (std::uint64_t k = 0; checked < wanted && k < wanted * Plan::kMostFor; ++k) {
    const std::uint64_t number = Cases::number_for(row, k);
    const laws::Case c = run_.cases.at(number);
    const laws::Outcome outcome = judge(law, c);
    if (shared_.is_given_up) return;
    if (is_checked(count(row, number, c, outcome))) ++checked;
  }
}

// False where it is time to stop.
bool Worker::judge_case(std::uint64_t number) {
  const Cases::Placed *placed = run_.cases.vector_at(number);
  if (!placed && run_.is_late()) return false;
  const Vector *vector = placed ? placed->vector : nullptr;
  const laws::Case c = run_.cases.at(number);
  const Kept *kept = run_.cases.kept_at(number);
  const bool is_vector = vector && knows_anything(*vector);
  // Before the laws: these ask the oracle again, and it remembers.
  const laws::LabelSet labels = laws::labels_of(c, oracle_);
  bool has_checked = false;
  Verdict worst = Verdict::vacuous;
  for (std::size_t i = 0; i < run_.plan.rows.size(); ++i) {
    const auto outcome = judge(run_.plan.rows[i], c, vector);
    if (shared_.is_given_up) return false;
    if (!outcome) continue;
    const Verdict given = count(i, number, c, *outcome);
    has_checked = has_checked || is_checked(given);
    // A vector is judged by its file; a case of a file that knows no answer, by
    // the laws; a kept failure by its law.
    const bool counts =
        kept ? run_.plan.rows[i].id == kept->law : !is_vector || !run_.plan.rows[i].law;
    if (counts) worst = worse(worst, given);
  }
  if (placed) tally_.add_vector(placed->file, worst);
  if (has_checked) tally_.add_covered(c, labels);
  tally_.add_case();
  ++shared_.done;
  return true;
}

laws::Outcome Worker::judge(const LawRow &row, const laws::Case &c) const {
  return laws::judge(*row.law, remembered_, oracle_, c);
}

// None where the row does not concern the case.
std::optional<laws::Outcome> Worker::judge(const LawRow &row, const laws::Case &c,
                                           const Vector *vector) const {
  if (row.law && row.law->kind == laws::kind(c)) return judge(row, c);
  if (!row.law && vector && concerns(row.vector_law, *vector))
    return conformance::judge(row.vector_law, *vector, subject_, oracle_);
  return std::nullopt;
}

std::optional<std::size_t> Worker::expectation(const LawRow &row, const laws::Outcome &outcome,
                                               const laws::Case &c) {
  if (!std::holds_alternative<laws::Broken>(outcome)) return std::nullopt;
  return expectations_.match(std::string(row.id), place_of(c));
}

Verdict Worker::count(std::size_t row, std::uint64_t number, const laws::Case &c,
                      const laws::Outcome &outcome) {
  const LawRow &law = run_.plan.rows[row];
  std::optional<std::uint64_t> cell;
  // A draw for one law covers no cell: the others were not asked. What it breaks is shown in it.
  const bool covers = !Cases::is_for_law(number) || std::holds_alternative<laws::Broken>(outcome);
  if (const auto place = laws::classify(c); place && covers) cell = laws::number_of(*place);
  const Kept *kept = run_.cases.kept_at(number);
  const bool is_kept = kept && kept->law == law.id;
  return tally_.add({row, law.level, number, cell, expectation(law, outcome, c), is_kept}, outcome);
}

}  // namespace qb::conformance
