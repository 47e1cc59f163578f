#include "cli/swept.h"

#include <utility>

#include "conformance/protocol.h"
#include "sweep/asked_subject.h"
#include "sweep/codec_subject.h"

namespace qb::cli {
namespace {

/// Sets `to` where the testee declares that choice: to the first where it says `document`, to the
/// second where it says `other`.
template <typename Choice>
void read_choice(const NamedSubject& testee, const std::string& name, const std::string& document,
                 const std::string& other, Choice& to) {
  const auto found = testee.choices.find(name);
  if (found == testee.choices.end() || found->second == document) return;
  if (found->second != other)
    throw Stop(kBrokeProtocol, "testee `" + testee.command + "` declares " + name + " \"" +
                                   conformance::excerpt(found->second, 40) + "\"; expected " +
                                   document + " or " + other);
  to = Choice{1};
}

/// The closed list of docs/conformance.md.
reference::Choices choices_of(const NamedSubject& testee) {
  reference::Choices choices;
  read_choice(testee, "overflow", "saturate", "past_largest", choices.overflow);
  read_choice(testee, "ue8m0_rounding", "up", "nearest", choices.ue8m0_rounding);
  read_choice(testee, "ue8m0_not_positive", "smallest", "nan", choices.ue8m0_not_positive);
  read_choice(testee, "zero_sign", "kept", "dropped", choices.zero_sign);
  return choices;
}

}  // namespace

Swept::Swept(const SweepRun& run) {
  if (run.testee.empty()) {
    subjects = {sweep::codec_subject, sweep::codec_lanes, {}, {}};
    return;
  }
  testee = std::move(cli::subjects(false, {run.testee}, run.timeout_seconds).front());
  subjects = sweep::asked_subjects(testee->implementation);
  subjects.choices = choices_of(*testee);
  nans = testee->implementation.can(laws::kRequiredNans) ? sweep::Nans::exact : sweep::Nans::any;
}

void stop_lost(const Swept& swept, const std::string& what) {
  const bool broke = swept.testee->health->violations != 0;
  throw Stop(broke ? kBrokeProtocol : kBroken, "testee `" + swept.testee->command +
                                                   "` gave no reply: " + what +
                                                   "; see docs/conformance.md");
}

}  // namespace qb::cli
