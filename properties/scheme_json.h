// The JSON fields that cases and the pipe protocol share: a scheme's, and lists of numbers and hex.
// Everything that reads throws `CaseError` with the path of the first thing wrong; further members
// of an object are ignored, so that a case can carry notes.
#ifndef QB_PROPERTIES_SCHEME_JSON_H
#define QB_PROPERTIES_SCHEME_JSON_H

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "qb/names.h"
#include "qb/scheme.h"

namespace qb::laws {

/// Text that is no case, scheme or reply. `what()` is one line, "block.size[1]: expected an integer
/// 0..4294967295", or the problem alone where the path is empty (the whole text).
class CaseError : public std::runtime_error {
 public:
  CaseError(const std::string& path, const std::string& problem);
  /// The same problem seen from outside: `outer` is put before the path.
  CaseError inside(const std::string& outer) const;

 private:
  std::string path_;
  std::string problem_;
};

/// Appends `"value":"Q8F","store":"Native","tensor":null,"block":null`: no braces, no comma around.
/// `packed_dim` is left out for Native, `mode` for Symmetric. Any scheme, legal or not. Cost:
/// linear in the text, at most one allocation.
void append_scheme_fields(std::string& out, const Scheme& scheme);

/// The same fields as an object. Cost: a parse of that text.
nlohmann::json scheme_fields(const Scheme& scheme);

/// Reads those fields. `mode`, `packed_dim`, `tensor` and `block` may be null, or absent;
/// `packed_dim` must be so for Native and must not for packed stores. Schemes that the format
/// refuses are read as well, within what `Scheme` can hold (8 block extents after the leading 1s).
Scheme scheme_from_fields(const nlohmann::json& object);

/// Bytes in hex: lower case when written, either case when read. None where it is no hex, or half a
/// byte is left over.
void append_hex(std::string& out, std::span<const std::uint8_t> bytes);
std::string to_hex(std::span<const std::uint8_t> bytes);
std::optional<std::vector<std::uint8_t>> bytes_from_hex(std::string_view hex);

/// f32 bits in 8 hex digits, highest first: 1.0 is "3f800000". None where it is not exactly that.
void append_hex(std::string& out, std::uint32_t bits);
std::string to_hex(std::uint32_t bits);
std::optional<std::uint32_t> bits_from_hex(std::string_view hex);

/// Members of an object, which must be there and of that type. Integers are JSON integers: no 1.0,
/// no 1e3.
const nlohmann::json& member_at(const nlohmann::json& object, const char* key);
std::string string_at(const nlohmann::json& object, const char* key);
std::uint64_t integer_at(const nlohmann::json& object, const char* key);
std::vector<std::uint8_t> bytes_at(const nlohmann::json& object, const char* key);
std::vector<std::uint64_t> integers_at(const nlohmann::json& object, const char* key);
std::vector<std::int8_t> codes_at(const nlohmann::json& object, const char* key);
std::vector<std::uint32_t> bits_list_at(const nlohmann::json& object, const char* key);
/// Null is none; an absent member is an error.
std::optional<std::uint32_t> bits_or_null_at(const nlohmann::json& object, const char* key);

/// Whether the member is missing or null.
bool absent(const nlohmann::json& object, const char* key);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_SCHEME_JSON_H
