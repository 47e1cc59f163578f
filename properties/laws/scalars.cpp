// Laws about single conversions.
#include <optional>

#include "properties/laws/judging.h"
#include "properties/laws/tables.h"

namespace qb::laws {
namespace {

using I = Implementation;

bool is_nan(std::uint32_t f32_bits) { return (f32_bits & 0x7fffffff) > 0x7f800000; }

/// −0 is in the domain of round_up, all other negatives are not (F39).
bool in_domain(const ScalarCase& scalar) {
  const bool negative = (scalar.input >> 31) != 0 && scalar.input != 0x80000000;
  if (scalar.verb != ScalarVerb::round_up) return true;
  return scalar.type <= ScalarType::UE4M3 && (!negative || is_nan(scalar.input));
}

Reply asked(const I& implementation, ScalarVerb verb, ScalarType type, std::uint32_t input) {
  return implementation.ask(ScalarRequest{verb, type, std::span(&input, 1)});
}

std::optional<std::uint32_t> output(const Reply& reply) {
  const auto* answer = std::get_if<ScalarAnswer>(&reply);
  if (answer == nullptr || answer->outputs.size() != 1) return std::nullopt;
  return answer->outputs.front();
}

/// Whether a NaN goes in or comes out: its bits are a matter of their own.
bool about_nan(const ScalarCase& scalar, std::uint32_t expected) {
  return scalar.verb == ScalarVerb::decode ? is_nan(expected) : is_nan(scalar.input);
}

Outcome compare_conversion(const I& subject, const I& oracle, const ScalarCase& scalar, bool nans) {
  if (!in_domain(scalar)) return Vacuous{};
  const Reply expected = asked(oracle, scalar.verb, scalar.type, scalar.input);
  const auto wanted = output(expected);
  if (!wanted || about_nan(scalar, *wanted) != nans) return Vacuous{};
  const Reply got = asked(subject, scalar.verb, scalar.type, scalar.input);
  const auto converted = output(got);
  if (!converted) return no_answer(got, expected);
  if (*converted == *wanted) return Held{};
  return differs("another result", expected, got);
}

template <ScalarVerb verb>
Outcome numbers(const I& subject, const I& oracle, const Case& c) {
  const auto& scalar = std::get<ScalarCase>(c);
  if (scalar.verb != verb) return Vacuous{};
  return compare_conversion(subject, oracle, scalar, false);
}

Outcome nan_bits(const I& subject, const I& oracle, const Case& c) {
  return compare_conversion(subject, oracle, std::get<ScalarCase>(c), true);
}

/// E5M2's infinities saturate when encoded, and NaNs are apart (F36, F38).
Outcome finite_codes_come_back(const I& subject, const I&, const Case& c) {
  const auto& scalar = std::get<ScalarCase>(c);
  if (scalar.verb != ScalarVerb::decode) return Vacuous{};
  const Reply decoded = asked(subject, ScalarVerb::decode, scalar.type, scalar.input);
  const auto value = output(decoded);
  if (!value || (*value & 0x7fffffff) >= 0x7f800000) return Vacuous{};
  const Reply again = asked(subject, ScalarVerb::encode, scalar.type, *value);
  const Reply expected = ScalarAnswer{{scalar.input}};
  const auto code = output(again);
  if (!code) return no_answer(again, expected);
  if (*code == scalar.input) return Held{};
  return differs("a finite code does not come back", expected, again);
}

/// Both are sign-clear f32 patterns, which are ordered as the numbers are.
Outcome round_up_is_least(const I& subject, const I&, const Case& c) {
  const auto& scalar = std::get<ScalarCase>(c);
  if (scalar.verb != ScalarVerb::round_up || !in_domain(scalar) || is_nan(scalar.input) ||
      scalar.type == ScalarType::F32)
    return Vacuous{};
  const std::uint32_t input = scalar.input & 0x7fffffff;
  const Reply got = asked(subject, ScalarVerb::round_up, scalar.type, scalar.input);
  const auto rounded = output(got);
  if (!rounded) return no_answer(got, ScalarAnswer{{input}});
  const std::uint32_t up = *rounded & 0x7fffffff;
  const auto code = output(asked(subject, ScalarVerb::encode, scalar.type, up));
  if (!code) return NotSupported{"it does not encode this type"};
  const auto exact = output(asked(subject, ScalarVerb::decode, scalar.type, *code));
  if (!exact) return NotSupported{"it does not decode this type"};
  const auto say = [&](const char* what) {
    return Broken{
        what,
        "the least value of " + std::string(name(scalar.type)) + " not below " + hex8(input),
        hex8(*rounded),
        {}};
  };
  if (*exact != up) return say("not a value of the type");
  const auto below = *code == 0
                         ? std::nullopt
                         : output(asked(subject, ScalarVerb::decode, scalar.type, *code - 1));
  if (below && *below >= input) return say("not the least");
  if (up >= input) return Held{};
  const auto above = output(asked(subject, ScalarVerb::decode, scalar.type, *code + 1));
  if (above && !is_nan(*above) && *above != 0x7f800000) return say("below the input");
  return Held{};  // the largest value, and the input is above it
}

constexpr Law kLaws[] = {
    {"encode_to_nearest", "F32 F33 F34 F35 F36 F37", Level::required, CaseKind::scalar, kScalar,
     "A number is encoded to the nearest, ties to even; UE8M0 up; overflow as its clause says.",
     numbers<ScalarVerb::encode>},
    {"decode_exactly", "F1 F4 F38", Level::required, CaseKind::scalar, kScalar,
     "A code decodes to exactly its number.", numbers<ScalarVerb::decode>},
    {"round_up_as_specified", "F39", Level::required, CaseKind::scalar, kScalar,
     "round_up gives the least value not below, or the largest.", numbers<ScalarVerb::round_up>},
    {"finite_codes_come_back", "F38", Level::required, CaseKind::scalar, kScalar,
     "Every finite code is what its own value is encoded to.", finite_codes_come_back},
    {"round_up_is_least", "F39", Level::required, CaseKind::scalar, kScalar,
     "By the implementation's own conversions, round_up is exact, not below and the least.",
     round_up_is_least},
    {"nan_bits", "F32 F33 F34 F35 F36 F37 F38", Level::choice, CaseKind::scalar,
     kScalar | kRequiredNans,
     "NaNs have the bits that the document requires of codec and reference.", nan_bits},
};

}  // namespace

std::span<const Law> scalar_laws() { return kLaws; }

}  // namespace qb::laws
