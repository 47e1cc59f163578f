#include "properties/draw_float_bits.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "properties/draw_parts.h"
#include "properties/grid.h"

namespace qb::laws {
namespace {

constexpr std::uint32_t kSign = 0x80000000;
constexpr std::uint32_t kFraction = 0x007fffff;

using Bits = std::vector<std::uint32_t>;

Bits noise(Source& source, std::uint64_t count) {
  std::vector<std::uint8_t> bytes(4 * count);
  source.fill(bytes);
  Bits bits(count);
  for (std::uint64_t i = 0; i < count; ++i)
    for (unsigned k = 0; k < 4; ++k)
      bits[i] |= static_cast<std::uint32_t>(bytes[4 * i + k]) << (8 * k);
  return bits;
}

/// The same sign and fraction at another exponent field, 0 … 254.
std::uint32_t at_field(std::uint32_t bits, std::uint64_t field) {
  const auto kept = static_cast<std::uint32_t>(std::min<std::uint64_t>(field, 254));
  return (bits & (kSign | kFraction)) | kept << 23;
}

/// Where one tensor lies: mostly among ordinary numbers, now and then anywhere.
std::uint64_t draw_field(Source& source) {
  return one_in(source, 4) ? source.below(255) : 118 + source.below(16);
}

/// Near one magnitude: what weights look like.
void smooth(Source& source, Bits& bits) {
  const std::uint64_t field = draw_field(source);
  for (std::uint32_t& b : bits) b = at_field(b, field + (b >> 23 & 3) + (b >> 25 & 1));
}

void any_exponent(Source&, Bits& bits) {
  for (std::uint32_t& b : bits) b = at_field(b, b >> 23 & 0xff);
}

void subnormal(Source& source, Bits& bits) {
  const std::uint64_t fields = 1 + source.below(4);
  for (std::uint32_t& b : bits) b = at_field(b, (b >> 23 & 0xff) % fields);
}

/// Whether a step can be 0 (F46): a global at its floor times a small F16 scale.
bool may_vanish(const Scheme& scheme) {
  return scheme.two_level() && scheme.block->dtype == ScaleDtype::F16;
}

/// The smallest subnormals, of which half of a value's range makes 0.
void smallest(Bits& bits) {
  for (std::uint32_t& b : bits) b = (b & kSign) | (b & kFraction) >> (16 + (b >> 23 & 7));
}

void near_largest(Source& source, Bits& bits) {
  const std::uint64_t fields = 1 + source.below(5);
  for (std::uint32_t& b : bits) b = at_field(b, 254 - (b >> 23 & 0xff) % fields);
  if (!bits.empty() && one_in(source, 3))
    bits[source.below(bits.size())] = one_of<std::uint32_t>(source, {0x7f7fffff, 0xff7fffff});
}

/// Few fraction bits, so that quotients meet halves.
void coarse(Source& source, Bits& bits) {
  const std::uint64_t field = draw_field(source);
  for (std::uint32_t& b : bits) b = at_field(b & ~std::uint32_t{0x3ffff}, field + (b & 7));
}

/// Of a step: a power of two, few bits, or just above a power of two.
std::uint32_t draw_step_fraction(Source& source) {
  if (one_in(source, 2)) return 0;
  const auto drawn = static_cast<std::uint32_t>(source.below(8));
  return one_in(source, 3) ? drawn : drawn << 20;
}

/// Halfway between two numbers of the value and right beside, in units of a step that comes out as
/// the scale: the largest stands among them.
void halves(Source& source, const Scheme& scheme, Bits& bits) {
  const ValueGrid& grid = grid_of(scheme.value);
  const std::uint32_t fraction = draw_step_fraction(source);
  const float step =
      std::bit_cast<float>(fraction | static_cast<std::uint32_t>(64 + source.below(120)) << 23);
  for (std::uint32_t& b : bits) {
    const std::size_t k = (b >> 8) % grid.magnitudes.size();
    const float next = grid.magnitudes[std::min(k + 1, grid.magnitudes.size() - 1)];
    const float between = (grid.magnitudes[k] + next) / 2;
    const auto x = std::bit_cast<std::uint32_t>(between * step);
    b = (b & kSign) | (x + (b & 3) - ((b & 3) == 3 ? 4 : 0));
  }
  for (std::size_t i = 0; i < bits.size(); i += 1 + source.below(16))
    bits[i] = std::bit_cast<std::uint32_t>(grid.half * step) | (bits[i] & kSign);
}

void constant(Source& source, Bits& bits) {
  if (bits.empty()) return;
  const std::uint32_t one = at_field(bits.front(), draw_field(source));
  const bool has_signs = one_in(source, 2);
  for (std::uint32_t& b : bits) b = has_signs ? (one & ~kSign) | (b & kSign) : one;
}

void zeros(Source&, Bits& bits) {
  for (std::uint32_t& b : bits) b &= kSign;
}

void outlier(Source& source, Bits& bits) {
  const std::uint64_t field = source.below(200);
  for (std::uint32_t& b : bits) b = (b & 3) == 0 ? b & kSign : at_field(b, field);
  if (!bits.empty()) {
    std::uint32_t& one = bits[source.below(bits.size())];
    one = at_field(one, field + source.below(55));
  }
}

/// Stretches of magnitudes that have nothing to do with each other.
void far_apart(Source& source, Bits& bits) {
  std::uint64_t field = draw_field(source);
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (i % 4 == 0 && one_in(source, 2)) field = 90 + source.below(80);
    bits[i] = at_field(bits[i], field + (bits[i] >> 23 & 3));
  }
}

}  // namespace

std::vector<std::uint32_t> draw_floats(Source& source, const Scheme& scheme, std::uint64_t count) {
  const std::uint64_t how = source.below(16);
  Bits bits = noise(source, count);
  switch (how) {
    case 1:
    case 2:
    case 3:
      smooth(source, bits);
      break;
    case 4:
      any_exponent(source, bits);
      break;
    case 5:
      subnormal(source, bits);
      if (may_vanish(scheme)) smallest(bits);
      break;
    case 6:
      near_largest(source, bits);
      break;
    case 7:
    case 8:
      coarse(source, bits);
      break;
    case 9:
    case 10:
    case 11:
      halves(source, scheme, bits);
      break;
    case 12:
      constant(source, bits);
      break;
    case 13:
      outlier(source, bits);
      break;
    case 14:
    case 15:
      far_apart(source, bits);
      break;
    default:
      if (may_vanish(scheme) && one_in(source, 2))
        smallest(bits);
      else
        zeros(source, bits);
  }
  if (count != 0 && one_in(source, 3))  // zeros among others
    for (std::uint64_t i = source.below(count); i < count; i += 1 + source.below(count))
      bits[i] &= kSign;
  return bits;
}

std::uint32_t draw_non_finite(Source& source) {
  return one_of<std::uint32_t>(
      source, {0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001, 0x7fffffff});
}

}  // namespace qb::laws
