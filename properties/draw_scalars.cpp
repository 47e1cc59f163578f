#include "properties/draw_scalars.h"

#include "properties/draw_parts.h"

namespace qb::laws {
namespace {

/// Exponents of the smallest normal and the largest value, mantissa bits, bits of a code.
struct Extent {
  int lowest, highest;
  int mantissa_bits;
  unsigned width_bits;
};

Extent extent_of(ScalarType type) {
  switch (type) {
    case ScalarType::F16:
      return {-14, 15, 10, 16};
    case ScalarType::BF16:
      return {-126, 127, 7, 16};
    case ScalarType::UE8M0:
      return {-127, 127, 0, 8};
    case ScalarType::UE4M3:
    case ScalarType::E4M3:
      return {-6, 8, 3, 8};
    case ScalarType::E5M2:
      return {-14, 15, 2, 8};
    case ScalarType::E2M1:
      return {0, 2, 1, 4};
    default:
      return {-126, 127, 23, 32};
  }
}

// 1.fraction · 2^exponent; bits below the last place of a subnormal f32 are cut off.
std::uint32_t f32_of(int exponent, std::uint32_t fraction) {
  if (exponent >= -126) return static_cast<std::uint32_t>(exponent + 127) << 23 | fraction;
  const int shift = -126 - exponent;
  return shift > 23 ? 0 : (0x800000 | fraction) >> shift;
}

}  // namespace

std::uint32_t draw_near(Source& source, ScalarType type, bool beyond) {
  const Extent extent = extent_of(type);
  // Now and then far below, where a shift by the distance is longer than the number.
  const int from = one_in(source, 8) ? -149 : extent.lowest - extent.mantissa_bits - 2;
  const int to = beyond && extent.highest < 127 ? extent.highest + 2
                 : beyond                       ? extent.highest
                                                : extent.highest - 1;
  const int exponent =
      from + static_cast<int>(source.below(static_cast<std::uint64_t>(to - from) + 1));
  auto fraction = static_cast<std::uint32_t>(source.below(1u << 23));
  const std::uint64_t how = source.below(4);
  const int below = exponent < extent.lowest ? extent.lowest - exponent : 0;
  const int kept = extent.mantissa_bits - below;  // fraction bits of a value at that exponent
  if (how == 3 || kept >= 23) return f32_of(exponent, fraction);
  if (kept < 0) fraction = 0;  // a power of two at or below half the smallest value
  if (kept >= 0) {
    const int dropped = 23 - kept;
    fraction = fraction >> dropped << dropped;
    if (how != 0) fraction |= 1u << (dropped - 1);
  }
  const std::uint32_t bits = f32_of(exponent, fraction);
  if (how < 2 || bits == 0) return bits;
  return one_in(source, 2) ? bits + 1 : bits - 1;
}

namespace {

// One bit is what cutting a payload loses; the upper three are what the narrow types keep.
std::uint32_t draw_payload(Source& source) {
  switch (source.below(4)) {
    case 0:
      return 1 | static_cast<std::uint32_t>(source.below(1u << 23));
    case 1:
      return 1u << source.below(23);
    default:
      return (1 + static_cast<std::uint32_t>(source.below(7))) << 20;
  }
}

}  // namespace

std::uint32_t draw_f32(Source& source, ScalarType type) {
  const std::uint32_t sign = one_in(source, 3) ? 0x80000000 : 0;
  const auto payload = static_cast<std::uint32_t>(source.below(1u << 23));
  switch (source.below(16)) {
    case 1:
      return sign;
    case 2:
      return sign | 0x7f800000;
    case 3:
    case 8:
      return sign | 0x7f800000 | draw_payload(source);
    case 4:
      return sign | payload;
    case 5:
      return sign | (0x7f7fffff - static_cast<std::uint32_t>(source.below(3)));
    case 6:
      return static_cast<std::uint32_t>(source.below(1ull << 32));
    case 7:  // far from the type, too
      return sign | static_cast<std::uint32_t>(source.below(255)) << 23 | payload;
    default:
      return sign | draw_near(source, type, true);
  }
}

std::uint32_t draw_code(Source& source, ScalarType type) {
  const unsigned width = extent_of(type).width_bits;
  auto code = static_cast<std::uint32_t>(source.below(1ull << width));
  // All zeros or ones in the exponent, and its neighbours.
  const unsigned mantissa_bits = static_cast<unsigned>(extent_of(type).mantissa_bits);
  const bool has_sign = type != ScalarType::UE8M0;
  const std::uint32_t exponent = ((1u << (width - mantissa_bits - (has_sign ? 1 : 0))) - 1)
                                 << mantissa_bits;
  const std::uint32_t mantissa = (1u << mantissa_bits) - 1;
  switch (source.below(8)) {
    case 1:
      return code & ~exponent;
    case 2:
      return code | exponent;
    case 3:
      return code & ~exponent & ~mantissa;
    case 4:
      return (code | exponent) & ~mantissa;
    case 5:
      return code | exponent | mantissa;
    case 6:  // the largest of IEEE's kind
      return (code | exponent) - (1u << mantissa_bits);
    default:
      return code;
  }
}

}  // namespace qb::laws
