// A program running beside this one, which answers a line with a line. The only place that knows of
// processes, signals and poll: everything that such a program can do wrong comes out as an `End`.
#ifndef QB_CONFORMANCE_CHILD_H
#define QB_CONFORMANCE_CHILD_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace qb::conformance {

/// More unread output than this, and so a longer line, is `flooded`.
inline constexpr std::size_t kLongestLine = std::size_t{64} << 20;
/// How much of the child's stderr is kept: the last of it.
inline constexpr std::size_t kKeptStderr = 4096;

/// An exchange that brought no line. `ended`: it ended, or closed its output. `hung`: the time is
/// up. `flooded`: too much output without a line.
enum class End : std::uint8_t { ended, hung, flooded };

/// How a child ended. Only one of the two is ever set; neither while it still runs.
struct ExitStatus {
  std::optional<int> code;
  std::optional<int> signal;
  friend bool operator==(const ExitStatus&, const ExitStatus&) = default;
};

/// The system refused to start any process: no shell, too many processes or descriptors.
struct StartError {
  std::string why;
};

/// Owns a process group and the three streams to it; its stdin is a socket, so that no SIGPIPE can
/// arise here. Nothing of this process changes: no signal handler, no signal mask, and no
/// descriptor reaches another child. Not for several threads at a time; SIGCHLD must not be
/// ignored.
class Child {
 public:
  using Milliseconds = std::chrono::milliseconds;

  /// Runs `/bin/sh -c 'exec COMMAND'`, so that the program's own end is seen and not a shell's; to
  /// set variables, let COMMAND begin with `env`. A program that does not exist ends at once, with
  /// exit code 127 or 126.
  static std::variant<std::unique_ptr<Child>, StartError> start(const std::string& command);

  /// Kills the whole process group and waits for the child: no zombie stays.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Writes `line` and '\n' while reading, until one whole line has come: that line, without '\n'.
  /// Waits at most `patience`, and then half a second for a child that closed its output to end.
  /// After an `End` the child is of no further use. Cost: one copy of the line, about four system
  /// calls.
  [[nodiscard]] std::variant<std::string, End> exchange(std::string_view line,
                                                        Milliseconds patience);

  /// Whether output has come beyond the last line taken, as far as it was read.
  bool has_unread() const;

  /// Closes its stdin, which asks it to end, and waits at most `patience` until it has. True if so.
  bool finish(Milliseconds patience);

  /// Does not wait.
  ExitStatus exit_status() const;

  /// The last `kKeptStderr` bytes of what it wrote to stderr, as far as it was read.
  const std::string& last_stderr() const;

 private:
  struct Streams;
  Child(int pid, std::unique_ptr<Streams> streams);
  bool ends_within(Milliseconds patience);

  int pid_;
  std::unique_ptr<Streams> streams_;
};

/// "exit code 3", "killed by signal 9 (Killed)", or "still running".
std::string describe(const ExitStatus& status);

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_CHILD_H
