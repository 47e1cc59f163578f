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

/// Of "cells=100,pairs=100"; none for an empty text. Throws `Stop` with what is wrong.
std::vector<Requirement> read_requirements(const std::string& argument);

/// Whether the run reached them all; prints what was missed, the first few by name.
bool reaches(const std::vector<Requirement>& requirements, const conformance::Report& report);

}  // namespace qb::cli

#endif  // QB_CLI_REQUIRE_H
