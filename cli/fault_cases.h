// The smallest cases of faults, as files: finding them, and holding shrinking against them.
#ifndef QB_CLI_FAULT_CASES_H
#define QB_CLI_FAULT_CASES_H

#include <cstdint>
#include <span>
#include <string>

#include "cli/exit_codes.h"
#include "properties/faults.h"

namespace qb::cli {

/// Writes FOLDER/<fault>.json for each fault: the smallest case of the enumeration up to that
/// weight, else the smallest that shrinking gave, and says which in the note.
ExitCode keep_smallest(std::span<const laws::Fault> faults, const std::string& folder,
                       std::uint64_t most_weight);

/// Prints how often shrinking of that many random failures of each fault reaches the case in
/// FOLDER.
ExitCode print_shrink_table(std::span<const laws::Fault> faults, const std::string& folder,
                            std::uint64_t failures, std::uint64_t seed);

}  // namespace qb::cli

#endif  // QB_CLI_FAULT_CASES_H
