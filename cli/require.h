// What --require demands of a run.
#ifndef QB_CLI_REQUIRE_H
#define QB_CLI_REQUIRE_H

#include <string>
#include <vector>

#include "conformance/covered.h"

namespace qb::cli {

struct Requirement {
  conformance::Measure measure;
  double percent;
};
struct Requirements {
  std::vector<Requirement> coverage;
  std::uint64_t judgements = 0;  // of each law
};

/// Of "cells=100,judgements=1000"; none for an empty text. Throws `Stop` with what is wrong.
Requirements read_requirements(const std::string& argument);

/// Whether the run reached them all; prints what was missed: of coverage the first few by name, and
/// every law with too few judgements.
bool reaches(const Requirements& requirements, const conformance::Report& report);

}  // namespace qb::cli

#endif  // QB_CLI_REQUIRE_H
