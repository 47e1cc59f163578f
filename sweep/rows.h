// Everything that can be swept, by name, and what came of it.
#ifndef QB_SWEEP_ROWS_H
#define QB_SWEEP_ROWS_H

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sweep/lanes.h"
#include "sweep/sweep.h"

namespace qb::sweep {

/// All names, in the order of reports: the conversions, laws.TYPE of the seven types with codes,
/// and lanes and bytes.
std::vector<std::string> names();

/// What is swept. `lanes` is empty for a subject that has conversions alone.
struct Subjects {
  std::function<Subject(const Conversion&)> conversion;
  std::function<LanesSubject(const Lanes&)> lanes;
  /// Where it is there, conversions that are not sampled are swept by digests (P13).
  std::function<std::string(const Conversion&, const Range&)> digest;
  reference::Choices choices;  // what it declares
};

struct Plan {
  Options options;
  Shard shard;
  bool sampled = false;  // of conversions the sample; of words the first 2^16 of each shard
};

/// A difference as text: hex for bit patterns.
struct Found {
  std::string what;  // "number", "NaN", a claim, "word"
  std::string input;
  std::string expected;
  std::string got;
};

struct Row {
  std::string name;
  std::uint64_t inputs = 0;  // numbers, codes or words
  std::uint64_t nans = 0;    // beside them
  double seconds = 0;
  bool is_whole = true;     // all inputs, not a shard or a sample of them
  std::string unsupported;  // why, where the subject has no such conversion
  std::vector<Found> found;
  bool is_proved() const { return found.empty() && unsupported.empty(); }
};

/// Thrown by a subject that lacks the conversion.
struct Lacking : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// `name` must be one of `names()`.
Row sweep_named(std::string_view name, const Subjects& subjects, const Plan& plan);

std::string hex(std::uint32_t bits, unsigned digits = 8);
Found found_in(const Conversion&, const char* what, const Difference&);

}  // namespace qb::sweep

#endif  // QB_SWEEP_ROWS_H
