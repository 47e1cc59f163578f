#include "properties/faults.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "corpus/case_file.h"
#include "properties/draw.h"
#include "properties/in_process.h"
#include "properties/law.h"

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

}  // namespace
}  // namespace qb::corpus
