#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/protocol.h"
#include "conformance/vectors.h"
#include "properties/json_text.h"
#include "properties/scheme_json.h"

namespace qb::conformance {
namespace {

using laws::CaseError;
using nlohmann::json;

constexpr std::size_t kShownProblem = 200;

// "parse error at line 1, column 5: ..." without the library's own number in front.
std::string problem_of(const json::parse_error& error) {
  const std::string_view what = error.what();
  const std::size_t end = what.find("] ");
  return excerpt(end == std::string_view::npos ? what : what.substr(end + 2), kShownProblem);
}

json object_from(const std::string& text) {
  json object;
  try {
    object = laws::json_from(text);
  } catch (const json::parse_error& error) {
    throw CaseError("", "not JSON: " + problem_of(error));
  }
  if (!object.is_object()) throw CaseError("", "expected a JSON object, found another value");
  return object;
}

std::string stem_of(const std::string& path) {
  return path == "-" ? "stdin" : std::filesystem::path(path).stem().string();
}

// ---- one case ----------------------------------------------------------------------------------

// `expects`: "encode", "decode", "encode-or-refuse", "quantize", or "" where a file need not know
// anything.
Known known_of(const json& object, const laws::Case& c, std::string_view expects) {
  Known known;
  const bool is_tensor = laws::kind(c) == laws::CaseKind::tensor;
  const bool is_floats = laws::kind(c) == laws::CaseKind::floats;
  if (is_floats && (!expects.empty() || object.contains("bytes")))
    known.quantized = laws::bytes_at(object, "bytes");
  if (is_floats && known.quantized && (!expects.empty() || object.contains("back")))
    known.back = laws::bits_list_at(object, "back");
  const bool refuses = expects != "encode" && object.contains("message");
  if (is_tensor && refuses) known.message = laws::string_at(object, "message");
  if (is_tensor && !refuses && (!expects.empty() || object.contains("bytes")))
    known.bytes = laws::bytes_at(object, "bytes");
  if (laws::kind(c) == laws::CaseKind::bytes && (!expects.empty() || object.contains("codes")))
    known.tensor =
        laws::TensorAnswer{laws::codes_at(object, "codes"), laws::bits_list_at(object, "scales"),
                           laws::bits_or_null_at(object, "global")};
  if ((is_tensor || laws::kind(c) == laws::CaseKind::bytes) && object.contains("text"))
    known.text = laws::string_at(object, "text");
  if (refuses && object.contains("bytes"))
    throw CaseError("message", "a case has bytes or the message of a refusal, and not both");
  return known;
}

Vector vector_from(json object, const std::string& default_id, std::string_view expects) {
  if (!object.is_object()) throw CaseError("", "expected a case, which is an object");
  if (!expects.empty())
    object["case"] = expects == "decode" ? "bytes" : expects == "quantize" ? "floats" : "tensor";
  const std::string id = object.contains("id") ? laws::string_at(object, "id") : default_id;
  laws::Case c = laws::case_from_json(object.dump());
  Known known = known_of(object, c, expects);
  return {id, std::move(c), std::move(known)};
}

// ---- files of cases ----------------------------------------------------------------------------

void read_cases(const json& cases, VectorFile& file) {
  for (std::size_t i = 0; i < cases.size(); ++i) {
    try {
      const std::string id = stem_of(file.path) + "/" + std::to_string(i);
      file.vectors.push_back(vector_from(cases[i], id, file.kind));
    } catch (const CaseError& error) {
      throw error.inside("cases[" + std::to_string(i) + "]");
    }
  }
}

void read_case_file(const json& object, VectorFile& file) {
  file.kind = laws::string_at(object, "kind");
  const json& cases = laws::member_at(object, "cases");
  if (!cases.is_array()) throw CaseError("cases", "expected a list");
  constexpr std::array<std::string_view, 5> kKinds{"encode", "decode", "encode-or-refuse",
                                                   "quantize", "burnpack"};
  if (std::ranges::find(kKinds, file.kind) == kKinds.end())
    throw CaseError("kind",
                    "\"" + excerpt(file.kind, 40) +
                        "\" is none of encode, decode, encode-or-refuse, quantize, burnpack");
  if (cases.empty()) throw CaseError("cases", "there is none; leave the file out, or add some");
  if (file.kind == "burnpack")
    file.pending = {std::to_string(cases.size()) + " cases", "waits for the container",
                    cases.size()};
  else
    read_cases(cases, file);
}

// ---- scalars -----------------------------------------------------------------------------------

// A code as it is written there: 1 to 8 hex digits, zero-extended. "nan" is any NaN.
std::uint32_t bits_from(const json& found, const std::string& path) {
  const std::string text = found.is_string() ? found.get<std::string>() : "";
  if (text == "nan") return 0x7fc00000;
  const auto bits = text.empty() || text.size() > 8
                        ? std::nullopt
                        : laws::bits_from_hex(std::string(8 - text.size(), '0') + text);
  if (!bits) throw CaseError(path, "expected 1 to 8 hex digits, or nan");
  return *bits;
}

ScalarType type_named(const std::string& name) {
  for (std::size_t i = 0; i < kScalarTypeNames.size(); ++i)
    if (kScalarTypeNames[i] == name) return static_cast<ScalarType>(i);
  throw CaseError("", "no scalar type has this name");
}

// Either [input, output] pairs, or the outputs of all codes from 0.
void read_scalar_list(const json& list, ScalarVerb verb, ScalarType type, const std::string& id,
                      VectorFile& file) {
  if (!list.is_array()) throw CaseError("", "expected a list");
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string path = "[" + std::to_string(i) + "]";
    const bool is_pair = list[i].is_array();
    if (is_pair && list[i].size() != 2) throw CaseError(path, "expected an input and an output");
    laws::ScalarCase c{verb, type, static_cast<std::uint32_t>(i)};
    if (is_pair) c.input = bits_from(list[i][0], path + "[0]");
    Known known;
    known.scalar = is_pair ? bits_from(list[i][1], path + "[1]") : bits_from(list[i], path);
    file.vectors.push_back({id + "/" + std::to_string(i), c, known});
  }
}

void read_scalar_member(const json& object, const char* key, ScalarVerb verb, VectorFile& file) {
  if (laws::absent(object, key)) return;
  if (!object[key].is_object()) throw CaseError(key, "expected an object");
  for (const auto& [type, list] : object[key].items()) {
    const std::string id = stem_of(file.path) + "/" + key + "/" + type;
    try {
      read_scalar_list(list, verb, type_named(type), id, file);
    } catch (const CaseError& error) {
      throw error.inside(std::string(key) + "." + excerpt(type, 40));
    }
  }
}

std::uint64_t count_entries(const json& group) {
  if (!group.is_object()) return group.is_array() ? group.size() : 0;
  std::uint64_t sum = 0;
  for (const json& member : group) sum += member.is_string() ? 1 : count_entries(member);
  return sum;
}

bool is_scalar_file(const json& object) {
  return object.contains("encode") || object.contains("round_up") || object.contains("decode") ||
         object.contains("decode_pairs");
}

void read_scalar_file(const json& object, VectorFile& file) {
  file.kind = "scalars";
  read_scalar_member(object, "encode", ScalarVerb::encode, file);
  read_scalar_member(object, "round_up", ScalarVerb::round_up, file);
  read_scalar_member(object, "decode", ScalarVerb::decode, file);
  read_scalar_member(object, "decode_pairs", ScalarVerb::decode, file);
  if (file.vectors.empty())
    throw CaseError("", "there is no scalar in it; leave the file out, or add some");
  const char* declared = "declared_not_golden";
  if (laws::absent(object, declared)) return;
  std::uint64_t count = 0;
  for (const auto& [key, group] : object[declared].items())
    if (!group.is_string()) count += count_entries(group);  // a string is a note
  file.left_out = {declared + (", " + std::to_string(count) + " entries"),
                   "what some crates do where libraries differ, not the norm", count};
}

VectorFile read_any(const std::string& text, const std::string& path) {
  VectorFile file;
  file.path = path;
  json object = object_from(text);
  if (object.contains("report"))
    throw CaseError("", "a report, which holds no vectors; judge what it found by qbytes replay");
  if (object.contains("cases")) {
    read_case_file(object, file);
  } else if (is_scalar_file(object)) {
    read_scalar_file(object, file);
  } else {
    file.kind = "case";
    const bool is_counterexample = !laws::absent(object, "case") && object["case"].is_object();
    if (is_counterexample) object = json(object["case"]);
    file.vectors.push_back(vector_from(std::move(object), stem_of(path), ""));
  }
  return file;
}

}  // namespace

VectorFile vectors_from(const std::string& text, const std::string& path) {
  try {
    return read_any(text, path);
  } catch (const CaseError& error) {
    throw FileError((path == "-" ? "stdin" : path) + ": " + error.what());
  }
}

VectorFile read_vectors(const std::string& path) { return vectors_from(read_file(path), path); }

}  // namespace qb::conformance
