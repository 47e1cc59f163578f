// A fault replaces one step. It must show, and must neither crash nor take memory without end.
#include <gtest/gtest.h>

#include <algorithm>

#include "cases.h"

namespace qb::reference {
namespace {

using enum Value;
using enum ScaleDtype;

Bytes written(const Steps& steps, const Scheme& one, const Dims& shape, const Codes& codes,
              const Scales& scales) {
  const auto bytes = encode(steps, one, shape, codes, scales, {});
  return bytes ? *bytes : Bytes{};
}

TEST(Steps, OneReplacedIsOneFault) {
  const Scheme q4 = scheme(Q4S, packed_u32(0));
  Steps wrong;
  wrong.padding_field = [](std::uint32_t last, unsigned) { return last; };
  EXPECT_EQ(written(wrong, q4, {3}, {1, 2, 3}, f32({1})), hex("21 33 33 33 00 00 80 3f"));

  wrong = {};
  wrong.field_shift = [](unsigned lane, unsigned bits, unsigned lanes) {
    return (lanes - 1 - lane) * bits;
  };
  EXPECT_EQ(written(wrong, q4, {3}, {1, 2, 3}, f32({1})), hex("00 00 30 12 00 00 80 3f"));

  wrong = {};
  wrong.byte_in_word = [](unsigned place, unsigned size_bytes) { return size_bytes - 1 - place; };
  EXPECT_EQ(written(wrong, q4, {3}, {1, 2, 3}, f32({1})), hex("00 00 03 21 00 00 80 3f"));

  wrong = {};
  wrong.line_length = [](StoreKind, std::uint64_t elements, std::uint64_t) { return elements; };
  EXPECT_EQ(written(wrong, q4, {2, 2}, {1, 2, 3, 4}, f32({1})), hex("21 43 00 00 00 00 80 3f"));

  wrong = {};
  wrong.value_axes = []() -> Axes { return {0, 2, 3, 1}; };
  EXPECT_EQ(written(wrong, scheme(Q8S, packed_native(2)), {2, 2, 2}, run(0, 7), f32({1})),
            hex("00 04 01 05 02 06 03 07 00 00 80 3f"));

  wrong = {};
  wrong.regions = [](const Steps& steps, std::uint64_t values, std::uint64_t scales,
                     std::uint64_t global) {
    return right::regions(steps, (values + 3) / 4 * 4, scales, global);
  };
  EXPECT_EQ(written(wrong, scheme(Q8S, kNative), {1}, {7}, f32({1})),
            hex("07 00 00 00 00 00 80 3f"));
}

TEST(Steps, ChecksCanBeSwappedAndTakenOut) {
  const Scheme one = scheme(Q8S, kNative);
  Steps wrong;
  std::swap(wrong.checks[kValueCount], wrong.checks[kScaleCount]);
  EXPECT_EQ(refused(encode(wrong, one, Dims{2}, {}, {}, {})),
            (Refusal{Error::scale_count_mismatch, 0, 1}));
  wrong = {};
  wrong.checks[kValueCount].verbs = 0;
  EXPECT_EQ(written(wrong, one, {2}, {1}, f32({1})), hex("01 00 00 00 80 3f"));
  wrong = {};
  wrong.checks[kTrailing].verbs = 0;
  EXPECT_EQ(answer(decode(wrong, one, Dims{1}, hex("01 0000803f 00"))).codes, Codes{1});
}

// Every check taken out in turn, before requests that only that check stands against.
TEST(Steps, WithoutAnyOneCheckNothingBreaks) {
  const Dims huge{1ull << 40, 1ull << 40};
  const Scheme bad_block = scheme(Q8S, packed_u32(1), F16, blocks({0, 300, 2}, UE4M3));
  const Scheme bad_dim = scheme(E2M1, packed_native(77), {}, blocks({2}, F32));
  const std::vector<Dims> shapes{{}, {2, 3}, {0, 5}, {1ull << 33, 1}, {1, 1ull << 62}, huge};
  for (std::size_t row = 0; row < kRight.checks.size(); ++row) {
    Steps wrong;
    wrong.checks[row].verbs = 0;
    for (const Scheme& one : {bad_block, bad_dim, scheme(Q2S, packed_u32(0), F32)})
      for (const Dims& shape : shapes) {
        const Bytes bytes(9, 0xff);
        (void)encoded_size(wrong, one, shape);
        (void)encode(wrong, one, shape, run(-3, 2), Scales{0xffffffff}, 0x80000000);
        (void)validate(wrong, one, shape, bytes);
        const auto tensor = decode(wrong, one, shape, bytes);
        EXPECT_LE(tensor ? tensor->codes.size() : 0, 1u << 20);
        (void)audit(wrong, one, shape, bytes);
        const Scales input{0x7fc00000, 0xff800000, 0x7f7fffff, 0x00000001, 0x80000000, 0x3f800000};
        for (const Calibration calibration : {Calibration::MinMax, Calibration::AbsMean})
          (void)quantize(wrong, one, shape, calibration, input);
        const auto back = dequantize(wrong, one, shape, bytes);
        EXPECT_LE(back ? back->size() : 0, 1u << 20);
      }
  }
}

TEST(Steps, AFieldBehindItsWordIsLost) {
  Steps wrong;
  wrong.field_shift = [](unsigned lane, unsigned, unsigned) { return 31 + lane; };
  const Scheme one = scheme(Q8S, packed_u32(0));
  const Bytes bytes = hex("00 00 00 80 00 00 80 3f");
  EXPECT_EQ(written(wrong, one, {2}, {1, 1}, f32({1})), bytes);
  EXPECT_EQ(answer(decode(wrong, one, Dims{2}, bytes)).codes, (Codes{1, 0}));
}

// What no data bear out is refused all the same: four bytes for each byte given, and some.
TEST(Steps, WithoutTheCheckOfTheLengthSizesStayInProportion) {
  Steps wrong;
  wrong.checks[kTruncated].verbs = 0;
  const Scheme one = scheme(Q8S, kNative);
  const Bytes bytes(8, 1);
  constexpr std::uint64_t kMostTotal = 4 * (8 + 65536) + 3;
  const auto most = decode(wrong, one, Dims{kMostTotal - 4}, bytes);
  ASSERT_TRUE(most);
  EXPECT_EQ(most->codes.size(), kMostTotal - 4);
  EXPECT_EQ(refused(decode(wrong, one, Dims{kMostTotal - 3}, bytes)),
            (Refusal{Error::shape_overflow, 0, 0x7fffffffffffffff}));
}

TEST(Steps, ArithmeticThatWrapsTakesNoMemory) {
  for (const auto times :
       {+[](std::uint64_t a, std::uint64_t b) { return a * b; },
        +[](std::uint64_t a, std::uint64_t b) { return a * b % (std::uint64_t{1} << 32); }}) {
    Steps wrong;
    wrong.times = times;
    const Scheme one = scheme(Q8S, packed_u32(1), {}, blocks({2, 2}, F32));
    for (const Dims& shape : std::vector<Dims>{{(1ull << 32) + 2, 1},
                                               {1, (1ull << 32) + 2},
                                               {1ull << 32, 1ull << 32},
                                               {(1ull << 63) + 1, 2},
                                               {1ull << 31, 2}}) {
      const auto sizes = encoded_size(wrong, one, shape);
      if (!sizes) continue;
      (void)encode(wrong, one, shape, run(1, 2), f32({1, 1}), {});
      (void)decode(wrong, one, shape, Bytes(std::min<std::uint64_t>(sizes->total_bytes, 100)));
      (void)audit(wrong, one, shape, Bytes(std::min<std::uint64_t>(sizes->total_bytes, 100)));
    }
  }
}

TEST(Steps, ScalarFaultsReachTheBytes) {
  Steps wrong;
  wrong.nearest = [](std::span<const double> values, double x) {
    const std::size_t i = right::not_below(values, x);
    return i > 0 && values[i] > x ? i - 1 : i;
  };
  const Scheme one = scheme(Q8S, kNative, F16);
  EXPECT_EQ(written(kRight, one, {0}, {}, f32({0.3f})), hex("cd 34"));
  EXPECT_EQ(written(wrong, one, {0}, {}, f32({0.3f})), hex("cc 34"));
}

}  // namespace
}  // namespace qb::reference
