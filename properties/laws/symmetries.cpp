// Laws about what quantizing does to floats that were scaled, negated, cut out or permuted.
#include <algorithm>
#include <cmath>

#include "properties/laws/blocks.h"
#include "properties/laws/seen.h"
#include "properties/laws/tables.h"

namespace qb::laws {
namespace {

using I = Implementation;

/// Codes, scales and the global scale of `c`, which must be those of `expected`.
Outcome compare_seen(const I& subject, const I& oracle, const FloatsCase& c,
                     const TensorAnswer& expected) {
  const Reply got = subject.ask(to_quantize(c));
  const auto* answer = std::get_if<QuantizedAnswer>(&got);
  if (answer == nullptr) return no_answer(got, expected);
  const Reply decoded = oracle.ask(to_read(BytesVerb::decode, c.scheme, c.shape, answer->bytes));
  const auto* tensor = std::get_if<TensorAnswer>(&decoded);
  if (tensor == nullptr) return differs("bytes that cannot be read", expected, got);
  return compare_tensors(expected, *tensor, Nans::same_bits);
}

float scaled(float number, int power) { return std::ldexp(number, power); }
std::uint32_t scaled_bits(std::uint32_t bits, int power) {
  return std::bit_cast<std::uint32_t>(scaled(std::bit_cast<float>(bits), power));
}

/// Smallest and largest that a scale may be, and 2^power times it, so that neither is subnormal or
/// saturated nor was chosen beside such a number: one binade inside the dtype and f32 (F4).
bool is_clear(ScaleDtype dtype, float scale, int power) {
  constexpr float kLowest[] = {0x1p-125f, 0x1p-13f, 0x1p-125f, 0x1p-125f, 0x1p-5f};
  constexpr float kHighest[] = {0x1p125f, 32768, 0x1p125f, 0x1p125f, 256};
  const float lowest = kLowest[static_cast<std::size_t>(dtype)];
  const float highest = kHighest[static_cast<std::size_t>(dtype)];
  const auto is_inside = [&](float s) { return s >= lowest && s <= highest; };
  return is_inside(scale) && is_inside(scaled(scale, power));
}

/// Whether 2^power · x is exact both ways, and far from overflow.
bool scales_exactly(const FloatsCase& c, int power) {
  return std::all_of(c.input.begin(), c.input.end(), [&](std::uint32_t bits) {
    const float x = std::bit_cast<float>(bits);
    return scaled(scaled(x, power), -power) == x && std::abs(scaled(x, power)) <= 0x1p125f &&
           std::abs(x) <= 0x1p125f;
  });
}

/// What scales become; none where the premise does not hold.
std::optional<TensorAnswer> with_scales_moved(const Seen& seen, int power) {
  TensorAnswer moved = seen.tensor;
  const Scheme& scheme = seen.c.scheme;
  if (scheme.two_level()) {
    // 2^-100: then no raw scale that matters beside the smallest block scale is subnormal.
    const float global = seen.global();
    const auto is_inside = [](float g) { return g >= 0x1p-100f && g <= 0x1p100f; };
    if (!is_inside(global) || !is_inside(scaled(global, power))) return std::nullopt;
    moved.global = scaled_bits(*moved.global, power);
    return moved;
  }
  const ScaleDtype dtype =
      scheme.block ? scheme.block->dtype : scheme.tensor.value_or(ScaleDtype::F32);
  const std::vector<float> alphas = seen.alphas();
  for (std::size_t cell = 0; cell < moved.scales.size(); ++cell) {
    if (alphas[cell] == 0) continue;  // a block of zeros keeps its scale
    if (!is_clear(dtype, seen.scale(cell), power)) return std::nullopt;
    moved.scales[cell] = scaled_bits(moved.scales[cell], power);
  }
  return moved;
}

Outcome power_of_two_moves_only_scales(const I& subject, const I& oracle, const Case& c) {
  const auto looked = see(subject, oracle, std::get<FloatsCase>(c), Look::codes);
  const auto* seen = std::get_if<Seen>(&looked);
  if (seen == nullptr) return std::get<Outcome>(looked);
  Outcome outcome = Vacuous{};
  for (int power : {3, -40}) {
    if (!scales_exactly(seen->c, power)) continue;
    const auto expected = with_scales_moved(*seen, power);
    if (!expected) continue;
    FloatsCase times = seen->c;
    for (std::uint32_t& bits : times.input) bits = scaled_bits(bits, power);
    outcome = compare_seen(subject, oracle, times, *expected);
    if (!std::holds_alternative<Held>(outcome)) return outcome;
  }
  return outcome;
}

Outcome negation_flips_codes(const I& subject, const I& oracle, const Case& c) {
  const auto looked = see(subject, oracle, std::get<FloatsCase>(c), Look::codes);
  const auto* seen = std::get_if<Seen>(&looked);
  if (seen == nullptr) return std::get<Outcome>(looked);
  if (seen->grid.lowest != -seen->grid.highest || seen->c.input.empty()) return Vacuous{};
  FloatsCase negated = seen->c;
  for (std::uint32_t& bits : negated.input) bits ^= 0x80000000;
  TensorAnswer expected = seen->tensor;
  for (std::int8_t& code : expected.codes)
    code = static_cast<std::int8_t>(seen->grid.is_float ? code ^ seen->grid.sign_mask : -code);
  return compare_seen(subject, oracle, negated, expected);
}

Outcome block_stands_alone(const I& subject, const I& oracle, const Case& c) {
  const auto& floats = std::get<FloatsCase>(c);
  if (!floats.scheme.block || floats.scheme.two_level()) return Vacuous{};
  const auto looked = see(subject, oracle, floats, Look::codes);
  const auto* seen = std::get_if<Seen>(&looked);
  if (seen == nullptr) return std::get<Outcome>(looked);
  if (seen->steps.size() < 2) return Vacuous{};

  const Extents block = block_extents(floats.scheme, floats.shape);
  const Extents grid = grid_extents(floats.scheme, floats.shape);
  const std::size_t cell = seen->steps.size() / 2;
  Extents start(block.size()), extents(block.size());
  std::size_t rest = cell;
  for (std::size_t axis = block.size(); axis-- > 0; rest /= grid[axis]) {
    start[axis] = rest % grid[axis] * block[axis];
    extents[axis] = std::min(block[axis], floats.shape[axis] - start[axis]);
  }
  const auto part = part_of(floats.shape, start, extents);
  FloatsCase alone = floats;
  alone.shape = extents;
  alone.input = gathered(floats.input, part);
  return compare_seen(subject, oracle, alone,
                      {gathered(seen->tensor.codes, part), {seen->tensor.scales[cell]}, {}});
}

Outcome permuting_commutes(const I& subject, const I& oracle, const Case& c) {
  const auto& floats = std::get<FloatsCase>(c);
  if (floats.axes.empty() || floats.calibration != Calibration::MinMax) return Vacuous{};
  const auto looked = see(subject, oracle, floats, Look::codes);
  const auto* seen = std::get_if<Seen>(&looked);
  if (seen == nullptr) return std::get<Outcome>(looked);
  const Reply permuted =
      oracle.ask(PermuteRequest{floats.scheme, floats.shape.size(), floats.axes});
  const auto* scheme = std::get_if<SchemeAnswer>(&permuted);
  if (scheme == nullptr) return Vacuous{};

  const auto indices = permuted_indices(floats.shape, floats.axes);
  FloatsCase moved = floats;
  moved.scheme = scheme->scheme;
  for (std::size_t i = 0; i < moved.shape.size(); ++i)
    moved.shape[i] = floats.shape[floats.axes[i]];
  moved.input = gathered(floats.input, indices);
  TensorAnswer expected{gathered(seen->tensor.codes, indices), seen->tensor.scales,
                        seen->tensor.global};
  if (floats.scheme.block)
    expected.scales =
        gathered(seen->tensor.scales,
                 permuted_indices(grid_extents(floats.scheme, floats.shape), floats.axes));
  return compare_seen(subject, oracle, moved, expected);
}

constexpr Law kLaws[] = {
    {"power_of_two_moves_only_scales", "F42 F44 F45", Level::required, CaseKind::floats, kQuantize,
     "A power of two times all floats moves scales by it and no code, away from subnormals and "
     "saturation.",
     power_of_two_moves_only_scales},
    {"negation_flips_codes", "F42 F46 F47", Level::required, CaseKind::floats, kQuantize,
     "Under a value with lowest = -highest, negated floats have the same scales and negated codes.",
     negation_flips_codes},
    {"block_stands_alone", "F7 F41", Level::required, CaseKind::floats, kQuantize,
     "With one level a block is quantized as it would be alone.", block_stands_alone},
    {"permuting_commutes", "F7", Level::required, CaseKind::floats, kQuantize,
     "By MinMax, quantizing after permuting axes gives the permuted codes and scales.",
     permuting_commutes},
};

}  // namespace

std::span<const Law> symmetry_laws() { return kLaws; }

}  // namespace qb::laws
