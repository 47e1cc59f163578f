// The implementations that a command is about.
#ifndef QB_CLI_SUBJECTS_H
#define QB_CLI_SUBJECTS_H

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "conformance/expectations.h"
#include "conformance/pipe.h"
#include "properties/implementation.h"

namespace qb::cli {

struct NamedSubject {
  std::string label;    // "codec", "burn-std 0.22.1"; different for each
  std::string command;  // of a testee; empty for the codec
  laws::Implementation implementation;
  std::shared_ptr<const conformance::PipeHealth> health;  // of a testee
  conformance::Expectations expectations;
  std::map<std::string, std::string> choices;  // that a testee declares
};

/// The codec, if asked for, and then the testees, started and greeted. Throws `Stop` with
/// `kCannotStart` or `kBrokeProtocol`.
std::vector<NamedSubject> subjects(bool with_codec, const std::vector<std::string>& commands,
                                   double timeout_seconds);

/// Reads `NAME@VERSION=FILE`, or `FILE` for the only testee, and gives the expectations to it.
/// Throws `Stop` with `kUsage`, also where the name is that of several, or a line could fit
/// nothing.
void expect(const std::string& argument, std::vector<NamedSubject>& subjects);

}  // namespace qb::cli

#endif  // QB_CLI_SUBJECTS_H
