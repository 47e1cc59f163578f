#include "intervals.h"

#include <span>

#include "exact.h"

namespace qb::reference {
namespace {

constexpr std::uint32_t kSign = 0x80000000;

std::uint32_t infinity() { return format_of(ScalarType::F32).infinity; }

/// The largest f32 pattern whose value is at most `bound`, or below it. `bound` > 0.
std::uint32_t last_up_to(double bound, bool with_bound) {
  const std::uint32_t bits = f32_bits_of(bound);  // cut off where no f32 has it exactly
  return magnitude_of(bits) == bound && !with_bound ? bits - 1 : bits;
}

/// Values below the last one end as `end_of` says; the last one holds up to infinity.
template <typename EndOf, typename OutputOf>
std::vector<Interval> steps_of(std::span<const double> values, EndOf end_of, OutputOf output_of) {
  std::vector<Interval> intervals;
  std::uint32_t first = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::uint32_t last = i + 1 == values.size() ? infinity() : end_of(i);
    intervals.push_back({first, last, output_of(i), 0});
    first = last + 1;
  }
  return intervals;
}

bool may_overflow(ScalarType type) {
  return type == ScalarType::E4M3 || type == ScalarType::UE4M3 || type == ScalarType::E5M2;
}

std::vector<Interval> nearest_steps(ScalarType type, Choices::Overflow overflow) {
  const auto kept = rounding_values(type);
  std::vector<double> values(kept.begin(), kept.end());
  if (overflow == Choices::Overflow::past_largest && may_overflow(type))
    values.push_back(exact_value(type, format_of(type).largest + 1));
  return steps_of(
      values,
      [&](std::size_t i) { return last_up_to((values[i] + values[i + 1]) / 2, i % 2 == 0); },
      [](std::size_t i) { return static_cast<std::uint32_t>(i); });
}

template <typename OutputOf>
std::vector<Interval> upward_steps(ScalarType type, OutputOf output_of) {
  const auto values = finite_values(type);
  return steps_of(
      values, [&](std::size_t i) { return values[i] == 0 ? 0 : last_up_to(values[i], true); },
      output_of);
}

std::vector<Interval> powers_of_two(const Choices& choices) {
  const auto kept = finite_values(ScalarType::UE8M0);
  std::vector<double> values(kept.begin(), kept.end());
  if (choices.overflow == Choices::Overflow::past_largest) values.push_back(2 * values.back());
  const bool is_up = choices.ue8m0_rounding == Choices::Rounding::up;
  auto all = steps_of(
      values,
      [&](std::size_t i) {
        return is_up ? last_up_to(values[i], true)
                     : last_up_to((values[i] + values[i + 1]) / 2, false);
      },
      [](std::size_t i) { return static_cast<std::uint32_t>(i); });
  const bool is_nan = choices.ue8m0_not_positive == Choices::NotPositive::nan;
  const std::uint32_t not_positive = is_nan ? 0xff : 0;  // F1, F35
  if (is_nan) {
    all.front().first = 1;
    all.insert(all.begin(), {0, 0, not_positive, 0});
  }
  all.push_back({kSign, kSign + infinity(), not_positive, 0});
  return all;
}

std::vector<Interval> encoded(ScalarType type, const Choices& choices) {
  if (type == ScalarType::F32)
    return {{0, infinity(), 0, 1}, {kSign, kSign + infinity(), kSign, 1}};
  if (type == ScalarType::UE8M0) return powers_of_two(choices);
  const Format& format = format_of(type);
  const std::uint32_t sign = 1u << (format.exponent_bits + format.mantissa_bits);
  const bool keeps_sign = choices.zero_sign == Choices::ZeroSign::kept;
  const auto positive = nearest_steps(type, choices.overflow);
  auto all = positive;
  for (const Interval& one : positive) {
    const std::uint32_t output = keeps_sign || one.output != 0 ? sign | one.output : 0;
    all.push_back({kSign + one.first, kSign + one.last, output, 0});
  }
  return all;
}

std::vector<Interval> rounded_up(ScalarType type) {
  if (type > ScalarType::UE4M3) return {};
  if (type == ScalarType::F32) return {{0, infinity(), 0, 1}, {kSign, kSign, kSign, 0}};
  const auto values = finite_values(type);
  auto all = upward_steps(type, [&](std::size_t i) { return f32_bits_of(values[i]); });
  const bool has_zero = values[0] == 0;
  all.push_back({kSign, kSign, has_zero ? kSign : f32_bits_of(values[0]), 0});
  return all;
}

}  // namespace

std::vector<Interval> number_intervals(ScalarVerb verb, ScalarType type, const Choices& choices) {
  switch (verb) {
    case ScalarVerb::encode:
      return encoded(type, choices);
    case ScalarVerb::round_up:
      return rounded_up(type);
    case ScalarVerb::decode:
      break;
  }
  return {};
}

}  // namespace qb::reference
