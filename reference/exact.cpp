#include "exact.h"

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace qb::reference {
namespace {

// In the order of ScalarType.
constexpr std::array<Format, 8> kFormats{{
    {1, 8, 23, 127, 0x7f7fffff, 0x7f800000},  // F32
    {1, 5, 10, 15, 0x7bff, 0x7c00},           // F16
    {1, 8, 7, 127, 0x7f7f, 0x7f80},           // BF16
    {0, 8, 0, 127, 0xfe, 0},                  // UE8M0
    {1, 4, 3, 7, 0x7e, 0},                    // UE4M3
    {1, 4, 3, 7, 0x7e, 0},                    // E4M3
    {1, 5, 2, 15, 0x7b, 0x7c},                // E5M2
    {1, 2, 1, 1, 0x7, 0},                     // E2M1
}};

using Table = std::vector<double>;

bool rounds_to_infinity(ScalarType type) {
  return type == ScalarType::F16 || type == ScalarType::BF16;  // E5M2 saturates (F36)
}

Table table_of(ScalarType type) {
  if (type == ScalarType::F32) return {};
  Table table;
  const std::uint32_t last = format_of(type).largest + (rounds_to_infinity(type) ? 1 : 0);
  for (std::uint32_t code = 0; code <= last; ++code) table.push_back(exact_value(type, code));
  return table;
}

const Table& table(ScalarType type) {
  static const std::array<Table, 8> tables = [] {
    std::array<Table, 8> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = table_of(static_cast<ScalarType>(i));
    return all;
  }();
  return tables[static_cast<std::size_t>(type)];
}

}  // namespace

const Format& format_of(ScalarType type) { return kFormats[static_cast<std::size_t>(type)]; }

ScalarType scalar_type(ScaleDtype dtype) {
  switch (dtype) {
    case ScaleDtype::F16:
      return ScalarType::F16;
    case ScaleDtype::BF16:
      return ScalarType::BF16;
    case ScaleDtype::UE8M0:
      return ScalarType::UE8M0;
    case ScaleDtype::UE4M3:
      return ScalarType::UE4M3;
    case ScaleDtype::F32:
      break;
  }
  return ScalarType::F32;
}

std::optional<ScalarType> float_type(Value value) {
  switch (value) {
    case Value::E4M3:
      return ScalarType::E4M3;
    case Value::E5M2:
      return ScalarType::E5M2;
    case Value::E2M1:
      return ScalarType::E2M1;
    default:
      break;
  }
  return std::nullopt;
}

Parts parts_of(ScalarType type, std::uint32_t code) {
  const Format& format = format_of(type);
  const unsigned sign_place = format.exponent_bits + format.mantissa_bits;
  const std::uint32_t magnitude = code & ((1u << sign_place) - 1);
  return {.negative = format.sign_bits == 1 && ((code >> sign_place) & 1) == 1,
          .magnitude = magnitude,
          .exponent = magnitude >> format.mantissa_bits,
          .mantissa = magnitude & ((1u << format.mantissa_bits) - 1)};
}

bool is_nan(ScalarType type, std::uint32_t code) {
  return parts_of(type, code).magnitude > format_of(type).largest && !is_infinite(type, code);
}

bool is_infinite(ScalarType type, std::uint32_t code) {
  const std::uint32_t infinity = format_of(type).infinity;
  return infinity != 0 && parts_of(type, code).magnitude == infinity;
}

double exact_value(ScalarType type, std::uint32_t magnitude) {
  const Format& format = format_of(type);
  const Parts parts = parts_of(type, magnitude);
  const int exponent = static_cast<int>(parts.exponent);
  const int mantissa_bits = static_cast<int>(format.mantissa_bits);
  if (type == ScalarType::UE8M0) return std::ldexp(1.0, exponent - format.bias);  // F4
  if (exponent == 0) return std::ldexp(parts.mantissa, 1 - format.bias - mantissa_bits);
  return std::ldexp(std::ldexp(1.0, mantissa_bits) + parts.mantissa,
                    exponent - format.bias - mantissa_bits);
}

double magnitude_of(std::uint32_t f32_bits) {
  if (is_infinite(ScalarType::F32, f32_bits)) return std::numeric_limits<double>::infinity();
  return exact_value(ScalarType::F32, parts_of(ScalarType::F32, f32_bits).magnitude);
}

std::uint32_t f32_bits_of(double x) {
  if (x == 0) return 0;
  const int exponent = std::ilogb(x);
  if (exponent < -126) return static_cast<std::uint32_t>(std::ldexp(x, 149));
  const auto field = static_cast<std::uint32_t>(exponent + 127);
  const auto significand = static_cast<std::uint32_t>(std::ldexp(x, 23 - exponent));
  return (field << 23) + (significand - (1u << 23));
}

std::span<const double> finite_values(ScalarType type) {
  return std::span(table(type)).first(table(type).size() - (rounds_to_infinity(type) ? 1 : 0));
}

std::span<const double> rounding_values(ScalarType type) { return table(type); }

}  // namespace qb::reference
