#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "conformance/vectors.h"
#include "properties/faults.h"

namespace qb::conformance {
namespace {

const std::vector<VectorFile>& files() {
  static const std::vector<VectorFile> kFiles = [] {
    std::vector<VectorFile> read;
    for (const char* name :
         {"worked", "encode", "decode-any-bits", "global-scale-rule", "quantize", "scalars"})
      read.push_back(read_vectors(std::string(QB_CORPUS_DIR) + "/vectors/" + name + ".json"));
    return read;
  }();
  return kFiles;
}

bool is_about(const laws::Fault& fault, const std::string& clause) {
  return (" " + std::string(fault.clauses) + " ").find(" " + clause + " ") != std::string::npos;
}

/// Whether a vector convicts the fault; those of F56 are the worked bytes alone.
bool convicts(VectorLaw law, const laws::Fault& fault, const std::string& clause) {
  const auto subject = fault.make();
  const auto oracle = laws::oracle_for(fault);
  const std::size_t count = clause == "F56" ? 1 : files().size();
  for (std::size_t i = 0; i < count; ++i)
    for (const Vector& vector : files()[i].vectors)
      if (concerns(law, vector) &&
          std::holds_alternative<laws::Broken>(judge(law, vector, subject, oracle)))
        return true;
  return false;
}

// As with the laws that are drawn for: properties/tests/faults_test.cpp.
TEST(VectorFaults, EveryLawOfVectorsConvictsAFaultForEachClauseThatItCites) {
  for (std::size_t law = 0; law < kVectorLaws.size(); ++law) {
    std::istringstream clauses{std::string(kVectorLaws[law].clauses)};
    for (std::string clause; clauses >> clause;)
      EXPECT_TRUE(std::ranges::any_of(laws::all_faults(),
                                      [&](const laws::Fault& fault) {
                                        return is_about(fault, clause) &&
                                               convicts(static_cast<VectorLaw>(law), fault, clause);
                                      }))
          << kVectorLaws[law].id << " cites " << clause << " and convicts no fault about it";
  }
}

}  // namespace
}  // namespace qb::conformance
