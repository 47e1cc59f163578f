#include "sweep/digest_file.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "sweep/rows.h"

namespace qb::sweep {
namespace {

using nlohmann::json;

constexpr const char* kProvenance =
    "The intervals of the reference of this project (docs/format.md, F32 to F39), written by "
    "qbytes "
    "sweep --digests. Anyone can compute them again: docs/sweep.md.";

std::uint32_t pattern_from(const json& text) {
  std::uint32_t pattern = 0;
  const auto& digits = text.get_ref<const std::string&>();
  const char* const end = digits.data() + digits.size();
  const auto [next, error] = std::from_chars(digits.data(), end, pattern, 16);
  if (digits.size() != 8 || error != std::errc() || next != end)
    throw DigestFileError(digits + " is no pattern of 8 hex digits");
  return pattern;
}

std::vector<SliceDigest> slices_from(const Conversion& conversion, const json& list) {
  std::vector<SliceDigest> all;
  const auto known = slices(conversion);
  for (const json& one : list) {
    const std::uint32_t first = pattern_from(one.at(0));
    const auto count = one.at(1).get<std::uint64_t>();
    const auto found = std::ranges::find(known, first, &Range::first);
    if (found == known.end() || found->count() != count)
      throw DigestFileError(name(conversion) + ": no slice of " + std::to_string(count) +
                            " inputs begins at " + hex(first));
    all.push_back({*found, one.at(2).get<std::string>()});
  }
  return all;
}

}  // namespace

std::string write_digests(const Digests& digests) {
  nlohmann::ordered_json nans;
  for (const auto& [conversion, list] : digests)
    nans[name(conversion)] = hex(counted_nan(conversion), 2 * output_bytes(conversion));
  std::string text = "{\n\"provenance\": " + json(kProvenance).dump() +
                     ",\n\"nan\": " + nans.dump() + ",\n\"digests\": {";
  const char* between = "\n";
  for (const auto& [conversion, list] : digests) {
    text += between + json(name(conversion)).dump() + ": [";
    between = ",\n";
    const char* comma = "\n";
    for (const SliceDigest& one : list) {
      text += comma + json{hex(one.inputs.first), one.inputs.count(), one.sha256}.dump();
      comma = ",\n";
    }
    text += "\n]";
  }
  return text + "\n}\n}\n";
}

Digests read_digests(const std::string& text) {
  try {
    Digests all;
    const json file = json::parse(text);
    for (const auto& [key, list] : file.at("digests").items()) {
      const auto conversion = conversion_named(key);
      if (!conversion) throw DigestFileError("digests: no such conversion: " + key);
      all.emplace_back(*conversion, slices_from(*conversion, list));
    }
    return all;
  } catch (const json::exception&) {
    throw DigestFileError("no file of digests, such as corpus/digests/conversions.json");
  }
}

}  // namespace qb::sweep
