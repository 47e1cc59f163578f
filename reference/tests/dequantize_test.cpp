// F45 and F48: any bytes come back as the products say. And faults in the steps of section 6.
#include <gtest/gtest.h>

#include <cmath>

#include "cases.h"

namespace qb::reference {
namespace {

using enum Value;
using enum ScaleDtype;

constexpr std::uint32_t kMinusZero = 0x80000000;
constexpr std::uint32_t kInfinity = 0x7f800000;
constexpr std::uint32_t kNan = 0x7fc00000;

Scales back(const Scheme& one, const Dims& shape, std::string_view bytes) {
  return answer(dequantize(kRight, one, shape, hex(bytes)));
}

TEST(Dequantize, Products) {
  EXPECT_EQ(back(scheme(Q8S, kNative), {3}, "01 80 00 00 00 00 3f"), f32({0.5f, -64, 0}));
  EXPECT_EQ(back(scheme(Q4S, kNative), {2}, "7f 80 00 00 80 3f"), f32({127, -128}));
  EXPECT_EQ(back(scheme(E2M1, kNative), {2}, "1f 28 00 00 00 40"), f32({-12, -0.0f}));
  EXPECT_EQ(back(scheme(Q4S, packed_u32(0)), {3}, "81 0f ff ff 00 00 80 3f"), f32({1, -8, -1}));
  EXPECT_EQ(back(scheme(Q8S, packed_u32(1), {}, blocks({2, 2}, UE8M0)), {3, 3},
                 "7f 14 7f 00 0a 1e 01 00 7f ff 81 00 7f 81 80 82"),
            f32({127, 10, 254, 20, 30, -2, 508, 4, -1016}));
  EXPECT_EQ(back(scheme(Q8S, kNative), {}, "02 00 00 80 40"), f32({8}));
}

TEST(Dequantize, ZerosInfinitiesAndNegativeScales) {
  const Scheme one = scheme(Q8S, kNative);
  EXPECT_EQ(back(one, {3}, "00 01 ff 00 00 80 bf"), (Scales{kMinusZero, bits(-1), bits(1)}));
  EXPECT_EQ(back(one, {3}, "00 01 ff 00 00 00 80"), (Scales{kMinusZero, kMinusZero, 0}));
  EXPECT_EQ(back(one, {3}, "00 01 ff 00 00 80 7f"), (Scales{kNan, kInfinity, 0xff800000}));
  EXPECT_EQ(back(one, {2}, "00 01 01 00 80 ff"), (Scales{kNan, kNan}));
  EXPECT_EQ(back(one, {2}, "02 7f ff ff 7f 7f"), (Scales{kInfinity, kInfinity}));
  EXPECT_EQ(back(one, {2}, "01 03 01 00 00 00"), (Scales{1, 3}));
  EXPECT_EQ(back(scheme(E5M2, kNative), {4}, "7c fc 7d 80 00 00 80 3f"),
            (Scales{kInfinity, 0xff800000, kNan, kMinusZero}));
  EXPECT_EQ(back(scheme(E4M3, kNative, UE4M3), {3}, "7f ff 7e b8"),
            (Scales{kNan, kNan, bits(-448)}));
  EXPECT_EQ(back(scheme(Q8S, kNative, UE8M0), {1}, "01 ff"), Scales{kNan});
}

TEST(Dequantize, TheStepComesFirst) {
  // 2^-149 · 0.5 is 0, whatever the code; and 2^127 · 4 is infinite.
  const Scheme two = scheme(Q8S, kNative, F32, blocks({1}, F16));
  EXPECT_EQ(back(two, {2}, "02 7f 00 38 00 38 01 00 00 00"), (Scales{0, 0}));
  const Scheme floats = scheme(E4M3, kNative, F32, blocks({1}, F16));
  EXPECT_EQ(back(floats, {2}, "01 00 00 44 00 44 00 00 00 7f"), (Scales{kInfinity, kNan}));
}

TEST(Dequantize, Refuses) {
  Scheme one = scheme(Q4S, packed_u32(0), F16, blocks({3}, UE8M0));
  const Dims shape{2, 3};
  const auto judged = [&](std::size_t length) {
    return refused(dequantize(kRight, one, shape, Bytes(length)));
  };
  EXPECT_EQ(judged(0), Refusal{Error::global_scale_dtype});
  one.tensor = F32;  // 8 + 2 + 4 bytes; any block dtype may be read
  EXPECT_EQ(judged(13), (Refusal{Error::truncated, 13, 14}));
  EXPECT_EQ(judged(15), (Refusal{Error::trailing_bytes, 15, 14}));
  EXPECT_FALSE(judged(14));
  one.store = packed_u32(2);
  EXPECT_EQ(judged(0), (Refusal{Error::packed_dim_out_of_range, 2, 2}));
  one.block = blocks({0}, F32);
  EXPECT_EQ(judged(0), (Refusal{Error::invalid_block, 0, 1}));
  one.mode = Mode::Lookup;
  EXPECT_EQ(judged(0), Refusal{Error::unsupported_mode});
  EXPECT_EQ(refused(dequantize(kRight, scheme(Q8S, kNative), Dims{1ull << 63}, {})),
            (Refusal{Error::shape_overflow, 0, 9223372036854775807u}));
}

TEST(Dequantize, WhatWasQuantizedComesBackNearly) {
  Scales input;
  for (int i = 0; i < 63; ++i) input.push_back(bits(std::sin(static_cast<float>(i)) * 3));
  for (const Value value : {Q8S, Q4S, E4M3, E5M2, E2M1}) {
    const Scheme one = scheme(value, packed_u32(1), {}, blocks({2, 5}, F16));
    const auto made = quantize(kRight, one, Dims{9, 7}, Calibration::MinMax, input);
    const auto values = dequantize(kRight, one, Dims{9, 7}, answer(made).bytes);
    for (std::size_t i = 0; i < input.size(); ++i) {
      const float x = std::bit_cast<float>(input[i]);
      EXPECT_NEAR(std::bit_cast<float>(answer(values).at(i)), x, 3.1f / 6) << i;
    }
  }
}

TEST(Steps, OfQuantizingAreFaultsOneByOne) {
  const Scheme one = scheme(Q8F, kNative);
  const auto codes = [&](const Steps& steps) {
    return answer(quantize(steps, one, Dims{3}, Calibration::MinMax, f32({7.5f, -7.5f, 1})))
        .tensor.codes;
  };
  EXPECT_EQ(codes(kRight), (Codes{127, -128, 17}));
  Steps wrong;
  wrong.clamp = [](Limits, float q) { return q; };
  EXPECT_EQ(codes(wrong), (Codes{-128, -128, 17}));  // 128 in a byte
  wrong = {};
  wrong.half = [](Limits limits) { return limits.highest; };
  EXPECT_EQ(codes(wrong), (Codes{127, -127, 17}));
  wrong = {};
  wrong.integer_code = [](float q) { return static_cast<std::int8_t>(q); };
  EXPECT_EQ(codes(wrong), (Codes{127, -127, 17}));
  wrong = {};
  wrong.block_of = [](const Steps&, const Scheme&, Shape, std::uint64_t) {
    return ~std::uint64_t{};
  };
  EXPECT_EQ(codes(wrong), (Codes{0, 0, 0}));
  wrong = {};
  wrong.quotient = [](float, float) { return std::nanf(""); };
  EXPECT_EQ(codes(wrong), (Codes{0, 0, 0}));
}

}  // namespace
}  // namespace qb::reference
