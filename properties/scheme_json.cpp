#include "properties/scheme_json.h"

#include <array>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>

namespace qb::laws {
namespace {

using nlohmann::json;

constexpr const char* kHexBits = "8 hex digits";
constexpr const char* kAnyInteger = "an integer 0..18446744073709551615";

/// "expected X, found Y", with Y cut short and kept to ASCII.
CaseError unexpected(const std::string& path, const std::string& expected, const json& found) {
  constexpr std::size_t kShown = 40;
  std::string text;
  if (found.is_structured())
    text = found.is_array() ? "a list" : "an object";
  else
    text = found.dump(-1, ' ', true);
  if (text.size() > kShown) text = text.substr(0, kShown) + "...";
  return CaseError(path, "expected " + expected + ", found " + text);
}

std::string element(const std::string& path, std::size_t index) {
  return path + "[" + std::to_string(index) + "]";
}

template <typename Enum, std::size_t N>
Enum named(const json& found, const std::string& path,
           const std::array<std::string_view, N>& names) {
  std::string expected;
  for (std::size_t i = 0; i < N; ++i) {
    if (found.is_string() && found.get_ref<const std::string&>() == names[i])
      return static_cast<Enum>(i);
    expected.append(i == 0 ? "one of " : ", ").append(names[i]);
  }
  throw unexpected(path, expected, found);
}

std::optional<std::uint64_t> integer_from(const json& found) {
  if (!found.is_number_unsigned()) return std::nullopt;
  return found.get<std::uint64_t>();
}

std::optional<std::uint32_t> extent_from(const json& found) {
  const auto extent = integer_from(found);
  if (!extent || *extent > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(*extent);
}

std::optional<std::int8_t> code_from(const json& found) {
  if (!found.is_number_integer()) return std::nullopt;
  // An unsigned number above the signed range would come back negative.
  if (found.is_number_unsigned() && found.get<std::uint64_t>() > 127) return std::nullopt;
  const auto code = found.get<std::int64_t>();
  if (code < -128 || code > 127) return std::nullopt;
  return static_cast<std::int8_t>(code);
}

std::optional<std::uint32_t> bits_from(const json& found) {
  if (!found.is_string()) return std::nullopt;
  return bits_from_hex(found.get_ref<const std::string&>());
}

template <typename T>
std::vector<T> list_from(const json& found, const std::string& path, const char* expected,
                         std::optional<T> (*read)(const json&)) {
  if (!found.is_array()) throw unexpected(path, "a list", found);
  std::vector<T> list;
  list.reserve(found.size());
  for (const json& item : found) {
    const std::optional<T> read_item = read(item);
    if (!read_item) throw unexpected(element(path, list.size()), expected, item);
    list.push_back(*read_item);
  }
  return list;
}

Store store_from(const json& object) {
  const auto kind = named<StoreKind>(member_at(object, "store"), "store", kStoreNames);
  if (kind != StoreKind::Native) return {kind, integer_at(object, "packed_dim")};
  if (!absent(object, "packed_dim"))
    throw unexpected("packed_dim", "null, because Native packs nothing", object["packed_dim"]);
  return {kind, 0};
}

BlockScale block_from(const json& block) {
  if (!block.is_object()) throw unexpected("block", "null or an object", block);
  try {
    const auto authored =
        list_from(member_at(block, "size"), "size", "an integer 0..4294967295", &extent_from);
    const auto size = BlockSize::from(authored);
    if (!size)
      throw CaseError("size", "expected at most " + std::to_string(BlockSize::kMaxHeld) +
                                  " extents after the leading 1s");
    return {*size, named<ScaleDtype>(member_at(block, "dtype"), "dtype", kScaleDtypeNames)};
  } catch (const CaseError& error) {
    throw error.inside("block");
  }
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

CaseError::CaseError(const std::string& path, const std::string& problem)
    : std::runtime_error(path.empty() ? problem : path + ": " + problem),
      path_(path),
      problem_(problem) {}

CaseError CaseError::inside(const std::string& outer) const {
  if (path_.empty()) return CaseError(outer, problem_);
  return CaseError(outer + (path_.front() == '[' ? "" : ".") + path_, problem_);
}

void append_scheme_fields(std::string& out, const Scheme& scheme) {
  const auto append_name = [&out](const char* key, std::string_view text) {
    out.append(key).append("\"").append(text).append("\"");
  };
  append_name("\"value\":", name(scheme.value));
  append_name(",\"store\":", name(scheme.store.kind));
  if (scheme.store.kind != StoreKind::Native)
    out.append(",\"packed_dim\":").append(std::to_string(scheme.store.packed_dim));
  if (scheme.mode != Mode::Symmetric) append_name(",\"mode\":", name(scheme.mode));
  if (scheme.tensor)
    append_name(",\"tensor\":", name(*scheme.tensor));
  else
    out += ",\"tensor\":null";
  if (!scheme.block) {
    out += ",\"block\":null";
    return;
  }
  out += ",\"block\":{\"size\":[";
  const char* comma = "";
  for (const std::uint32_t extent : scheme.block->size.extents()) {
    out.append(comma).append(std::to_string(extent));
    comma = ",";
  }
  append_name("],\"dtype\":", name(scheme.block->dtype));
  out += '}';
}

json scheme_fields(const Scheme& scheme) {
  std::string text = "{";
  append_scheme_fields(text, scheme);
  return json::parse(text + "}");
}

Scheme scheme_from_fields(const json& object) {
  Scheme scheme;
  scheme.value = named<Value>(member_at(object, "value"), "value", kValueNames);
  scheme.store = store_from(object);
  if (!absent(object, "mode")) scheme.mode = named<Mode>(object["mode"], "mode", kModeNames);
  if (!absent(object, "tensor"))
    scheme.tensor = named<ScaleDtype>(object["tensor"], "tensor", kScaleDtypeNames);
  if (!absent(object, "block")) scheme.block = block_from(object["block"]);
  return scheme;
}

void append_hex(std::string& out, std::span<const std::uint8_t> bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::size_t at = out.size();
  out.resize(at + 2 * bytes.size());
  for (const std::uint8_t byte : bytes) {
    out[at++] = kDigits[byte >> 4];
    out[at++] = kDigits[byte & 15];
  }
}

std::string to_hex(std::span<const std::uint8_t> bytes) {
  std::string hex;
  append_hex(hex, bytes);
  return hex;
}

std::optional<std::vector<std::uint8_t>> bytes_from_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::vector<std::uint8_t> bytes(hex.size() / 2);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const int high = hex_digit(hex[2 * i]);
    const int low = hex_digit(hex[2 * i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes[i] = static_cast<std::uint8_t>(high * 16 + low);
  }
  return bytes;
}

void append_hex(std::string& out, std::uint32_t bits) {
  const std::array<std::uint8_t, 4> bytes{
      static_cast<std::uint8_t>(bits >> 24), static_cast<std::uint8_t>(bits >> 16),
      static_cast<std::uint8_t>(bits >> 8), static_cast<std::uint8_t>(bits)};
  append_hex(out, bytes);
}

std::string to_hex(std::uint32_t bits) {
  std::string hex;
  append_hex(hex, bits);
  return hex;
}

std::optional<std::uint32_t> bits_from_hex(std::string_view hex) {
  if (hex.size() != 8) return std::nullopt;
  std::uint32_t bits = 0;
  for (const char c : hex) {
    const int digit = hex_digit(c);
    if (digit < 0) return std::nullopt;
    bits = bits << 4 | static_cast<std::uint32_t>(digit);
  }
  return bits;
}

bool absent(const json& object, const char* key) {
  const auto found = object.find(key);
  return found == object.end() || found->is_null();
}

const json& member_at(const json& object, const char* key) {
  if (!object.is_object()) throw unexpected("", "an object", object);
  const auto found = object.find(key);
  if (found == object.end()) throw CaseError(key, "missing");
  return *found;
}

std::string string_at(const json& object, const char* key) {
  const json& found = member_at(object, key);
  if (!found.is_string()) throw unexpected(key, "a string", found);
  return found.get<std::string>();
}

std::uint64_t integer_at(const json& object, const char* key) {
  const json& found = member_at(object, key);
  const auto integer = integer_from(found);
  if (!integer) throw unexpected(key, kAnyInteger, found);
  return *integer;
}

std::vector<std::uint8_t> bytes_at(const json& object, const char* key) {
  const json& found = member_at(object, key);
  auto bytes =
      found.is_string() ? bytes_from_hex(found.get_ref<const std::string&>()) : std::nullopt;
  if (!bytes) throw unexpected(key, "bytes in hex", found);
  return *std::move(bytes);
}

std::vector<std::uint64_t> integers_at(const json& object, const char* key) {
  return list_from(member_at(object, key), key, kAnyInteger, &integer_from);
}

std::vector<std::int8_t> codes_at(const json& object, const char* key) {
  return list_from(member_at(object, key), key, "an integer -128..127", &code_from);
}

std::vector<std::uint32_t> bits_list_at(const json& object, const char* key) {
  return list_from(member_at(object, key), key, kHexBits, &bits_from);
}

std::optional<std::uint32_t> bits_or_null_at(const json& object, const char* key) {
  const json& found = member_at(object, key);
  if (found.is_null()) return std::nullopt;
  const auto bits = bits_from(found);
  if (!bits) throw unexpected(key, std::string("null or ") + kHexBits, found);
  return bits;
}

}  // namespace qb::laws
