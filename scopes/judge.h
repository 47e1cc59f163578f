// Judges the cases of one unit, up to the first that is wrong.
#ifndef QB_SCOPES_JUDGE_H
#define QB_SCOPES_JUDGE_H

#include <atomic>
#include <cstdint>
#include <optional>

#include "scopes/scopes.h"

namespace qb::scopes {

/// What the oracle must say of a case, so that none of a scope is judged by two refusals alone.
enum class Wanted : std::uint8_t { answer, refusal };

class Judge {
 public:
  Judge(const laws::Implementation& subject, const laws::Implementation& oracle)
      : subject_(subject), oracle_(oracle) {}

  /// Sizes and bytes are the oracle's, or the refusal is; and what was written is read back: the
  /// codes, the global scale, and the scales as they were given, which must be numbers of their
  /// dtype. Nothing once a case was wrong.
  void write(const laws::TensorCase& c, Wanted wanted = Wanted::answer);
  /// decode and validate say what the oracle's say; NaNs by their bits.
  void read(const laws::BytesCase& c, Wanted wanted = Wanted::answer);
  /// Counts cases that were judged by a rule of the scope's own, being too many to ask the oracle.
  void count(std::uint64_t cases) { cases_ += cases; }
  /// Such a case was wrong; nothing where one was before.
  void fail(const laws::Case& c, laws::Broken broken);
  /// Whether a case was wrong.
  bool is_done() const { return found_.has_value(); }

  const laws::Implementation& subject() const { return subject_; }
  std::uint64_t cases() const { return cases_; }
  std::optional<Counterexample>& found() { return found_; }

 private:
  void want(const laws::Case& c, Wanted wanted, const laws::Reply& expected);
  void judge(const laws::Case& c, const laws::Outcome& outcome);

  const laws::Implementation& subject_;
  const laws::Implementation& oracle_;
  std::uint64_t cases_ = 0;
  std::optional<Counterexample> found_;
};

}  // namespace qb::scopes

#endif  // QB_SCOPES_JUDGE_H
