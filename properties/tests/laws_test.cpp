#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdlib>
#include <iostream>

#include "properties/draw_for.h"
#include "properties/faults.h"
#include "properties/in_process.h"
#include "properties/rapidcheck_driver.h"
#include "properties/remember.h"

namespace qb::laws {

void PrintTo(const Law& law, std::ostream* os) { *os << law.id; }

namespace {

/// `QB_SEED=n` repeats a run; without it every run is the same.
std::uint64_t run_seed() {
  const char* given = std::getenv("QB_SEED");
  return given == nullptr ? 20261201 : std::strtoull(given, nullptr, 10);
}

rc::detail::TestResult check(const Law& law, const Implementation& subject,
                             const Implementation& oracle, int cases_wanted) {
  rc::detail::TestParams params;
  params.seed = run_seed();
  params.maxSuccess = cases_wanted;
  const auto law_holds = [&] {
    const Case c = *cases(law.kind);
    const Outcome outcome = judge(law, subject, oracle, c);
    if (const auto* broken = std::get_if<Broken>(&outcome))
      RC_FAIL(broken->what + "; expected " + broken->expected + "; got " + broken->got + "; " +
              broken->first_difference);
  };
  return rc::detail::checkTestable(law_holds, rc::detail::TestMetadata{std::string(law.id), ""},
                                   params);
}

class LawOnCodec : public testing::TestWithParam<Law> {};

TEST_P(LawOnCodec, Holds) {
  const auto result = check(GetParam(), codec(), remembering(reference()), 1500);
  rc::detail::FailureResult failure;
  if (!result.match(failure)) return;
  std::ostringstream why;
  rc::detail::printResultMessage(result, why);
  FAIL() << why.str() << "\nseed " << run_seed() << "; repeat: QB_SEED=" << run_seed()
         << " properties_test --gtest_filter='*" << GetParam().id << "'";
}

std::string law_name(const testing::TestParamInfo<Law>& info) { return std::string(info.param.id); }

INSTANTIATE_TEST_SUITE_P(Every, LawOnCodec, testing::ValuesIn(all_laws().begin(), all_laws().end()),
                         law_name);

// As many as qbytes verify draws at the most for each judgement that it demands.
TEST(DrawFor, ReachesThePremiseOfEveryLaw) {
  constexpr std::uint64_t kWanted = 25, kMost = 40 * kWanted;
  const Implementation subject = codec(), oracle = remembering(reference());
  for (const Law& law : all_laws()) {
    std::uint64_t checked = 0;
    for (std::uint64_t k = 0; k < kMost && checked < kWanted; ++k)
      checked += std::holds_alternative<Held>(judge(law, subject, oracle, draw_for(law, 7, k)));
    EXPECT_EQ(checked, kWanted) << law.id;
  }
}

TEST(RapidCheckDriver, FindsAFaultAndShrinksIt) {
  for (const Fault& fault : all_faults()) {
    if (fault.id != "lane_order") continue;
    for (const Law& law : all_laws()) {
      if (law.id != "encode_bytes") continue;
      const auto result = check(law, fault.make(), oracle_for(fault), 3000);
      rc::detail::FailureResult failure;
      ASSERT_TRUE(result.match(failure));
      EXPECT_GT(failure.reproduce.shrinkPath.size(), 3u);
      return;
    }
  }
  FAIL() << "no such fault or law";
}

}  // namespace
}  // namespace qb::laws
