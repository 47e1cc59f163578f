#include "properties/faults.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "properties/draw.h"
#include "properties/kill_matrix.h"
#include "properties/kill_report.h"
#include "properties/remember.h"
#include "properties/trial.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kSeed = 7;
constexpr std::uint64_t kMostDraws = 20000;

std::vector<std::string> words_of(std::string_view text) {
  std::istringstream stream{std::string(text)};
  return {std::istream_iterator<std::string>(stream), {}};
}

bool is_about(const Fault& fault, const std::string& clause) {
  const auto clauses = words_of(fault.clauses);
  return std::ranges::find(clauses, clause) != clauses.end();
}

/// The clauses that a law cites and for which it kills no fault about them.
std::vector<std::string> idle_clauses(const KillMatrix& matrix, std::size_t law) {
  std::vector<std::string> idle;
  for (const std::string& clause : words_of(matrix.laws()[law].clauses)) {
    bool kills = false;
    for (std::size_t fault = 0; fault < matrix.faults().size() && !kills; ++fault)
      kills = is_about(matrix.faults()[fault], clause) && matrix.median(fault, law) != kAlive;
    if (!kills) idle.push_back(clause);
  }
  return idle;
}

struct Idle {
  std::vector<Law> laws;
  std::vector<std::vector<std::string>> clauses;  // of each
};

Idle idle_laws(const KillMatrix& matrix) {
  Idle idle;
  for (std::size_t law = 0; law < matrix.laws().size(); ++law) {
    auto clauses = idle_clauses(matrix, law);
    if (clauses.empty()) continue;
    idle.laws.push_back(matrix.laws()[law]);
    idle.clauses.push_back(std::move(clauses));
  }
  return idle;
}

std::vector<Fault> living_faults(const KillMatrix& matrix) {
  std::vector<Fault> living;
  for (std::size_t fault = 0; fault < matrix.faults().size(); ++fault)
    if (!matrix.dies(fault)) living.push_back(matrix.faults()[fault]);
  return living;
}

KillMatrix matrix_of(std::span<const Fault> faults, std::span<const Law> laws,
                     std::uint64_t draws) {
  return kill_matrix(faults, laws, {kSeed}, draws, 2);
}

// Most die early; those that do not, and laws that have not killed for each of their clauses, get
// more draws. A law that cites no clause cannot be in docs/laws.md.
TEST(Faults, EveryFaultDiesAndEveryLawKillsForEachClauseThatItCites) {
  const KillMatrix few = matrix_of(all_faults(), all_laws(), 500);
  auto living = living_faults(few);
  Idle idle = idle_laws(few);
  for (const std::uint64_t draws : {std::uint64_t{2000}, std::uint64_t{6000}, kMostDraws}) {
    living = living_faults(matrix_of(living, all_laws(), draws));
    idle = idle_laws(matrix_of(all_faults(), idle.laws, draws));
  }
  for (const Fault& fault : living) ADD_FAILURE() << fault.id << " lives";
  for (std::size_t law = 0; law < idle.laws.size(); ++law)
    for (const std::string& clause : idle.clauses[law])
      ADD_FAILURE() << idle.laws[law].id << " cites " << clause
                    << " and convicts no fault about it";
}

TEST(Faults, TheMatrixSaysWhatJudgingEveryCaseSays) {
  constexpr std::uint64_t kDraws = 300;
  const KillMatrix matrix = kill_matrix(all_faults(), all_laws(), {kSeed}, kDraws, 2);
  for (std::size_t fault = 0; fault < matrix.faults().size(); ++fault) {
    const Implementation subject = all_faults()[fault].make();
    const Implementation oracle = oracle_for(all_faults()[fault]);
    std::vector<std::uint64_t> kills(all_laws().size(), kAlive);
    for (std::uint64_t i = 0; i < kDraws; ++i) {
      const Case c = draw_number(kSeed, i);
      for (std::size_t law = 0; law < kills.size(); ++law)
        if (kills[law] == kAlive &&
            std::holds_alternative<Broken>(judge(all_laws()[law], subject, oracle, c)))
          kills[law] = i + 1;
    }
    for (std::size_t law = 0; law < kills.size(); ++law)
      EXPECT_EQ(matrix.median(fault, law), kills[law])
          << all_faults()[fault].id << " by " << all_laws()[law].id;
  }
}

TEST(Faults, TheMatrixIsTheSameWithAnyNumberOfThreads) {
  const auto few = all_faults().first(9);
  EXPECT_EQ(kill_json(kill_matrix(few, all_laws(), {1, 2, 3}, 60, 1)),
            kill_json(kill_matrix(few, all_laws(), {1, 2, 3}, 60, 3)));
}

TEST(Faults, AtLeastFortyAndIdsAreUnique) {
  std::set<std::string_view> ids;
  for (const Fault& fault : all_faults()) EXPECT_TRUE(ids.insert(fault.id).second) << fault.id;
  EXPECT_GE(ids.size(), 40u);
}

TEST(Faults, EachHasALessonAnOriginAndClausesOfTheFormat) {
  std::ifstream format(QB_DOCS_DIR "/format.md");
  const std::string text{std::istreambuf_iterator<char>(format), {}};
  ASSERT_FALSE(text.empty());
  for (const Fault& fault : all_faults()) {
    EXPECT_FALSE(fault.clauses.empty()) << fault.id;
    for (const std::string& clause : words_of(fault.clauses))
      EXPECT_NE(text.find("\n**" + clause + ". "), std::string::npos)
          << fault.id << ": no clause " << clause;
    EXPECT_GT(fault.lesson.size(), 10u) << fault.id;
    EXPECT_TRUE(fault.lesson.ends_with('.')) << fault.id;
    EXPECT_GT(fault.origin.size(), 5u) << fault.id << ": name a report, or \"own: why\"";
  }
}

TEST(Faults, ALinkIsMadeOfProjectAndNumber) {
  const auto named = [](std::string_view origin) {
    return link_of({"", Layer::step, "", origin, nullptr, ""});
  };
  EXPECT_EQ(named("tracel-ai/burn#2627"), "https://github.com/tracel-ai/burn/issues/2627");
  EXPECT_EQ(named("own: somebody might"), "");
  EXPECT_EQ(named("imp#567"), "");
}

}  // namespace
}  // namespace qb::laws
