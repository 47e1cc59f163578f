#include "conformance/pipe.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>

namespace qb::conformance {
namespace {

using namespace std::chrono_literals;
using How = laws::Died::How;

constexpr std::array<std::uint64_t, 1> kShape{2};
constexpr std::array<std::int8_t, 2> kCodes{1, 2};
constexpr std::array<std::uint32_t, 1> kScales{0x3f800000};
const Scheme kScheme{Value::Q8S, {StoreKind::Native, 0}, Mode::Symmetric, ScaleDtype::F32, {}};

laws::EncodeRequest encode() { return {kScheme, kShape, kCodes, kScales, std::nullopt}; }

std::string bad_testee(const std::string& mode, const std::string& argument = "") {
  return "/usr/bin/env python3 '" QB_BAD_TESTEE "' " + mode + " '" + argument + "'";
}

// Whatever must answer has a minute; only what hangs is given up early.
Testee connected(const std::string& command, std::chrono::milliseconds timeout = 60s) {
  auto testee = connect({command, 60s, timeout});
  if (const auto* error = std::get_if<ConnectError>(&testee)) {
    ADD_FAILURE() << error->detail;
    std::abort();
  }
  return std::get<Testee>(std::move(testee));
}

ConnectError refused(const std::string& command, std::chrono::milliseconds start_timeout = 60s) {
  const auto testee = connect({command, start_timeout, 60s});
  const auto* error = std::get_if<ConnectError>(&testee);
  return error ? *error : ConnectError{ConnectError::Why::could_not_start, "(it started)"};
}

laws::Died death(const laws::Reply& reply) {
  const auto* died = std::get_if<laws::Died>(&reply);
  return died ? *died : laws::Died{How::given_up, "(a reply came)"};
}

std::string unsupported(const laws::Reply& reply) {
  const auto* why = std::get_if<laws::Unsupported>(&reply);
  return why ? why->why : "(no `unsupported`)";
}

bool answers(const laws::Reply& reply) {
  const auto* answer = std::get_if<laws::BytesAnswer>(&reply);
  return answer && answer->bytes == std::vector<std::uint8_t>{1, 2};
}

std::filesystem::path fresh_file(const std::string& name) {
  const auto path = std::filesystem::path(testing::TempDir()) / ("qb_pipe_test_" + name);
  std::filesystem::remove(path);
  return path;
}

TEST(Pipe, GreetsAndAnswers) {
  const Testee testee = connected(bad_testee("good"));
  EXPECT_EQ(testee.implementation.name, "bad");
  EXPECT_EQ(testee.implementation.version, "1");
  EXPECT_EQ(testee.implementation.capabilities, laws::kSize | laws::kEncode | laws::kScalar);
  EXPECT_EQ(testee.greeting.language, "Python");
  EXPECT_EQ(testee.greeting.choices.at("mode"), "good");
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(answers(testee.implementation.ask(encode())));
  EXPECT_EQ(testee.health->restarts, 0U);
  EXPECT_EQ(testee.health->violations, 0U);
}

TEST(Pipe, CommandThatDoesNotExistCouldNotStart) {
  const auto error = refused("no-such-program-anywhere --flag");
  EXPECT_EQ(error.why, ConnectError::Why::could_not_start);
  EXPECT_EQ(error.detail.find("exit code 127; stderr: "), 0U) << error.detail;
}

TEST(Pipe, EndBeforeTheGreetingCouldNotStart) {
  const auto error = refused(bad_testee("exit_at_greeting"));
  EXPECT_EQ(error.why, ConnectError::Why::could_not_start);
  EXPECT_EQ(error.detail, "exit code 1; stderr: cannot find my model");
}

TEST(Pipe, WrongGreetingsBreakTheProtocol) {
  const auto check = [](const std::string& command, const std::string& detail) {
    const auto error = refused(command);
    EXPECT_EQ(error.why, ConnectError::Why::broke_protocol) << command;
    EXPECT_EQ(error.detail, detail);
  };
  check(bad_testee("wrong_protocol"), "greeting: protocol: expected version 1, found 2");
  check(bad_testee("unknown_capability"), "greeting: capabilities: no such capability: \"enc0de\"");
  check(bad_testee("greets_twice"), "more than a greeting");
  check("echo welcome", "greeting: no JSON at byte 1: welcome");
  check("cat", "greeting: name: missing");
}

TEST(Pipe, SilenceInsteadOfAGreetingBreaksTheProtocol) {
  const auto error = refused(bad_testee("hang_at_greeting"), 300ms);
  EXPECT_EQ(error.why, ConnectError::Why::broke_protocol);
  EXPECT_EQ(error.detail, "no reply in 300 ms");
}

struct Misbehaviour {
  const char* mode;
  How how;
  const char* detail;
};

TEST(Pipe, WhatIsNoReplyIsADeathAndTheNextRequestIsAskedAnew) {
  const auto misbehaviours = {
      Misbehaviour{"garbage", How::garbage, "no JSON at byte 1: Segmentation fault"},
      Misbehaviour{"empty_line", How::garbage, "no JSON at byte 1: an empty line"},
      Misbehaviour{"missing_field", How::garbage, "bytes: missing"},
      Misbehaviour{"bad_hex", How::garbage, "bytes: expected bytes in hex, found \"0g\""},
      Misbehaviour{"two_lines", How::garbage, "more than one line for one request"},
      Misbehaviour{"flood_stdout", How::garbage, "more than 64 MiB of output without a reply"},
      Misbehaviour{"kill", How::ended, "killed by signal 9 (Killed)"},
      Misbehaviour{"close_stdout", How::ended, "closed its output"},
      Misbehaviour{"panic", How::ended,
                   "exit code 101; stderr: thread 'main' panicked: | ?[31mindex out of bounds?[0m"},
  };
  for (const auto& [mode, how, detail] : misbehaviours) {
    const Testee testee = connected(bad_testee(mode));
    for (std::uint64_t i = 0; i < 2; ++i) {
      const auto died = death(testee.implementation.ask(encode()));
      EXPECT_EQ(died.how, how) << mode;
      EXPECT_EQ(died.detail, detail) << mode;
      EXPECT_EQ(testee.health->restarts, i) << mode;
      EXPECT_EQ(testee.health->violations, how == How::garbage ? i + 1 : 0) << mode;
      EXPECT_EQ(testee.health->last_detail, detail) << mode;
      EXPECT_EQ(testee.health->last_violation, how == How::garbage ? detail : "") << mode;
    }
  }
}

TEST(Pipe, WrongIdIsAViolation) {
  const Testee testee = connected(bad_testee("wrong_id"));
  EXPECT_EQ(death(testee.implementation.ask(encode())).detail, "id: expected 1, found 2");
  EXPECT_EQ(testee.health->violations, 1U);
}

TEST(Pipe, ARestartedTesteeAnswersAgain) {
  const Testee testee = connected(bad_testee("dies_at", "3"));
  for (int round = 0; round < 3; ++round) {
    EXPECT_TRUE(answers(testee.implementation.ask(encode())));
    EXPECT_TRUE(answers(testee.implementation.ask(encode())));
    const auto died = death(testee.implementation.ask(encode()));
    EXPECT_EQ(died.how, How::ended);
    EXPECT_EQ(died.detail, "exit code 3");
  }
  EXPECT_EQ(testee.health->restarts, 2U);
}

TEST(Pipe, GivesUpAfterTwentyRestarts) {
  const Testee testee = connected(bad_testee("kill"));
  for (std::uint64_t i = 0; i <= kMostRestarts; ++i)
    EXPECT_EQ(death(testee.implementation.ask(encode())).how, How::ended);
  for (int i = 0; i < 3; ++i) {
    const auto died = death(testee.implementation.ask(encode()));
    EXPECT_EQ(died.how, How::given_up);
    EXPECT_EQ(died.detail,
              "given up after 20 restarts and 0 hangs; the last: killed by signal 9 (Killed)");
  }
  EXPECT_EQ(testee.health->restarts, kMostRestarts);
}

TEST(Pipe, GivesUpAfterThreeHangs) {
  const Testee testee = connected(bad_testee("hang"), 100ms);
  for (std::uint64_t i = 0; i < kMostHangs; ++i) {
    const auto died = death(testee.implementation.ask(encode()));
    EXPECT_EQ(died.how, How::hung);
    EXPECT_EQ(died.detail, "no reply in 100 ms");
  }
  EXPECT_EQ(death(testee.implementation.ask(encode())).how, How::given_up);
  EXPECT_EQ(testee.health->restarts, kMostHangs - 1);
  EXPECT_EQ(testee.health->hangs, kMostHangs);
  EXPECT_EQ(testee.health->violations, 0U);
}

TEST(Pipe, EndIsNoHangThoughAnotherProcessHoldsTheOutput) {
  const Testee testee = connected(bad_testee("holder"), 2s);
  const auto died = death(testee.implementation.ask(encode()));
  EXPECT_EQ(died.how, How::ended);
  EXPECT_EQ(died.detail, "exit code 9");
  EXPECT_EQ(testee.health->hangs, 0U);
}

TEST(Pipe, InputClosedBeforeTheRequestIsAnEnd) {
  const Testee testee = connected(bad_testee("closes_stdin"));
  EXPECT_EQ(death(testee.implementation.ask(encode())).detail, "exit code 5");
}

TEST(Pipe, AnotherGreetingAfterARestartIsAViolation) {
  const auto file = fresh_file("greeted");
  const Testee testee = connected(bad_testee("greets_otherwise", file.string()));
  EXPECT_EQ(death(testee.implementation.ask(encode())).how, How::ended);
  const auto died = death(testee.implementation.ask(encode()));
  EXPECT_EQ(died.how, How::garbage);
  EXPECT_EQ(died.detail, "greets otherwise after a restart");
  std::filesystem::remove(file);
}

TEST(Pipe, SlowPiecesAndNoiseOnStderrAreNoFault) {
  for (const char* mode : {"pieces", "flood_stderr"}) {
    const Testee testee = connected(bad_testee(mode));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(answers(testee.implementation.ask(encode()))) << mode;
    EXPECT_EQ(testee.health->restarts, 0U);
  }
}

TEST(Pipe, ReplyAsLargeAsTheRequestDoesNotLock) {
  const Testee testee = connected(bad_testee("echo"));
  const std::vector<std::int8_t> codes(300000, -100);
  auto request = encode();
  request.codes = codes;
  EXPECT_GT(unsupported(testee.implementation.ask(request)).size(), codes.size() * 5);
}

TEST(Pipe, WhatCannotBeAskedIsUnsupportedWithoutAsking) {
  const Testee testee = connected(bad_testee("kill"));
  const laws::BytesRequest audit{laws::BytesVerb::audit, kScheme, kShape, {}};
  EXPECT_EQ(unsupported(testee.implementation.ask(audit)), "no verb audit");
  auto request = encode();
  request.short_by = 1;
  EXPECT_EQ(unsupported(testee.implementation.ask(request)),
            "another process cannot be given short buffers");
  EXPECT_EQ(testee.health->last_detail, "");
}

TEST(Pipe, PlacementIsAskedOnlyOfThoseThatPromiseIt) {
  auto request = encode();
  request.input_offset = 5;
  const Testee without = connected(bad_testee("echo"));
  EXPECT_EQ(unsupported(without.implementation.ask(request)).find("input_offset"),
            std::string::npos);
  const Testee with = connected(bad_testee("placement"));
  EXPECT_NE(with.implementation.capabilities & laws::kPlacement, 0U);
  EXPECT_TRUE(answers(with.implementation.ask(request)));
}

TEST(Pipe, ShellSyntaxAndVariablesReachTheTestee) {
  const Testee testee = connected("env QB_ASKED='a b' " + bad_testee("environment"));
  EXPECT_EQ(unsupported(testee.implementation.ask(encode())), "a b");
}

TEST(Pipe, AHealthyTesteeMayEndByItself) {
  const auto file = fresh_file("goodbye");
  {
    const Testee testee = connected(bad_testee("says_goodbye", file.string()));
  }
  EXPECT_TRUE(std::filesystem::exists(file));
  std::filesystem::remove(file);
}

TEST(Pipe, SeveralTesteesDoNotMix) {
  const Testee one = connected(bad_testee("open_files"));
  const std::string alone = unsupported(one.implementation.ask(encode()));
  const Testee two = connected(bad_testee("open_files"));
  EXPECT_EQ(unsupported(two.implementation.ask(encode())), alone);
  EXPECT_EQ(unsupported(one.implementation.ask(encode())), alone);
}

}  // namespace
}  // namespace qb::conformance
