#include "sweep/faults.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sweep/digest.h"

namespace qb::sweep {
namespace {

std::optional<Difference> lowest(const Result& result) {
  if (!result.number_difference) return result.nan_difference;
  if (!result.nan_difference) return result.number_difference;
  return result.number_difference->input < result.nan_difference->input ? result.number_difference
                                                                        : result.nan_difference;
}

/// The 2^18 inputs below the first wrong one, and some behind it.
std::vector<Range> ranges_around(const Fault& fault) {
  const std::uint32_t input = fault.first.input;
  std::vector<Range> ranges;
  for (const Range& slice : slices(fault.conversion)) {
    const Range part{std::max(slice.first, input - std::min(input, 1u << 18)),
                     std::min(slice.last, input + 4096)};
    if (part.first <= part.last) ranges.push_back(part);
  }
  return ranges;
}

TEST(Faults, HaveIdsOfTheirOwn) {
  std::set<std::string_view> ids;
  for (const Fault& fault : faults()) EXPECT_TRUE(ids.insert(fault.id).second) << fault.id;
}

TEST(Faults, AreFoundAtTheFirstInputThatIsWrong) {
  for (const Fault& fault : faults()) {
    const Result result =
        sweep(Expected(fault.conversion), faulty(fault), ranges_around(fault), {});
    EXPECT_EQ(lowest(result), fault.first) << fault.id;
  }
}

TEST(Faults, AreFoundByTheSample) {
  for (const Fault& fault : faults()) {
    const auto inputs = sample(fault.conversion);
    EXPECT_FALSE(sweep(Expected(fault.conversion), faulty(fault), inputs, Nans::exact).is_well())
        << fault.id;
  }
}

// Some seconds each: all inputs up to the first wrong one.
TEST(Faults, DISABLED_HaveNoWrongInputBelow) {
  for (const Fault& fault : faults()) {
    Options options;
    options.jobs = 2;
    const auto all = slices(fault.conversion);
    EXPECT_EQ(lowest(sweep(Expected(fault.conversion), faulty(fault), all, options)), fault.first)
        << fault.id;
  }
}

TEST(SweepByDigests, HalvesDownToTheLowestInput) {
  const auto found = std::ranges::find(faults(), "e4m3_stops_at_416", &Fault::id);
  ASSERT_NE(found, faults().end());
  const Expected expected(found->conversion);
  const Subject subject = faulty(*found);
  const auto asked = [&](const Range& range) { return digest(expected, subject, range); };
  const Range ranges[] = {{0x43000000, 0x4303ffff}, {0x43d40000, 0x43dbffff}};
  const Result result = sweep_by_digests(expected, subject, asked, ranges, {});
  EXPECT_EQ(result.number_difference, found->first);
  EXPECT_FALSE(result.nan_difference);
}

TEST(SweepByDigests, SaysWhereADigestIsWrongAndNoOutputIs) {
  const Conversion conversion{ScalarVerb::encode, ScalarType::F16};
  const Expected expected(conversion);
  const Subject right = [&](auto inputs, auto outputs) { expected.fill(inputs, outputs); };
  const auto asked = [](const Range&) { return std::string(64, '0'); };
  const Range ranges[] = {{0, 0xffff}};
  EXPECT_THROW(sweep_by_digests(expected, right, asked, ranges, {}), std::runtime_error);
}

}  // namespace
}  // namespace qb::sweep
