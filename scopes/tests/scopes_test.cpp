#include "scopes/scopes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "properties/faults.h"
#include "properties/faults/tables.h"

namespace qb::scopes {
namespace {

// Faults of extents, of sizes above 2^32, and of outputs that are too small: no scope has those.
const std::set<std::string_view> kOutside{
    "sizes_wrap",           "sums_wrap",        "sizes_in_32_bits", "largest_is_2_64",
    "overflow_before_zero", "overflow_encoded", "overflow_decoded", "short_output_filled",
    "short_codes_filled"};

/// Those that some scope has.
std::vector<laws::Fault> faults_inside() {
  std::vector<laws::Fault> all;
  for (const auto table : {laws::packing_faults(), laws::layout_faults(), laws::size_faults()})
    all.insert(all.end(), table.begin(), table.end());
  std::erase_if(all, [](const laws::Fault& fault) { return kOutside.contains(fault.id); });
  return all;
}

class FoundByScopes : public testing::TestWithParam<laws::Fault> {};

TEST_P(FoundByScopes, IsFoundBySome) {
  const laws::Fault& fault = GetParam();
  const auto subject = fault.make();
  const auto oracle = laws::oracle_for(fault);
  const bool is_found = std::ranges::any_of(all_scopes(), [&](const Scope& scope) {
    return prove(scope, subject, oracle, Part::tiny, 1).found.has_value();
  });
  EXPECT_TRUE(is_found) << fault.lesson;
}

std::string fault_name(const testing::TestParamInfo<laws::Fault>& info) {
  return std::string(info.param.id);
}
std::string scope_name(const testing::TestParamInfo<std::string>& info) { return info.param; }
INSTANTIATE_TEST_SUITE_P(Every, FoundByScopes, testing::ValuesIn(faults_inside()), fault_name);

class Proved : public testing::TestWithParam<std::string> {};

// The sizes are those of docs/scopes.md, worked out from what a scope is; of scales a part.
const std::map<std::string, std::uint64_t> kSizes{
    {"geometry", 1217298}, {"line", 1866192}, {"lengths", 798048}};

TEST_P(Proved, ForTheCodec) {
  const Scope* scope = scope_named(GetParam());
  ASSERT_NE(scope, nullptr);
#ifdef QB_SCOPES_TINY
  const Part part = Part::tiny;
#else
  const Part part = Part::ordinary;
#endif
  const Result result = prove(*scope, laws::codec(), laws::unspoilt(laws::Layer::step), part, 2);
  EXPECT_FALSE(result.found) << laws::to_json(result.found->c) << "\n"
                             << result.found->broken.what << "; expected "
                             << result.found->broken.expected << "; got "
                             << result.found->broken.got;
  const auto size = kSizes.find(GetParam());
  if (part == Part::ordinary && size != kSizes.end()) {
    EXPECT_EQ(result.cases, size->second);
  }
  EXPECT_GT(result.cases, 1000u);
}
INSTANTIATE_TEST_SUITE_P(Each, Proved, testing::Values("geometry", "line", "scales", "lengths"),
                         scope_name);

TEST(Scopes, LeaveOutOnlyFaultsThatThereAre) {
  for (const std::string_view id : kOutside)
    EXPECT_NE(std::ranges::find(laws::all_faults(), id, &laws::Fault::id), laws::all_faults().end())
        << id;
}

TEST(Scopes, GiveTheSameCounterexampleWithAnyNumberOfThreads) {
  const auto fault = std::ranges::find(laws::all_faults(), "scales_row_major", &laws::Fault::id);
  const auto one =
      prove(*scope_named("geometry"), fault->make(), laws::oracle_for(*fault), Part::tiny, 1);
  const auto four =
      prove(*scope_named("geometry"), fault->make(), laws::oracle_for(*fault), Part::tiny, 4);
  ASSERT_TRUE(one.found && four.found);
  EXPECT_EQ(laws::to_json(one.found->c), laws::to_json(four.found->c));
}

}  // namespace
}  // namespace qb::scopes
