// From an input to its code and back (F45 to F50).
#include <algorithm>
#include <bit>
#include <cmath>

#include "arrays.h"
#include "exact.h"
#include "steps.h"

namespace qb::reference {
namespace {

std::int8_t low_byte(std::uint32_t code) {
  return static_cast<std::int8_t>(static_cast<std::uint8_t>(code));
}

}  // namespace

namespace right {

float step_of(std::optional<float> global, float scale) { return global ? *global * scale : scale; }

float quotient(float x, float step) { return step == 0 ? std::copysign(0.0f, x) : x / step; }

float clamp(Limits limits, float quotient) {
  return std::clamp(quotient, limits.lowest, limits.highest);  // what lies between stays, -0 too
}

std::int8_t integer_code(float clamped) {
  // Only behind a fault is there more than a byte holds, or no number.
  if (!(std::abs(clamped) < 0x1p31f)) return 0;
  return static_cast<std::int8_t>(static_cast<std::int32_t>(std::nearbyint(clamped)));
}

std::int8_t float_code(const Steps& steps, Value value, float clamped) {
  const auto type = float_type(value);
  if (!type) return 0;
  return low_byte(steps.encode_scalar(steps, *type, std::bit_cast<std::uint32_t>(clamped)));
}

float code_value(const Steps& steps, Value value, std::int8_t code) {
  const auto type = float_type(value);
  if (!type) return code;
  return std::bit_cast<float>(steps.decode_scalar(steps, *type, static_cast<std::uint8_t>(code)));
}

float value_back(float step, float code_value) { return step * code_value; }

bool overflows(float value_back) { return !std::isfinite(value_back); }

bool is_clipped(Limits limits, float quotient) {
  return quotient < limits.lowest || quotient > limits.highest;
}

bool is_vanished(Floats input, Floats code_values) {
  if (input.size() != code_values.size()) return false;
  const auto x = array_of(input), values = array_of(code_values);
  return (x != 0).any() && (x == 0 || values == 0).all();
}

bool is_zero(Floats input) { return !input.empty() && (array_of(input) == 0).all(); }

}  // namespace right
}  // namespace qb::reference
