#include "conformance/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace qb::conformance {
namespace {

using Clock = std::chrono::steady_clock;
using Milliseconds = Child::Milliseconds;

// A child that closed its output is about to end; one that lives on is not worth more than this.
constexpr Milliseconds kGrace{500};
// Keeps the sum of now and any patience inside the clock's range.
constexpr Milliseconds kMostPatience = std::chrono::hours(24);
// What a pipe holds, so that one read empties it.
constexpr std::size_t kReadAtOnce = std::size_t{64} << 10;

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }

  int get() const { return fd_; }
  bool open() const { return fd_ >= 0; }
  void close() {
    if (open()) ::close(fd_);
    fd_ = -1;
  }
  bool make_nonblocking() const { return ::fcntl(fd_, F_SETFL, O_NONBLOCK) == 0; }

 private:
  int fd_ = -1;
};

struct Ends {
  Descriptor ours;
  Descriptor theirs;
};

bool connected(Ends& ends, Descriptor ours, Descriptor theirs) {
  ends = {std::move(ours), std::move(theirs)};
  return ends.ours.make_nonblocking();
}

// A socket, because only there can one write be kept from raising SIGPIPE.
bool open_input(Ends& ends) {
  std::array<int, 2> fds{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0) return false;
  return connected(ends, Descriptor(fds[0]), Descriptor(fds[1]));
}

bool open_output(Ends& ends) {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) return false;
  return connected(ends, Descriptor(fds[0]), Descriptor(fds[1]));
}

// What the child begins with: a group of its own, no blocked signal, SIGPIPE as usual.
class Beginning {
 public:
  Beginning() {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t pipe;
    ::sigemptyset(&none);
    ::sigemptyset(&pipe);
    ::sigaddset(&pipe, SIGPIPE);
    ::posix_spawnattr_setpgroup(&attributes_, 0);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &pipe);
    ::posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  ~Beginning() {
    ::posix_spawn_file_actions_destroy(&actions_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  Beginning(const Beginning&) = delete;
  Beginning& operator=(const Beginning&) = delete;

  // An errno, or 0.
  int give(const Descriptor& theirs, int as) {
    return ::posix_spawn_file_actions_adddup2(&actions_, theirs.get(), as);
  }
  int run(const std::string& script, int& pid) const {
    std::string shell = "sh";
    std::string flag = "-c";
    std::string text = script;
    const std::array<char*, 4> arguments{shell.data(), flag.data(), text.data(), nullptr};
    return ::posix_spawn(&pid, "/bin/sh", &actions_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

bool is_transient(int error) { return error == EAGAIN || error == EWOULDBLOCK || error == EINTR; }

// Appends what is there; closes the stream at its end.
void read_some(Descriptor& stream, std::string& out) {
  if (!stream.open()) return;
  static thread_local std::array<char, kReadAtOnce> buffer;
  const ssize_t count = ::read(stream.get(), buffer.data(), buffer.size());
  if (count > 0)
    out.append(buffer.data(), static_cast<std::size_t>(count));
  else if (count == 0 || !is_transient(errno))
    stream.close();
}

// Drops what was written from `left`, and all of it where nobody reads: the output then tells why.
void write_some(const Descriptor& stream, std::string_view& left) {
  const ssize_t count = ::send(stream.get(), left.data(), left.size(), MSG_NOSIGNAL);
  if (count >= 0)
    left.remove_prefix(static_cast<std::size_t>(count));
  else if (!is_transient(errno))
    left = {};
}

// Until any of them is ready, or the time is over. A closed stream counts as never ready.
void wait_for(int writable, int readable, int also_readable, Milliseconds patience) {
  std::array<pollfd, 3> streams{pollfd{writable, POLLOUT, 0}, pollfd{readable, POLLIN, 0},
                                pollfd{also_readable, POLLIN, 0}};
  ::poll(streams.data(), streams.size(), static_cast<int>(patience.count()));
}

Clock::time_point after(Milliseconds patience) {
  return Clock::now() + std::min(patience, kMostPatience);
}

Milliseconds until(Clock::time_point deadline) {
  return std::max(std::chrono::ceil<Milliseconds>(deadline - Clock::now()), Milliseconds(0));
}

}  // namespace

struct Child::Streams {
  Descriptor in;
  Descriptor out;
  Descriptor err;
  std::string unread;        // of `out`
  std::size_t searched = 0;  // `unread` has no '\n' before this
  std::string last_stderr;

  void read_both() {
    read_some(out, unread);
    read_some(err, last_stderr);
    if (last_stderr.size() > kKeptStderr) last_stderr.erase(0, last_stderr.size() - kKeptStderr);
  }
  bool take_line(std::string& line) {
    const std::size_t end = unread.find('\n', searched);
    searched = end == std::string::npos ? unread.size() : 0;
    if (end == std::string::npos) return false;
    line = unread.substr(0, end);
    unread.erase(0, end + 1);
    return true;
  }
};

Child::Child(int pid, std::unique_ptr<Streams> streams) : pid_(pid), streams_(std::move(streams)) {}

std::variant<std::unique_ptr<Child>, StartError> Child::start(const std::string& command) {
  Ends in;
  Ends out;
  Ends err;
  if (!open_input(in) || !open_output(out) || !open_output(err))
    return StartError{std::string("cannot open pipes: ") + std::strerror(errno)};
  Beginning beginning;
  int pid = 0;
  // This order is right even where this process has standard streams closed and their numbers are
  // taken by the ends: `in.theirs` is then at most 2 and given first, the others are above 2.
  int error = beginning.give(in.theirs, STDIN_FILENO);
  if (error == 0) error = beginning.give(out.theirs, STDOUT_FILENO);
  if (error == 0) error = beginning.give(err.theirs, STDERR_FILENO);
  if (error == 0) error = beginning.run("exec " + command, pid);
  if (error != 0) return StartError{std::string("cannot run /bin/sh: ") + std::strerror(error)};
  auto streams = std::make_unique<Streams>();
  streams->in = std::move(in.ours);
  streams->out = std::move(out.ours);
  streams->err = std::move(err.ours);
  return std::unique_ptr<Child>(new Child(pid, std::move(streams)));
}

// Nobody has waited for the child yet, so its number cannot belong to another process or group. It
// may have left its group.
Child::~Child() {
  ::kill(-pid_, SIGKILL);
  ::kill(pid_, SIGKILL);
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

std::variant<std::string, End> Child::exchange(std::string_view line, Milliseconds patience) {
  const auto deadline = after(patience);
  const std::string request = std::string(line) + '\n';
  std::string_view left = request;
  std::string reply;
  while (true) {
    if (!left.empty()) write_some(streams_->in, left);
    if (streams_->unread.size() > kLongestLine) return End::flooded;
    if (left.empty() && streams_->take_line(reply)) return reply;
    if (!streams_->out.open()) {
      ends_within(kGrace);
      return End::ended;
    }
    if (Clock::now() >= deadline) break;
    wait_for(left.empty() ? -1 : streams_->in.get(), streams_->out.get(), streams_->err.get(),
             until(deadline));
    streams_->read_both();
  }
  // It may have left a process behind that keeps its output open.
  return exit_status() == ExitStatus{} ? End::hung : End::ended;
}

bool Child::has_unread() const { return !streams_->unread.empty(); }

bool Child::finish(Milliseconds patience) {
  streams_->in.close();
  return ends_within(patience);
}

// No stream tells that a process has ended, so this looks again and again. It goes on reading,
// because the last words of a child may be longer than a pipe.
bool Child::ends_within(Milliseconds patience) {
  constexpr Milliseconds kBetweenLooks{2};
  const auto deadline = after(patience);
  while (exit_status() == ExitStatus{}) {
    if (Clock::now() >= deadline) return false;
    wait_for(-1, streams_->out.get(), streams_->err.get(),
             std::min(kBetweenLooks, until(deadline)));
    streams_->read_both();
    streams_->unread.clear();
  }
  streams_->read_both();
  return true;
}

ExitStatus Child::exit_status() const {
  siginfo_t info{};
  // WNOWAIT: the destructor must still be able to kill the group without hitting a stranger.
  if (::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) != 0) return {};
  if (info.si_pid == 0) return {};
  if (info.si_code == CLD_EXITED) return {info.si_status, std::nullopt};
  return {std::nullopt, info.si_status};
}

const std::string& Child::last_stderr() const { return streams_->last_stderr; }

std::string describe(const ExitStatus& status) {
  if (status.code) return "exit code " + std::to_string(*status.code);
  if (!status.signal) return "still running";
  return "killed by signal " + std::to_string(*status.signal) + " (" + ::strsignal(*status.signal) +
         ")";
}

}  // namespace qb::conformance
