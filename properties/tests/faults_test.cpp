#include "properties/faults.h"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "properties/draw.h"
#include "properties/law.h"
#include "properties/remember.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kSeed = 7;
constexpr std::uint64_t kMostDraws = 20000;

/// Laws that a fault breaks within so many draws.
std::set<std::string_view> killers(const Fault& fault, std::uint64_t from, std::uint64_t to) {
  const Implementation subject = fault.make();
  const Implementation oracle = remembering(oracle_for(fault));
  std::set<std::string_view> laws;
  for (std::uint64_t i = from; i < to; ++i) {
    const Case c = draw_number(kSeed, i);
    for (const Law& law : all_laws())
      if (law.kind == kind(c) && laws.count(law.id) == 0 &&
          std::holds_alternative<Broken>(judge(law, subject, oracle, c)))
        laws.insert(law.id);
  }
  return laws;
}

TEST(Faults, EveryFaultDiesAndEveryLawKills) {
  std::map<std::string_view, std::set<std::string_view>> killed_by;  // fault: laws
  std::set<std::string_view> idle;
  for (const Law& law : all_laws()) idle.insert(law.id);

  constexpr std::uint64_t kStep = 2500;
  for (std::uint64_t from = 0; from < kMostDraws; from += kStep) {
    for (const Fault& fault : all_faults()) {
      if (!killed_by[fault.id].empty() && idle.empty()) continue;
      for (std::string_view law : killers(fault, from, from + kStep)) {
        killed_by[fault.id].insert(law);
        idle.erase(law);
      }
    }
    bool all_dead = true;
    for (const auto& [fault, laws] : killed_by) all_dead = all_dead && !laws.empty();
    if (all_dead && idle.empty()) break;
  }

  for (const auto& [fault, laws] : killed_by)
    EXPECT_FALSE(laws.empty()) << fault << " lives after " << kMostDraws << " draws";
  for (std::string_view law : idle) ADD_FAILURE() << law << " kills no fault";
}

TEST(Faults, IdsAreUniqueAndEachLayerHasThree) {
  std::set<std::string_view> ids;
  std::map<Layer, int> of_layer;
  for (const Fault& fault : all_faults()) {
    EXPECT_TRUE(ids.insert(fault.id).second) << fault.id;
    ++of_layer[fault.layer];
  }
  EXPECT_GE(of_layer[Layer::step], 3);
  EXPECT_GE(of_layer[Layer::verb], 3);
}

}  // namespace
}  // namespace qb::laws
