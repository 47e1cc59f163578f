// F30, F31, F40, F49 to F52: what quantizing refuses, tells, and does at the edges.
#include <gtest/gtest.h>

#include <cfenv>
#include <cfloat>

#include "cases.h"
#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace qb::reference {
namespace {

using enum Value;
using enum ScaleDtype;
using enum Calibration;

constexpr std::uint32_t kMinusZero = 0x80000000;

std::optional<Refusal> judged(const Scheme& one, const Dims& shape, const Scales& input,
                              Calibration calibration = MinMax) {
  return refused(quantize(kRight, one, shape, calibration, input));
}

Quantized made(const Scheme& one, const Dims& shape, const Scales& input) {
  return answer(quantize(kRight, one, shape, MinMax, input));
}

TEST(QuantizeRefuses, EachCheckBeforeTheNext) {  // F30, F31
  const Dims shape{2, 3};
  const Scales wrong_count{0x7fc00000};
  Scheme one = scheme(Q4S, packed_u32(2), F16, blocks({256}, UE8M0));
  one.mode = Mode::Lookup;
  EXPECT_EQ(judged(one, shape, wrong_count, AbsMean), Refusal{Error::unsupported_mode});
  one.mode = Mode::Symmetric;
  EXPECT_EQ(judged(one, shape, wrong_count, AbsMean), (Refusal{Error::invalid_block, 256, 255}));
  one.block = blocks({3}, UE8M0);
  EXPECT_EQ(judged(one, shape, wrong_count, AbsMean),
            (Refusal{Error::packed_dim_out_of_range, 2, 2}));
  one.store = packed_u32(1);
  EXPECT_EQ(judged(one, {1ull << 63, 3}, wrong_count, AbsMean),
            (Refusal{Error::shape_overflow, 0, 9223372036854775807u}));
  EXPECT_EQ(judged(one, shape, wrong_count, AbsMean), (Refusal{Error::value_count_mismatch, 1, 6}));
  Scales input(6, bits(-FLT_MAX));
  input[2] = input[4] = 0x7f800000;
  EXPECT_EQ(judged(one, shape, input, AbsMean), Refusal{Error::global_scale_dtype});
  one.tensor = F32;
  for (const ScaleDtype bad : {F32, BF16, UE8M0}) {
    one.block->dtype = bad;
    EXPECT_EQ(judged(one, shape, input, AbsMean), Refusal{Error::unsupported_block_dtype});
  }
  one.block->dtype = F16;
  EXPECT_EQ(judged(one, shape, input, AbsMean), Refusal{Error::unsupported_calibration});
  EXPECT_EQ(judged(one, shape, input), (Refusal{Error::non_finite_input, 2, 0}));
  one = scheme(Q4F, kNative);
  EXPECT_EQ(judged(one, shape, input), (Refusal{Error::non_finite_input, 2, 0}));
  input[2] = input[4] = 0;
  EXPECT_EQ(judged(one, shape, input), (Refusal{Error::value_overflow, 0, 0}));
  input[0] = input[1] = bits(1);
  EXPECT_EQ(judged(one, shape, input), (Refusal{Error::value_overflow, 3, 0}));
  input[3] = input[5] = bits(FLT_MAX);
  EXPECT_FALSE(judged(one, shape, input));
  // A scheme of one level takes every dtype and either calibration.
  for (const ScaleDtype dtype : kScaleDtypes)
    EXPECT_FALSE(judged(scheme(Q4F, kNative, {}, blocks({2}, dtype)), {1}, f32({1}), AbsMean));
}

TEST(QuantizeRefuses, NonFiniteInput) {  // F52
  for (const std::uint32_t bad : {0x7f800000u, 0xff800000u, 0x7f800001u, 0xffc00000u})
    EXPECT_EQ(judged(scheme(E5M2, kNative), {3}, Scales{1, bad, bad}),
              (Refusal{Error::non_finite_input, 1, 0}));
}

TEST(QuantizeRefuses, ValuesThatOverflow) {  // F49
  const Scales largest = f32({0, FLT_MAX});
  EXPECT_EQ(judged(scheme(Q8S, kNative, UE8M0), {2}, largest),
            (Refusal{Error::value_overflow, 1, 0}));  // 64 · 2^122
  EXPECT_EQ(judged(scheme(Q8S, kNative), {2}, largest), (Refusal{Error::value_overflow, 1, 0}));
  EXPECT_FALSE(judged(scheme(Q4S, kNative), {2}, largest));  // 7 divides its significand
  EXPECT_FALSE(judged(scheme(Q8S, kNative, UE8M0), {2}, f32({0, 0x1p126f})));
  // An infinite step: block 1 saturates at 65504 times a global rounded up. Its zero is a NaN.
  const Scheme two = scheme(Q2S, kNative, F32, blocks({2}, F16));
  EXPECT_EQ(bits(kRight.step_of(FLT_MAX / 65504, 65504)), 0x7f800000u);
  EXPECT_EQ(judged(two, {4}, f32({1, 1, 0, FLT_MAX})), (Refusal{Error::value_overflow, 2, 0}));
}

TEST(Messages, OfQuantizing) {
  const Scheme one;
  const std::string form = text(kRight, one);
  const auto said = [&](Error error) { return message(kRight, {error, 7, 6}, one, Dims{2}); };
  EXPECT_EQ(said(Error::unsupported_block_dtype),
            "quantizing with two levels needs block scales in F16 or UE4M3, got " + form);
  EXPECT_EQ(said(Error::unsupported_calibration),
            "quantizing with two levels needs MinMax, got AbsMean for " + form);
  EXPECT_EQ(said(Error::non_finite_input),
            "the input at index 7 is not finite, which " + form + " needs");
  EXPECT_EQ(said(Error::value_overflow),
            "the value at index 7 would not come back finite under " + form);
  EXPECT_EQ(said(Error::scratch_too_small),
            "the scratch space under " + form + " needs 6 places, got 7");
}

TEST(Summary, Counts) {  // F50
  const Scheme fp8 = scheme(Q2S, kNative, {}, blocks({2}, UE4M3));
  EXPECT_EQ(made(fp8, {6}, f32({448, -1, 448.1f, -900, 500, 0})).summary,
            (Summary{.saturated_blocks = 2, .clipped_values = 3, .vanished_blocks = 0}));
  EXPECT_EQ(made(fp8, {5}, Scales{0, kMinusZero, kMinusZero, 1, 0}).summary,
            (Summary{.vanished_blocks = 1, .zero_blocks = 2}));
  // -128 is reached and not clipped; 127.5 is.
  EXPECT_EQ(made(scheme(Q8F, kNative), {2}, f32({1, -1})).summary, (Summary{.clipped_values = 1}));
  const Scheme two = scheme(E2M1, packed_native(0), F32, blocks({2}, UE4M3));
  EXPECT_EQ(made(two, {6}, f32({1e30f, -1e30f, 1e-3f, 0, 0, 0})).summary,
            (Summary{.vanished_blocks = 1, .zero_blocks = 1}));
  EXPECT_EQ(made(fp8, {0}, {}).summary, Summary{});
  EXPECT_EQ(made(scheme(Q2S, kNative), {0}, {}).summary, Summary{});
}

TEST(Empty, TensorsAndZeroBlocks) {  // F51
  const std::pair<ScaleDtype, std::string_view> table[] = {
      {F32, "00 00 80 00"}, {BF16, "80 00"}, {F16, "01 00"}, {UE4M3, "01"}, {UE8M0, "00"}};
  for (const auto& [dtype, scale] : table) {
    EXPECT_EQ(made(scheme(Q8S, packed_u32(0), dtype), {0, 4}, {}).bytes, hex(scale));
    EXPECT_EQ(made(scheme(E2M1, kNative, dtype), {2}, Scales{0, kMinusZero}).bytes,
              hex("00 08" + std::string(scale)));
    EXPECT_EQ(made(scheme(E4M3, kNative, {}, blocks({4}, dtype)), {1}, Scales{kMinusZero}).bytes,
              hex("80" + std::string(scale)));
    EXPECT_EQ(made(scheme(Q4F, kNative, {}, blocks({4}, dtype)), {0, 4}, {}).bytes, Bytes{});
  }
  for (const ScaleDtype dtype : {F16, UE4M3})
    EXPECT_EQ(made(scheme(E5M2, kNative, F32, blocks({4}, dtype)), {0, 4}, {}).bytes,
              hex("00 00 80 00"));
  EXPECT_EQ(made(scheme(E5M2, kNative), {1}, Scales{kMinusZero}).bytes, hex("80 00 00 80 00"));
  EXPECT_EQ(made(scheme(Q8S, kNative), {1}, Scales{kMinusZero}).bytes, hex("00 00 00 80 00"));
}

TEST(Quantize, InAnyEnvironment) {  // F40
  const Scheme schemes[] = {scheme(Q8S, kNative), scheme(E4M3, kNative, UE8M0),
                            scheme(Q4F, kNative, F32, blocks({2}, UE4M3))};
  const Scales input{0x00000001, 0x80123456, 0x00700000, 0x3dcccccd, 0xbe99999a};
  const Scales tiny{0x00000001, 0x80000456, 0x00000700, 0x0000cccd, 0x8000999a};
  for (const Scheme& one : schemes)
    for (const Scales& numbers : {input, tiny}) {
      const Quantized expected = made(one, {5}, numbers);
      const Scales back = answer(dequantize(kRight, one, Dims{5}, expected.bytes));
      for (const int mode : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
        ASSERT_EQ(std::fesetround(mode), 0);
#ifdef __SSE__
        const unsigned control = _mm_getcsr();
        _mm_setcsr(control | 0x8040);  // FTZ and DAZ
        const unsigned before = _mm_getcsr();
#endif
        const auto again = quantize(kRight, one, Dims{5}, MinMax, numbers);
        const auto again_back = dequantize(kRight, one, Dims{5}, expected.bytes);
        EXPECT_EQ(std::fegetround(), mode);
#ifdef __SSE__
        EXPECT_EQ(_mm_getcsr(), before);
        _mm_setcsr(control);
#endif
        std::fesetround(FE_TONEAREST);
        EXPECT_EQ(answer(again), expected);
        EXPECT_EQ(answer(again_back), back);
      }
    }
}

}  // namespace
}  // namespace qb::reference
