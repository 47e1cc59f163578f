#include "cli/subjects.h"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

#include "cli/exit_codes.h"
#include "conformance/expectations_check.h"
#include "conformance/run.h"
#include "properties/in_process.h"

namespace qb::cli {
namespace {

using conformance::ConnectError;
using conformance::Expectations;
using conformance::PipeOptions;
using conformance::Testee;

NamedSubject testee(const std::string& command, double timeout_seconds) {
  PipeOptions options;
  options.command = command;
  options.timeout = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::duration<double>(timeout_seconds));
  auto connected = conformance::connect(options);
  if (const auto* error = std::get_if<ConnectError>(&connected)) {
    const bool started = error->why == ConnectError::Why::broke_protocol;
    throw Stop(started ? kBrokeProtocol : kCannotStart,
               "testee `" + command + "` " +
                   (started ? "broke the protocol: " : "could not start: ") + error->detail +
                   (started ? "; see docs/conformance.md" : "; check the command"));
  }
  auto& found = std::get<Testee>(connected);
  return {"",           command, std::move(found.implementation),
          found.health, {},      std::move(found.greeting.choices)};
}

void label(std::vector<NamedSubject>& subjects) {
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    const laws::Implementation& implementation = subjects[i].implementation;
    const std::string plain = subjects[i].command.empty()
                                  ? implementation.name
                                  : implementation.name + " " + implementation.version;
    const auto is_taken = [&](const std::string& name) {
      return std::any_of(subjects.begin(), subjects.begin() + static_cast<std::ptrdiff_t>(i),
                         [&](const NamedSubject& other) { return other.label == name; });
    };
    std::string wanted = plain;
    for (int number = 2; is_taken(wanted); ++number) wanted = plain + " #" + std::to_string(number);
    subjects[i].label = std::move(wanted);
  }
}

std::string known_names(const std::vector<NamedSubject>& subjects) {
  std::string names;
  for (const NamedSubject& subject : subjects)
    names += (names.empty() ? "" : ", ") + subject.implementation.name + "@" +
             subject.implementation.version;
  return names;
}

NamedSubject& named(const std::string& name, std::vector<NamedSubject>& subjects) {
  std::vector<NamedSubject*> found;
  std::string commands;
  for (NamedSubject& subject : subjects) {
    if (subject.implementation.name + "@" + subject.implementation.version != name) continue;
    found.push_back(&subject);
    commands += (commands.empty() ? "`" : ", `") + subject.command + "`";
  }
  if (found.size() == 1) return *found.front();
  if (found.empty())
    throw Stop(kUsage,
               "--expect: no implementation " + name + "; there are " + known_names(subjects));
  throw Stop(kUsage, "--expect: " + name + " is the name of " + std::to_string(found.size()) +
                         " testees (" + commands +
                         "); judge them in runs of their own, or let them greet with versions that "
                         "differ");
}

NamedSubject& only_testee(std::vector<NamedSubject>& subjects) {
  std::vector<NamedSubject*> found;
  for (NamedSubject& subject : subjects)
    if (!subject.command.empty()) found.push_back(&subject);
  if (found.size() == 1) return *found.front();
  throw Stop(kUsage, std::string("--expect FILE: ") +
                         (found.empty() ? "there is no testee" : "there are several testees") +
                         "; say whose: --expect NAME@VERSION=FILE with one of " +
                         known_names(subjects));
}

}  // namespace

std::vector<NamedSubject> subjects(bool with_codec, const std::vector<std::string>& commands,
                                   double timeout_seconds) {
  std::vector<NamedSubject> all;
  if (with_codec) all.push_back({"", "", laws::codec(), nullptr, {}, {}});
  for (const std::string& command : commands) all.push_back(testee(command, timeout_seconds));
  label(all);
  return all;
}

void expect(const std::string& argument, std::vector<NamedSubject>& subjects) {
  const std::size_t at = argument.find('@');
  const std::size_t equals = at == std::string::npos ? at : argument.find('=', at);
  const bool is_named = equals != std::string::npos;
  const std::string path = is_named ? argument.substr(equals + 1) : argument;
  auto read = Expectations::read(path);
  if (const auto* error = std::get_if<conformance::ExpectationError>(&read))
    throw Stop(kUsage, "--expect: " + error->what);
  const auto rows = conformance::rows_of(laws::all_laws());
  auto& expectations = std::get<Expectations>(read);
  if (const auto unfit = conformance::find_unfit(expectations, rows, path))
    throw Stop(kUsage, "--expect: " + unfit->what);
  NamedSubject& subject =
      is_named ? named(argument.substr(0, equals), subjects) : only_testee(subjects);
  subject.expectations = std::move(expectations);
}

}  // namespace qb::cli
