#include "sweep/rows.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>

#include "sweep/digest.h"
#include "sweep/laws.h"

namespace qb::sweep {
namespace {

using enum ScalarType;

constexpr std::array kLawTypes{F16, BF16, UE8M0, UE4M3, E4M3, E5M2, E2M1};
constexpr std::uint64_t kSampledWords = std::uint64_t{1} << 16;

std::string laws_name(ScalarType type) { return "laws." + std::string(qb::name(type)); }

void sweep_conversion(const Conversion& conversion, const Subjects& subjects, const Plan& plan,
                      Row& row) {
  const Expected expected(conversion, subjects.choices);
  const Subject subject = subjects.conversion(conversion);
  const auto swept = [&] {
    if (plan.sampled) return sweep(expected, subject, sample(conversion), plan.options.nans);
    const auto ranges = slices(conversion, plan.shard);
    if (!subjects.digest) return sweep(expected, subject, ranges, plan.options);
    const auto digest = [&](const Range& range) { return subjects.digest(conversion, range); };
    return sweep_by_digests(expected, subject, digest, ranges, plan.options.progress);
  };
  const Result result = swept();
  row.is_whole = conversion.verb == ScalarVerb::decode || !plan.sampled;
  row.inputs = result.numbers;
  row.nans = result.nans;
  if (result.number_difference)
    row.found.push_back(found_in(conversion, "number", *result.number_difference));
  if (result.nan_difference)
    row.found.push_back(found_in(conversion, "NaN", *result.nan_difference));
}

void sweep_laws(ScalarType type, const Subjects& subjects, Row& row) {
  const LawsResult result = judge_laws(type, subjects.conversion);
  row.inputs = result.inputs;
  if (const auto& broken = result.broken)
    row.found.push_back({broken->claim, hex(broken->input), "", hex(broken->got)});
}

void sweep_words(const Lanes& lanes, const Subjects& subjects, const Plan& plan, Row& row) {
  if (!subjects.lanes) throw Lacking("lanes are swept in this process alone");
  auto ranges = slices(lanes, plan.shard);
  if (plan.sampled)
    for (Range& range : ranges)
      range.last = static_cast<std::uint32_t>(
          std::min<std::uint64_t>(range.last, range.first + kSampledWords - 1));
  const LanesResult result =
      sweep_lanes(lanes, subjects.lanes(lanes), ranges, plan.options.jobs, plan.options.progress);
  row.inputs = result.words;
  row.is_whole = !plan.sampled || result.words == lanes.words;
  if (const auto& difference = result.difference)
    row.found.push_back({"word", hex(difference->word), difference->expected, difference->got});
}

}  // namespace

std::string hex(std::uint32_t bits, unsigned digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (unsigned digit = digits; digit-- > 0;) text += kDigits[bits >> (4 * digit) & 15];
  return text;
}

Found found_in(const Conversion& conversion, const char* what, const Difference& difference) {
  const unsigned code_digits = (width_bits(conversion.type) + 3) / 4;
  const unsigned in = conversion.verb == ScalarVerb::decode ? code_digits : 8;
  const unsigned out = conversion.verb == ScalarVerb::encode ? code_digits : 8;
  // More digits than a code has are shown rather than cut off.
  const bool is_wide = out < 8 && difference.got >> (4 * out) != 0;
  return {what, hex(difference.input, in), hex(difference.expected, out),
          hex(difference.got, is_wide ? 8 : out)};
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  for (const Conversion& conversion : conversions()) all.push_back(name(conversion));
  for (const ScalarType type : kLawTypes) all.push_back(laws_name(type));
  for (const Lanes& lanes : all_lanes()) all.push_back(name(lanes));
  return all;
}

Row sweep_named(std::string_view name, const Subjects& subjects, const Plan& plan) {
  const auto start = std::chrono::steady_clock::now();
  Row row;
  row.name = name;
  try {
    if (const auto conversion = conversion_named(name))
      sweep_conversion(*conversion, subjects, plan, row);
    for (const ScalarType type : kLawTypes)
      if (name == laws_name(type)) sweep_laws(type, subjects, row);
    if (const auto lanes = lanes_named(name)) sweep_words(*lanes, subjects, plan, row);
  } catch (const Lacking& lacking) {
    row.unsupported = lacking.what();
  }
  row.is_whole = row.is_whole && plan.shard.of == 1;
  row.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return row;
}

}  // namespace qb::sweep
