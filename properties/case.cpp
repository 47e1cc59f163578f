#include "properties/case.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string_view>

#include "properties/json_text.h"
#include "properties/scheme_json.h"

namespace qb::laws {
namespace {

using nlohmann::json;

template <typename Number>
void append_list(std::string& out, const char* key, const std::vector<Number>& numbers) {
  out.append(",\"").append(key).append("\":[");
  for (const Number& number : numbers) out.append(std::to_string(number)).append(",");
  if (!numbers.empty()) out.pop_back();
  out.push_back(']');
}

void append_number(std::string& out, const char* key, std::uint64_t number) {
  if (number != 0) out.append(",\"").append(key).append("\":").append(std::to_string(number));
}

void append_bits(std::string& out, const char* key, const std::vector<std::uint32_t>& list) {
  out.append(",\"").append(key).append("\":[");
  for (std::uint32_t bits : list) out.append("\"").append(to_hex(bits)).append("\",");
  if (!list.empty()) out.pop_back();
  out.push_back(']');
}

void append_case(std::string& out, const TensorCase& c) {
  out.append("\"tensor\"").append(",");
  append_scheme_fields(out, c.scheme);
  append_list(out, "shape", c.shape);
  append_list(out, "codes", c.codes);
  append_bits(out, "scales", c.scales);
  out.append(",\"global\":");
  if (c.global)
    out.append("\"").append(to_hex(*c.global)).append("\"");
  else
    out.append("null");
  if (!c.axes.empty()) append_list(out, "axes", c.axes);
  append_number(out, "input_offset", c.input_offset);
  append_number(out, "short_by", c.short_by);
}

void append_case(std::string& out, const BytesCase& c) {
  out.append("\"bytes\"").append(",");
  append_scheme_fields(out, c.scheme);
  append_list(out, "shape", c.shape);
  out.append(",\"bytes\":\"").append(to_hex(c.bytes)).append("\"");
  append_number(out, "input_offset", c.input_offset);
  append_number(out, "short_by", c.short_by);
}

void append_case(std::string& out, const ScalarCase& c) {
  out.append("\"scalar\",\"conversion\":\"").append(name(c.verb));
  out.append("\",\"type\":\"").append(name(c.type));
  out.append("\",\"input\":\"").append(to_hex(c.input)).append("\"");
}

void append_case(std::string& out, const FloatsCase& c) {
  out.append("\"floats\"").append(",");
  append_scheme_fields(out, c.scheme);
  append_list(out, "shape", c.shape);
  out.append(",\"calibration\":\"").append(name(c.calibration)).append("\"");
  append_bits(out, "input", c.input);
  if (!c.axes.empty()) append_list(out, "axes", c.axes);
  append_number(out, "short_by", c.short_by);
}

std::uint64_t integer_or_zero(const json& object, const char* key) {
  return absent(object, key) ? 0 : integer_at(object, key);
}

/// Members a case does not have are refused: a misspelt one would silently mean its default. These
/// are notes that vector files and reports carry beside a case.
constexpr std::array<std::string_view, 8> kNotes{
    "id", "note", "law", "implementation", "text", "message", "burn_std_0_22_0", "name"};

void check_members(const json& object, std::initializer_list<std::string_view> members) {
  const auto lists = [](const auto& list, const std::string& key) {
    return std::find(list.begin(), list.end(), key) != list.end();
  };
  for (const auto& item : object.items())
    if (!lists(members, item.key()) && !lists(kNotes, item.key()))
      throw CaseError(item.key(), "no such member; see docs/conformance.md for the form of a case");
}

TensorCase tensor_from(const json& object) {
  check_members(object, {"case", "value", "store", "packed_dim", "mode", "tensor", "block", "shape",
                         "codes", "scales", "global", "axes", "input_offset", "short_by", "bytes"});
  TensorCase c;
  c.scheme = scheme_from_fields(object);
  c.shape = integers_at(object, "shape");
  c.codes = codes_at(object, "codes");
  c.scales = bits_list_at(object, "scales");
  c.global = bits_or_null_at(object, "global");
  if (!absent(object, "axes")) c.axes = integers_at(object, "axes");
  c.input_offset = integer_or_zero(object, "input_offset");
  c.short_by = integer_or_zero(object, "short_by");
  return c;
}

BytesCase bytes_from(const json& object) {
  check_members(object, {"case", "value", "store", "packed_dim", "mode", "tensor", "block", "shape",
                         "bytes", "input_offset", "short_by", "codes", "scales", "global"});
  BytesCase c;
  c.scheme = scheme_from_fields(object);
  c.shape = integers_at(object, "shape");
  c.bytes = bytes_at(object, "bytes");
  c.input_offset = integer_or_zero(object, "input_offset");
  c.short_by = integer_or_zero(object, "short_by");
  return c;
}

template <typename Enum, std::size_t N>
Enum enumerator_at(const json& object, const char* key,
                   const std::array<std::string_view, N>& names) {
  const std::string given = string_at(object, key);
  std::string known;
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == given) return static_cast<Enum>(i);
    known.append(i == 0 ? "" : ", ").append(names[i]);
  }
  throw CaseError(key, "\"" + given + "\" is none of " + known);
}

ScalarCase scalar_from(const json& object) {
  check_members(object, {"case", "conversion", "type", "input"});
  ScalarCase c;
  c.verb = enumerator_at<ScalarVerb>(object, "conversion", kScalarVerbNames);
  c.type = enumerator_at<ScalarType>(object, "type", kScalarTypeNames);
  const auto bits = bits_from_hex(string_at(object, "input"));
  if (!bits) throw CaseError("input", "expected 8 hex digits");
  c.input = *bits;
  return c;
}

FloatsCase floats_from(const json& object) {
  check_members(object, {"case", "value", "store", "packed_dim", "mode", "tensor", "block", "shape",
                         "calibration", "input", "axes", "short_by", "bytes", "back"});
  FloatsCase c;
  c.scheme = scheme_from_fields(object);
  c.shape = integers_at(object, "shape");
  if (!absent(object, "calibration"))
    c.calibration = enumerator_at<Calibration>(object, "calibration", kCalibrationNames);
  c.input = bits_list_at(object, "input");
  if (!absent(object, "axes")) c.axes = integers_at(object, "axes");
  c.short_by = integer_or_zero(object, "short_by");
  return c;
}

Case case_from(const json& object) {
  if (!object.is_object()) throw CaseError("", "a case is a JSON object");
  const std::string kind = absent(object, "case") ? "" : string_at(object, "case");
  if (kind == "scalar" || (kind.empty() && object.contains("conversion")))
    return scalar_from(object);
  if (kind == "floats" || (kind.empty() && object.contains("input"))) return floats_from(object);
  if (kind == "tensor" || (kind.empty() && object.contains("codes"))) return tensor_from(object);
  if (kind == "bytes" || (kind.empty() && object.contains("bytes"))) return bytes_from(object);
  if (kind.empty())
    throw CaseError("", "neither codes, bytes, input nor conversion: not the form of a case");
  throw CaseError("case", "\"" + kind + "\" is none of tensor, bytes, scalar, floats");
}

}  // namespace

std::string to_json(const Case& c) {
  std::string out = "{\"case\":";
  std::visit([&](const auto& one) { append_case(out, one); }, c);
  return out.append("}");
}

Case case_from_json(const std::string& text) {
  try {
    return case_from(json_from(text));
  } catch (const json::parse_error& error) {
    throw CaseError("", "not JSON: byte " + std::to_string(error.byte));
  }
}

}  // namespace qb::laws
