// The step functions, held against the search one input at a time, and against F32 to F39.
#include "intervals.h"

#include <gtest/gtest.h>

#include "cases.h"

namespace qb::reference {
namespace {

using enum ScalarType;
using enum ScalarVerb;

std::uint32_t searched(ScalarVerb verb, ScalarType type, std::uint32_t input) {
  return verb == encode ? encode_scalar(kRight, type, input)
                        : reference::round_up(kRight, type, input);
}

constexpr ScalarType kEncoded[] = {F32, F16, BF16, UE8M0, UE4M3, E4M3, E5M2, E2M1};
constexpr ScalarType kRoundedUp[] = {F32, F16, BF16, UE8M0, UE4M3};

void hold_against_the_search(ScalarVerb verb, ScalarType type) {
  std::uint64_t next = 0;
  for (const Interval& interval : number_intervals(verb, type)) {
    if (next == 0x7f800001) next = 0x80000000;
    ASSERT_EQ(interval.first, next) << name(verb) << name(type);
    ASSERT_LE(interval.first, interval.last);
    ASSERT_EQ(searched(verb, type, interval.first), interval.output)
        << name(verb) << name(type) << " " << interval.first;
    ASSERT_EQ(searched(verb, type, interval.last),
              interval.output + interval.step * (interval.last - interval.first))
        << name(verb) << name(type) << " " << interval.last;
    next = std::uint64_t{interval.last} + 1;
  }
  EXPECT_EQ(next, verb == encode ? 0xff800001 : 0x80000001) << name(verb) << name(type);
}

// The search is monotone, so what holds at both ends of an interval holds between them.
TEST(Intervals, CoverAllNumbersAndAgreeWithTheSearchAtBothEnds) {
  for (ScalarType type : kEncoded) hold_against_the_search(encode, type);
  for (ScalarType type : kRoundedUp) hold_against_the_search(round_up, type);
}

TEST(Intervals, AreThoseOfTheDocument) {
  const auto e2m1 = number_intervals(encode, E2M1);  // F37
  ASSERT_EQ(e2m1.size(), 16u);
  const float ties[] = {0.25f, 0.75f, 1.25f, 1.75f, 2.5f, 3.5f, 5};
  for (std::uint32_t code = 0; code < 7; ++code)
    EXPECT_EQ(e2m1[code].last, bits(ties[code]) - code % 2) << code;
  EXPECT_EQ(e2m1[7].last, 0x7f800000u);
  EXPECT_EQ(e2m1[8], (Interval{0x80000000, bits(-0.25f), 8, 0}));

  EXPECT_EQ(number_intervals(encode, F16)[0x7c00].first, bits(65520.0f));   // F32
  EXPECT_EQ(number_intervals(encode, BF16)[0x7f80].first, 0x7f7f8000u);     // F33
  EXPECT_EQ(number_intervals(encode, UE4M3)[0].last, bits(0x1p-10f));       // F34
  EXPECT_EQ(number_intervals(encode, UE8M0)[0].last, bits(0x1p-127f));      // F35
  EXPECT_EQ(number_intervals(encode, UE8M0)[255].output, 0u);               // F35, negatives
  EXPECT_EQ(number_intervals(encode, E5M2)[0].last, bits(0x1p-17f));        // F36
  EXPECT_EQ(number_intervals(round_up, UE8M0).back().output, 0x00400000u);  // F39
  EXPECT_EQ(number_intervals(round_up, F16).back().output, 0x80000000u);    // F39
}

TEST(Intervals, GoPastTheLargestWhereThatIsTheChoice) {
  const Choices past{.overflow = Choices::Overflow::past_largest};
  const auto e4m3 = number_intervals(encode, E4M3, past);
  EXPECT_EQ(e4m3[0x7e].last, bits(464.0f));  // the middle of 448 and 480, to the even code
  EXPECT_EQ(e4m3[0x7f], (Interval{bits(464.0f) + 1, 0x7f800000, 0x7f, 0}));
  const auto e5m2 = number_intervals(encode, E5M2, past);
  EXPECT_EQ(e5m2[0x7c], (Interval{bits(61440.0f), 0x7f800000, 0x7c, 0}));
  EXPECT_EQ(e5m2.back().output, 0xfcu);
  const auto ue8m0 = number_intervals(encode, UE8M0, past);
  EXPECT_EQ(ue8m0[255], (Interval{bits(0x1p127f) + 1, 0x7f800000, 0xff, 0}));
  for (ScalarType type : {F16, BF16, E2M1})
    EXPECT_EQ(number_intervals(encode, type, past), number_intervals(encode, type));
}

TEST(Intervals, OfPowersOfTwoAreToTheNearestWhereThatIsTheChoice) {
  const auto nearest =
      number_intervals(encode, UE8M0, {.ue8m0_rounding = Choices::Rounding::nearest});
  EXPECT_EQ(nearest[0], (Interval{0, bits(0x1.8p-127f) - 1, 0, 0}));
  EXPECT_EQ(nearest[127], (Interval{bits(0.75f), bits(1.5f) - 1, 127, 0}));
  EXPECT_EQ(nearest[254], (Interval{bits(0x1.8p126f), 0x7f800000, 254, 0}));
  EXPECT_EQ(nearest.back(), (Interval{0x80000000, 0xff800000, 0, 0}));
  const auto to_nan = number_intervals(encode, UE8M0,
                                       {.overflow = Choices::Overflow::past_largest,
                                        .ue8m0_rounding = Choices::Rounding::nearest,
                                        .ue8m0_not_positive = Choices::NotPositive::nan});
  EXPECT_EQ(to_nan[0], (Interval{0, 0, 0xff, 0}));
  EXPECT_EQ(to_nan[1], (Interval{1, bits(0x1.8p-127f) - 1, 0, 0}));
  EXPECT_EQ(to_nan[256], (Interval{bits(0x1.8p127f), 0x7f800000, 0xff, 0}));
  EXPECT_EQ(to_nan.back(), (Interval{0x80000000, 0xff800000, 0xff, 0}));
}

TEST(Intervals, LoseTheSignOfZeroWhereThatIsTheChoice) {
  const auto e2m1 = number_intervals(encode, E2M1, {.zero_sign = Choices::ZeroSign::dropped});
  EXPECT_EQ(e2m1[8], (Interval{0x80000000, bits(-0.25f), 0, 0}));
  EXPECT_EQ(e2m1[9].output, 9u);
}

TEST(Intervals, AreNoneWhereAConversionIsNotDefinedByThem) {
  EXPECT_TRUE(number_intervals(decode, F16).empty());
  EXPECT_TRUE(number_intervals(round_up, E4M3).empty());
}

}  // namespace
}  // namespace qb::reference
