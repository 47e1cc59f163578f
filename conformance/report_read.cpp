#include "conformance/report_read.h"

#include <nlohmann/json.hpp>

#include "properties/json_text.h"
#include "properties/scheme_json.h"

namespace qb::conformance {
namespace {

using laws::CaseError;
using nlohmann::json;

laws::Case case_at(const json& example) {
  try {
    return laws::case_from_json(laws::member_at(example, "case").dump());
  } catch (const CaseError& error) {
    throw error.inside("case");
  }
}

Recorded recorded_from(const json& example) {
  return {laws::string_at(example, "law"), laws::string_at(example, "implementation"),
          laws::string_at(example, "origin"),
          laws::absent(example, "file") ? "" : laws::string_at(example, "file"), case_at(example)};
}

std::vector<Recorded> all_of(const json& report) {
  const json& examples = laws::member_at(report, "counterexamples");
  if (!examples.is_array()) throw CaseError("counterexamples", "expected a list");
  std::vector<Recorded> all;
  for (const json& example : examples) {
    try {
      all.push_back(recorded_from(example));
    } catch (const CaseError& error) {
      throw error.inside("counterexamples[" + std::to_string(all.size()) + "]");
    }
  }
  return all;
}

}  // namespace

std::optional<std::vector<Recorded>> recorded_in(const std::string& text, const std::string& path) {
  try {
    const json object = laws::json_from(text);
    if (!object.is_object() || !object.contains("report")) return std::nullopt;
    return all_of(object);
  } catch (const json::parse_error&) {
    return std::nullopt;
  } catch (const CaseError& error) {
    throw FileError((path == "-" ? "stdin" : path) + ": " + error.what());
  }
}

}  // namespace qb::conformance
