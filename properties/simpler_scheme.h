// Schemes and numbers below others, for simplifying.
#ifndef QB_PROPERTIES_SIMPLER_SCHEME_H
#define QB_PROPERTIES_SIMPLER_SCHEME_H

#include <cstdint>
#include <vector>

#include "qb/scheme.h"

namespace qb::laws {

/// Numbers below that one, boldest first.
std::vector<std::uint64_t> smaller_numbers(std::uint64_t number);

/// Schemes that differ in one thing or are plain, boldest first.
std::vector<Scheme> simpler(const Scheme& scheme);

/// The scheme of the tensor without one of its axes (which then has extent 1).
Scheme without_axis(Scheme scheme, std::uint64_t rank, std::uint64_t axis);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_SIMPLER_SCHEME_H
