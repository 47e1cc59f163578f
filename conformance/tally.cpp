#include "conformance/tally.h"

namespace qb::conformance {

Counts& Counts::operator+=(const Counts& other) {
  for (std::size_t i = 0; i < of.size(); ++i) of[i] += other.of[i];
  return *this;
}

std::uint64_t Counts::checked() const {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < of.size(); ++i)
    if (is_checked(static_cast<Verdict>(i))) sum += of[i];
  return sum;
}

Tally::Tally(std::size_t laws, std::size_t files)
    : laws_(laws),
      files_(files),
      cells_(laws::kCells, Verdict::vacuous),
      checked_(place(laws, 0)) {}

Verdict Tally::add(const Judgement& judgement, const laws::Outcome& outcome) {
  const Verdict given = verdict(outcome, judgement.expectation.has_value());
  LawTally& law = laws_[judgement.law];
  ++law.counts[given];
  if (is_checked(given)) ++checked_[place(judgement.law, judgement.cell)];
  if (judgement.cell && is_checked(given)) visited_.set(*judgement.cell);
  if (judgement.cell && counts_for_cells(judgement.level))
    cells_[*judgement.cell] = worse(cells_[*judgement.cell], given);
  if (given == Verdict::expected) ++expected_[{judgement.law, *judgement.expectation}];
  if (given != Verdict::broken) return given;
  if (judgement.is_kept) {
    law.kept.push_back({judgement.number, std::get<laws::Broken>(outcome)});
    return given;
  }
  if (!law.first_broken || judgement.number < law.first_broken->number)
    law.first_broken = {judgement.number, std::get<laws::Broken>(outcome)};
  return given;
}

void Tally::add_covered(const laws::Case& c, const laws::LabelSet& labels) {
  labels_ |= labels;
  if (const auto levels = laws::levels_of(c)) coverage_.add(*levels);
}

void Tally::add_vector(std::size_t file, Verdict worst) { ++files_[file][worst]; }

void Tally::merge(const Tally& other) {
  cases_ += other.cases_;
  for (std::size_t i = 0; i < laws_.size(); ++i) {
    const LawTally& theirs = other.laws_[i];
    laws_[i].counts += theirs.counts;
    laws_[i].kept.insert(laws_[i].kept.end(), theirs.kept.begin(), theirs.kept.end());
    if (!theirs.first_broken) continue;
    auto& first = laws_[i].first_broken;
    if (!first || theirs.first_broken->number < first->number) first = theirs.first_broken;
  }
  for (std::size_t i = 0; i < files_.size(); ++i) files_[i] += other.files_[i];
  for (std::size_t i = 0; i < cells_.size(); ++i) cells_[i] = worse(cells_[i], other.cells_[i]);
  visited_ |= other.visited_;
  coverage_.merge(other.coverage_);
  labels_ |= other.labels_;
  for (const auto& [key, count] : other.expected_) expected_[key] += count;
  for (std::size_t i = 0; i < checked_.size(); ++i) checked_[i] += other.checked_[i];
}

Counts Tally::total() const {
  Counts sum;
  for (const LawTally& law : laws_) sum += law.counts;
  return sum;
}

}  // namespace qb::conformance
