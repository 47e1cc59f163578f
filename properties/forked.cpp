#include "properties/forked.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace qb::laws {
namespace {

constexpr int kCameBack = 77;  // a call may well end its process with 0
constexpr itimerval kProcessorTime{{0, 0}, {0, 5000}};
constexpr itimerval kAnyTime{{0, 0}, {10, 0}};

// The handlers of arenas and sanitizers came along into the fork.
void begin_anew() {
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGVTALRM, SIGALRM})
    ::signal(signal, SIG_DFL);
  sigset_t timers;
  sigemptyset(&timers);
  sigaddset(&timers, SIGVTALRM);
  sigaddset(&timers, SIGALRM);
  ::sigprocmask(SIG_UNBLOCK, &timers, nullptr);
  ::setitimer(ITIMER_VIRTUAL, &kProcessorTime, nullptr);
  ::setitimer(ITIMER_REAL, &kAnyTime, nullptr);
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
}

[[noreturn]] void run(const std::function<void()>& call) noexcept {
  begin_anew();
  call();
  ::_exit(kCameBack);
}

std::optional<Died> how_it_ended(int status) {
  using How = Died::How;
  if (!WIFSIGNALED(status)) {
    const int code = WEXITSTATUS(status);
    if (code == kCameBack) return std::nullopt;
    return Died{How::ended, "exit code " + std::to_string(code)};
  }
  const int signal = WTERMSIG(status);
  if (signal == SIGVTALRM || signal == SIGALRM) return Died{How::hung, "does not come back"};
  return Died{How::ended, "killed by signal " + std::to_string(signal)};
}

}  // namespace

std::optional<Died> died_in_a_fork(const std::function<void()>& call) {
  const pid_t fork = ::fork();
  if (fork < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (fork == 0) run(call);
  int status = 0;
  while (::waitpid(fork, &status, 0) < 0)
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  return how_it_ended(status);
}

}  // namespace qb::laws
