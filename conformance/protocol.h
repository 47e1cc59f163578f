// The pipe protocol, version 1 (docs/conformance.md), between text and the types of the laws. No
// process and no stream is known here. Lines are without their '\n'.
#ifndef QB_CONFORMANCE_PROTOCOL_H
#define QB_CONFORMANCE_PROTOCOL_H

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "properties/implementation.h"

namespace qb::conformance {

inline constexpr std::uint64_t kProtocolVersion = 1;

/// A line that is no answer to what was asked. `what` is one ASCII line and begins with the path of
/// the first thing wrong: "scales[3]: expected 8 hex digits, found 1".
struct ProtocolError {
  std::string what;
};

/// What a testee says of itself.
struct Greeting {
  std::string name;
  std::string version;
  std::string language;
  std::uint32_t capabilities = 0;              // of `laws::Capability`, never kSeesBuffers
  std::map<std::string, std::string> choices;  // what it declares where implementations may differ
  friend bool operator==(const Greeting&, const Greeting&) = default;
};

/// The first request, which has id 0.
std::string write_hello();

/// The reply to it. Every member is needed but `choices`; a capability that this version does not
/// know is an error, because it would silently switch laws off.
std::variant<Greeting, ProtocolError> read_greeting(std::string_view line);

/// The name of a capability in the protocol: a verb's is the verb. Empty or none where
/// there is none of that number or name.
std::string_view capability_name(std::uint32_t capability);
std::optional<std::uint32_t> capability_named(std::string_view name);

/// A request as a line. `short_by` has no form and must be 0; an `input_offset` of 0 is left out.
/// Cost: linear in the text; no JSON tree is built.
std::string write_request(std::uint64_t id, const laws::Request& request);

/// The answer to `request`, a refusal, or that it is unsupported; never `Died`. An error where the
/// line is no JSON object, has another id, lacks a member, has one of another type or out of range,
/// gives scalars another number of outputs than inputs, says both an answer and a refusal, or would
/// take unreasonable memory (more than 2^21 lists, objects and commas). Further members beside an
/// answer are ignored. Whether the answer is right is for laws to say.
std::variant<laws::Reply, ProtocolError> read_reply(std::string_view line, std::uint64_t id,
                                                    const laws::Request& request);

/// Text of others, made fit for a report: at most `length` bytes and "...", line ends as " | ",
/// whatever else is not printable ASCII as '?'.
std::string excerpt(std::string_view text, std::size_t length);

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_PROTOCOL_H
