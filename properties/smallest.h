// The smallest case that a fault fails on, and how near shrinking comes to it.
#ifndef QB_PROPERTIES_SMALLEST_H
#define QB_PROPERTIES_SMALLEST_H

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "properties/case.h"
#include "properties/kill_matrix.h"
#include "properties/law.h"

namespace qb::laws {

/// A case on which that law convicts a fault.
struct Conviction {
  std::string_view law;
  Case c;
};

/// The first law that convicts the fault on that case; none where all hold.
std::optional<Conviction> convicted(const Fault& fault, const Case& c);

/// For each fault of the matrix the first case that `enumerate` gives, weight by weight up to
/// `most_weight`; none where no case of its scope up to there convicts it. Only laws are asked that
/// convict the fault in the matrix, so that no fault of packing is put to each conversion.
/// `progress` is called with each weight that is done, and how many faults have no case yet.
std::vector<std::optional<Conviction>> smallest_cases(
    const KillMatrix& matrix, std::uint64_t most_weight,
    const std::function<void(std::uint64_t weight, std::size_t left)>& progress);

/// How shrinking did from random failures of one fault.
struct ShrinkRow {
  std::uint64_t failures = 0;
  std::uint64_t reached = 0;  // shrunk to at most the weight that is kept
  std::uint64_t least = 0;    // the least weight that came out, and the most
  std::uint64_t most = 0;
  double most_seconds = 0;                // of one shrinking
  std::optional<Conviction> best, worst;  // cases of these weights
};

/// Takes the first `failures` draws of that seed that a law convicts the fault on, among at most
/// `draws`, and shrinks each: under the law that its descent ends with, then while any law convicts
/// it that is about scalars or convicts one of the first 20; at last the lightest cases are put to
/// every law. No part of it asks the fault more than `asks` times.
ShrinkRow shrink_failures(const Fault& fault, std::uint64_t kept_weight, std::uint64_t seed,
                          std::uint64_t failures, std::uint64_t draws, std::uint64_t asks = 200000);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_SMALLEST_H
