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

void append_case(std::string& out, const TensorCase& c) {
  out.append("\"tensor\"").append(",");
  append_scheme_fields(out, c.scheme);
  append_list(out, "shape", c.shape);
  append_list(out, "codes", c.codes);
  out.append(",\"scales\":[");
  for (std::uint32_t scale : c.scales) out.append("\"").append(to_hex(scale)).append("\",");
  if (!c.scales.empty()) out.pop_back();
  out.append("],\"global\":");
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

std::uint64_t integer_or_zero(const json& object, const char* key) {
  return absent(object, key) ? 0 : integer_at(object, key);
}

/// Members a case does not have are refused: a misspelt one would silently mean its default. These
/// are notes that vector files and reports carry beside a case.
constexpr std::array<std::string_view, 7> kNotes{
    "id", "note", "law", "text", "message", "burn_std_0_22_0", "name"};

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

Case case_from(const json& object) {
  if (!object.is_object()) throw CaseError("", "a case is a JSON object");
  const std::string kind = absent(object, "case") ? "" : string_at(object, "case");
  if (kind == "scalar" || (kind.empty() && object.contains("conversion")))
    return scalar_from(object);
  if (kind == "tensor" || (kind.empty() && object.contains("codes"))) return tensor_from(object);
  if (kind == "bytes" || (kind.empty() && object.contains("bytes"))) return bytes_from(object);
  if (kind.empty())
    throw CaseError("", "neither codes, bytes nor conversion: not the form of a case");
  throw CaseError("case", "\"" + kind + "\" is none of tensor, bytes, scalar");
}

// ---- for people --------------------------------------------------------------------------------

std::string scheme_line(const Scheme& scheme, const std::vector<std::uint64_t>& shape) {
  std::string line{name(scheme.value)};
  line.append(" ").append(name(scheme.store.kind));
  if (scheme.store.kind != StoreKind::Native)
    line.append("(").append(std::to_string(scheme.store.packed_dim)).append(")");
  if (scheme.mode != Mode::Symmetric) line.append(" ").append(name(scheme.mode));
  if (scheme.tensor) line.append(" tensor ").append(name(*scheme.tensor));
  if (scheme.block) {
    line.append(" block [");
    for (std::uint32_t extent : scheme.block->size.extents())
      line.append(std::to_string(extent)).append(",");
    if (line.back() == ',') line.pop_back();
    line.append("] ").append(name(scheme.block->dtype));
  }
  line.append(" · shape [");
  for (std::uint64_t extent : shape) line.append(std::to_string(extent)).append(",");
  if (line.back() == ',') line.pop_back();
  return line.append("]");
}

/// As many items as fit in about 60 characters, then how many are left.
template <typename List, typename Text>
void append_some(std::string& line, const char* what, const List& list, Text text) {
  line.append(" · ").append(what);
  std::size_t shown = 0;
  for (const std::size_t start = line.size(); shown < list.size(); ++shown) {
    if (line.size() - start > 60) break;
    line.append(" ").append(text(list[shown]));
  }
  if (shown < list.size())
    line.append(" … (").append(std::to_string(list.size())).append(" in all)");
  else if (list.empty())
    line.append(" none");
}

std::string describe_case(const TensorCase& c) {
  std::string line = scheme_line(c.scheme, c.shape);
  const auto hex = [](std::uint32_t bits) { return to_hex(bits); };
  append_some(line, "codes", c.codes, [](std::int8_t code) { return std::to_string(code); });
  append_some(line, "scales", c.scales, hex);
  if (c.global) line.append(" · global ").append(to_hex(*c.global));
  if (!c.axes.empty())
    append_some(line, "axes", c.axes, [](std::uint64_t axis) { return std::to_string(axis); });
  if (c.input_offset != 0) line.append(" · at +").append(std::to_string(c.input_offset));
  if (c.short_by != 0) line.append(" · output short by ").append(std::to_string(c.short_by));
  return line;
}

std::string describe_case(const BytesCase& c) {
  std::string line = scheme_line(c.scheme, c.shape);
  append_some(line, "bytes", c.bytes,
              [](std::uint8_t byte) { return to_hex(std::span(&byte, 1)); });
  if (c.input_offset != 0) line.append(" · at +").append(std::to_string(c.input_offset));
  if (c.short_by != 0) line.append(" · output short by ").append(std::to_string(c.short_by));
  return line;
}

std::string describe_case(const ScalarCase& c) {
  return std::string(name(c.verb))
      .append(" ")
      .append(name(c.type))
      .append(" of ")
      .append(to_hex(c.input));
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

std::string describe(const Case& c) {
  return std::visit([](const auto& one) { return describe_case(one); }, c);
}

}  // namespace qb::laws
