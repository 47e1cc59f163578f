// Laws about what comes back of floats.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "properties/laws/exact.h"
#include "properties/laws/seen.h"
#include "properties/laws/tables.h"

namespace qb::laws {
namespace {

using I = Implementation;

/// Judges each element of what came back by `is_right(seen, i)`.
template <typename Premise, typename IsRight>
Outcome each_element(const I& subject, const I& oracle, const Case& c, Premise premise,
                     IsRight is_right, const char* what, const char* expected) {
  const auto looked = see(subject, oracle, std::get<FloatsCase>(c), Look::codes_and_back);
  const auto* seen = std::get_if<Seen>(&looked);
  if (seen == nullptr) return std::get<Outcome>(looked);
  Outcome outcome = Vacuous{};
  for (std::size_t i = 0; i < seen->back.size(); ++i) {
    if (!premise(*seen, i)) continue;
    outcome = Held{};
    if (!is_right(*seen, i)) return seen->broken(i, what, expected);
  }
  return outcome;
}

bool is_zero(const Seen& seen, std::size_t i) { return seen.x(i) == 0; }
bool is_non_zero(const Seen& seen, std::size_t i) { return seen.x(i) != 0; }

Outcome zero_comes_back_zero(const I& subject, const I& oracle, const Case& c) {
  const auto is_right = [](const Seen& seen, std::size_t i) {
    const bool negative = seen.grid.is_float && std::signbit(seen.x(i));
    return std::bit_cast<std::uint32_t>(seen.back[i]) == (negative ? 0x80000000 : 0u);
  };
  return each_element(subject, oracle, c, is_zero, is_right, "a zero came back as something else",
                      "a zero, of its sign in float values");
}

Outcome sign_never_flips(const I& subject, const I& oracle, const Case& c) {
  const auto is_right = [](const Seen& seen, std::size_t i) {
    if (std::isnan(seen.back[i])) return true;  // a law of its own
    if (!seen.grid.is_float && seen.back[i] == 0) return true;
    return std::signbit(seen.back[i]) == std::signbit(seen.x(i));
  };
  return each_element(subject, oracle, c, is_non_zero, is_right, "the sign flipped",
                      "the sign of x, or 0 in integer values");
}

Outcome comes_back_finite(const I& subject, const I& oracle, const Case& c) {
  const auto& floats = std::get<FloatsCase>(c);
  if (!all_finite(floats.input)) return Vacuous{};
  const auto any = [](const Seen&, std::size_t) { return true; };
  const auto is_finite = [](const Seen& seen, std::size_t i) {
    return std::isfinite(seen.back[i]);
  };
  return each_element(subject, oracle, c, any, is_finite, "came back infinite or as a NaN",
                      "a finite number, or the refusal value_overflow");
}

Outcome codes_are_monotone(const I& subject, const I& oracle, const Case& c) {
  const auto looked = see(subject, oracle, std::get<FloatsCase>(c), Look::codes);
  const auto* seen = std::get_if<Seen>(&looked);
  if (seen == nullptr) return std::get<Outcome>(looked);
  std::vector<std::size_t> order(seen->cells.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return seen->cells[a] != seen->cells[b] ? seen->cells[a] < seen->cells[b]
                                            : seen->x(a) < seen->x(b);
  });
  Outcome outcome = Vacuous{};
  for (std::size_t k = 1; k < order.size(); ++k) {
    const std::size_t lower = order[k - 1], upper = order[k];
    if (seen->cells[lower] != seen->cells[upper]) continue;
    outcome = Held{};
    const bool is_equal = seen->x(lower) == seen->x(upper);
    const float below = seen->value(lower), above = seen->value(upper);
    if (is_equal ? below != above : !(below <= above))
      return seen->broken(
          upper, "a larger number of the block got a smaller code",
          "at least the value " + shown(below) + ", that of " + shown(seen->x(lower)));
  }
  return outcome;
}

/// Whether every product step · value is exact or normal once rounded, so that dividing by the step
/// again gives a number next to the value.
bool divides_back(const Seen& seen) {
  for (std::size_t i = 0; i < seen.back.size(); ++i) {
    const double product = static_cast<double>(seen.step(i)) * static_cast<double>(seen.value(i));
    const bool is_exact = static_cast<double>(seen.back[i]) == product;
    if (!is_exact && std::abs(seen.back[i]) < 0x1p-126f) return false;
    if (seen.step(i) == 0 || !std::isfinite(seen.back[i])) return false;
  }
  return true;
}

/// Whether the scales of what came back must be the same, by docs/laws.md: one level, not F32, and
/// in each block all zeros or a magnitude of `half`.
bool keeps_scales(const Seen& seen) {
  const Scheme& scheme = seen.c.scheme;
  const ScaleDtype dtype =
      scheme.block ? scheme.block->dtype : scheme.tensor.value_or(ScaleDtype::F32);
  if (scheme.two_level() || dtype == ScaleDtype::F32) return false;
  if (seen.c.calibration != Calibration::MinMax) return false;
  std::vector<bool> reaches(seen.steps.size()), is_zero(seen.steps.size(), true);
  for (std::size_t i = 0; i < seen.cells.size(); ++i) {
    if (std::abs(seen.value(i)) == seen.grid.half) reaches[seen.cells[i]] = true;
    if (seen.x(i) != 0) is_zero[seen.cells[i]] = false;
  }
  for (std::size_t cell = 0; cell < reaches.size(); ++cell)
    if (!reaches[cell] && !is_zero[cell]) return false;
  return true;
}

Outcome fixed_point(const I& subject, const I& oracle, const Case& c) {
  const auto looked = see(subject, oracle, std::get<FloatsCase>(c), Look::codes_and_back);
  const auto* seen = std::get_if<Seen>(&looked);
  if (seen == nullptr) return std::get<Outcome>(looked);
  if (seen->back.empty() || !divides_back(*seen)) return Vacuous{};
  FloatsCase again = seen->c;
  for (std::size_t i = 0; i < again.input.size(); ++i)
    again.input[i] = std::bit_cast<std::uint32_t>(seen->back[i]);
  const auto second = see(subject, oracle, again, Look::codes);
  const auto* same = std::get_if<Seen>(&second);
  if (same == nullptr) return std::get<Outcome>(second);
  const bool is_kept =
      same->tensor.scales == seen->tensor.scales && same->tensor.global == seen->tensor.global;
  if (!is_kept && !keeps_scales(*seen)) return Vacuous{};
  if (same->tensor.codes == seen->tensor.codes && is_kept) return Held{};
  return differs("quantizing what came back gave something else", seen->tensor, same->tensor);
}

constexpr Law kLaws[] = {
    {"zero_comes_back_zero", "F46 F47 F48 F51", Level::required, CaseKind::floats,
     kQuantize | kDequantize, "A zero comes back as a zero of its sign, as +0 in integer values.",
     zero_comes_back_zero},
    {"sign_never_flips", "F46 F47 F48", Level::required, CaseKind::floats, kQuantize | kDequantize,
     "A number comes back with its sign, or as zero in integer values.", sign_never_flips},
    {"comes_back_finite", "F49", Level::required, CaseKind::floats, kQuantize | kDequantize,
     "Finite floats come back finite, or are refused.", comes_back_finite},
    {"codes_are_monotone", "F46 F47", Level::required, CaseKind::floats, kQuantize,
     "In a block a larger number never gets a code of a smaller value.", codes_are_monotone},
    {"fixed_point", "F42 F43 F46 F47 F48", Level::required, CaseKind::floats,
     kQuantize | kDequantize,
     "Quantizing what came back gives the same bytes wherever its scales are the same.",
     fixed_point},
};

}  // namespace

std::span<const Law> return_laws() { return kLaws; }

}  // namespace qb::laws
