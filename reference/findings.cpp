// What audit calls a finding, kind by kind (F27).
#include <tuple>

#include "exact.h"
#include "steps.h"

namespace qb::reference::right {

bool padding_not_zero(std::uint8_t byte, std::uint8_t unused) { return (byte & unused) != 0; }

bool code_out_of_range(Value value, std::int8_t code) {
  switch (value) {  // lowest and highest of F1
    case Value::Q8S:
      return code < -127;
    case Value::Q4F:
      return code < -8 || code > 7;
    case Value::Q4S:
      return code < -7 || code > 7;
    case Value::Q2F:
      return code < -2 || code > 1;
    case Value::Q2S:
      return code < -1 || code > 1;
    case Value::E2M1:
      return code < 0 || code > 15;  // only a Native byte can be
    case Value::Q8F:
    case Value::E4M3:
    case Value::E5M2:
      break;
  }
  return false;
}

bool code_nan(Value value, std::int8_t code) {
  const auto bits = static_cast<std::uint8_t>(code);
  if (value == Value::E4M3) return bits == 0x7f || bits == 0xff;
  if (value != Value::E5M2) return false;
  return (0x7d <= bits && bits <= 0x7f) || 0xfd <= bits;
}

bool code_infinite(Value value, std::int8_t code) {
  const auto bits = static_cast<std::uint8_t>(code);
  return value == Value::E5M2 && (bits == 0x7c || bits == 0xfc);
}

bool scale_nan(ScaleDtype dtype, std::uint32_t code) { return is_nan(scalar_type(dtype), code); }

bool scale_infinite(ScaleDtype dtype, std::uint32_t code) {
  return is_infinite(scalar_type(dtype), code);
}

bool scale_negative(ScaleDtype dtype, std::uint32_t code) {
  return !scale_nan(dtype, code) && parts_of(scalar_type(dtype), code).negative;
}

bool scale_zero(ScaleDtype dtype, std::uint32_t code) {
  return dtype != ScaleDtype::UE8M0 && parts_of(scalar_type(dtype), code).magnitude == 0;
}

bool scale_subnormal(ScaleDtype dtype, std::uint32_t code) {
  const Parts parts = parts_of(scalar_type(dtype), code);
  return dtype != ScaleDtype::UE8M0 && parts.exponent == 0 && parts.mantissa != 0;
}

std::uint64_t finding_index(std::uint64_t row_major, std::uint64_t) { return row_major; }
std::uint64_t global_index(std::uint64_t cells) { return cells; }

bool comes_before(const Placed& a, const Placed& b) {
  return std::tie(a.offset, a.bit, a.finding.kind) < std::tie(b.offset, b.bit, b.finding.kind);
}

}  // namespace qb::reference::right
