// The smallest cases of faults, as files: finding them, and holding shrinking against them.
#ifndef QB_CLI_FAULT_CASES_H
#define QB_CLI_FAULT_CASES_H

#include <cstdint>
#include <string>

#include "cli/exit_codes.h"

namespace qb::cli {

/// Writes FOLDER/<fault>.json for every fault: the smallest case of the enumeration up to that
/// weight, else the smallest that shrinking gave, and says which in the note.
ExitCode keep_smallest(const std::string& folder, std::uint64_t most_weight);

/// Prints how often shrinking of that many random failures of each fault reaches the case in
/// FOLDER.
ExitCode print_shrink_table(const std::string& folder, std::uint64_t failures, std::uint64_t seed);

}  // namespace qb::cli

#endif  // QB_CLI_FAULT_CASES_H
