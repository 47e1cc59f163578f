// Laws about how far quantizing may move a number. docs/laws.md derives every bound.
#include <cmath>

#include "properties/laws/exact.h"
#include "properties/laws/seen.h"
#include "properties/laws/tables.h"

namespace qb::laws {
namespace {

using I = Implementation;

// All products below are exact in f64: an f32 has 24 bits and the other factor at most 11, and no
// exponent leaves the normal range. |x| / step is rounded, but only its exponent and its order
// among numbers of the grid are used: it lies further from each of those than f64 rounds, unless it
// is one.

/// How far the value can reach in the direction of x.
double limit_of(const ValueGrid& grid, float x) { return x < 0 ? -grid.lowest : grid.highest; }

double quotient(float x, float step) {
  return std::abs(static_cast<double>(x)) / static_cast<double>(step);
}

bool is_clipped(const Seen& seen, std::size_t i) {
  const float x = seen.x(i), step = seen.step(i);
  if (step == 0) return x != 0;
  return quotient(x, step) > limit_of(seen.grid, x);
}

/// bound − |back − x| ≥ 0 for the sum of these terms.
bool is_within(float back, float x, double a, double b, double c, double d = 0, double e = 0) {
  const double far = std::max(back, x), near = std::min(back, x);
  return sign_of_sum({a, b, c, d, e, near, -far}) >= 0;
}

Outcome error_within_half_a_gap(const I& subject, const I& oracle, const Case& c) {
  const auto looked = see(subject, oracle, std::get<FloatsCase>(c), Look::codes_and_back);
  const auto* seen = std::get_if<Seen>(&looked);
  if (seen == nullptr) return std::get<Outcome>(looked);
  Outcome outcome = Vacuous{};
  for (std::size_t i = 0; i < seen->back.size(); ++i) {
    const float x = seen->x(i), step = seen->step(i);
    // That it is finite is a law of its own.
    if (x == 0 || !std::isfinite(seen->back[i]) || is_clipped(*seen, i)) continue;
    outcome = Held{};
    const int exponent = exponent_of(quotient(x, step));
    const double s = static_cast<double>(step);
    const double product = s * static_cast<double>(seen->value(i));
    if (!is_within(seen->back[i], x, s * seen->grid.gap(exponent) / 2, s * half_ulp(exponent),
                   rounding_of(product)))
      return seen->broken(i, "came back too far away",
                          "within " + std::to_string(seen->grid.gap(exponent) / 2) +
                              " steps and two roundings of " + shown(x));
  }
  return outcome;
}

/// What the scale of each cell may fall short of α / half, in inputs: the roundings on the way.
std::vector<double> shortfalls_of(const Seen& seen) {
  std::vector<double> shortfalls;  // two a cell, and the third is added where it is used
  const double half = static_cast<double>(seen.grid.half);
  const std::vector<float> alphas = seen.alphas();
  for (std::size_t cell = 0; cell < alphas.size(); ++cell) {
    const float raw = alphas[cell] / seen.grid.half;
    shortfalls.push_back(half * rounding_of(static_cast<double>(alphas[cell]) / half));
    if (!seen.tensor.global) {
      shortfalls.insert(shortfalls.end(), {0, 0});
      continue;
    }
    const double global = static_cast<double>(seen.global());
    const double scale = static_cast<double>(seen.scale(cell));
    // A global scale of 0 (F44 has none) scales away every rounding, and does not divide.
    shortfalls.push_back(
        global == 0 ? 0 : half * global * rounding_of(static_cast<double>(raw) / global));
    shortfalls.push_back(half * rounding_of(global * scale));
  }
  return shortfalls;
}

Outcome clamping_bounded(const I& subject, const I& oracle, const Case& c) {
  const auto& floats = std::get<FloatsCase>(c);
  if (floats.calibration != Calibration::MinMax) return Vacuous{};
  const auto looked = see(subject, oracle, floats, Look::codes_and_back);
  const auto* seen = std::get_if<Seen>(&looked);
  if (seen == nullptr) return std::get<Outcome>(looked);
  const std::vector<double> shortfalls = shortfalls_of(*seen);
  std::vector<bool> is_beyond(seen->steps.size());
  std::size_t clipped = 0, worst = 0;
  for (std::size_t i = 0; i < seen->back.size(); ++i) {
    if (!std::isfinite(seen->back[i]) || !is_clipped(*seen, i)) continue;
    ++clipped;
    const float x = seen->x(i);
    const double s = static_cast<double>(seen->step(i)), limit = limit_of(seen->grid, x);
    const double* shortfall = shortfalls.data() + 3 * seen->cells[i];
    if (is_within(seen->back[i], x, s * (static_cast<double>(seen->grid.half) - limit),
                  shortfall[0], shortfall[1], shortfall[2], rounding_of(s * limit)))
      continue;
    is_beyond[seen->cells[i]] = true;
    worst = i;
  }
  const auto beyond =
      static_cast<std::uint64_t>(std::count(is_beyond.begin(), is_beyond.end(), true));
  if (beyond == 0) return clipped == 0 ? Outcome{Vacuous{}} : Outcome{Held{}};
  auto summary = seen->answer.summary;
  if (!summary) {
    const Reply answered = oracle.ask(to_quantize(floats));
    const auto* answer = std::get_if<QuantizedAnswer>(&answered);
    if (answer != nullptr) summary = answer->summary;
  }
  if (summary && beyond <= summary->saturated_blocks) return Held{};
  return seen->broken(worst, "clipped, and no saturated block says so",
                      "within half a step and the roundings of " + shown(seen->x(worst)));
}

/// The number of the grid that is nearest, ties to even, with the sign of the quotient.
double nearest_on(const ValueGrid& grid, float quotient) {
  const double q = static_cast<double>(std::clamp(quotient, grid.lowest, grid.highest));
  if (q == 0) return 0;
  const double gap = grid.gap(exponent_of(q));
  return std::nearbyint(q / gap) * gap;  // exact but for the rounding; even multiples, even codes
}

Outcome codes_by_stored_scale(const I& subject, const I& oracle, const Case& c) {
  const auto looked = see(subject, oracle, std::get<FloatsCase>(c), Look::codes);
  const auto* seen = std::get_if<Seen>(&looked);
  if (seen == nullptr) return std::get<Outcome>(looked);
  for (std::size_t i = 0; i < seen->tensor.codes.size(); ++i) {
    const float x = seen->x(i), step = seen->step(i);
    const float quotient = step == 0 ? std::copysign(0.0f, x) : x / step;
    const double nearest = nearest_on(seen->grid, quotient);
    const bool has_sign = (seen->tensor.codes[i] & seen->grid.sign_mask) != 0;
    const bool is_signed = !seen->grid.is_float || has_sign == std::signbit(quotient);
    if (static_cast<double>(seen->value(i)) != nearest || !is_signed)
      return seen->broken(i, "not the code that the stored scale gives",
                          "the code of " + shown(static_cast<float>(nearest)) +
                              ", x / step being " + shown(quotient));
  }
  return seen->tensor.codes.empty() ? Outcome{Vacuous{}} : Outcome{Held{}};
}

constexpr Law kLaws[] = {
    {"codes_by_stored_scale", "F45 F46 F47", Level::required, CaseKind::floats, kQuantize,
     "Each code is the nearest of x divided by the step that is stored.", codes_by_stored_scale},
    {"error_within_half_a_gap", "F46 F47 F48", Level::required, CaseKind::floats,
     kQuantize | kDequantize,
     "What is not clipped comes back within half a gap of the value times the step, and two "
     "roundings.",
     error_within_half_a_gap},
    {"clamping_bounded", "F42 F43 F44 F46 F48 F50", Level::required, CaseKind::floats,
     kQuantize | kDequantize,
     "By MinMax clipping costs at most half a step and the roundings, unless a saturated block "
     "says "
     "so.",
     clamping_bounded},
};

}  // namespace

std::span<const Law> error_laws() { return kLaws; }

}  // namespace qb::laws
