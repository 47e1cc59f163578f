#include "properties/remember.h"

#include <gtest/gtest.h>

#include "properties/laws/environment.h"

namespace qb::laws {
namespace {

/// Answers with the number of the question.
struct Counted {
  std::uint64_t asked = 0;
  Implementation implementation;

  Counted() {
    implementation.ask = [this](const Request&) { return SizeAnswer{++asked, {}, {}}; };
  }
};

const Scheme kScheme{};
const std::vector<std::uint64_t> kShape{2};

Reply ask(const Implementation& implementation, const std::vector<std::uint32_t>& input) {
  return implementation.ask(QuantizeRequest{kScheme, kShape, Calibration::MinMax, input});
}
std::uint64_t number_of(const Reply& reply) { return std::get<SizeAnswer>(reply).total_bytes; }

TEST(Remembering, AnEqualRequestIsAskedOnce) {
  Counted counted;
  const auto remembered = remembering(counted.implementation);
  EXPECT_EQ(number_of(ask(remembered, {1, 2})), 1u);
  EXPECT_EQ(number_of(ask(remembered, {1, 3})), 2u);
  EXPECT_EQ(number_of(ask(remembered, {1, 2})), 1u);
}

TEST(Remembering, AnotherEnvironmentIsAskedAfresh) {
  Counted counted;
  const auto remembered = remembering(counted.implementation);
  ask(remembered, {1, 2});
  {
    const Environment environment;
    EXPECT_EQ(number_of(ask(remembered, {1, 2})), 2u);
  }
  EXPECT_EQ(number_of(ask(remembered, {1, 2})), 1u);
}

TEST(Remembering, WhatIsAskedAgainIsKept) {
  Counted counted;
  const auto remembered = remembering(counted.implementation);
  for (std::uint32_t variant = 1; variant < 30; ++variant) {
    EXPECT_EQ(number_of(ask(remembered, {0, 0})), 1u);
    ask(remembered, {0, variant});
  }
}

}  // namespace
}  // namespace qb::laws
