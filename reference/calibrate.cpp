// Ranges and the scales that follow from them (F41 to F44).
#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "arrays.h"
#include "exact.h"
#include "steps.h"

namespace qb::reference {
namespace {

float mean_magnitude(Floats block) {
  if (block.empty()) return 0;
  const Eigen::ArrayXd magnitudes = array_of(block).cast<double>().abs();
  // In order: a reduction by Eigen would add in an order of its own.
  const double sum = std::accumulate(magnitudes.begin(), magnitudes.end(), 0.0);
  return static_cast<float>(sum / static_cast<double>(block.size()));
}

float rounded_up(const Steps& steps, ScaleDtype dtype, float x) {
  return std::bit_cast<float>(
      steps.round_up(steps, scalar_type(dtype), std::bit_cast<std::uint32_t>(x)));
}

float positive_scale(const Steps& steps, ScaleDtype dtype, float wanted) {
  const float scale = rounded_up(steps, dtype, wanted);
  return scale == 0 ? rounded_up(steps, dtype, steps.smallest_scale()) : scale;
}

}  // namespace

namespace right {

Limits limits(Value value) {
  switch (value) {  // F1
    case Value::Q8F:
      return {-128, 127};
    case Value::E5M2:
      return {-57344, 57344};
    case Value::E4M3:
      return {-448, 448};
    case Value::Q4F:
      return {-8, 7};
    case Value::E2M1:
      return {-6, 6};
    case Value::Q2F:
      return {-2, 1};
    case Value::Q8S:
      return {-127, 127};
    case Value::Q4S:
      return {-7, 7};
    case Value::Q2S:
      break;
  }
  return {-1, 1};
}

Range range(Calibration calibration, Floats block) {
  if (calibration == Calibration::AbsMean) {
    const float gamma = mean_magnitude(block);
    return {-gamma, gamma};
  }
  if (block.empty()) return {0, 0};
  return {array_of(block).minCoeff(), array_of(block).maxCoeff()};
}

float alpha(Range range) { return std::max(std::abs(range.min), std::abs(range.max)); }
float half(Limits limits) { return (limits.highest - limits.lowest) / 2; }
float raw_scale(float alpha, float half) { return alpha / half; }

float largest_scale(ScaleDtype dtype) {
  const ScalarType type = scalar_type(dtype);
  return std::bit_cast<float>(f32_bits_of(exact_value(type, format_of(type).largest)));
}

float smallest_scale() { return 0x1p-126f; }

float global_scale(const Steps& steps, ScaleDtype dtype, Floats raw_scales) {
  const float smallest = steps.smallest_scale();
  if (raw_scales.empty()) return smallest;
  const float global = array_of(raw_scales).maxCoeff() / steps.largest_scale(dtype);
  return global < smallest ? smallest : global;
}

float wanted_scale(const Steps& steps, float alpha, float half, std::optional<float> global) {
  const float raw = steps.raw_scale(alpha, half);
  return global ? raw / *global : raw;
}

float one_level_scale(const Steps& steps, ScaleDtype dtype, float wanted) {
  return positive_scale(steps, dtype, wanted);  // F43
}

float two_level_scale(const Steps& steps, ScaleDtype dtype, float wanted) {
  return positive_scale(steps, dtype, wanted);  // F44
}

bool is_saturated(const Steps& steps, ScaleDtype dtype, float wanted) {
  return wanted > steps.largest_scale(dtype);
}

}  // namespace right
}  // namespace qb::reference
