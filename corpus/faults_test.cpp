#include "properties/faults.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "corpus/case_file.h"
#include "properties/draw.h"
#include "properties/in_process.h"
#include "properties/law.h"
#include "properties/smallest.h"

namespace qb::corpus {
namespace {

TEST(KeptFaults, EveryFaultHasACaseAndEveryCaseAFault) {
  std::set<std::string> kept, planted;
  for (const CaseFile& file : case_files("faults")) kept.insert(file.stem);
  for (const laws::Fault& fault : laws::all_faults()) planted.insert(std::string(fault.id));
  EXPECT_EQ(kept, planted);
}

TEST(KeptFaults, EachCaseConvictsItsFaultAndNotTheCodec) {
  for (const CaseFile& file : case_files("faults")) {
    SCOPED_TRACE(file.path);
    const auto fault = std::ranges::find(laws::all_faults(), file.stem, &laws::Fault::id);
    const auto law = std::ranges::find(laws::all_laws(), file.law, &laws::Law::id);
    ASSERT_NE(fault, laws::all_faults().end());
    ASSERT_NE(law, laws::all_laws().end());
    const auto spoilt = laws::judge(*law, fault->make(), laws::oracle_for(*fault), file.c);
    EXPECT_TRUE(std::holds_alternative<laws::Broken>(spoilt));
    const auto right = laws::judge(*law, laws::codec(), laws::reference(), file.c);
    EXPECT_FALSE(std::holds_alternative<laws::Broken>(right));
  }
}

TEST(KeptFaults, TheNoteSaysTheWeightAndHowItWasFound) {
  for (const CaseFile& file : case_files("faults")) {
    const std::string weight = "weight " + std::to_string(laws::weight(file.c)) + ", ";
    EXPECT_TRUE(file.note.starts_with(weight + "enumerated") ||
                file.note.starts_with(weight + "shrunk"))
        << file.path << ": " << file.note;
  }
}

/// FNV-1a: a sample that nobody chose.
std::uint32_t hash_of(std::string_view text) {
  std::uint32_t hash = 0x811c9dc5;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193;
  return hash;
}

TEST(KeptFaults, ShrinkingRandomFailuresComesDownToThem) {
  constexpr std::uint64_t kSeed = 2, kFailures = 2, kDraws = 20000, kAsks = 40000;
  std::uint64_t tried = 0, reached = 0;
  for (const CaseFile& file : case_files("faults")) {
    if (hash_of(file.stem) % 24 != 0) continue;
    const auto fault = std::ranges::find(laws::all_faults(), file.stem, &laws::Fault::id);
    ASSERT_NE(fault, laws::all_faults().end());
    const std::uint64_t kept = laws::weight(file.c);
    const auto row = laws::shrink_failures(*fault, kept, kSeed, kFailures, kDraws, kAsks);
    tried += row.failures;
    reached += row.reached;
    EXPECT_LE(row.most, 2 * kept) << file.stem << ": " << laws::describe(row.worst->c);
  }
  EXPECT_GE(tried, 10u);
  EXPECT_GE(reached * 10, tried * 9) << reached << " of " << tried;
}

}  // namespace
}  // namespace qb::corpus
