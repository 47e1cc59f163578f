#include "properties/draw.h"

#include <algorithm>

#include "properties/draw_floats.h"
#include "properties/draw_parts.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

ScaleDtype stored(const Scheme& scheme) {
  return scheme.block ? scheme.block->dtype : scheme.tensor.value_or(ScaleDtype::F32);
}

// ---- what can be wrong -------------------------------------------------------------------------

void spoil(Source& source, TensorCase& c) {
  switch (source.below(8)) {
    case 0:
      if (!c.codes.empty()) c.codes.pop_back();
      break;
    case 1:
      c.codes.resize(c.codes.size() + 1 + source.below(3));
      break;
    case 2:
      if (!c.scales.empty()) c.scales.pop_back();
      break;
    case 3:
      c.scales.resize(c.scales.size() + 1 + source.below(3), 0x3f800000);
      break;
    case 4:
      if (!c.codes.empty())
        c.codes[source.below(c.codes.size())] =
            one_of<std::int8_t>(source, {8, -9, 2, -3, 16, -1, 127, -128, 9});
      break;
    case 5:
      if (!c.scales.empty())
        c.scales[source.below(c.scales.size())] = draw_bad_scale(source, stored(c.scheme));
      break;
    case 6:
      if (c.global) c.global = draw_bad_scale(source, ScaleDtype::F32);
      break;
    default:
      c.short_by = one_of<std::uint64_t>(source, {1, 2, 3, 4, 64, 1000000});
  }
}

// ---- the kinds of case -------------------------------------------------------------------------

std::uint64_t draw_offset(Source& source) { return one_in(source, 2) ? source.below(16) : 0; }

TensorCase draw_tensor(Source& source, const Cell& cell) {
  TensorCase c;
  c.shape = draw_shape(source);
  c.scheme = draw_scheme(source, cell, c.shape);
  const Plausible size = plausible(c.scheme, c.shape);
  c.codes = draw_codes(source, c.scheme.value, size.codes);
  for (std::uint64_t i = 0; i < size.scales; ++i)
    c.scales.push_back(draw_scale(source, stored(c.scheme)));
  if (cell.global_given) c.global = draw_scale(source, ScaleDtype::F32);
  if (one_in(source, 2)) c.axes = draw_axes(source, c.shape.size());
  c.input_offset = draw_offset(source);
  // Cells that are refused for their global scale need nothing else wrong with them.
  if (one_in(source, 6)) spoil_scheme(source, c.scheme, c.shape);
  if (one_in(source, 4)) spoil(source, c);
  return c;
}

BytesCase draw_bytes(Source& source, const Cell& cell) {
  BytesCase c;
  c.shape = draw_shape(source);
  c.scheme = draw_scheme(source, cell, c.shape);
  if (c.scheme.two_level() && one_in(source, 16)) c.scheme.tensor = ScaleDtype::F16;
  const Plausible size = plausible(c.scheme, c.shape);
  c.bytes.resize(size.total_bytes());
  source.fill(c.bytes);
  if (one_in(source, 2)) {
    // Scales below 2 with their sign clear: without this few buffers are canonical.
    const unsigned width = plausible_size(stored(c.scheme));
    for (std::uint64_t i = width; i <= size.scale_bytes; i += width)
      c.bytes[size.value_bytes + i - 1] &= 0x3f;
    if (size.global_bytes != 0) c.bytes.back() &= 0x3f;
  }
  c.input_offset = draw_offset(source);
  if (one_in(source, 12)) spoil_scheme(source, c.scheme, c.shape);
  if (one_in(source, 8)) {
    const std::uint64_t by = 1 + source.below(5);
    c.bytes.resize(one_in(source, 2)
                       ? c.bytes.size() + by
                       : c.bytes.size() - std::min<std::uint64_t>(by, c.bytes.size()));
  }
  if (one_in(source, 16)) c.short_by = 1 + source.below(8);
  return c;
}

constexpr ScalarType kEncodable[] = {ScalarType::F32,   ScalarType::F16,   ScalarType::BF16,
                                     ScalarType::UE8M0, ScalarType::UE4M3, ScalarType::E4M3,
                                     ScalarType::E5M2,  ScalarType::E2M1};

ScalarCase draw_scalar(Source& source) {
  ScalarCase c;
  c.verb =
      one_of<ScalarVerb>(source, {ScalarVerb::encode, ScalarVerb::decode, ScalarVerb::round_up});
  c.type = kEncodable[source.below(c.verb == ScalarVerb::round_up ? 5 : 8)];
  if (c.verb == ScalarVerb::decode) {
    const unsigned width = c.type == ScalarType::F32    ? 32
                           : c.type == ScalarType::F16  ? 16
                           : c.type == ScalarType::BF16 ? 16
                           : c.type == ScalarType::E2M1 ? 4
                                                        : 8;
    c.input = static_cast<std::uint32_t>(source.below(std::uint64_t{1} << width));
    // Where formats turn special: all zeros or ones in the high half, and their neighbours.
    const std::uint32_t high = ((1u << (width / 2)) - 1) << (width - width / 2);
    const std::uint64_t how = source.below(6);
    if (how == 3) c.input &= ~(high & ~(1u << (width - 1)));
    if (how == 4) c.input |= high;
    if (how == 5) c.input |= high & ~(1u << (width - 1));
    return c;
  }
  const auto dtype = one_of<ScaleDtype>(source, {ScaleDtype::F32, ScaleDtype::F16, ScaleDtype::BF16,
                                                 ScaleDtype::UE8M0, ScaleDtype::UE4M3});
  c.input = draw_scale(source, dtype);
  if (one_in(source, 8)) c.input = static_cast<std::uint32_t>(source.below(1ull << 32));
  if (one_in(source, 12))
    c.input = 0x7f800000 | static_cast<std::uint32_t>(source.below(1u << 23));  // NaN, infinity
  // A negative number is outside the domain of round_up.
  const bool sign = one_in(source, 3);
  if (sign && c.verb != ScalarVerb::round_up) c.input ^= 0x80000000;
  if (c.verb == ScalarVerb::round_up && c.input <= 0xff800000 && c.input != 0x80000000)
    c.input &= 0x7fffffff;
  return c;
}

}  // namespace

Case draw(Source& source, const Cell& cell, CaseKind kind) {
  if (kind == CaseKind::tensor) return draw_tensor(source, cell);
  if (kind == CaseKind::bytes) return draw_bytes(source, cell);
  if (kind == CaseKind::floats) return draw_floats_case(source, cell);
  return draw_scalar(source);
}

Case draw(Source& source, const Cell& cell) {
  const std::uint64_t kind = source.below(12);
  return draw(source, cell,
              kind < 4    ? CaseKind::tensor
              : kind < 7  ? CaseKind::bytes
              : kind < 11 ? CaseKind::floats
                          : CaseKind::scalar);
}

Case draw(Source& source) { return draw(source, cell_at(source.below(kCells))); }

namespace {

/// Cells that can be written, and all of them: numbers in an order shuffled by the seed.
struct Deal {
  explicit Deal(std::uint64_t seed) {
    RandomSource source(seed, UINT64_MAX);
    for (std::uint64_t number = 0; number < kCells; ++number) {
      const Cell cell = cell_at(number);
      const bool two_level = cell.tensor && cell.block;
      all.push_back(number);
      if (two_level == cell.global_given && (!two_level || cell.tensor == ScaleDtype::F32))
        writable.push_back(number);
    }
    for (auto* numbers : {&all, &writable})
      for (std::size_t i = numbers->size(); i > 1; --i)
        std::swap((*numbers)[i - 1], (*numbers)[source.below(i)]);
  }
  std::vector<std::uint64_t> all, writable;
};

}  // namespace

Case draw_number(std::uint64_t seed, std::uint64_t i) {
  thread_local std::uint64_t dealt_seed = seed;
  thread_local Deal deal(seed);
  if (dealt_seed != seed) {
    deal = Deal(seed);
    dealt_seed = seed;
  }
  RandomSource source(seed, i);
  // One in three is a tensor of every cell in turn, the rest go to cells that can be written.
  const std::uint64_t round = i / 3;
  if (i % 3 == 0) return draw_tensor(source, cell_at(deal.all[round % kCells]));
  const std::uint64_t turn = 2 * round + i % 3 - 1;
  return draw(source, cell_at(deal.writable[turn % deal.writable.size()]));
}

}  // namespace qb::laws
