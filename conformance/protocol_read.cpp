// What comes from a testee.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "conformance/protocol.h"
#include "properties/json_text.h"
#include "properties/scheme_json.h"

namespace qb::conformance {
namespace {

using laws::CaseError;
using nlohmann::json;

// Bounds the memory of a parsed line, whose every value has one of these before it: some 100 bytes
// each at most.
constexpr std::ptrdiff_t kMostValues = std::ptrdiff_t{1} << 21;
constexpr std::size_t kShown = 80;

// Throws CaseError, as do all below.
json parse(std::string_view line) {
  const auto opens_value = [](char c) { return c == '[' || c == '{' || c == ','; };
  if (std::count_if(line.begin(), line.end(), opens_value) > kMostValues)
    throw CaseError("", "too many values in one line");
  try {
    json object = laws::json_from(line);
    if (!object.is_object())
      throw CaseError("", "expected a JSON object, found " + excerpt(line, kShown));
    return object;
  } catch (const json::parse_error& error) {
    throw CaseError("", "no JSON at byte " + std::to_string(error.byte) + ": " +
                            (line.empty() ? "an empty line" : excerpt(line, kShown)));
  }
}

void check_id(const json& object, std::uint64_t id) {
  const std::uint64_t found = laws::integer_at(object, "id");
  if (found != id)
    throw CaseError("id", "expected " + std::to_string(id) + ", found " + std::to_string(found));
}

template <typename T, typename Read>
std::optional<T> optional_at(const json& object, const char* key, Read read) {
  if (laws::absent(object, key)) return std::nullopt;
  return read(object, key);
}

// Messages are compared and shown: controls of others must not reach a terminal or a report.
std::string printable(std::string message) {
  for (char& c : message)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = ' ';
  return message;
}

laws::Refused refusal_from(const json& refused) {
  try {
    const bool named = !laws::member_at(refused, "error").is_null();
    const std::string name = named ? laws::string_at(refused, "error") : "";
    const std::optional<Error> error = error_named(name);
    return {error, error ? "" : excerpt(name, kShown),
            printable(laws::string_at(refused, "message"))};
  } catch (const CaseError& error) {
    throw error.inside("refused");
  }
}

Finding finding_from(const json& found, std::size_t at) {
  const std::string path = "findings[" + std::to_string(at) + "]";
  if (!found.is_array() || found.size() != 2 || !found[0].is_string() ||
      !found[1].is_number_unsigned())
    throw CaseError(path, "expected a name and an index");
  const auto kind =
      std::find(kFindingNames.begin(), kFindingNames.end(), found[0].get_ref<const std::string&>());
  if (kind == kFindingNames.end())
    throw CaseError(path, "no such finding: " + excerpt(found[0].get<std::string>(), kShown));
  return {static_cast<FindingKind>(kind - kFindingNames.begin()), found[1].get<std::uint64_t>()};
}

Summary summary_at(const json& object, const char* key) {
  const json& counts = object[key];
  try {
    return {laws::integer_at(counts, "saturated_blocks"),
            laws::integer_at(counts, "clipped_values"), laws::integer_at(counts, "vanished_blocks"),
            laws::integer_at(counts, "zero_blocks")};
  } catch (const CaseError& error) {
    throw error.inside(key);
  }
}

struct Reader {
  const json& object;

  laws::Reply operator()(const laws::SizeRequest&) const {
    return laws::SizeAnswer{laws::integer_at(object, "total_bytes"),
                            optional_at<std::uint64_t>(object, "scales_offset", laws::integer_at),
                            optional_at<std::uint64_t>(object, "global_offset", laws::integer_at)};
  }
  laws::Reply operator()(const laws::EncodeRequest&) const {
    return laws::BytesAnswer{laws::bytes_at(object, "bytes")};
  }
  laws::Reply operator()(const laws::BytesRequest& request) const {
    switch (request.verb) {
      case laws::BytesVerb::decode:
        return laws::TensorAnswer{laws::codes_at(object, "codes"),
                                  laws::bits_list_at(object, "scales"),
                                  laws::bits_or_null_at(object, "global")};
      case laws::BytesVerb::audit:
        return findings();
      case laws::BytesVerb::dequantize:
        return laws::ValuesAnswer{laws::bits_list_at(object, "values")};
      case laws::BytesVerb::validate:
        break;
    }
    if (laws::member_at(object, "valid") != true)
      throw CaseError("valid", "expected true (what is not valid is refused, with an error)");
    return laws::ValidAnswer{};
  }
  laws::Reply operator()(const laws::QuantizeRequest&) const {
    return laws::QuantizedAnswer{laws::bytes_at(object, "bytes"),
                                 optional_at<Summary>(object, "summary", summary_at)};
  }
  laws::Reply operator()(const laws::PermuteRequest&) const { return scheme(); }
  laws::Reply operator()(const laws::PresetRequest&) const { return scheme(); }
  laws::Reply operator()(const laws::TextRequest&) const {
    return laws::TextAnswer{laws::string_at(object, "text"),
                            optional_at<std::string>(object, "json", laws::string_at)};
  }
  laws::Reply operator()(const laws::ScalarRequest& request) const {
    laws::ScalarAnswer answer{laws::bits_list_at(object, "outputs")};
    if (answer.outputs.size() != request.inputs.size())
      throw CaseError("outputs", "expected " + std::to_string(request.inputs.size()) +
                                     " of them, found " + std::to_string(answer.outputs.size()));
    return answer;
  }
  laws::Reply operator()(const laws::DigestRequest&) const {
    const std::string sha256 = laws::string_at(object, "sha256");
    const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    if (sha256.size() != 64 || !std::all_of(sha256.begin(), sha256.end(), is_digit))
      throw CaseError("sha256",
                      "expected 64 hex digits in lower case, found " + excerpt(sha256, kShown));
    return laws::DigestAnswer{sha256};
  }

 private:
  laws::Reply scheme() const {
    try {
      return laws::SchemeAnswer{laws::scheme_from_fields(laws::member_at(object, "scheme"))};
    } catch (const CaseError& error) {
      throw error.inside("scheme");
    }
  }
  laws::Reply findings() const {
    const json& list = laws::member_at(object, "findings");
    if (!list.is_array()) throw CaseError("findings", "expected a list");
    laws::FindingsAnswer answer;
    for (const json& found : list)
      answer.findings.push_back(finding_from(found, answer.findings.size()));
    return answer;
  }
};

laws::Reply reply_from(const json& object, const laws::Request& request) {
  const bool refused = object.contains("refused");
  if (!refused && !object.contains("unsupported")) return std::visit(Reader{object}, request);
  if (object.size() != 2)
    throw CaseError(refused ? "refused" : "unsupported",
                    "stands beside something else than the id");
  if (refused) return refusal_from(object["refused"]);
  return laws::Unsupported{laws::string_at(object, "unsupported")};
}

std::uint32_t capabilities_from(const json& list) {
  if (!list.is_array()) throw CaseError("capabilities", "expected a list");
  std::uint32_t capabilities = 0;
  for (const json& item : list) {
    const auto capability =
        item.is_string() ? capability_named(item.get<std::string>()) : std::nullopt;
    if (!capability)
      throw CaseError("capabilities", "no such capability: " + excerpt(item.dump(), kShown));
    capabilities |= *capability;
  }
  return capabilities;
}

std::map<std::string, std::string> choices_from(const json& object) {
  std::map<std::string, std::string> choices;
  if (laws::absent(object, "choices")) return choices;
  if (!object["choices"].is_object()) throw CaseError("choices", "expected an object");
  for (const auto& [choice, declared] : object["choices"].items()) {
    if (!declared.is_string())
      throw CaseError("choices", "expected a string for " + excerpt(choice, kShown));
    choices[choice] = declared.get<std::string>();
  }
  return choices;
}

Greeting greeting_from(const json& object) {
  check_id(object, 0);
  const std::uint64_t version = laws::integer_at(object, "protocol");
  if (version != kProtocolVersion)
    throw CaseError("protocol", "expected version " + std::to_string(kProtocolVersion) +
                                    ", found " + std::to_string(version));
  const std::string name = laws::string_at(object, "name");
  if (name.empty()) throw CaseError("name", "expected a name, found none");
  return {excerpt(name, kShown), excerpt(laws::string_at(object, "version"), kShown),
          excerpt(laws::string_at(object, "language"), kShown),
          capabilities_from(laws::member_at(object, "capabilities")), choices_from(object)};
}

}  // namespace

std::variant<Greeting, ProtocolError> read_greeting(std::string_view line) {
  try {
    return greeting_from(parse(line));
  } catch (const CaseError& error) {
    return ProtocolError{error.what()};
  }
}

std::variant<laws::Reply, ProtocolError> read_reply(std::string_view line, std::uint64_t id,
                                                    const laws::Request& request) {
  try {
    const json object = parse(line);
    check_id(object, id);
    return reply_from(object, request);
  } catch (const CaseError& error) {
    return ProtocolError{error.what()};
  }
}

std::string excerpt(std::string_view text, std::size_t length) {
  std::string shown;
  for (const char c : text.substr(0, length)) {
    if (c == '\n')
      shown += " | ";
    else
      shown += c >= ' ' && c <= '~' ? c : '?';
  }
  return text.size() > length ? shown + "..." : shown;
}

}  // namespace qb::conformance
