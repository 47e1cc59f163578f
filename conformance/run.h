// The run: every law judged over every case, for several implementations at a time.
#ifndef QB_CONFORMANCE_RUN_H
#define QB_CONFORMANCE_RUN_H

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/expectations.h"
#include "conformance/tally.h"
#include "conformance/vectors.h"
#include "properties/law.h"

namespace qb::conformance {

/// A row of the tally: a law of the one table, or one of the laws of vectors.
struct LawRow {
  std::string_view id;
  std::string_view clauses;
  laws::Level level;
  std::string_view claim;
  const laws::Law* law = nullptr;  // null for a law of vectors
  VectorLaw vector_law = VectorLaw::encode;
};

/// The rows of those laws and of the laws of vectors whose ids fit a shell pattern, in the order of
/// reports; empty where none fits. Views: `laws` must outlive them.
std::vector<LawRow> rows_of(std::span<const laws::Law> laws, const std::string& pattern = "*");

/// What is judged, and how it may be asked.
struct Subject {
  laws::Implementation implementation;
  Expectations expectations;
  unsigned threads = 1;              // above 1 only where `ask` may be called by several at a time
  std::uint64_t shrink_asks = 1000;  // requests for each part of making a counterexample small
  bool is_topped_up = true;          // gets the draws for single laws too
};

/// Which cases and laws. The vectors of the files come first, in their order, and then draws.
struct Plan {
  std::vector<LawRow> rows;
  laws::Implementation oracle;  // asked from all threads
  std::vector<VectorFile> files;
  std::uint64_t seed = 0;
  std::uint64_t draws = 0;                                       // at most
  std::optional<std::chrono::duration<double>> seconds;          // no draw begins later
  laws::Case (*draw)(std::uint64_t seed, std::uint64_t number);  // laws::draw_number
  // How often each law shall be really judged: what those draws leave is drawn for the law alone,
  // of each at most `kMostFor` times as many, whatever the time.
  std::uint64_t judgements = 0;
  laws::Case (*draw_for)(const laws::Law&, std::uint64_t seed, std::uint64_t k) = nullptr;
  static constexpr std::uint64_t kMostFor = 40;
};

/// The first case, by number, that broke a law unexpectedly, and the smallest that still does; or a
/// kept failure that is one still.
struct Counterexample {
  std::size_t row;
  std::string origin;  // "draw 17", or the id of a vector
  std::string file;    // the vector's, or empty
  laws::Case found;
  laws::Case smallest;  // for a law of vectors, `found`
  laws::Broken broken;  // of `smallest`
  std::uint64_t times;  // how many cases broke the law; of a kept failure, itself and, where the
                        // first of the others shrinks to it, those
  bool repeats = true;  // false: it held when it was judged again
  bool is_kept = false;
};

/// What came of one subject.
struct Result {
  Tally tally;
  // By row, and of one row kept failures first; no two of a row have the same smallest case.
  std::vector<Counterexample> counterexamples;
  std::uint64_t draws = 0;
  std::string gave_up;  // why it was not judged to the end, or empty
};

struct Progress {
  std::uint64_t done = 0;  // cases of all subjects
  std::uint64_t of = 0;    // 0 where the time alone ends the run
  std::chrono::duration<double> elapsed{};
};

/// Judges all subjects side by side, each from threads of its own, and then shrinks. With `draws`
/// alone the results do not depend on `threads`; with `seconds` the number of draws does. A subject
/// that answers `Died::given_up` is judged no further, and what it said last is not counted.
/// `on_progress` is called about four times a second, from the caller's thread. Cost: up to
/// `seconds`, and then the trials. Throws what runs out (memory, threads).
std::vector<Result> run(const Plan& plan, const std::vector<Subject>& subjects,
                        const std::function<void(const Progress&)>& on_progress = {});

/// How expectations name the place of a case: its cell, or "scalar".
std::string place_of(const laws::Case& c);

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_RUN_H
