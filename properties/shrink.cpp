#include "properties/shrink.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "properties/draw.h"
#include "properties/enumerate.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

// From there on there are too many.
constexpr std::uint64_t kHeaviestOfAnyType = 19;
constexpr std::uint64_t kHeaviestScalar = 20;
constexpr std::uint64_t kHeaviestOfAll = 44;
constexpr std::uint64_t kHeaviestOfParts = 54;

/// The types whose conversions have to do with a case.
std::vector<ScalarType> types_in(const Case& c) {
  if (const auto* scalar = std::get_if<ScalarCase>(&c)) return {scalar->type};
  const auto types_of = [](const auto& one) -> std::vector<ScalarType> {
    if constexpr (requires { one.scheme; }) {
      std::vector<ScalarType> types{static_cast<ScalarType>(plausible_dtype(one.scheme))};
      if (one.scheme.two_level()) types.push_back(ScalarType::F32);
      if (one.scheme.value == Value::E4M3) types.push_back(ScalarType::E4M3);
      if (one.scheme.value == Value::E5M2) types.push_back(ScalarType::E5M2);
      if (one.scheme.value == Value::E2M1) types.push_back(ScalarType::E2M1);
      return types;
    }
    return {};
  };
  return std::visit(types_of, c);
}

/// The scheme of a case; of a conversion the plainest.
Scheme scheme_of(const Case& c) {
  const auto scheme = [](const auto& one) -> Scheme {
    if constexpr (requires { one.scheme; }) return one.scheme;
    return {};
  };
  return std::visit(scheme, c);
}

void visit(Enumeration& cases, Case& c, std::uint64_t end, std::span<const CaseKind> kinds,
           const StillBroken& still_broken, const GoesOn& goes_on) {
  const std::vector<ScalarType> types = types_in(c);
  const auto goes_past = [&](const Case& candidate) {
    const auto* scalar = std::get_if<ScalarCase>(&candidate);
    if (scalar != nullptr && weight(candidate) > kHeaviestOfAnyType &&
        std::ranges::find(types, scalar->type) == types.end())
      return true;
    if (!goes_on()) return false;
    if (!still_broken(candidate)) return true;
    c = candidate;
    return false;
  };
  for (std::uint64_t weight = 0; weight < end; ++weight)
    for (const CaseKind kind : kinds)
      if (kind != CaseKind::scalar || weight <= kHeaviestScalar)
        if (!cases.visit(kind, weight, goes_past)) return;
}

}  // namespace

Case descend(Case c, const StillBroken& still_broken, const GoesOn& goes_on) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (Case& candidate : simplify(c)) {
      if (!goes_on()) return c;
      if (!still_broken(candidate)) continue;
      c = std::move(candidate);
      smaller = true;
      break;
    }
  }
  return c;
}

Case lightest(Case c, Among among, std::span<const CaseKind> kinds, const StillBroken& still_broken,
              const GoesOn& goes_on) {
  if (among == Among::all) {
    static Enumeration all;
    visit(all, c, std::min(weight(c), kHeaviestOfAll), kinds, still_broken, goes_on);
    return c;
  }
  Enumeration some(scheme_of(c));
  visit(some, c, std::min(weight(c), kHeaviestOfParts), kinds, still_broken, goes_on);
  return c;
}

Case shrink(Case c, std::span<const CaseKind> kinds, const StillBroken& still_broken,
            const std::function<GoesOn()>& budget) {
  c = descend(std::move(c), still_broken, budget());
  for (const Among among : {Among::parts, Among::all}) {
    const std::uint64_t before = weight(c);
    c = lightest(std::move(c), among, kinds, still_broken, budget());
    if (weight(c) < before) c = descend(std::move(c), still_broken, budget());
  }
  return c;
}

}  // namespace qb::laws
