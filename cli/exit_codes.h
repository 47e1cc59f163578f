// How the program ends.
#ifndef QB_CLI_EXIT_CODES_H
#define QB_CLI_EXIT_CODES_H

#include <stdexcept>
#include <string>

namespace qb::cli {

enum ExitCode : int {
  kAllWell = 0,
  kBroken = 1,          // a law was broken, or a request refused
  kUsage = 2,           // an argument or a file is wrong
  kCannotStart = 3,     // the testee could not start
  kBrokeProtocol = 4,   // the testee broke the protocol
  kInternal = 6,        // a fault of this program, or of the machine
  kNothingChecked = 7,  // no law held or broke
};

/// For the help of the program and of `verify`.
inline constexpr const char* kExitCodes =
    "Exit codes:\n"
    "  0  all well\n"
    "  1  a law was broken unexpectedly, --require was missed, a request was refused, or a fault "
    "lives\n"
    "  2  usage: an argument or a file is wrong\n"
    "  3  a testee could not start\n"
    "  4  a testee broke the protocol\n"
    "  6  internal error\n"
    "  7  nothing was checked: no law held or broke\n";

/// Ends the program with that code and one line on stderr: what, where, what to do.
class Stop : public std::runtime_error {
 public:
  Stop(ExitCode code, const std::string& line) : std::runtime_error(line), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace qb::cli

#endif  // QB_CLI_EXIT_CODES_H
