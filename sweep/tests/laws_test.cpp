#include "sweep/laws.h"

#include <gtest/gtest.h>

#include <string>

#include "sweep/codec_subject.h"

namespace qb::sweep {
namespace {

using enum ScalarType;
using enum ScalarVerb;

constexpr ScalarType kTypes[] = {F16, BF16, UE8M0, UE4M3, E4M3, E5M2, E2M1};

TEST(Laws, HoldOfTheCodec) {
  for (ScalarType type : kTypes) {
    const LawsResult result = judge_laws(type, codec_subject);
    EXPECT_FALSE(result.broken) << name(type) << ": " << result.broken->claim;
    EXPECT_GE(result.inputs, 2u << width_bits(type)) << name(type);
  }
}

/// The codec, but for one conversion, of which one output changes.
std::string broken_by(Conversion wrong, std::uint32_t input, std::uint32_t output) {
  const auto subject = [=](const Conversion& asked) -> Subject {
    if (asked != wrong) return codec_subject(asked);
    return [=, right = codec_subject(asked)](auto inputs, auto outputs) {
      right(inputs, outputs);
      for (std::size_t i = 0; i < inputs.size(); ++i)
        if (inputs[i] == input) outputs[i] = output;
    };
  };
  const LawsResult result = judge_laws(wrong.type, subject);
  return result.broken ? result.broken->claim : "none";
}

TEST(Laws, EachConvicts) {
  const std::uint32_t one = 0x3f800000;
  EXPECT_EQ(broken_by({decode, E4M3}, 0x38, 0x3f900000), "a finite code comes back");
  EXPECT_EQ(broken_by({encode, E4M3}, 0x3f880000, 0), "a larger number gives no smaller one");
  EXPECT_EQ(broken_by({encode, E2M1}, one + 1, 9), "none");  // no end of an interval
  EXPECT_EQ(broken_by({round_up, UE4M3}, one + 1, one), "round_up is not below");
  EXPECT_EQ(broken_by({round_up, UE4M3}, one + 1, 0x3fa00000), "round_up is the least");
  EXPECT_EQ(broken_by({round_up, UE4M3}, one + 1, 0x3f900001),
            "round_up is exact under the encoder");
  EXPECT_EQ(broken_by({round_up, UE8M0}, one, 0x40000000), "round_up again changes nothing");
  EXPECT_EQ(broken_by({encode, F16}, 0x3f801001, 0x3c00),
            "the nearest is no farther than round_up");
}

}  // namespace
}  // namespace qb::sweep
