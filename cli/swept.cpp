#include "cli/swept.h"

#include <unistd.h>

#include <iostream>
#include <utility>

#include "conformance/protocol.h"
#include "sweep/asked_subject.h"
#include "sweep/codec_subject.h"

namespace qb::cli {
namespace {

/// The closed list of docs/conformance.md.
reference::Overflow overflow_of(const NamedSubject& testee) {
  const auto found = testee.choices.find("overflow");
  if (found == testee.choices.end() || found->second == "saturate")
    return reference::Overflow::saturate;
  if (found->second == "past_largest") return reference::Overflow::past_largest;
  throw Stop(kBrokeProtocol, "testee `" + testee.command + "` declares overflow \"" +
                                 conformance::excerpt(found->second, 40) +
                                 "\"; expected saturate or past_largest");
}

}  // namespace

Swept::Swept(const SweepRun& run) {
  if (run.testee.empty()) {
    subjects = {sweep::codec_subject, sweep::codec_lanes, {}};
    return;
  }
  testee = std::move(cli::subjects(false, {run.testee}, run.timeout_seconds).front());
  subjects = sweep::asked_subjects(testee->implementation);
  subjects.overflow = overflow_of(*testee);
  nans = testee->implementation.can(laws::kRequiredNans) ? sweep::Nans::exact : sweep::Nans::any;
}

void stop_lost(const Swept& swept, const std::string& what) {
  const bool broke = swept.testee->health->violations != 0;
  throw Stop(broke ? kBrokeProtocol : kBroken, "testee `" + swept.testee->command +
                                                   "` gave no reply: " + what +
                                                   "; see docs/conformance.md");
}

sweep::Progress shown_progress(const std::string& name) {
  if (isatty(STDERR_FILENO) == 0) return {};
  return [name](std::uint64_t done, std::uint64_t of) {
    std::cerr << "\r" << name << " " << 100 * done / of << " % \033[K" << std::flush;
  };
}

void clear_progress() {
  if (isatty(STDERR_FILENO) != 0) std::cerr << "\r\033[K" << std::flush;
}

}  // namespace qb::cli
