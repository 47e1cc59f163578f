// The one way in which JSON of others is read: cases, vectors, schemes, reports, replies.
#ifndef QB_PROPERTIES_JSON_TEXT_H
#define QB_PROPERTIES_JSON_TEXT_H

#include <nlohmann/json_fwd.hpp>
#include <string_view>

namespace qb::laws {

/// Objects and lists may be nested so deep: what follows walks the tree by recursion.
inline constexpr int kDeepestJson = 64;

/// The value that the whole text is. Throws `CaseError` where a key stands twice in one object
/// (which of the two is meant, nobody can tell), where it is nested deeper than `kDeepestJson`, or
/// a number has no double; `nlohmann::json::parse_error` where it is no JSON. Cost: linear in the
/// text, with a logarithm of the keys of an object.
nlohmann::json json_from(std::string_view text);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_JSON_TEXT_H
