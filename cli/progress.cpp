#include "cli/progress.h"

#include <unistd.h>

#include <iostream>

namespace qb::cli {

std::function<void(std::uint64_t, std::uint64_t)> shown_progress(const std::string& name) {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [name](std::uint64_t done, std::uint64_t of) {
    std::cerr << "\r" << name << " " << 100 * done / of << " % \033[K" << std::flush;
  };
}

void clear_progress() {
  if (isatty(STDERR_FILENO) != 0) std::cerr << "\r\033[K" << std::flush;
}

}  // namespace qb::cli
