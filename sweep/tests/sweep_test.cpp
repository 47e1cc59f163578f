#include "sweep/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>

#include "sweep/codec_subject.h"

namespace qb::sweep {
namespace {

using enum ScalarType;
using enum ScalarVerb;

/// The codec, but for some inputs.
Subject codec_but(Conversion conversion, std::vector<Difference> wrong) {
  return [=, right = codec_subject(conversion)](auto inputs, auto outputs) {
    right(inputs, outputs);
    for (const Difference& one : wrong) {
      const auto at = std::ranges::find(inputs, one.input);
      if (at != inputs.end()) outputs[static_cast<std::size_t>(at - inputs.begin())] = one.got;
    }
  };
}

Result sweep_all(Conversion conversion, const Subject& subject, const Options& options = {}) {
  return sweep(Expected(conversion), subject, slices(conversion), options);
}

TEST(Sample, ProvesTheCodecOnEveryConversion) {
  for (const Conversion& conversion : conversions()) {
    const auto inputs = sample(conversion);
    const Result result =
        sweep(Expected(conversion), codec_subject(conversion), inputs, Nans::exact);
    EXPECT_TRUE(result.is_well()) << name(conversion);
    EXPECT_EQ(result.numbers + result.nans, inputs.size());
    EXPECT_EQ(result.nans != 0, conversion != (Conversion{decode, E2M1})) << name(conversion);
  }
}

TEST(Sample, AscendsAndHoldsTiesOfEveryTarget) {
  for (const Conversion& conversion : {Conversion{encode, F16}, Conversion{round_up, F16}}) {
    const auto inputs = sample(conversion);
    EXPECT_TRUE(std::ranges::is_sorted(inputs));
    EXPECT_GT(inputs.size(), 1000000u);
    for (std::uint32_t tie : {0x477fefffu, 0x477ff000u, 0x477ff001u, 0x40a00000u, 0x7f7f8000u,
                              0x33000000u, 0x33000001u, 0x3a800000u, 0x00400000u, 0x7f800001u})
      EXPECT_TRUE(std::ranges::binary_search(inputs, tie)) << tie;
  }
  EXPECT_EQ(sample({decode, F16}).size(), 65536u);
}

TEST(Sweep, ProvesDecodersWhole) {
  for (const Conversion& conversion : conversions())
    if (conversion.verb == decode) {
      EXPECT_TRUE(sweep_all(conversion, codec_subject(conversion)).is_well()) << name(conversion);
    }
}

TEST(Sweep, ProvesASlice) {
  for (const Conversion& conversion : conversions()) {
    if (conversion.verb == decode) continue;
    const Range ranges[] = {{0x7f7ffffe, 0x7f800010}, {0x38000000, 0x380fffff}};
    const Result result = sweep(Expected(conversion), codec_subject(conversion), ranges, {});
    EXPECT_TRUE(result.is_well()) << name(conversion);
    EXPECT_EQ(result.numbers, 0x100003u);
    EXPECT_EQ(result.nans, 16u);
  }
}

TEST(Sweep, FindsTheLowestNumberAndTheLowestNan) {
  const Conversion conversion{encode, E4M3};
  const Difference tie{0x3a800000, 0, 1};
  const Difference nan{0x7f800005, 0x7f, 0x7e};
  const Range ranges[] = {
      {0x3a000000, 0x3affffff}, {0x41000000, 0x41ffffff}, {0x7f000000, 0x7fffffff}};
  for (unsigned jobs : {1u, 3u}) {
    const Subject wrong = codec_but(
        conversion, {{0x41000003, 0x50, 0}, tie, {0x3a800001, 1, 2}, {0x7fffffff, 0x7f, 0}, nan});
    Options options;
    options.jobs = jobs;
    const Result result = sweep(Expected(conversion), wrong, ranges, options);
    EXPECT_EQ(result.number_difference, tie);
    EXPECT_EQ(result.nan_difference, nan);
  }
}

TEST(Sweep, TakesAnyNanWhereNansAreAChoice) {
  const Conversion conversion{encode, E4M3};
  const Range ranges[] = {{0x7f800000, 0x7f8000ff}};
  Options options;
  options.nans = Nans::any;
  const auto swept = [&](std::uint32_t got) {
    return sweep(Expected(conversion), codec_but(conversion, {{0x7f800001, 0x7f, got}}), ranges,
                 options);
  };
  EXPECT_TRUE(swept(0xff).is_well());
  EXPECT_EQ(swept(0x7e).nan_difference, (Difference{0x7f800001, 0x7f, 0x7e}));
  const Conversion no_nan{encode, E2M1};
  EXPECT_TRUE(
      sweep(Expected(no_nan), codec_but(no_nan, {{0x7f800001, 7, 0}}), ranges, options).is_well());
}

TEST(Sweep, ReportsProgressAndWhatASubjectThrows) {
  const Conversion conversion{round_up, UE4M3};
  const Range ranges[] = {{0, 99}, {0x7f800000, 0x7f800063}};
  std::vector<std::uint64_t> seen;
  Options options;
  options.progress = [&](std::uint64_t done, std::uint64_t of) {
    EXPECT_EQ(of, 200u);
    seen.push_back(done);
  };
  sweep(Expected(conversion), codec_subject(conversion), ranges, options);
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{100, 200}));
  options.jobs = 2;
  const Subject throwing = [](auto, auto) { throw std::runtime_error("gone"); };
  EXPECT_THROW(sweep(Expected(conversion), throwing, ranges, options), std::runtime_error);
}

}  // namespace
}  // namespace qb::sweep
