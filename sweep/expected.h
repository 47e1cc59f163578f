// What a conversion must give, filled in interval by interval (reference/intervals.h).
#ifndef QB_SWEEP_EXPECTED_H
#define QB_SWEEP_EXPECTED_H

#include <cstdint>
#include <span>
#include <vector>

#include "reference/intervals.h"
#include "sweep/conversion.h"

namespace qb::sweep {

class Expected {
 public:
  explicit Expected(const Conversion& conversion, const reference::Choices& choices = {});

  /// outputs[i] is that of input first + i; the inputs must lie in the domain. Numbers are written
  /// a whole interval at a time; codes of a decoder and NaNs are asked of the reference one by one.
  void fill(std::uint32_t first, std::span<std::uint32_t> outputs) const;

  /// Of ascending inputs.
  void fill(std::span<const std::uint32_t> inputs, std::span<std::uint32_t> outputs) const;

  /// Whether NaN bits are at stake, which a law of their own is about: a NaN goes in, or comes out
  /// of a decoder.
  bool is_about_nan(std::uint32_t input) const;
  /// How many such inputs there are.
  std::uint64_t nans_in(const Range& range) const;

  /// A NaN as output, towards which a testee without `required_nans` has its choice. E2M1 has none:
  /// there what a NaN becomes is the choice.
  bool is_nan_output(std::uint32_t output) const;

  const Conversion& conversion() const { return conversion_; }
  std::span<const reference::Interval> intervals() const { return intervals_; }

 private:
  std::uint32_t asked(std::uint32_t input) const;
  std::size_t interval_of(std::uint32_t input) const;

  Conversion conversion_;
  std::vector<reference::Interval> intervals_;  // empty for a decoder
};

}  // namespace qb::sweep

#endif  // QB_SWEEP_EXPECTED_H
