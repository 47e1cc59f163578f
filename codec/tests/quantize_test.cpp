// Expected values are those of docs/format.md, F41 to F53.
#include "qb/quantize.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfenv>
#include <cmath>
#include <limits>
#include <vector>

#include "qb/codec.h"
#include "qb/names.h"

namespace qb {
namespace {

using Shape64 = std::vector<std::uint64_t>;

BlockScale block(std::vector<std::uint32_t> extents, ScaleDtype dtype) {
  return {*BlockSize::from(extents), dtype};
}
Scheme native(Value value, std::optional<ScaleDtype> tensor,
              std::optional<BlockScale> level = std::nullopt) {
  return {value, {StoreKind::Native, 0}, Mode::Symmetric, tensor, level};
}

struct Outcome {
  std::vector<std::int8_t> codes;
  std::vector<float> scales;
  Quantized quantized;
};

/// To codes and scales; `error` where it is refused.
std::optional<Outcome> quantized(const Scheme& scheme, const Shape64& shape,
                                 const std::vector<float>& input, std::optional<Refusal>* refusal,
                                 Calibration calibration = Calibration::MinMax) {
  const auto sizes = encoded_size(scheme, shape);
  Outcome outcome;
  std::vector<std::uint64_t> scratch;
  if (sizes) {
    outcome.codes.resize(sizes->elements);
    outcome.scales.resize(sizes->scales);
    scratch.resize(*quantize_scratch(scheme, shape));
  }
  const auto result = quantize_to(scheme, shape, calibration, Floats(std::span<const float>(input)),
                                  scratch, outcome.codes, outcome.scales);
  if (!result) {
    if (refusal != nullptr) *refusal = result.refusal();
    return std::nullopt;
  }
  outcome.quantized = *result;
  return outcome;
}

Outcome answered(const Scheme& scheme, const Shape64& shape, const std::vector<float>& input,
                 Calibration calibration = Calibration::MinMax) {
  std::optional<Refusal> refusal;
  auto outcome = quantized(scheme, shape, input, &refusal, calibration);
  EXPECT_TRUE(outcome) << (refusal ? name(refusal->error) : "");
  return outcome.value_or(Outcome{});
}

Refusal refused(const Scheme& scheme, const Shape64& shape, const std::vector<float>& input,
                Calibration calibration = Calibration::MinMax) {
  std::optional<Refusal> refusal;
  EXPECT_FALSE(quantized(scheme, shape, input, &refusal, calibration));
  return refusal.value_or(Refusal{});
}

std::uint32_t bits(float number) { return std::bit_cast<std::uint32_t>(number); }
using Codes = std::vector<std::int8_t>;

TEST(Quantizing, GivesTheWorkedExamples) {
  const auto q8s = answered(native(Value::Q8S, ScaleDtype::F32), {4}, {-1.8f, -1, 0, 0.5f});
  EXPECT_EQ(bits(q8s.scales.at(0)), 0x3c6836d4u);
  EXPECT_EQ(q8s.codes, (Codes{-127, -71, 0, 35}));

  const auto q8f = answered(native(Value::Q8F, ScaleDtype::F32), {2}, {7.5f, -7.5f});
  EXPECT_EQ(bits(q8f.scales.at(0)), 0x3d70f0f1u);
  EXPECT_EQ(q8f.codes, (Codes{127, -128}));
  EXPECT_EQ(q8f.quantized.summary.clipped_values, 1u);

  const auto two = answered(native(Value::Q8S, ScaleDtype::F32, block({4}, ScaleDtype::UE4M3)), {8},
                            {.1f, -.2f, .3f, .4f, 100, -50, 25, 12.5f});
  EXPECT_EQ(bits(*two.quantized.global), 0x3ae65f07u);
  EXPECT_EQ(two.scales, (std::vector<float>{1.875f, 448}));  // 3f, 7e
  EXPECT_EQ(two.codes, (Codes{30, -61, 91, 121, 127, -64, 32, 16}));
}

TEST(Quantizing, StoresTheScaleOfAnAllZeroBlock) {
  const float smallest = 0x1p-126f;
  const std::pair<ScaleDtype, float> expected[] = {{ScaleDtype::F32, smallest},
                                                   {ScaleDtype::BF16, smallest},
                                                   {ScaleDtype::F16, 0x1p-24f},
                                                   {ScaleDtype::UE4M3, 0x1p-9f},
                                                   {ScaleDtype::UE8M0, 0x1p-127f}};
  for (const auto& [dtype, scale] : expected) {
    const auto zeros = answered(native(Value::E4M3, dtype), {2}, {0.0f, -0.0f});
    EXPECT_EQ(zeros.scales.at(0), scale);
    EXPECT_EQ(zeros.codes, (Codes{0, -128}));  // −0 is 80
    EXPECT_EQ(zeros.quantized.summary.zero_blocks, 1u);
    EXPECT_EQ(answered(native(Value::E4M3, dtype), {0}, {}).scales.at(0), scale);
  }
}

// F46, F50: an F16 block scale of 2^-24 under a global of 2^-126 is a step of 0 in f32.
TEST(Quantizing, TakesQuotientsByAStepOfZeroForZeros) {
  const float least = 0x1p-149f;
  for (const Value value : {Value::Q8S, Value::E4M3}) {
    const auto q = answered(native(value, ScaleDtype::F32, block({2}, ScaleDtype::F16)), {4},
                            {least, -least, 0.0f, -0.0f});
    const std::int8_t negative = value == Value::Q8S ? 0 : -128;  // −0 is 80
    EXPECT_EQ(q.codes, (Codes{0, negative, 0, negative}));
    EXPECT_EQ(q.scales, (std::vector<float>{0x1p-24f, 0x1p-24f}));
    EXPECT_EQ(*q.quantized.global, 0x1p-126f);
    EXPECT_EQ(q.quantized.summary, (Summary{.vanished_blocks = 1, .zero_blocks = 1}));
  }
}

TEST(Quantizing, RoundsScalesUpSoThatTheMaximumDoesNotClip) {
  const auto q = answered(native(Value::Q8S, ScaleDtype::UE8M0), {2}, {1.0f, -1.0f});
  EXPECT_EQ(q.scales.at(0), 0x1p-6f);  // 1/127 up
  EXPECT_EQ(q.codes, (Codes{64, -64}));
  EXPECT_EQ(q.quantized.summary.clipped_values, 0u);
}

TEST(Quantizing, TreatsAPartialBlockAsTheElementsItHas) {
  const auto q = answered(native(Value::Q8S, std::nullopt, block({4}, ScaleDtype::F32)), {6},
                          {127, 0, 0, 0, 254, 2});
  EXPECT_EQ(q.scales, (std::vector<float>{1, 2}));
  EXPECT_EQ(q.codes, (Codes{127, 0, 0, 0, 127, 1}));
}

TEST(Quantizing, TakesBlocksAsRectangles) {
  const auto q = answered(native(Value::Q8S, std::nullopt, block({2, 2}, ScaleDtype::F32)), {2, 4},
                          {127, 0, 254, 0, 0, 0, 0, 2});
  EXPECT_EQ(q.scales, (std::vector<float>{1, 2}));
  EXPECT_EQ(q.codes, (Codes{127, 0, 127, 0, 0, 0, 0, 1}));
}

TEST(Quantizing, ByMeanTakesGammaAsTheRange) {
  const auto q =
      answered(native(Value::Q8S, ScaleDtype::F32), {2}, {127 * 3.0f, -127}, Calibration::AbsMean);
  EXPECT_EQ(q.scales.at(0), 2.0f);        // γ = 254
  EXPECT_EQ(q.codes, (Codes{127, -64}));  // −63.5 ties to even
  EXPECT_EQ(q.quantized.summary.clipped_values, 1u);
}

TEST(Quantizing, SurvivesTheLargestInputs) {
  const auto q = answered(native(Value::Q8F, ScaleDtype::F32), {1}, {3e38f});
  EXPECT_EQ(q.codes, (Codes{127}));
}

TEST(Quantizing, RefusesAValueThatWouldNotComeBackFinite) {
  // −max / (max / 127.5), rounded, is −127.5: it clamps to nothing and ties to −128.
  const float most = std::numeric_limits<float>::max();
  const Refusal refusal = refused(native(Value::Q8F, ScaleDtype::F32), {2}, {0, -most});
  EXPECT_EQ(refusal.error, Error::value_overflow);
  EXPECT_EQ(refusal.given, 1u);
  // The first such element, of one block and of several.
  for (std::uint32_t extent : {1u, 4u}) {
    const Scheme blocks = native(Value::Q8F, std::nullopt, block({extent}, ScaleDtype::F32));
    EXPECT_EQ(refused(blocks, {4}, {0, -most, -most, -most}).given, 1u);
  }
}

TEST(Quantizing, RefusesInTheOrderOfTheDocument) {
  const float nan = std::nanf("");
  const Scheme one = native(Value::Q8S, ScaleDtype::F32);
  EXPECT_EQ(refused(one, {3}, {1, nan, INFINITY}), (Refusal{Error::non_finite_input, 1, 0}));
  EXPECT_EQ(refused(one, {3}, {1, nan}), (Refusal{Error::value_count_mismatch, 2, 3}));
  const Scheme bf16 = native(Value::Q8S, ScaleDtype::F32, block({2}, ScaleDtype::BF16));
  EXPECT_EQ(refused(bf16, {2}, {1, nan}, Calibration::AbsMean).error,
            Error::unsupported_block_dtype);
  const Scheme f16 = native(Value::Q8S, ScaleDtype::F32, block({2}, ScaleDtype::F16));
  EXPECT_EQ(refused(f16, {2}, {1, nan}, Calibration::AbsMean).error,
            Error::unsupported_calibration);
  EXPECT_EQ(refused(f16, {2}, {1, nan}).error, Error::non_finite_input);

  const Shape64 shape{3};
  const std::vector<float> input{1, 2, 3};
  std::vector<std::uint64_t> scratch(2, 0);
  std::vector<std::uint8_t> out(7, 0xa5);
  const auto ask = [&](std::size_t bytes, std::size_t units) {
    const auto result =
        quantize(one, shape, Calibration::MinMax, Floats(std::span<const float>(input)),
                 std::span(scratch).first(units), std::span(out).first(bytes));
    return result ? Refusal{} : result.refusal();
  };
  EXPECT_EQ(ask(6, 0), (Refusal{Error::output_too_small, 6, 7}));
  EXPECT_EQ(ask(7, 1), (Refusal{Error::scratch_too_small, 1, 2}));
  EXPECT_EQ(out, std::vector<std::uint8_t>(7, 0xa5));
}

// Of Q2S half the range is 1, so that the scale wanted is the largest magnitude itself (F42).
TEST(Quantizing, CountsBlocksThatWantAScaleAboveTheLargestOfTheDtype) {
  const struct {
    ScaleDtype dtype;
    std::uint32_t largest;
  } rows[] = {{ScaleDtype::F16, 0x477fe000},
              {ScaleDtype::BF16, 0x7f7f0000},
              {ScaleDtype::UE8M0, 0x7f000000},
              {ScaleDtype::UE4M3, 0x43e00000}};
  for (const auto& [dtype, largest] : rows)
    for (const std::uint32_t above : {0u, 1u}) {
      const float input = std::bit_cast<float>(largest + above);
      const auto outcome = answered(native(Value::Q2S, dtype), {1}, {input});
      EXPECT_EQ(outcome.quantized.summary.saturated_blocks, above) << name(dtype);
      EXPECT_EQ(outcome.scales, std::vector<float>{std::bit_cast<float>(largest)}) << name(dtype);
    }
  const float most = std::numeric_limits<float>::max();
  const auto whole = answered(native(Value::Q2S, ScaleDtype::F32), {1}, {most});
  EXPECT_EQ(whole.quantized.summary.saturated_blocks, 0u);
}

TEST(Quantizing, ToCodesAndScalesRefusesWhatIsTooShort) {
  const Scheme scheme = native(Value::Q8S, std::nullopt, block({1}, ScaleDtype::F32));
  const std::vector<float> input(3);
  const auto ask = [&](std::size_t codes, std::size_t scales, std::size_t scratch) {
    std::vector<std::int8_t> to_codes(codes);
    std::vector<float> to_scales(scales);
    std::vector<std::uint64_t> in(scratch);
    const auto result = quantize_to(scheme, Shape64{3}, Calibration::MinMax,
                                    Floats(std::span<const float>(input)), in, to_codes, to_scales);
    return result ? Refusal{} : result.refusal();
  };
  EXPECT_EQ(ask(2, 2, 2), (Refusal{Error::output_too_small, 2, 3}));
  EXPECT_EQ(ask(3, 1, 2), (Refusal{Error::output_too_small, 1, 3}));
  EXPECT_EQ(ask(3, 3, 2), (Refusal{Error::scratch_too_small, 2, 3}));
  EXPECT_EQ(ask(3, 3, 3), Refusal{});
}

TEST(Quantizing, TakesHalvesAndBfloatsAsTheFloatsTheyAre) {
  const Scheme scheme = native(Value::Q8S, ScaleDtype::F32);
  const Shape64 shape{2};
  const Half halves[] = {{0x3c00}, {0xb800}};     // 1, −0.5
  const Bfloat bfloats[] = {{0x3f80}, {0xbf00}};  // 1, −0.5
  std::vector<std::uint64_t> scratch(2);
  std::vector<std::uint8_t> from_halves(6), from_bfloats(6);
  ASSERT_TRUE(quantize(scheme, shape, Calibration::MinMax, Floats(std::span<const Half>(halves)),
                       scratch, from_halves));
  ASSERT_TRUE(quantize(scheme, shape, Calibration::MinMax, Floats(std::span<const Bfloat>(bfloats)),
                       scratch, from_bfloats));
  EXPECT_EQ(from_halves[0], 127);
  EXPECT_EQ(from_halves[1], 0xc0);  // −63.5 to even
  EXPECT_EQ(from_halves, from_bfloats);
}

TEST(Quantizing, IsTheSameInEveryEnvironmentAndRestoresIt) {
  const std::vector<float> input{0.105f, -0.3f, 1e-40f, 7, 0.07f};
  const Scheme scheme = native(Value::Q8S, ScaleDtype::F16);
  const auto expected = answered(scheme, {5}, input);
  std::fesetround(FE_UPWARD);
  const auto upward = answered(scheme, {5}, input);
  const int mode = std::fegetround();
  std::fesetround(FE_TONEAREST);
  EXPECT_EQ(mode, FE_UPWARD);
  EXPECT_EQ(upward.codes, expected.codes);
  EXPECT_EQ(upward.scales, expected.scales);
}

TEST(Dequantizing, MultipliesTheStepFirst) {
  const Scheme scheme = native(Value::Q8S, ScaleDtype::F32, block({1}, ScaleDtype::F16));
  // 0x1p-149 · (scale 2 · code 3): the step 0x1p-148 times 3, no product in another order.
  const std::uint8_t bytes[] = {3, 0x00, 0x40, 0x01, 0, 0, 0};
  float value = 0;
  ASSERT_TRUE(dequantize(scheme, Shape64{1}, bytes, std::span(&value, 1)));
  EXPECT_EQ(value, 0x6p-149f);
}

TEST(Dequantizing, ReadsNativeBytesWholeAndFloatCodesByTheirLowBits) {
  float value = 0;
  const std::uint8_t q4s[] = {0x7f, 0x00, 0x00, 0x80, 0x3f};
  ASSERT_TRUE(
      dequantize(native(Value::Q4S, ScaleDtype::F32), Shape64{1}, q4s, std::span(&value, 1)));
  EXPECT_EQ(value, 127);
  const std::uint8_t e2m1[] = {0x1f, 0x00, 0x00, 0x80, 0x3f};
  ASSERT_TRUE(
      dequantize(native(Value::E2M1, ScaleDtype::F32), Shape64{1}, e2m1, std::span(&value, 1)));
  EXPECT_EQ(value, -6);
}

TEST(Dequantizing, RefusesAsValidateAndForTooLittleSpace) {
  const Scheme scheme = native(Value::Q8S, ScaleDtype::F32);
  const std::uint8_t bytes[] = {1, 0, 0, 0, 0};
  EXPECT_EQ(dequantize(scheme, Shape64{2}, bytes, {}).refusal(), (Refusal{Error::truncated, 5, 6}));
  EXPECT_EQ(dequantize(scheme, Shape64{1}, bytes, {}).refusal(),
            (Refusal{Error::output_too_small, 0, 1}));
}

}  // namespace
}  // namespace qb
