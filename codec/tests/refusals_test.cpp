// Refusals: which, in what order, with what numbers (F19, F21–F23, F29, F30).
#include <gtest/gtest.h>

#include <limits>

#include "support.h"

namespace qb {
namespace {

using enum Value;
using enum ScaleDtype;
using enum Error;

constexpr float kInf = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr std::uint64_t kTwoTo40 = std::uint64_t{1} << 40;

std::optional<Refusal> of_size(const Scheme& scheme, const Dims& shape) {
  return refused(encoded_size(scheme, shape));
}
std::optional<Refusal> of_validate(const Scheme& scheme, const Dims& shape, const Bytes& bytes) {
  return refused(validate(scheme, shape, bytes));
}

/// The refusal of `encode` into so many bytes. None of them changes.
std::optional<Refusal> of_encode(const Scheme& scheme, const Dims& shape, const Tensor& tensor,
                                 std::size_t room = 64) {
  Bytes out(room, 0xee);
  const auto refusal = refused(encode(scheme, shape, tensor.view(), out));
  EXPECT_TRUE(!refusal || out == Bytes(room, 0xee));
  return refusal;
}

/// The refusal of `decode` into so many places. None of them changes.
std::optional<Refusal> of_decode(const Scheme& scheme, const Dims& shape, const Bytes& bytes,
                                 std::size_t codes_room = 64, std::size_t scales_room = 64) {
  Codes codes(codes_room, 0x55);
  Floats scales(scales_room, -77.0f);
  const auto refusal = refused(decode(scheme, shape, bytes, codes, scales));
  EXPECT_TRUE(!refusal || codes == Codes(codes_room, 0x55));
  EXPECT_TRUE(!refusal || scales == Floats(scales_room, -77.0f));
  return refusal;
}

/// The refusal of `audit`. No finding is written.
std::optional<Refusal> of_audit(const Scheme& scheme, const Dims& shape, const Bytes& bytes) {
  const Finding canary{FindingKind::code_nan, 99};
  Findings findings(64, canary);
  const auto refusal = refused(audit(scheme, shape, bytes, findings));
  EXPECT_TRUE(!refusal || findings == Findings(64, canary));
  return refusal;
}

/// Rows 1 to 4 of F30 come before any count, length or data, which are all wrong here.
void expect_of_every_verb(const Scheme& scheme, const Dims& shape, const Refusal& expected) {
  const Tensor wrong{Codes(3, 127), Floats(5, kNan),
                     scheme.two_level() ? std::nullopt : std::optional(kNan)};
  EXPECT_EQ(of_size(scheme, shape), expected);
  EXPECT_EQ(of_validate(scheme, shape, Bytes(1)), expected);
  EXPECT_EQ(of_encode(scheme, shape, wrong, 1), expected);
  EXPECT_EQ(of_decode(scheme, shape, Bytes(1), 0, 0), expected);
  EXPECT_EQ(of_audit(scheme, shape, Bytes(1)), expected);
}

void expect_of_every_reader(const Scheme& scheme, const Dims& shape, const Bytes& bytes,
                            const Refusal& expected) {
  EXPECT_EQ(of_validate(scheme, shape, bytes), expected);
  EXPECT_EQ(of_decode(scheme, shape, bytes, 0, 0), expected);
  EXPECT_EQ(of_audit(scheme, shape, bytes), expected);
}

// ---- rows 1 to 4, by every verb, each before the next ------------------------------------------

const Dims kOverflowing{kTwoTo40, kTwoTo40};
const Refusal kOverflow{shape_overflow, 0, kLargestSize};

TEST(LookupMode, IsRefusedBeforeAllElse) {
  expect_of_every_verb(lookup(per_tensor(Q8S, kNative)), {2}, {unsupported_mode, 0, 0});
  expect_of_every_verb(lookup(blocked(Q8S, packed_u32(7), {0})), {2}, {unsupported_mode, 0, 0});
  expect_of_every_verb(lookup(per_tensor(Q8S, packed_u32(7))), {2}, {unsupported_mode, 0, 0});
  expect_of_every_verb(lookup(per_tensor(Q8S, kNative)), kOverflowing, {unsupported_mode, 0, 0});
}

TEST(AnInvalidBlock, IsRefusedBeforeAPackedDimAndTheRest) {
  expect_of_every_verb(blocked(Q8S, kNative, {0}), {2}, {invalid_block, 0, 1});
  expect_of_every_verb(blocked(Q8S, packed_u32(7), {256}), {2}, {invalid_block, 256, 255});
  expect_of_every_verb(blocked(Q8S, kNative, {2, 2}), {2}, {invalid_block, 2, 1});
  expect_of_every_verb(blocked(Q8S, kNative, {2, 2, 2, 2, 2, 2}), kOverflowing,
                       {invalid_block, 6, 5});
}

TEST(APackedDimOutOfRange, IsRefusedBeforeAnOverflow) {
  for (StoreKind kind : {StoreKind::PackedNative, StoreKind::PackedU32}) {
    expect_of_every_verb(per_tensor(Q8S, {kind, 2}), {2, 3}, {packed_dim_out_of_range, 2, 2});
    expect_of_every_verb(per_tensor(Q8S, {kind, 1}), {}, {packed_dim_out_of_range, 1, 1});
    expect_of_every_verb(per_tensor(Q8S, {kind, kLargestExtent}), kOverflowing,
                         {packed_dim_out_of_range, kLargestExtent, 2});
    EXPECT_EQ(of_size(per_tensor(Q8S, {kind, 1}), {2, 3}), std::nullopt);
    EXPECT_EQ(of_size(per_tensor(Q8S, {kind, 0}), {}), std::nullopt);
  }
}

TEST(AShapeOverflow, IsRefusedBeforeCountsAndGlobals) {
  expect_of_every_verb(per_tensor(Q8S, kNative), kOverflowing, kOverflow);
  Scheme scheme = two_level(Q8S, kNative, {4});
  scheme.tensor = F16;
  expect_of_every_verb(scheme, kOverflowing, kOverflow);
}

TEST(AShapeOverflow, StartsAtExactly2To63) {
  const std::uint64_t two_to_61 = std::uint64_t{1} << 61;
  const std::uint64_t two_to_62 = std::uint64_t{1} << 62;
  const std::uint64_t fifth = 1844674407370955161;  // ⌊(2^63 − 1) / 5⌋
  const std::uint64_t sixth = 1537228672809129301;  // ⌊(2^63 − 1) / 6⌋
  const struct {
    const char* figure;
    Scheme scheme;
    Dims legal, refused;
  } table[] = {
      {"total", per_tensor(Q8S, kNative), {kLargestSize - 4}, {kLargestSize - 3}},
      {"total", per_tensor(Q8S, kNative, F16), {kLargestSize - 2}, {kLargestSize - 1}},
      {"total", per_tensor(Q8S, kNative, UE8M0), {kLargestSize - 1}, {kLargestSize}},
      {"elements", per_tensor(Q2S, packed_u32(0)), {kLargestSize}, {kLargestSize + 1}},
      {"elements", per_tensor(Q2S, packed_u32(0)), {3, two_to_61}, {4, two_to_61}},
      {"elements", per_tensor(E2M1, packed_native(0)), {kLargestSize}, {kLargestExtent}},
      {"values", per_tensor(Q8S, packed_u32(0)), {two_to_61 - 2, 1}, {two_to_61, 1}},
      {"total", per_tensor(Q8S, packed_u32(0)), {two_to_61 - 2, 1}, {two_to_61 - 1, 1}},
      {"values", per_tensor(Q8S, packed_u32(1)), {1, two_to_61 - 2}, {1, two_to_61}},
      {"cells", blocked(Q8S, kNative, {}, UE8M0), {two_to_62 - 1}, {two_to_62}},
      {"cells", blocked(Q8S, kNative, {}), {fifth}, {fifth + 1}},
      {"cells", blocked(Q8S, kNative, {2, 1}), {2, sixth}, {2, sixth + 1}},
      {"global", two_level(Q8S, kNative, {}), {two_to_62 - 3}, {two_to_62 - 2}},
      {"global", two_level(Q8S, kNative, {}, F32), {fifth - 1}, {fifth}},
  };
  for (const auto& row : table) {
    EXPECT_EQ(of_size(row.scheme, row.legal), std::nullopt) << row.figure;
    EXPECT_EQ(of_size(row.scheme, row.refused), kOverflow) << row.figure;
  }
  expect_of_every_verb(per_tensor(Q8S, packed_u32(0)), {two_to_61, 1}, kOverflow);
}

TEST(AShapeOverflow, IsNoneWhereAnExtentIsZero) {
  for (const Dims& shape : {Dims{kTwoTo40, kTwoTo40, 0}, Dims{kTwoTo40, 0, kTwoTo40},
                            Dims{0, kLargestExtent, kLargestExtent}}) {
    EXPECT_EQ(answer(encoded_size(per_tensor(Q8S, packed_u32(1)), shape)).total_bytes, 4u);
    EXPECT_EQ(answer(encoded_size(blocked(Q8S, packed_u32(1), {2}), shape)).total_bytes, 0u);
    EXPECT_EQ(decoded(blocked(Q8S, kNative, {2}), shape, {}), Tensor{});
  }
}

TEST(AShapeOverflow, ComesFromNoOtherFigure) {
  EXPECT_EQ(
      answer(encoded_size(blocked(Q8S, kNative, {255, 255}, UE8M0), Dims{kTwoTo40, 1})).scales,
      (kTwoTo40 + 254) / 255);
  EXPECT_EQ(of_size(blocked(Q2S, packed_u32(0), {255}, UE8M0), {kLargestSize}), std::nullopt);
}

// ---- counts and presence, encode ---------------------------------------------------------------

const Tensor kGood{{1, 2}, {1.0f}};
const Tensor kGoodTwoLevel{{1, 2}, {1.0f}, 1.0f};

TEST(ANumberOfCodes, MustBeThatOfTheElements) {
  const Scheme scheme = per_tensor(Q8S, kNative);
  EXPECT_EQ(of_encode(scheme, {3}, kGood), (Refusal{value_count_mismatch, 2, 3}));
  EXPECT_EQ(of_encode(scheme, {1}, kGood), (Refusal{value_count_mismatch, 2, 1}));
  EXPECT_EQ(of_encode(scheme, {0}, kGood), (Refusal{value_count_mismatch, 2, 0}));
  EXPECT_EQ(of_encode(scheme, {3}, {{1, 2}, {}}), (Refusal{value_count_mismatch, 2, 3}));
}

TEST(ANumberOfScales, MustBeThatOfTheCells) {
  EXPECT_EQ(of_encode(per_tensor(Q8S, kNative), {2}, {{1, 2}, {}}),
            (Refusal{scale_count_mismatch, 0, 1}));
  EXPECT_EQ(of_encode(per_tensor(Q8S, kNative), {0}, {{}, {}}),
            (Refusal{scale_count_mismatch, 0, 1}));
  EXPECT_EQ(of_encode(blocked(Q8S, kNative, {1}), {2}, {{1, 2}, {1.0f, 1.0f, 1.0f}}),
            (Refusal{scale_count_mismatch, 3, 2}));
  EXPECT_EQ(of_encode(blocked(Q8S, kNative, {1}), {0}, {{}, {1.0f}}),
            (Refusal{scale_count_mismatch, 1, 0}));
  EXPECT_EQ(of_encode(two_level(Q8S, kNative, {2}), {2}, {{1, 2}, {}}),
            (Refusal{scale_count_mismatch, 0, 1}));
  EXPECT_EQ(of_encode(per_tensor(Q8S, kNative), {2}, {{1, 2}, {}, 1.0f}),
            (Refusal{scale_count_mismatch, 0, 1}));
}

TEST(AGlobalScale, IsGivenInTwoLevelSchemesAndInNoOther) {
  const Scheme levelless{Q8S, kNative, Mode::Symmetric, std::nullopt, std::nullopt};
  EXPECT_EQ(of_encode(two_level(Q8S, kNative, {2}), {2}, kGood),
            (Refusal{global_scale_required, 0, 1}));
  for (const Scheme& scheme : {levelless, per_tensor(Q8S, kNative), blocked(Q8S, kNative, {2})})
    EXPECT_EQ(of_encode(scheme, {2}, kGoodTwoLevel), (Refusal{global_scale_unexpected, 1, 0}));
}

TEST(AGlobalScale, IsAskedForWhateverItsDtype) {
  Scheme scheme = two_level(Q8S, kNative, {2});
  for (ScaleDtype dtype : {F16, BF16, UE8M0, UE4M3}) {
    scheme.tensor = dtype;
    EXPECT_EQ(of_encode(scheme, {2}, kGood), (Refusal{global_scale_required, 0, 1}));
  }
}

TEST(AGlobalScaleDtype, IsF32AndJudgedBeforeLengthAndSpace) {
  Scheme scheme = two_level(Q8S, kNative, {2});
  const Refusal expected{global_scale_dtype, 0, 0};
  for (ScaleDtype dtype : {F16, BF16, UE8M0, UE4M3}) {
    scheme.tensor = dtype;
    EXPECT_EQ(of_size(scheme, {2}), expected);
    for (std::size_t length : {0u, 7u, 64u})
      expect_of_every_reader(scheme, {2}, Bytes(length), expected);
    EXPECT_EQ(of_encode(scheme, {2}, kGoodTwoLevel), expected);
    EXPECT_EQ(of_encode(scheme, {2}, {{1, 2}, {kNan}, kNan}, 0), expected);
    EXPECT_EQ(of_encode(scheme, {3}, kGoodTwoLevel), (Refusal{value_count_mismatch, 2, 3}));
    EXPECT_EQ(of_encode(scheme, {2}, {{1, 2}, {}, 1.0f}), (Refusal{scale_count_mismatch, 0, 1}));
  }
}

TEST(AGlobalScaleDtype, OfOneLevelIsFree) {
  for (ScaleDtype dtype : kScaleDtypes) {
    EXPECT_EQ(of_size(per_tensor(Q8S, kNative, dtype), {2}), std::nullopt);
    EXPECT_EQ(of_size(blocked(Q8S, kNative, {2}, dtype), {2}), std::nullopt);
    EXPECT_EQ(of_size(two_level(Q8S, kNative, {2}, dtype), {2}), std::nullopt);
  }
}

// ---- lengths and space -------------------------------------------------------------------------

TEST(ALength, IsExact) {
  const Scheme scheme = two_level(Q8S, kNative, {2});
  for (std::size_t length = 0; length < 7; ++length)
    expect_of_every_reader(scheme, {2}, Bytes(length), {truncated, length, 7});
  for (std::size_t length : {8u, 9u, 100u})
    expect_of_every_reader(scheme, {2}, Bytes(length), {trailing_bytes, length, 7});
  EXPECT_EQ(of_validate(scheme, {2}, Bytes(7)), std::nullopt);
  expect_of_every_reader(blocked(Q8S, kNative, {2}), {0}, Bytes(1), {trailing_bytes, 1, 0});
}

TEST(OutputSpace, OfEncodeIsTheTotal) {
  const Scheme scheme = per_tensor(Q8S, kNative);
  for (std::size_t room = 0; room < 6; ++room)
    EXPECT_EQ(of_encode(scheme, {2}, kGood, room), (Refusal{output_too_small, room, 6}));
  EXPECT_EQ(of_encode(scheme, {2}, kGood, 6), std::nullopt);
  const Scheme two = two_level(Q8S, kNative, {2});
  for (std::size_t room = 0; room < 7; ++room)
    EXPECT_EQ(of_encode(two, {2}, kGoodTwoLevel, room), (Refusal{output_too_small, room, 7}));
  EXPECT_EQ(of_encode(two, {2}, kGoodTwoLevel, 7), std::nullopt);
}

TEST(OutputSpace, OfDecodeIsTestedForCodesThenForScales) {
  const Scheme scheme = blocked(Q8S, kNative, {1}, UE8M0);
  const Bytes bytes(6);
  EXPECT_EQ(of_decode(scheme, {3}, bytes, 2, 0), (Refusal{output_too_small, 2, 3}));
  for (std::size_t room = 0; room < 3; ++room) {
    EXPECT_EQ(of_decode(scheme, {3}, bytes, room, 3), (Refusal{output_too_small, room, 3}));
    EXPECT_EQ(of_decode(scheme, {3}, bytes, 3, room), (Refusal{output_too_small, room, 3}));
  }
  EXPECT_EQ(of_decode(scheme, {3}, bytes, 3, 3), std::nullopt);
}

TEST(OutputSpace, BeyondTheResultIsNotWritten) {
  const Dims shape{2};
  Bytes out(8, 0xee);
  EXPECT_EQ(answer(encode(per_tensor(Q8S, kNative), shape, kGood.view(), out)), 6u);
  EXPECT_EQ(out, hex("01 02 00 00 80 3f ee ee"));
  Codes codes(4, 0x55);
  Floats scales(3, -77.0f);
  ASSERT_TRUE(decode(per_tensor(Q8S, kNative), shape, std::span(out).first(6), codes, scales));
  EXPECT_EQ(codes, (Codes{1, 2, 0x55, 0x55}));
  EXPECT_EQ(scales, (Floats{1.0f, -77.0f, -77.0f}));
}

TEST(OutputSpace, IsTestedBeforeTheData) {
  EXPECT_EQ(of_encode(per_tensor(Q4S, kNative), {2}, {{1, 8}, {1.0f}}, 5),
            (Refusal{output_too_small, 5, 6}));
  EXPECT_EQ(of_encode(per_tensor(Q4S, kNative), {2}, {{1, 7}, {kNan}}, 5),
            (Refusal{output_too_small, 5, 6}));
}

// ---- data --------------------------------------------------------------------------------------

TEST(ACode, MustFitTheBitsOfItsValueUnderEveryStore) {
  const struct {
    Value value;
    int lowest, highest;
  } table[] = {{Q8F, -128, 127},  {Q8S, -128, 127}, {E4M3, -128, 127},
               {E5M2, -128, 127}, {Q4F, -8, 7},     {Q4S, -8, 7},
               {Q2F, -2, 1},      {Q2S, -2, 1},     {E2M1, 0, 15}};
  for (const auto& row : table)
    for (Store store : {kNative, packed_native(0), packed_u32(0)})
      for (int code = -128; code <= 127; ++code) {
        const Tensor tensor{{0, static_cast<std::int8_t>(code)}, {1.0f}};
        const auto refusal = of_encode(per_tensor(row.value, store), {2}, tensor);
        const bool fits = code >= row.lowest && code <= row.highest;
        ASSERT_EQ(refusal, fits ? std::nullopt : std::optional(Refusal{code_out_of_range, 1, 0}))
            << static_cast<int>(row.value) << " code " << code;
      }
}

TEST(ACode, IsRefusedAtItsFirstRowMajorIndexAndBeforeScales) {
  EXPECT_EQ(of_encode(per_tensor(Q4S, packed_u32(1)), {2, 3}, {{0, 0, 8, 9, 0, 0}, {kNan}}),
            (Refusal{code_out_of_range, 2, 0}));
}

TEST(AScale, IsRefusedFromItsBoundOn) {
  const struct {
    ScaleDtype dtype;
    std::uint32_t accepted, refused;
    Bytes stored;
  } table[] = {
      {F32, 0x7f7fffff, 0x7f800000, hex("ff ff 7f 7f")},
      {F16, bits(65520.0f) - 1, bits(65520.0f), hex("ff 7b")},
      {BF16, 0x7f7f7fff, 0x7f7f8000, hex("7f 7f")},
      {UE4M3, bits(464.0f), bits(464.0f) + 1, hex("7e")},
      {UE8M0, bits(0x1p127f), bits(0x1p127f) + 1, hex("fe")},
  };
  for (const auto& row : table) {
    const Scheme scheme = per_tensor(Q8S, kNative, row.dtype);
    EXPECT_EQ(encoded(scheme, {0}, {{}, {from_bits(row.accepted)}}), row.stored);
    EXPECT_EQ(of_encode(scheme, {0}, {{}, {from_bits(row.refused)}}),
              (Refusal{invalid_scale, 0, 0}));
    for (float bad : {kInf, -kInf, kNan, -kNan, -0.0f, -1.0f, -0x1p-149f})
      EXPECT_EQ(of_encode(scheme, {0}, {{}, {bad}}), (Refusal{invalid_scale, 0, 0})) << bad;
  }
}

TEST(AScale, ThatRoundsToZeroIsStoredAsZero) {
  const struct {
    ScaleDtype dtype;
    float scale;
    Bytes stored;
  } table[] = {
      {F32, 0.0f, hex("00 00 00 00")}, {F32, 0x1p-149f, hex("01 00 00 00")},
      {F16, 0x1p-25f, hex("00 00")},   {F16, 0x1.000002p-25f, hex("01 00")},
      {BF16, 0x1p-134f, hex("00 00")}, {BF16, 0x1.0002p-134f, hex("01 00")},
      {UE4M3, 0x1p-10f, hex("00")},    {UE4M3, 0x1.000002p-10f, hex("01")},
      {UE8M0, 0.0f, hex("00")},        {UE8M0, 0x1.8p-127f, hex("01")},
  };
  for (const auto& row : table)
    EXPECT_EQ(encoded(per_tensor(Q8S, kNative, row.dtype), {0}, {{}, {row.scale}}), row.stored)
        << row.scale;
}

TEST(AScale, IsRefusedAtItsFirstRowMajorCellTheGlobalOneLast) {
  const Scheme scheme = two_level(Q8S, packed_u32(1), {});
  const Codes codes(4, 0);
  EXPECT_EQ(of_encode(scheme, {2, 2}, {codes, {1.0f, -1.0f, kNan, 1.0f}, kNan}),
            (Refusal{invalid_scale, 1, 0}));
  EXPECT_EQ(of_encode(scheme, {2, 2}, {codes, {1.0f, 1.0f, 1.0f, 465.0f}, kNan}),
            (Refusal{invalid_scale, 3, 0}));
  for (float bad : {kInf, kNan, -0.0f, -1.0f})
    EXPECT_EQ(of_encode(scheme, {2, 2}, {codes, Floats(4, 1.0f), bad}),
              (Refusal{invalid_scale, 4, 0}));
  EXPECT_EQ(of_encode(scheme, {0}, {{}, {}, kNan}), (Refusal{packed_dim_out_of_range, 1, 1}));
  EXPECT_EQ(of_encode(two_level(Q8S, kNative, {}), {0}, {{}, {}, kNan}),
            (Refusal{invalid_scale, 0, 0}));
}

}  // namespace
}  // namespace qb
