// Ranges of inputs, given out to threads.
#ifndef QB_SWEEP_PARALLEL_H
#define QB_SWEEP_PARALLEL_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "sweep/conversion.h"

namespace qb::sweep {

/// Inputs that are done, and all of them. Called after each range, from any thread, one at a time.
using Progress = std::function<void(std::uint64_t done, std::uint64_t of)>;

/// Calls `body` with the index of each range, in ascending order, from `jobs` threads, of which the
/// caller is one. What it throws first comes out, once all threads have stopped.
void for_each_range(std::span<const Range> ranges, unsigned jobs, const Progress& progress,
                    const std::function<void(std::size_t)>& body);

}  // namespace qb::sweep

#endif  // QB_SWEEP_PARALLEL_H
