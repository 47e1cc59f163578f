// Small scopes, exhausted: every case of a kind that is small enough, judged one by one. What they
// prove together is argued in docs/scopes.md.
#ifndef QB_SCOPES_SCOPES_H
#define QB_SCOPES_SCOPES_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "properties/case.h"
#include "properties/implementation.h"
#include "properties/law.h"
#include "sweep/parallel.h"

namespace qb::scopes {

/// How much of a scope. `ordinary` has of the scale codes of F32 one in 64 runs of 65,536;
/// `tiny` is for judging planted faults, in a second. Only `whole` is a proof.
enum class Part : std::uint8_t { tiny, ordinary, whole };

class Judge;

/// A list of units, each of which is some cases in a fixed order.
struct Scope {
  std::string_view name;
  std::string_view about;
  std::uint64_t (*units)(Part);
  void (*judge_unit)(Judge&, Part, std::uint64_t unit);
};

/// Geometry, line, scales and lengths, in this order.
std::span<const Scope> all_scopes();
const Scope* scope_named(std::string_view name);  // null where there is none

struct Counterexample {
  laws::Case c;
  laws::Broken broken;
};

struct Result {
  std::uint64_t cases = 0;  // until the first counterexample
  double seconds = 0;
  std::optional<Counterexample> found;  // the first, in the order of units
};

/// Judges the subject by the oracle from `jobs` threads; both are asked from all of them. The
/// counterexample does not depend on `jobs`. `progress` is as in sweep/parallel.h, by units.
/// Memory: some megabytes a thread. Throws what runs out.
Result prove(const Scope& scope, const laws::Implementation& subject,
             const laws::Implementation& oracle, Part part, unsigned jobs,
             const sweep::Progress& progress = {});

}  // namespace qb::scopes

#endif  // QB_SCOPES_SCOPES_H
