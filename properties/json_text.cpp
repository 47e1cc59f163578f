#include "properties/json_text.h"

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "properties/scheme_json.h"

namespace qb::laws {
namespace {

using nlohmann::json;

// In quotes, in ASCII and cut short: it comes from others.
std::string shown(const json& key) {
  constexpr std::size_t kShown = 60;
  const std::string text = key.dump(-1, ' ', true, json::error_handler_t::replace);
  return text.size() > kShown ? text.substr(0, kShown) + "..." : text;
}

// The keys of the objects that are open, outermost first.
class OpenKeys {
 public:
  void take(json::parse_event_t event, const json& parsed) {
    if (event == json::parse_event_t::object_start) open_.emplace_back();
    if (event == json::parse_event_t::object_end) open_.pop_back();
    if (event != json::parse_event_t::key) return;
    if (!open_.back().insert(parsed.get_ref<const std::string&>()).second)
      throw CaseError("", "the key " + shown(parsed) + " stands twice in one object; keep one");
  }

 private:
  std::vector<std::set<std::string>> open_;
};

}  // namespace

json json_from(std::string_view text) {
  OpenKeys keys;
  const auto check = [&keys](int depth, json::parse_event_t event, const json& parsed) {
    const bool opens =
        event == json::parse_event_t::object_start || event == json::parse_event_t::array_start;
    if (opens && depth >= kDeepestJson)  // the outermost is opened at depth 0
      throw CaseError("", "nested more than " + std::to_string(kDeepestJson) + " deep");
    keys.take(event, parsed);
    return true;
  };
  try {
    return json::parse(text, check);
  } catch (const json::out_of_range&) {
    throw CaseError("", "a number without bounds in the JSON");
  }
}

}  // namespace qb::laws
