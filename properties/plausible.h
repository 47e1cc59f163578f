// How much data a case of some scheme and shape would carry. For drawing, simplifying and small
// scopes alone: laws never look here. A wrong figure makes draws dull, which the vacuity counts
// show, or a scope of another size, which a test counts.
#ifndef QB_PROPERTIES_PLAUSIBLE_H
#define QB_PROPERTIES_PLAUSIBLE_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "qb/scheme.h"

namespace qb::laws {

struct Plausible {
  std::uint64_t codes;
  std::uint64_t scales;
  std::uint64_t value_bytes;
  std::uint64_t scale_bytes;
  std::uint64_t global_bytes;
  std::uint64_t total_bytes() const { return value_bytes + scale_bytes + global_bytes; }
};

/// For a scheme that can be written in that shape (F6, F13); none where a figure passes 2^63 - 1.
std::optional<Plausible> plausible_sizes(const Scheme& scheme, Shape shape);

/// All zero where the shape is too large to be worth filling (above 2^20 elements).
Plausible plausible(const Scheme& scheme, Shape shape);

unsigned plausible_bits(Value value);
/// Codes in a word.
std::uint64_t plausible_lanes(const Scheme& scheme);
/// The extent of the packed axis; 1 for rank 0.
std::uint64_t plausible_line(const Scheme& scheme, Shape shape);
/// What the scales of the scale region are stored as.
ScaleDtype plausible_dtype(const Scheme& scheme);
unsigned plausible_size(ScaleDtype dtype);

/// The grid's extents for that shape; [1] without a block level.
std::vector<std::uint64_t> plausible_grid(const Scheme& scheme, Shape shape);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_PLAUSIBLE_H
