#include "properties/grid.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace qb::laws {
namespace {

struct FloatFormat {
  int exponent_bits, fraction_bits, bias;
  float highest;
  bool has_infinity;
};
FloatFormat format_of(Value value) {
  if (value == Value::E5M2) return {5, 2, 15, 57344, true};
  if (value == Value::E4M3) return {4, 3, 7, 448, false};
  return {2, 1, 1, 6, false};
}

bool is_float(Value value) {
  return value == Value::E5M2 || value == Value::E4M3 || value == Value::E2M1;
}

/// The formula of F1 without a sign, and what it says of codes past the largest.
float magnitude(const FloatFormat& format, int code) {
  const int mantissa = code & ((1 << format.fraction_bits) - 1);
  const int exponent = code >> format.fraction_bits;
  const int hidden = exponent == 0 ? 0 : 1 << format.fraction_bits;
  const float number = static_cast<float>(
      std::ldexp(hidden + mantissa, std::max(exponent, 1) - format.bias - format.fraction_bits));
  if (number <= format.highest) return number;
  if (format.has_infinity && mantissa == 0) return std::numeric_limits<float>::infinity();
  return std::numeric_limits<float>::quiet_NaN();
}

}  // namespace

ValueGrid::ValueGrid(Value wanted) : is_float(laws::is_float(wanted)), sign_mask(0) {
  if (!is_float) {
    constexpr float kHighest[] = {127, 0, 0, 7, 0, 1, 127, 7, 1};
    highest = kHighest[static_cast<std::size_t>(wanted)];
    const bool is_full = wanted == Value::Q8F || wanted == Value::Q4F || wanted == Value::Q2F;
    lowest = is_full ? -highest - 1 : -highest;
    for (int code = 0; code < 256; ++code)
      value[static_cast<std::size_t>(code)] = static_cast<float>(code < 128 ? code : code - 256);
    for (float m = 0; m <= -lowest; ++m) magnitudes.push_back(m);
  } else {
    const FloatFormat format = format_of(wanted);
    highest = format.highest;
    lowest = -highest;
    const int signs = 1 << (format.exponent_bits + format.fraction_bits);
    sign_mask = static_cast<std::uint8_t>(signs);
    for (int code = 0; code < 256; ++code) {
      const float number = magnitude(format, code & (signs - 1));
      value[static_cast<std::size_t>(code)] = (code & signs) != 0 ? -number : number;
      if (code < signs && std::isfinite(number)) magnitudes.push_back(number);
    }
    fraction_bits_ = format.fraction_bits;
    smallest_exponent_ = 1 - format.bias;
  }
  half = (highest - lowest) / 2;
}

double ValueGrid::gap(int exponent) const {
  if (!is_float) return 1;
  return std::ldexp(1.0, std::max(exponent, smallest_exponent_) - fraction_bits_);
}

const ValueGrid& grid_of(Value value) {
  static const std::vector<ValueGrid> kGrids = [] {
    std::vector<ValueGrid> grids;
    for (Value each : kValues) grids.push_back(ValueGrid(each));
    return grids;
  }();
  return kGrids[static_cast<std::size_t>(value)];
}

}  // namespace qb::laws
