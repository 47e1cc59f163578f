#include "properties/forked.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

namespace qb::laws {
namespace {

using How = Died::How;

Died death_of(const std::function<void()>& call) {
  return died_in_a_fork(call).value_or(Died{How::given_up, "(it came back)"});
}

TEST(Forked, ACallThatComesBackIsNoDeathAndChangesNothingHere) {
  int here = 1;
  EXPECT_FALSE(died_in_a_fork([&] { here = 2; }));
  EXPECT_EQ(here, 1);
}

TEST(Forked, EveryEndOfTheProcessIsADeath) {
  const Died by_signal = death_of([] { std::raise(SIGFPE); });
  EXPECT_EQ(by_signal.how, How::ended);
  EXPECT_EQ(by_signal.detail, "killed by signal " + std::to_string(SIGFPE));
  EXPECT_EQ(death_of([] { std::abort(); }).how, How::ended);
  EXPECT_EQ(death_of([] { throw std::runtime_error("nobody catches it"); }).how, How::ended);
  EXPECT_EQ(death_of([] { std::_Exit(0); }).detail, "exit code 0");
  EXPECT_EQ(death_of([] { std::_Exit(3); }).detail, "exit code 3");
}

TEST(Forked, WhatSpinsHasHung) {
  volatile bool forever = true;
  EXPECT_EQ(death_of([&] {
              while (forever) {
              }
            }).how,
            How::hung);
}

TEST(Forked, WhatAForkPrintsIsThrownAway) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  died_in_a_fork([] {
    for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
      if (::write(stream, "fork", 4) != 4) std::abort();
  });
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace qb::laws
