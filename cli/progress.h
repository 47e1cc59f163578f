// A line on stderr that tells how far long work has come, where that is a terminal.
#ifndef QB_CLI_PROGRESS_H
#define QB_CLI_PROGRESS_H

#include <cstdint>
#include <functional>
#include <string>

namespace qb::cli {

/// Shows "NAME 42 %" in place of what it showed before; empty where stderr is no terminal. To be
/// called by one thread at a time.
std::function<void(std::uint64_t done, std::uint64_t of)> shown_progress(const std::string& name);
void clear_progress();

}  // namespace qb::cli

#endif  // QB_CLI_PROGRESS_H
