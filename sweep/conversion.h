// The conversions that can be swept, and the inputs that each is defined for.
#ifndef QB_SWEEP_CONVERSION_H
#define QB_SWEEP_CONVERSION_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qb/scalar.h"

namespace qb::sweep {

struct Conversion {
  ScalarVerb verb;
  ScalarType type;
  friend bool operator==(const Conversion&, const Conversion&) = default;
};

/// Seven encoders, seven decoders, and rounding up to the five scale dtypes, in the order of
/// reports.
std::span<const Conversion> conversions();

/// "encode.F16", and back; none where there is no such conversion.
std::string name(const Conversion&);
std::optional<Conversion> conversion_named(std::string_view name);

/// Bits of a code, its sign included.
unsigned width_bits(ScalarType);
/// What an output takes in a digest: 1, 2 or 4 bytes; a decoder and `round_up` give f32 bits.
unsigned output_bytes(const Conversion&);

bool is_nan(std::uint32_t f32_bits);

/// Consecutive inputs.
struct Range {
  std::uint32_t first;
  std::uint32_t last;
  std::uint64_t count() const { return std::uint64_t{last} - first + 1; }
  friend bool operator==(const Range&, const Range&) = default;
};

inline constexpr std::uint64_t kSliceInputs = std::uint64_t{1} << 24;

/// The inputs of a conversion, ascending, cut at multiples of 2^24: all f32 patterns of an encoder,
/// all codes of a decoder; for `round_up` the patterns without a sign, -0, and the NaNs (F39).
std::vector<Range> slices(const Conversion&);

/// Part `number` of `of`, counted from 1: each slice lies in one of them.
struct Shard {
  unsigned number = 1;
  unsigned of = 1;
};
std::vector<Range> slices(const Conversion&, const Shard&);

}  // namespace qb::sweep

#endif  // QB_SWEEP_CONVERSION_H
