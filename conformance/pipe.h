// A testee in another process, as an implementation like any other.
#ifndef QB_CONFORMANCE_PIPE_H
#define QB_CONFORMANCE_PIPE_H

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "conformance/protocol.h"
#include "properties/implementation.h"

namespace qb::conformance {

struct PipeOptions {
  std::string command;                             // as a shell takes it
  std::chrono::milliseconds start_timeout{30000};  // from the start to the greeting
  std::chrono::milliseconds timeout{10000};        // from a request to its reply
};

/// The testee is given up after this many restarts in all, or this many requests that hung.
inline constexpr std::uint64_t kMostRestarts = 20;
inline constexpr std::uint64_t kMostHangs = 3;

/// What went wrong with a testee so far, beside its answers.
struct PipeHealth {
  std::uint64_t restarts = 0;
  std::uint64_t hangs = 0;
  std::uint64_t violations = 0;  // lines that were no reply: the program exits with 4 for these
  std::string last_violation;    // empty while there is none
  std::string last_detail;       // what the last `Died` said, garbage or not; empty likewise
};

/// A testee that has greeted. `implementation.ask` owns the process, restarts it for the next
/// request after one that it did not survive, and gives:
/// - `Unsupported` without asking where the greeting lacks the verb, or the request wants short
///   buffers, which another process cannot be given;
/// - `Died` where no reply came; from the limits above on, `given_up` without starting it again.
/// A testee that does not promise placement is asked without `input_offset`. Ask from one thread at
/// a time. `health` lives as long as either of the two and is up to date between requests.
struct Testee {
  laws::Implementation implementation;
  Greeting greeting;
  std::shared_ptr<const PipeHealth> health;
};

/// No greeting. `could_not_start`: there is no such program, or it ended before it said anything.
/// `broke_protocol`: it said something else than a greeting of this version, or nothing in time.
struct ConnectError {
  enum class Why : std::uint8_t { could_not_start, broke_protocol };
  Why why;
  std::string detail;  // one line: what happened, and the end of its stderr
};

/// Starts the testee and greets it. Cost: until it greets, at most `start_timeout`.
std::variant<Testee, ConnectError> connect(const PipeOptions& options);

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_PIPE_H
