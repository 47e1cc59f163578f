// The data of a case under another scheme or shape, for simplifying.
#ifndef QB_PROPERTIES_RESHAPED_H
#define QB_PROPERTIES_RESHAPED_H

#include <cstddef>
#include <cstdint>
#include <vector>

#include "properties/case.h"

namespace qb::laws {

inline constexpr std::size_t kNoAxis = SIZE_MAX;

// Of the same rank the two share an array's front, but along `tail_axis` its end; what is new is
// zero, a scale 1.0. Counts that were off by some stay off by as much. Cost: linear in the data.

TensorCase under(const TensorCase& c, const Scheme& scheme, const std::vector<std::uint64_t>& shape,
                 std::size_t tail_axis = kNoAxis);
FloatsCase under(const FloatsCase& c, const Scheme& scheme, const std::vector<std::uint64_t>& shape,
                 std::size_t tail_axis = kNoAxis);

/// Regions keep their front; what they gain is zero.
BytesCase under(const BytesCase& c, const Scheme& scheme, const std::vector<std::uint64_t>& shape);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_RESHAPED_H
