#include <gtest/gtest.h>

#include <algorithm>

#include "corpus/case_file.h"
#include "properties/in_process.h"
#include "properties/law.h"

namespace qb::corpus {
namespace {

TEST(Regress, EveryCaseHoldsByTheLawItNames) {
  const auto all = laws::all_laws();
  for (const CaseFile& file : case_files("regress")) {
    SCOPED_TRACE(file.path);
    const auto law = std::find_if(all.begin(), all.end(),
                                  [&](const laws::Law& one) { return one.id == file.law; });
    if (law == all.end()) {
      ADD_FAILURE() << "no law \"" << file.law << "\"";
      continue;
    }
    const auto outcome = laws::judge(*law, laws::codec(), laws::reference(), file.c);
    if (const auto* broken = std::get_if<laws::Broken>(&outcome))
      ADD_FAILURE() << broken->what << ": expected " << broken->expected << ", got " << broken->got;
    else
      EXPECT_TRUE(std::holds_alternative<laws::Held>(outcome))
          << "the law does not judge this case";
  }
}

}  // namespace
}  // namespace qb::corpus
