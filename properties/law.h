// A law is a plain predicate over an implementation and a case. It never asserts, logs or throws,
// and does not know who drives it.
#ifndef QB_PROPERTIES_LAW_H
#define QB_PROPERTIES_LAW_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "properties/case.h"
#include "properties/implementation.h"

namespace qb::laws {

struct Held {};
/// The case lies outside the law's premise.
struct Vacuous {};
/// The implementation cannot be asked, or could not be observed.
struct NotSupported {
  std::string why;
};
struct Broken {
  std::string what;
  std::string expected;
  std::string got;
  std::string first_difference;  // "byte 6: scale 0, F16", or empty
};
using Outcome = std::variant<Held, Vacuous, NotSupported, Broken>;

/// required: the bytes of valid input, and what every reader of the format relies on.
/// recommended: refusals that a careful implementation makes.
/// choice: implementations differ and may; held to what they declare.
enum class Level : std::uint8_t { required, recommended, choice };

struct Law {
  std::string_view id;
  std::string_view clauses;  // "F13 F15"
  Level level;
  CaseKind kind;
  std::uint32_t needs;  // capabilities
  std::string_view claim;
  Outcome (*judge)(const Implementation& subject, const Implementation& oracle, const Case& c);
};

/// The one table. Ids are stable; the order is the order of reports.
std::span<const Law> all_laws();

/// Judges with everything around it: not this kind of case is vacuous, a missing capability is
/// unsupported.
Outcome judge(const Law& law, const Implementation& subject, const Implementation& oracle,
              const Case& c);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_LAW_H
