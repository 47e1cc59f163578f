// What a run has counted so far. Shards of a run are tallied apart and merged in any order.
#ifndef QB_CONFORMANCE_TALLY_H
#define QB_CONFORMANCE_TALLY_H

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "conformance/verdict.h"
#include "properties/cell.h"
#include "properties/coverage.h"
#include "properties/labels.h"
#include "properties/law.h"

namespace qb::conformance {

/// How often each verdict was given.
struct Counts {
  std::array<std::uint64_t, kVerdictNames.size()> of{};

  std::uint64_t& operator[](Verdict verdict) { return of[static_cast<std::size_t>(verdict)]; }
  std::uint64_t operator[](Verdict verdict) const { return of[static_cast<std::size_t>(verdict)]; }
  Counts& operator+=(const Counts& other);
  /// How often something was really checked.
  std::uint64_t checked() const;
  friend bool operator==(const Counts&, const Counts&) = default;
};

/// The broken judgement of the lowest case number.
struct FirstBroken {
  std::uint64_t number = 0;
  laws::Broken broken;
};

/// One law.
struct LawTally {
  Counts counts;
  std::optional<FirstBroken> first_broken;  // never an expected one, nor one that is kept
  std::vector<FirstBroken> kept;            // kept failures of this law that still are; unsorted
};

/// One judgement, as the tally takes it.
struct Judgement {
  std::size_t law = 0;  // its row
  laws::Level level = laws::Level::required;
  std::uint64_t number = 0;                // of the case
  std::optional<std::uint64_t> cell;       // its number; none for a scalar case
  std::optional<std::size_t> expectation;  // the line that fits, should it be broken
  bool is_kept = false;                    // of a kept failure, by its law
};

/// `merge` is commutative and associative, and `Tally(laws, files)` is neutral: the result of a run
/// does not depend on how its cases were dealt to threads.
class Tally {
 public:
  Tally(std::size_t laws, std::size_t files);

  /// Counts one judgement and says what it was. Cost: constant, a logarithm where it is expected.
  Verdict add(const Judgement& judgement, const laws::Outcome& outcome);
  /// One vector of a file, with the worst verdict of its judgements.
  void add_vector(std::size_t file, Verdict worst);
  void add_case() { ++cases_; }
  /// What a case was like in which a law was really checked.
  void add_covered(const laws::Case& c, const laws::LabelSet& labels);
  /// Both must have the same number of laws and files.
  void merge(const Tally& other);

  std::uint64_t cases() const { return cases_; }
  const std::vector<LawTally>& laws() const { return laws_; }
  /// By file: vectors, not judgements.
  const std::vector<Counts>& files() const { return files_; }
  /// The worst over laws of level required; vacuous where there was none.
  Verdict cell(std::uint64_t number) const { return cells_[number]; }
  /// The cells in which any law of any level was really checked.
  const std::bitset<laws::kCells>& visited() const { return visited_; }
  const laws::Coverage& coverage() const { return coverage_; }
  const laws::LabelSet& labels() const { return labels_; }
  /// How often a law was expected to be broken, by law and line of the expectations.
  const std::map<std::pair<std::size_t, std::size_t>, std::uint64_t>& expected() const {
    return expected_;
  }
  /// How often a law was really checked in a cell, or on scalars.
  std::uint64_t checked(std::size_t law, std::optional<std::uint64_t> cell) const {
    return checked_[place(law, cell)];
  }
  /// Over all laws.
  Counts total() const;

 private:
  // Scalars come after all cells.
  static std::size_t place(std::size_t law, std::optional<std::uint64_t> cell) {
    return law * (laws::kCells + 1) + cell.value_or(laws::kCells);
  }

  std::uint64_t cases_ = 0;
  std::vector<LawTally> laws_;
  std::vector<Counts> files_;
  std::vector<Verdict> cells_;
  std::bitset<laws::kCells> visited_;
  laws::Coverage coverage_;
  laws::LabelSet labels_;
  std::map<std::pair<std::size_t, std::size_t>, std::uint64_t> expected_;
  std::vector<std::uint64_t> checked_;  // by `place`
};

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_TALLY_H
