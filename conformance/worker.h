// The inside of a run: the cases by number, and the worker that judges them on
// one thread.
#ifndef QB_CONFORMANCE_WORKER_H
#define QB_CONFORMANCE_WORKER_H

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/run.h"

namespace qb::conformance {

/// The cases of a plan, which must outlive it: all vectors, and then draws. Any
/// thread may ask.
class Cases {
 public:
  struct Placed {
    const Vector *vector;
    std::size_t file;
  };

  explicit Cases(const Plan &plan);

  std::uint64_t vectors() const { return vectors_.size(); }
  /// One past the last number.
  std::uint64_t end() const;
  /// Null where the number is that of a draw.
  const Placed *vector_at(std::uint64_t number) const;
  /// Null where the number is not that of a kept failure.
  const Kept *kept_at(std::uint64_t number) const;
  laws::Case at(std::uint64_t number) const;
  /// The number of draw k for the law of a row: beyond all others.
  static std::uint64_t number_for(std::size_t row, std::uint64_t k) {
    return kForLaw | std::uint64_t{row} << 40 | k;
  }
  static bool is_for_law(std::uint64_t number) { return number >= kForLaw; }
  /// "draw 17", or the id of the vector; and its file, or nothing.
  std::string origin(std::uint64_t number) const;
  std::string file(std::uint64_t number) const;

 private:
  static constexpr std::uint64_t kForLaw = std::uint64_t{1} << 63;
  static std::uint64_t k_of(std::uint64_t number) {
    return number & ((std::uint64_t{1} << 40) - 1);
  }
  std::size_t row_of(std::uint64_t number) const { return (number & ~kForLaw) >> 40; }

  const Plan &plan_;
  std::vector<Placed> vectors_;
};

/// What all threads of a run share.
struct Run {
  using Clock = std::chrono::steady_clock;

  const Plan &plan;
  const Cases &cases;
  Clock::time_point start;

  bool is_late() const { return plan.seconds && Clock::now() - start >= *plan.seconds; }
};

/// What the threads of one subject share.
struct Shared {
  std::atomic<std::uint64_t> next{0};  // the next case to take
  std::atomic<std::uint64_t> done{0};
  std::atomic<std::size_t> next_row{0};  // the next law to draw for
  std::atomic<std::uint64_t> asked{0};   // requests
  std::atomic<bool> is_given_up{false};
  std::string gave_up;  // written once, before `is_given_up`: such a subject has
                        // one thread
};

/// Judges cases on one thread, into a tally of its own.
class Worker {
 public:
  Worker(const Run &run, const Subject &subject, Shared &shared);

  /// Until there are no more cases, no more time, or no more testee. Once.
  Tally work();

  /// For laws that `so_far` counts too few real judgements of, until they have them; the rows are
  /// shared with the other threads. Once.
  Tally top_up(const Tally &so_far);

  /// One law, not of vectors; counts nothing.
  laws::Outcome judge(const LawRow &row, const laws::Case &c) const;
  /// The line of the expectations that fits, where the outcome is broken.
  std::optional<std::size_t> expectation(const LawRow &row, const laws::Outcome &outcome,
                                         const laws::Case &c);

 private:
  bool judge_case(std::uint64_t number);
  void top_up_law(std::size_t row, std::uint64_t checked);
  std::optional<laws::Outcome> judge(const LawRow &row, const laws::Case &c,
                                     const Vector *vector) const;
  Verdict count(std::size_t row, std::uint64_t number, const laws::Case &c,
                const laws::Outcome &outcome);

  const Run &run_;
  Shared &shared_;
  laws::Implementation subject_;
  laws::Implementation remembered_;  // the subject, for laws: they ask what others have asked
  laws::Implementation oracle_;
  Expectations expectations_;
  Tally tally_;
};

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_WORKER_H
