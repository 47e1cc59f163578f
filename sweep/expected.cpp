#include "sweep/expected.h"

#include <algorithm>

#include "reference/exact.h"
#include "reference/reference.h"

namespace qb::sweep {
namespace {

const reference::Steps kRight;

std::uint32_t output_of(const reference::Interval& interval, std::uint32_t input) {
  return interval.output + interval.step * (input - interval.first);
}

}  // namespace

Expected::Expected(const Conversion& conversion, const reference::Choices& choices)
    : conversion_(conversion),
      intervals_(reference::number_intervals(conversion.verb, conversion.type, choices)) {}

void Expected::fill(std::uint32_t first, std::span<std::uint32_t> outputs) const {
  const bool has_intervals = !intervals_.empty();
  std::size_t at = has_intervals ? interval_of(first) : 0;
  for (std::size_t i = 0; i < outputs.size();) {
    const auto input = static_cast<std::uint32_t>(first + i);
    if (!has_intervals || is_nan(input)) {
      outputs[i++] = asked(input);
      continue;
    }
    while (intervals_[at].last < input) ++at;
    const reference::Interval& interval = intervals_[at];
    const std::size_t count =
        std::min<std::size_t>(outputs.size() - i, std::size_t{interval.last} - input + 1);
    std::uint32_t output = output_of(interval, input);
    for (std::uint32_t& one : outputs.subspan(i, count)) {
      one = output;
      output += interval.step;
    }
    i += count;
  }
}

void Expected::fill(std::span<const std::uint32_t> inputs, std::span<std::uint32_t> outputs) const {
  std::size_t at = 0;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const std::uint32_t input = inputs[i];
    if (intervals_.empty() || is_nan(input)) {
      outputs[i] = asked(input);
      continue;
    }
    if (i == 0) at = interval_of(input);
    while (intervals_[at].last < input) ++at;
    outputs[i] = output_of(intervals_[at], input);
  }
}

bool Expected::is_about_nan(std::uint32_t input) const {
  if (conversion_.verb == ScalarVerb::decode) return reference::is_nan(conversion_.type, input);
  return is_nan(input);
}

std::uint64_t Expected::nans_in(const Range& range) const {
  std::uint64_t count = 0;
  if (conversion_.verb == ScalarVerb::decode) {
    for (std::uint64_t code = range.first; code <= range.last; ++code)
      count += is_about_nan(static_cast<std::uint32_t>(code)) ? 1 : 0;
    return count;
  }
  for (const Range& nans : {Range{0x7f800001, 0x7fffffff}, Range{0xff800001, 0xffffffff}}) {
    const Range both{std::max(range.first, nans.first), std::min(range.last, nans.last)};
    if (both.first <= both.last) count += both.count();
  }
  return count;
}

bool Expected::is_nan_output(std::uint32_t output) const {
  if (conversion_.verb == ScalarVerb::encode) return reference::is_nan(conversion_.type, output);
  return is_nan(output);
}

std::uint32_t Expected::asked(std::uint32_t input) const {
  switch (conversion_.verb) {
    case ScalarVerb::encode:
      return reference::encode_scalar(kRight, conversion_.type, input);
    case ScalarVerb::decode:
      return reference::decode_scalar(kRight, conversion_.type, input);
    case ScalarVerb::round_up:
      break;
  }
  return reference::round_up(kRight, conversion_.type, input);
}

std::size_t Expected::interval_of(std::uint32_t input) const {
  const auto found = std::ranges::lower_bound(intervals_, input, {}, &reference::Interval::last);
  return static_cast<std::size_t>(found - intervals_.begin());
}

}  // namespace qb::sweep
