// F41 to F48 and F53: the worked examples and numbers of quantizing.
#include <gtest/gtest.h>

#include <cmath>

#include "cases.h"

namespace qb::reference {
namespace {

using enum Value;
using enum ScaleDtype;
using enum Calibration;

Quantized quantized(const Scheme& one, const Dims& shape, const Scales& input,
                    Calibration calibration = MinMax) {
  return answer(quantize(kRight, one, shape, calibration, input));
}

TEST(Quantize, WorkedExamples) {  // F53
  const Quantized q8s = quantized(scheme(Q8S, kNative, F32), {4}, f32({-1.8f, -1, 0, 0.5f}));
  EXPECT_EQ(q8s.tensor, (Tensor{{-127, -71, 0, 35}, {0x3c6836d4}, {}}));
  EXPECT_EQ(q8s.bytes, hex("81 b9 00 23 d4 36 68 3c"));
  EXPECT_EQ(q8s.summary, Summary{});

  const Quantized q8f = quantized(scheme(Q8F, kNative), {2}, f32({7.5f, -7.5f}));
  EXPECT_EQ(q8f.tensor, (Tensor{{127, -128}, {0x3d70f0f1}, {}}));
  EXPECT_EQ(q8f.bytes, hex("7f 80 f1 f0 70 3d"));
  EXPECT_EQ(q8f.summary, (Summary{.clipped_values = 1}));  // 127.5 is above 127

  const Quantized two = quantized(scheme(Q8S, kNative, F32, blocks({4}, UE4M3)), {8},
                                  f32({0.1f, -0.2f, 0.3f, 0.4f, 100, -50, 25, 12.5f}));
  EXPECT_EQ(two.tensor.codes, (Codes{30, -61, 91, 121, 127, -64, 32, 16}));
  EXPECT_EQ(two.tensor.global, 0x3ae65f07u);
  EXPECT_EQ(two.bytes, hex("1e c3 5b 79 7f c0 20 10 3f 7e 07 5f e6 3a"));
}

TEST(Quantize, QuotientsThatShowTheRules) {  // F53
  EXPECT_EQ(kRight.integer_code(kRight.quotient(0.105f, 0.07f)), 2);
  EXPECT_EQ(kRight.quotient(0.265f, 0.01f), 26.5f);
  EXPECT_EQ(kRight.integer_code(26.5f), 26);
  EXPECT_EQ(kRight.integer_code(-27.5f), -28);
  EXPECT_EQ(kRight.integer_code(-0.5f), 0);
}

TEST(Quantize, HalfOfEveryValue) {  // F42
  const std::pair<Value, float> table[] = {{Q8S, 127},  {Q8F, 127.5f}, {Q4S, 7},
                                           {Q4F, 7.5f}, {Q2S, 1},      {Q2F, 1.5f},
                                           {E4M3, 448}, {E5M2, 57344}, {E2M1, 6}};
  for (const auto& [value, half] : table) {
    EXPECT_EQ(kRight.half(kRight.limits(value)), half);
    for (const float alpha : {0.3f, 1e-38f, 7.5f, 1e37f})
      EXPECT_EQ(kRight.raw_scale(alpha, half), 2 * alpha / (2 * half));
    const Quantized one = quantized(scheme(value, kNative), {1}, f32({3e38f}));
    EXPECT_EQ(one.tensor.scales, f32({3e38f / half}));  // 2α would overflow
  }
}

TEST(Quantize, MeanOfMagnitudes) {  // F41
  const Scheme one = scheme(Q8S, kNative);
  const Quantized small = quantized(one, {3}, f32({1, -2, 3}), AbsMean);
  EXPECT_EQ(small.tensor, (Tensor{{64, -127, 127}, f32({2.0f / 127}), {}}));
  EXPECT_EQ(small.summary, (Summary{.clipped_values = 1}));
  const auto mean = [](std::initializer_list<float> block) {
    const Range range = kRight.range(AbsMean, std::vector<float>(block));
    EXPECT_EQ(range.min, -range.max);
    return range.max;
  };
  EXPECT_EQ(mean({16777216, 1, 1}), 5592406.0f);                 // not summed in f32
  EXPECT_EQ(mean({0x1p53f, 0x1p29f, 1, 1}), 0x1p51f);            // in order: each 1 is lost
  EXPECT_EQ(mean({1, 1, 0x1p29f, 0x1p53f}), 0x1p51f + 0x1p28f);  // and here none
  EXPECT_EQ(mean({}), 0.0f);
  EXPECT_EQ(quantized(one, {0}, {}, AbsMean).tensor.scales, Scales{0x00800000});
  const Quantized blockwise = quantized(scheme(Q4S, kNative, {}, blocks({2}, F32)), {3},
                                        f32({7, -21, 3.5f}), AbsMean);  // the last one partial
  EXPECT_EQ(blockwise.tensor, (Tensor{{4, -7, 7}, f32({2, 0.5f}), {}}));
}

TEST(Quantize, ScalesAreRoundedUp) {  // F43
  const auto scale = [](ScaleDtype dtype, float alpha) {
    return quantized(scheme(Q2S, kNative, dtype), {1}, f32({alpha})).tensor.scales.at(0);
  };
  EXPECT_EQ(scale(F32, 0.1f), bits(0.1f));
  EXPECT_EQ(scale(F16, 0.1f), 0x3dcce000u);
  EXPECT_EQ(scale(BF16, 0.1f), 0x3dcd0000u);
  EXPECT_EQ(scale(UE4M3, 0.1f), 0x3dd00000u);
  EXPECT_EQ(scale(UE8M0, 0.1f), bits(0.125f));
  EXPECT_EQ(scale(UE4M3, 449), bits(448));
  EXPECT_EQ(scale(F32, 0x1p-149f), 1u);  // subnormal scales are kept
  EXPECT_EQ(scale(BF16, 0x1p-149f), 0x00010000u);
  // A raw scale that divides to zero is taken for zero.
  EXPECT_EQ(quantized(scheme(Q8S, kNative), {1}, Scales{1}).tensor,
            (Tensor{{0}, {0x00800000}, {}}));
}

TEST(Quantize, GlobalScale) {  // F44
  const Scheme fp8 = scheme(Q2S, kNative, F32, blocks({1}, UE4M3));
  EXPECT_EQ(quantized(fp8, {2}, f32({448, -3})).tensor, (Tensor{{1, -1}, f32({448, 3}), bits(1)}));
  EXPECT_EQ(quantized(fp8, {1}, f32({0x1p-118f})).tensor.global, 0x00800000u);
  EXPECT_EQ(quantized(fp8, {1}, f32({448 * 0x1p-125f})).tensor.global, 0x01000000u);
  const Scheme half = scheme(Q2S, kNative, F32, blocks({1}, F16));
  EXPECT_EQ(quantized(half, {1}, f32({65504})).tensor, (Tensor{{1}, f32({65504}), bits(1)}));
}

TEST(Quantize, StepOfZero) {  // F46, F48: F16 scales under a tiny global
  const Scheme two = scheme(E4M3, kNative, F32, blocks({2}, F16));
  const Quantized tiny = quantized(two, {4}, Scales{0, 0x80000000, 1, 0x80000001});
  EXPECT_EQ(tiny.tensor, (Tensor{{0, -128, 0, -128}, f32({0x1p-24f, 0x1p-24f}), 0x00800000}));
  EXPECT_EQ(tiny.summary, (Summary{.vanished_blocks = 1, .zero_blocks = 1}));
  EXPECT_EQ(answer(dequantize(kRight, two, Dims{4}, tiny.bytes)),
            (Scales{0, 0x80000000, 0, 0x80000000}));
  const Scheme integers = scheme(Q8S, kNative, F32, blocks({}, F16));
  const Quantized zeros = quantized(integers, {2}, Scales{0x80000000, 0x80000001});
  EXPECT_EQ(zeros.tensor.codes, (Codes{0, 0}));
  EXPECT_EQ(answer(dequantize(kRight, integers, Dims{2}, zeros.bytes)), (Scales{0, 0}));
}

TEST(Quantize, FloatCodesAreNotIntegersFirst) {  // F47
  const Quantized e2m1 =
      quantized(scheme(E2M1, packed_native(0)), {4}, f32({6, -0.5f, -0.1f, 1.4f}));
  EXPECT_EQ(e2m1.bytes, hex("97 38 00 00 80 3f"));
  const Quantized e4m3 = quantized(scheme(E4M3, kNative), {3}, f32({448, 0x1p-9f, -0x1p-10f}));
  EXPECT_EQ(e4m3.bytes, hex("7e 01 80 00 00 80 3f"));
  const Quantized e5m2 = quantized(scheme(E5M2, kNative), {3}, f32({57344, 0x1p-16f, 57000}));
  EXPECT_EQ(e5m2.bytes, hex("7b 01 7b 00 00 80 3f"));
  const Quantized below = quantized(scheme(E2M1, kNative), {2}, Scales{bits(6e30f), 0x80000001});
  EXPECT_EQ(below.tensor.codes, (Codes{7, 8}));  // underflow keeps its sign
}

TEST(Quantize, PartialBlocks) {  // F7, F15
  const Scales input = f32({127, 10, 254, 20, 30, -2, 508, 4, -1016});
  const Tensor expected{{127, 10, 127, 20, 30, -1, 127, 1, -127}, f32({1, 2, 4, 8}), {}};
  for (const Store store : {kNative, packed_native(0), packed_u32(1)}) {
    const Scheme one = scheme(Q8S, store, {}, blocks({2, 2}, UE8M0));
    const Quantized made = quantized(one, {3, 3}, input);
    EXPECT_EQ(made.tensor, expected);
    EXPECT_EQ(answer(decode(kRight, one, Dims{3, 3}, made.bytes)), expected);
  }
  EXPECT_EQ(quantized(scheme(Q8S, packed_u32(1), {}, blocks({2, 2}, UE8M0)), {3, 3}, input).bytes,
            hex("7f 14 7f 00 0a 1e 01 00 7f ff 81 00 7f 81 80 82"));
  EXPECT_EQ(quantized(scheme(Q8S, kNative, {}, blocks({}, F32)), {}, f32({-254})).tensor,
            (Tensor{{-127}, f32({2}), {}}));
}

}  // namespace
}  // namespace qb::reference
