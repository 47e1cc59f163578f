#include "conformance/child.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <memory>
#include <string>

namespace qb::conformance {
namespace {

using namespace std::chrono_literals;

// What must come is waited for long, what must not is waited for briefly.
constexpr auto kLong = 60s;
constexpr auto kBrief = 300ms;

std::unique_ptr<Child> started(const std::string& command) {
  auto child = Child::start(command);
  if (const auto* error = std::get_if<StartError>(&child)) {
    ADD_FAILURE() << error->why;
    std::abort();
  }
  return std::get<std::unique_ptr<Child>>(std::move(child));
}

std::string line_of(Child& child, std::string_view line) {
  const auto reply = child.exchange(line, kLong);
  const auto* text = std::get_if<std::string>(&reply);
  return text ? *text : "(no line: " + describe(child.exit_status()) + ")";
}

std::optional<End> end_of(Child& child, std::chrono::milliseconds patience) {
  const auto reply = child.exchange("x", patience);
  const auto* end = std::get_if<End>(&reply);
  return end ? std::optional(*end) : std::nullopt;
}

std::ptrdiff_t open_descriptors() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                       std::filesystem::directory_iterator());
}

TEST(Child, AnswersLineByLine) {
  const auto child = started("cat");
  EXPECT_EQ(line_of(*child, "one"), "one");
  EXPECT_EQ(line_of(*child, ""), "");
  EXPECT_EQ(line_of(*child, "two"), "two");
  EXPECT_FALSE(child->has_unread());
  EXPECT_EQ(child->exit_status(), ExitStatus{});
}

TEST(Child, TakesOneLineAtATime) {
  const auto child = started(R"(sh -c 'read x; printf "one\ntwo\n"; cat')");
  EXPECT_EQ(line_of(*child, "x"), "one");
  EXPECT_TRUE(child->has_unread());
  EXPECT_EQ(line_of(*child, "three"), "two");
  EXPECT_EQ(line_of(*child, "four"), "three");
}

TEST(Child, ProgramThatDoesNotExistEndsWith127) {
  const auto child = started("no-such-program-anywhere");
  EXPECT_EQ(end_of(*child, kLong), End::ended);
  EXPECT_EQ(child->exit_status(), (ExitStatus{127, {}}));
  EXPECT_NE(child->last_stderr().find("not found"), std::string::npos) << child->last_stderr();
}

TEST(Child, FileThatIsNoProgramEndsWith126) {
  const auto child = started("/dev/null");
  EXPECT_EQ(end_of(*child, kLong), End::ended);
  EXPECT_EQ(child->exit_status(), (ExitStatus{126, {}}));
}

TEST(Child, TellsExitCodesFromSignals) {
  const auto exits = started("sh -c 'read x; exit 3'");
  EXPECT_EQ(end_of(*exits, kLong), End::ended);
  EXPECT_EQ(describe(exits->exit_status()), "exit code 3");
  const auto dies = started("sh -c 'read x; kill -9 $$'");
  EXPECT_EQ(end_of(*dies, kLong), End::ended);
  EXPECT_EQ(describe(dies->exit_status()), "killed by signal 9 (Killed)");
}

TEST(Child, SilenceIsHung) {
  const auto child = started("sleep 1000");
  EXPECT_EQ(end_of(*child, kBrief), End::hung);
  EXPECT_EQ(describe(child->exit_status()), "still running");
}

TEST(Child, HalfALineIsNoLine) {
  const auto child = started("sh -c 'read x; printf half; sleep 1000'");
  EXPECT_EQ(end_of(*child, kBrief), End::hung);
  const auto ends = started("sh -c 'read x; printf half'");
  EXPECT_EQ(end_of(*ends, kLong), End::ended);
}

TEST(Child, ClosedOutputIsAnEndEvenWhereItLives) {
  const auto child = started("sleep 1000 >&-");
  EXPECT_EQ(end_of(*child, kLong), End::ended);
  EXPECT_EQ(child->exit_status(), ExitStatus{});
}

TEST(Child, EndIsSeenThoughAnotherProcessHoldsItsOutput) {
  const auto child = started("sh -c 'sleep 1000 & exit 9'");
  EXPECT_EQ(end_of(*child, kBrief), End::ended);
  EXPECT_EQ(child->exit_status(), (ExitStatus{9, {}}));
}

TEST(Child, EndlessLineIsBounded) {
  const auto child = started("tr '\\0' x </dev/zero");
  EXPECT_EQ(end_of(*child, kLong), End::flooded);
}

TEST(Child, EndlessLinesAreBoundedWhileItReadsNothing) {
  const auto child = started("yes");
  const auto reply = child->exchange(std::string(4 << 20, 'x'), kLong);
  ASSERT_TRUE(std::holds_alternative<End>(reply));
  EXPECT_EQ(std::get<End>(reply), End::flooded);
}

TEST(Child, FullPipesBothWaysDoNotLock) {
  const auto child = started("cat");
  const std::string line(8 << 20, 'x');
  EXPECT_TRUE(line_of(*child, line) == line);
  EXPECT_EQ(line_of(*child, "next"), "next");
}

TEST(Child, FullStderrDoesNotLock) {
  const auto child = started("sh -c 'read x; seq 100000 >&2; echo done; cat'");
  EXPECT_EQ(line_of(*child, "x"), "done");
  EXPECT_TRUE(child->finish(kLong));
  EXPECT_EQ(child->last_stderr().size(), kKeptStderr);
  EXPECT_TRUE(child->last_stderr().ends_with("\n99999\n100000\n"));
}

TEST(Child, ClosedStderrIsNoEnd) {
  const auto child = started("cat 2>&-");
  EXPECT_EQ(line_of(*child, "one"), "one");
  EXPECT_EQ(line_of(*child, "two"), "two");
}

TEST(Child, WritingToClosedInputKillsNobody) {
  ::signal(SIGPIPE, SIG_DFL);
  const auto child = started("sh -c 'exec <&-; echo ready; sleep 0.2; exit 5'");
  EXPECT_EQ(line_of(*child, "x"), "ready");
  EXPECT_EQ(end_of(*child, kLong), End::ended);
  EXPECT_EQ(child->exit_status(), (ExitStatus{5, {}}));
  sigset_t pending;
  ::sigpending(&pending);
  EXPECT_EQ(::sigismember(&pending, SIGPIPE), 0);
}

TEST(Child, BeginsWithSigpipeAsUsual) {
  ::signal(SIGPIPE, SIG_IGN);
  const auto child = started("sed -n 's/^SigIgn:.//p' /proc/self/status");
  const std::uint64_t ignored = std::stoull(line_of(*child, "x"), nullptr, 16);
  ::signal(SIGPIPE, SIG_DFL);
  EXPECT_EQ(ignored >> (SIGPIPE - 1) & 1, 0U);
}

TEST(Child, FinishLetsItEndByItself) {
  const auto child = started("sh -c 'cat; exit 4'");
  EXPECT_EQ(line_of(*child, "x"), "x");
  EXPECT_TRUE(child->finish(kLong));
  EXPECT_EQ(child->exit_status(), (ExitStatus{4, {}}));
  const auto stubborn = started("sleep 1000");
  EXPECT_FALSE(stubborn->finish(kBrief));
}

TEST(Child, DestructionKillsTheWholeGroupAndLeavesNoZombie) {
  std::array<int, 2> fds{};
  ASSERT_EQ(::pipe(fds.data()), 0);
  auto child = started("sh -c 'sleep 1000 & cat'");
  EXPECT_EQ(line_of(*child, "x"), "x");
  ::close(fds[1]);
  child = nullptr;
  // The end of this pipe comes when the last process that inherited it is gone.
  pollfd end{fds[0], POLLIN, 0};
  EXPECT_EQ(::poll(&end, 1, 60000), 1);
  ::close(fds[0]);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

TEST(Child, DescriptorsAreGivenBack) {
  const auto before = open_descriptors();
  for (const char* command : {"cat", "no-such-program-anywhere", "true"})
    (void)started(command)->exchange("x", kLong);
  EXPECT_EQ(open_descriptors(), before);
}

TEST(Child, DescriptorsDoNotReachAnotherChild) {
  const std::string list = "sh -c 'ls /proc/self/fd | wc -l'";
  const std::string alone = line_of(*started(list), "x");
  const auto other = started("cat");
  EXPECT_EQ(line_of(*started(list), "x"), alone);
}

TEST(ChildDeathTest, WorksWhereStandardStreamsAreClosed) {
  const auto echoes_without_standard_streams = [] {
    for (int fd = 0; fd < 3; ++fd) ::close(fd);
    auto child = Child::start("sh -c 'read x; echo \"$x\"; echo bad >&2'");
    const auto reply = std::get<0>(child)->exchange("x", kLong);
    std::_Exit(reply == std::variant<std::string, End>("x") ? 0 : 1);
  };
  EXPECT_EXIT(echoes_without_standard_streams(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace qb::conformance
