// The right steps of quantizing and dequantizing (docs/format.md, section 6); see right.h. They
// compute with floats and are only called in the default floating-point environment (F40, F53).
#ifndef QB_REFERENCE_RIGHT_QUANTIZING_H
#define QB_REFERENCE_RIGHT_QUANTIZING_H

#include <cstdint>
#include <optional>
#include <span>

#include "qb/calibration.h"
#include "qb/scheme.h"

namespace qb::reference {

struct Steps;

using Floats = std::span<const float>;

/// What a calibration finds (F41).
struct Range {
  float min;
  float max;
};

/// What quantizing produces at the most (F1).
struct Limits {
  float lowest;
  float highest;
};

namespace right {

/// The row-major grid index of the cell an element belongs to; 0 without a block level (F7).
std::uint64_t block_of(const Steps&, const Scheme&, Shape, std::uint64_t element);
Limits limits(Value);

// --- Scales (F41 to F44).

/// `block`: the inputs of a block in row-major order, perhaps none.
Range range(Calibration, Floats block);
float alpha(Range);
float half(Limits);
float raw_scale(float alpha, float half);
/// The largest finite value of the dtype (F4).
float largest_scale(ScaleDtype);
/// What takes the place of a scale that would be zero: 2^-126.
float smallest_scale();
/// Of the raw scales of all blocks, perhaps none.
float global_scale(const Steps&, ScaleDtype, Floats raw_scales);
/// What is handed to rounding up: the raw scale, or the raw scale / global.
float wanted_scale(const Steps&, float alpha, float half, std::optional<float> global);
/// Rounded up to the dtype, and never zero.
float one_level_scale(const Steps&, ScaleDtype, float wanted);
float two_level_scale(const Steps&, ScaleDtype, float wanted);

// --- Codes and what comes back (F45 to F49).

float step_of(std::optional<float> global, float scale);
/// x / step; a zero with the sign of x where the step is zero.
float quotient(float x, float step);
float clamp(Limits, float quotient);
/// To nearest, ties to even. 0 for what is no number.
std::int8_t integer_code(float clamped);
/// The nearest encoding; 0 for an integer value.
std::int8_t float_code(const Steps&, Value, float clamped);
float code_value(const Steps&, Value, std::int8_t code);
float value_back(float step, float code_value);
/// Whether what would come back makes `quantize` refuse.
bool overflows(float value_back);

// --- Summary (F50). `input` and `code_values` of one block, in the same order.

bool is_saturated(const Steps&, ScaleDtype, float wanted);
bool is_clipped(Limits, float quotient);
bool is_vanished(Floats input, Floats code_values);
bool is_zero(Floats input);

}  // namespace right
}  // namespace qb::reference

#endif  // QB_REFERENCE_RIGHT_QUANTIZING_H
