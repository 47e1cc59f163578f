// Proofs of conversions over all their inputs (docs/sweep.md).
#ifndef QB_SWEEP_SWEEP_H
#define QB_SWEEP_SWEEP_H

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "sweep/conversion.h"
#include "sweep/expected.h"
#include "sweep/parallel.h"

namespace qb::sweep {

/// Converts inputs to as many outputs. Called from several threads at once where there are several
/// jobs. What it throws comes out of the sweep.
using Subject =
    std::function<void(std::span<const std::uint32_t> inputs, std::span<std::uint32_t> outputs)>;

struct Difference {
  std::uint32_t input;
  std::uint32_t expected;
  std::uint32_t got;
  friend bool operator==(const Difference&, const Difference&) = default;
};

/// What was compared, and the lowest pattern of each kind that differs. Proved: all inputs of the
/// kind were compared, and none differs. Once a difference is found what lies above it may be left
/// out, so the counts are then smaller.
struct Result {
  std::uint64_t numbers = 0;
  std::uint64_t nans = 0;  // inputs for which `Expected::is_about_nan`
  std::optional<Difference> number_difference;
  std::optional<Difference> nan_difference;

  bool is_well() const { return !number_difference && !nan_difference; }
};

/// exact: as the document says. any: a NaN may have any NaN bits, and in E2M1 any code (F38).
enum class Nans : std::uint8_t { exact, any };

struct Options {
  unsigned jobs = 1;
  Nans nans = Nans::exact;
  Progress progress;
};

/// Compares all inputs of these ascending ranges. Cost: 4 to 15 s of one core for 2^32 inputs, and
/// 400 KiB a job.
Result sweep(const Expected&, const Subject&, std::span<const Range> ranges, const Options&);

/// Compares these inputs alone, which must ascend and lie in the domain.
Result sweep(const Expected&, const Subject&, std::span<const std::uint32_t> inputs, Nans);

/// The stratified part of the inputs, ascending: of each exponent and sign 4096 mantissas, both
/// ends of every interval of every conversion with their neighbours, and NaN payloads, about 2
/// million; all codes of a decoder.
std::vector<std::uint32_t> sample(const Conversion&);

}  // namespace qb::sweep

#endif  // QB_SWEEP_SWEEP_H
