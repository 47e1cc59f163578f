#include <algorithm>
#include <iterator>
#include <numeric>

#include "sweep/sweep.h"

namespace qb::sweep {
namespace {

constexpr std::uint32_t kMantissaStep = 1u << 11;  // 4096 of an exponent

void add_around(std::vector<std::uint32_t>& to, std::uint32_t pattern) {
  for (const std::uint32_t one : {pattern - 1, pattern, pattern + 1}) to.push_back(one);
}

/// Ends of intervals are midpoints and values, of all targets and of either sign.
void add_ends(std::vector<std::uint32_t>& to) {
  for (const Conversion& conversion : conversions())
    for (const auto& interval : reference::number_intervals(conversion.verb, conversion.type)) {
      add_around(to, interval.first);
      add_around(to, interval.last);
    }
}

/// Every exponent, and so NaNs too, by the high bits of the mantissa; the low ones none, one, all.
void add_strata(std::vector<std::uint32_t>& to) {
  for (std::uint64_t high = 0; high <= 0xffffffff; high += kMantissaStep) {
    const auto pattern = static_cast<std::uint32_t>(high);
    to.push_back(pattern + (pattern >> 11) % kMantissaStep);
  }
}

/// Each bit of a payload alone and all below it, quiet and not.
void add_nans(std::vector<std::uint32_t>& to) {
  for (const std::uint32_t sign : {0u, 0x80000000u})
    for (const std::uint32_t quiet : {0u, 0x400000u})
      for (unsigned bit = 0; bit < 23; ++bit) add_around(to, sign | 0x7f800000 | quiet | 1u << bit);
}

std::vector<std::uint32_t> f32_patterns() {
  std::vector<std::uint32_t> inputs;
  add_ends(inputs);
  add_strata(inputs);
  add_nans(inputs);
  std::ranges::sort(inputs);
  inputs.erase(std::ranges::unique(inputs).begin(), inputs.end());
  return inputs;
}

/// Of `round_up` (F39).
bool is_defined(std::uint32_t input) { return input <= 0x80000000 || is_nan(input); }

}  // namespace

std::vector<std::uint32_t> sample(const Conversion& conversion) {
  std::vector<std::uint32_t> inputs;
  if (conversion.verb == ScalarVerb::decode) {
    inputs.resize(std::size_t{1} << width_bits(conversion.type));
    std::iota(inputs.begin(), inputs.end(), 0u);
    return inputs;
  }
  static const auto patterns = f32_patterns();
  if (conversion.verb == ScalarVerb::encode) return patterns;
  std::ranges::copy_if(patterns, std::back_inserter(inputs), is_defined);
  return inputs;
}

}  // namespace qb::sweep
