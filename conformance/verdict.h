// What a report says of one judgement, computed here and nowhere else.
#ifndef QB_CONFORMANCE_VERDICT_H
#define QB_CONFORMANCE_VERDICT_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>
#include <variant>

#include "properties/law.h"

namespace qb::conformance {

/// Worst last. `expected`: broken, but a line of the expectations says so.
enum class Verdict : std::uint8_t { vacuous, unsupported, well, expected, broken };
inline constexpr std::array<std::string_view, 5> kVerdictNames{"vacuous", "unsupported", "well",
                                                               "expected", "broken"};

constexpr std::string_view name(Verdict verdict) {
  return kVerdictNames[static_cast<std::size_t>(verdict)];
}
constexpr Verdict worse(Verdict a, Verdict b) { return std::max(a, b); }

inline constexpr std::array<std::string_view, 3> kLevelNames{"required", "recommended", "choice"};
constexpr std::string_view name(laws::Level level) {
  return kLevelNames[static_cast<std::size_t>(level)];
}

/// Whether something was really checked: the subject answered and the answer was judged.
constexpr bool is_checked(Verdict verdict) { return verdict >= Verdict::well; }

/// `is_expected`: a line of the expectations fits the law and the cell. Without one, no level
/// softens a failure: a recommended refusal that is not made is a finding, and a choice is only
/// judged where it was declared.
inline Verdict verdict(const laws::Outcome& outcome, bool is_expected) {
  if (std::holds_alternative<laws::Held>(outcome)) return Verdict::well;
  if (std::holds_alternative<laws::Vacuous>(outcome)) return Verdict::vacuous;
  if (std::holds_alternative<laws::NotSupported>(outcome)) return Verdict::unsupported;
  return is_expected ? Verdict::expected : Verdict::broken;
}

/// Whether a law of that level counts for the verdict of a cell: the matrix says whether valid
/// input keeps its bytes.
constexpr bool counts_for_cells(laws::Level level) { return level == laws::Level::required; }

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_VERDICT_H
