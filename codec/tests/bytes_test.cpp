// Writing, reading and sizes (F11–F26, F56).
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>
#include <numeric>

#include "support.h"

namespace qb {
namespace {

using enum Value;
using enum ScaleDtype;
using enum FindingKind;

// ---- F56, both ways ----------------------------------------------------------------------------

struct Row {
  std::string name;
  Scheme scheme;
  Dims shape;
  Tensor tensor;
  Bytes bytes;
};

void PrintTo(const Row& row, std::ostream* os) { *os << row.name; }

const Codes kEightCodes{0, 25, 51, 76, 102, 127, -128, -1};

// clang-format off
const Row kWorked[] = {
    {"NativeQ8S", per_tensor(Q8S, kNative), {2, 3}, {{0, 25, 51, 76, 102, 127}, {0.03937008f}},
     hex("00 19 33 4c 66 7f 85 42 21 3d")},
    {"NativeTwoLevelUe4m3", two_level(Q8S, kNative, {4}, UE4M3), {8},
     {kEightCodes, {0.5f, 0.125f}, 3.0f}, hex("00 19 33 4c 66 7f 80 ff 30 20 00 00 40 40")},
    {"NativeBlocksUe8m0", blocked(Q8S, kNative, {4}, UE8M0), {8}, {kEightCodes, {0.25f, 8.0f}},
     hex("00 19 33 4c 66 7f 80 ff 7d 82")},
    {"NativeQ2S", per_tensor(Q2S, kNative, BF16), {5}, {{-1, 0, 1, 1, 0}, {0.100097656f}},
     hex("ff 00 01 01 00 cd 3d")},
    {"NativeE4M3", per_tensor(E4M3, kNative), {2}, {{0x38, 0x7e}, {1.0f}},
     hex("38 7e 00 00 80 3f")},
    {"NativeScalar", per_tensor(Q8S, kNative), {}, {{5}, {0.5f}}, hex("05 00 00 00 3f")},
    {"NativeEmptyPerTensor", per_tensor(Q8S, kNative), {0, 4}, {{}, {0.5f}}, hex("00 00 00 3f")},
    {"NativeEmptyBlocks", blocked(Q8S, kNative, {4}), {0, 4}, {{}, {}}, {}},
    {"NativeRectangles", blocked(Q8S, kNative, {2, 2}), {2, 4},
     {{1, 2, 3, 4, 5, 6, 7, 8}, {1.0f, 2.0f}},
     hex("01 02 03 04 05 06 07 08 00 00 80 3f 00 00 00 40")},
    {"NativePartialBlocks", blocked(Q8S, kNative, {4}, UE4M3), {2, 6},
     {Codes(12, 1), {1.0f, 2.0f, 3.0f, 4.0f}},
     hex("01 01 01 01 01 01 01 01 01 01 01 01 38 40 44 48")},
    {"U32Q8SLines", per_tensor(Q8S, packed_u32(0)), {3, 3}, {{1, 2, 3, 4, 5, 6, 7, 8, 9}, {1.0f}},
     hex("01 02 03 00 04 05 06 00 07 08 09 00 00 00 80 3f")},
    {"U32Q4SFull", per_tensor(Q4S, packed_u32(0)), {2, 8},
     {{0, 1, 2, 3, 4, 5, 6, 7, -1, -1, -1, -1, -1, -1, -1, -1}, {1.0f}},
     hex("10 32 54 76 ff ff ff ff 00 00 80 3f")},
    {"U32Q4SPadded", per_tensor(Q4S, packed_u32(0)), {3}, {{1, 2, 3}, {1.0f}},
     hex("21 03 00 00 00 00 80 3f")},
    {"U32Q4SLines", per_tensor(Q4S, packed_u32(0)), {3, 3},
     {{-7, -6, -5, -4, -3, -2, -1, 0, 1}, {1.0f}},
     hex("a9 0b 00 00 dc 0e 00 00 0f 01 00 00 00 00 80 3f")},
    {"U32Q2S", per_tensor(Q2S, packed_u32(0)), {16},
     {{1, -1, 0, 1, 1, -1, 0, 1, 1, -1, 0, 1, 1, -1, 0, 1}, {1.0f}},
     hex("4d 4d 4d 4d 00 00 80 3f")},
    {"U32Q2F", per_tensor(Q2F, packed_u32(0)), {5}, {{-2, -1, 0, 1, -2}, {1.0f}},
     hex("4e 02 00 00 00 00 80 3f")},
    {"U32OuterAxis", per_tensor(Q8S, packed_u32(1)), {4, 2}, {{1, 2, 3, 4, 5, 6, 7, 8}, {1.0f}},
     hex("01 03 05 07 02 04 06 08 00 00 80 3f")},
    {"PackedNativeE2M1", per_tensor(E2M1, packed_native(0)), {3}, {{1, 15, 6}, {1.0f}},
     hex("f1 06 00 00 80 3f")},
    {"PackedNativeE2M1OuterAxis", per_tensor(E2M1, packed_native(1)), {3, 2},
     {{1, 2, 3, 4, 5, 6}, {1.0f}}, hex("31 05 42 06 00 00 80 3f")},
    {"Nvfp4", nvfp4(), {1, 16},
     {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15}, {448.0f}, 0.5f},
     hex("10 32 54 76 98 ba dc fe 7e 00 00 00 3f")},
    {"U32E2M1BlocksUe8m0", blocked(E2M1, packed_u32(0), {32}, UE8M0), {32},
     {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
      12, 13, 14, 15}, {0.25f}},
     hex("10 32 54 76 98 ba dc fe 10 32 54 76 98 ba dc fe 7d")},
    {"U32E4M3", per_tensor(E4M3, packed_u32(0)), {2, 3}, {{0, 1, 2, 3, 4, 5}, {1.0f}},
     hex("00 01 02 00 03 04 05 00 00 00 80 3f")},
    {"U32Scalar", per_tensor(Q8S, packed_u32(0)), {}, {{5}, {0.5f}},
     hex("05 00 00 00 00 00 00 3f")},
    {"PackedNativeQ4S", per_tensor(Q4S, packed_native(0)), {3}, {{1, -1, 7}, {1.0f}},
     hex("01 0f 07 00 00 80 3f")},
    {"U32OutermostOfThree", per_tensor(Q8S, packed_u32(2)), {4, 2, 3},
     {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23},
      {1.0f}},
     hex("00 06 0c 12 03 09 0f 15 01 07 0d 13 04 0a 10 16 02 08 0e 14 05 0b 11 17 00 00 80 3f")},
    {"U32Q4SOuterAxis", per_tensor(Q4S, packed_u32(1)), {5, 2},
     {{1, -1, 2, -2, 3, -3, 4, -4, 5, -5}, {1.0f}}, hex("21 43 05 00 ef cd 0b 00 00 00 80 3f")},
    {"U32OuterAxisRectangles", blocked(Q8S, packed_u32(1), {2, 4}), {4, 8},
     {Codes(32, 1), {1.0f, 2.0f, 3.0f, 4.0f}},
     hex("01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 01 "
         "01 01 01 00 00 80 3f 00 00 40 40 00 00 00 40 00 00 80 40")},
};
// clang-format on

class WorkedBytes : public testing::TestWithParam<Row> {};

TEST_P(WorkedBytes, AreWritten) {
  const Row& row = GetParam();
  EXPECT_EQ(encoded(row.scheme, row.shape, row.tensor), row.bytes);
}

TEST_P(WorkedBytes, AreRead) {
  const Row& row = GetParam();
  EXPECT_EQ(decoded(row.scheme, row.shape, row.bytes), row.tensor);
}

TEST_P(WorkedBytes, AreValidAtTheirLengthAlone) {
  const Row& row = GetParam();
  Bytes bytes = row.bytes;
  EXPECT_EQ(refused(validate(row.scheme, row.shape, bytes)), std::nullopt);
  EXPECT_EQ(answer(encoded_size(row.scheme, row.shape)).total_bytes, bytes.size());
  bytes.push_back(0);
  EXPECT_EQ(refused(validate(row.scheme, row.shape, bytes)),
            (Refusal{Error::trailing_bytes, bytes.size(), bytes.size() - 1}));
}

TEST_P(WorkedBytes, StandAtAnyAddress) {
  const Row& row = GetParam();
  for (std::size_t shift = 0; shift < 8; ++shift) {
    Bytes room(shift + row.bytes.size() + 8, 0xee);
    Codes codes(shift + row.tensor.codes.size() + 8, 0x55);
    Floats scales(row.tensor.scales.size());
    std::ranges::copy(row.tensor.codes, codes.begin() + static_cast<std::ptrdiff_t>(shift));
    const auto to = std::span(room).subspan(shift);
    const auto from = std::span(codes).subspan(shift, row.tensor.codes.size());
    ASSERT_TRUE(encode(row.scheme, row.shape, {from, row.tensor.scales, row.tensor.global}, to));
    Bytes expected(shift, 0xee);
    expected.insert(expected.end(), row.bytes.begin(), row.bytes.end());
    expected.resize(room.size(), 0xee);
    EXPECT_EQ(room, expected);

    const Codes before = codes;
    std::ranges::fill(from, std::int8_t{0});
    ASSERT_TRUE(decode(row.scheme, row.shape, to.first(row.bytes.size()), from, scales));
    EXPECT_EQ(codes, before);
  }
}

INSTANTIATE_TEST_SUITE_P(F56, WorkedBytes, testing::ValuesIn(kWorked),
                         [](const auto& row) { return row.param.name; });

// ---- writing -----------------------------------------------------------------------------------

TEST(Writing, RoundsAScaleToItsNearestEncoding) {
  const Bytes expected = hex("ff 00 01 01 00 cd 3d");
  EXPECT_EQ(encoded(per_tensor(Q2S, kNative, BF16), {5}, {{-1, 0, 1, 1, 0}, {0.1f}}), expected);
}

TEST(Writing, KeepsTheWholeByteUnderNativeAndMasksUnderPackedNative) {
  EXPECT_EQ(encoded(blocked(Q4S, kNative, {}, UE8M0), {1}, {{-1}, {1.0f}}), hex("ff 7f"));
  EXPECT_EQ(encoded(blocked(Q4S, packed_native(0), {}, UE8M0), {1}, {{-1}, {1.0f}}), hex("0f 7f"));
  EXPECT_EQ(encoded(blocked(Q2F, packed_native(0), {}, UE8M0), {1}, {{-2}, {1.0f}}), hex("02 7f"));
}

TEST(Writing, KeepsCodesBelowTheLowestThatQuantizingGives) {
  for (Store store : {kNative, packed_native(0), packed_u32(0)}) {
    const Tensor q8s{{-128}, {1.0f}}, q4s{{-8}, {1.0f}}, q2s{{-2}, {1.0f}};
    EXPECT_EQ(decoded(per_tensor(Q8S, store), {1}, encoded(per_tensor(Q8S, store), {1}, q8s)), q8s);
    EXPECT_EQ(decoded(per_tensor(Q4S, store), {1}, encoded(per_tensor(Q4S, store), {1}, q4s)), q4s);
    EXPECT_EQ(decoded(per_tensor(Q2S, store), {1}, encoded(per_tensor(Q2S, store), {1}, q2s)), q2s);
  }
}

TEST(Writing, PutsScalesAtAnyOffset) {
  EXPECT_EQ(encoded(per_tensor(Q8S, kNative), {6}, {{1, 2, 3, 4, 5, 6}, {1.0f}}),
            hex("01 02 03 04 05 06 00 00 80 3f"));
}

TEST(Writing, ActsAsPerTensorF32WithoutAnyLevel) {
  const Scheme levelless{Q8S, kNative, Mode::Symmetric, std::nullopt, std::nullopt};
  EXPECT_EQ(encoded(levelless, {1}, {{5}, {0.5f}}), hex("05 00 00 00 3f"));
  EXPECT_EQ(decoded(levelless, {1}, hex("05 00 00 00 3f")), (Tensor{{5}, {0.5f}}));
}

TEST(Writing, EndsWithTheGlobalScaleAlsoWhereTheGridIsEmpty) {
  const Scheme scheme = two_level(Q8S, kNative, {4});
  EXPECT_EQ(encoded(scheme, {0, 4}, {{}, {}, 3.0f}), hex("00 00 40 40"));
  EXPECT_EQ(decoded(scheme, {0, 4}, hex("00 00 40 40")), (Tensor{{}, {}, 3.0f}));
}

TEST(Writing, SwapsThePackedAxisAndMovesNoOther) {
  Codes codes(16);
  std::iota(codes.begin(), codes.end(), std::int8_t{0});
  EXPECT_EQ(
      encoded(blocked(Q8S, packed_native(2), {2, 2, 2, 2}, UE8M0), {2, 2, 2, 2}, {codes, {1.0f}}),
      hex("00 04 02 06 01 05 03 07 08 0c 0a 0e 09 0d 0b 0f 7f"));
  EXPECT_EQ(
      encoded(blocked(Q8S, packed_native(1), {2, 2, 2, 2}, UE8M0), {2, 2, 2, 2}, {codes, {1.0f}}),
      hex("00 02 01 03 04 06 05 07 08 0a 09 0b 0c 0e 0d 0f 7f"));
}

// ---- order of stored scales, F15 and F56 -------------------------------------------------------

void expect_stored_scales(const Scheme& scheme, const Dims& grid, const Bytes& order) {
  const std::size_t cells = order.size();
  Tensor tensor{Codes(cells, 1), Floats(cells)};
  for (std::size_t i = 0; i < cells; ++i) tensor.scales[i] = std::ldexp(1.0f, static_cast<int>(i));
  const Bytes bytes = encoded(scheme, grid, tensor);
  const auto from = static_cast<std::ptrdiff_t>(answer(encoded_size(scheme, grid)).scales_offset);
  Bytes stored(bytes.begin() + from, bytes.end());
  for (std::uint8_t& exponent : stored) exponent = static_cast<std::uint8_t>(exponent - 127);
  EXPECT_EQ(stored, order);
  EXPECT_EQ(decoded(scheme, grid, bytes), tensor);
}

TEST(StoredScales, FollowThePackedAxisUnderEveryPackedStore) {
  for (StoreKind kind : {StoreKind::PackedNative, StoreKind::PackedU32})
    for (Value value : kValues) {
      expect_stored_scales(blocked(value, {kind, 1}, {}, UE8M0), {2, 3}, {0, 3, 1, 4, 2, 5});
      expect_stored_scales(
          blocked(value, {kind, 1}, {}, UE8M0), {2, 3, 4},
          {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11, 12, 16, 20, 13, 17, 21, 14, 18, 22, 15, 19, 23});
      expect_stored_scales(
          blocked(value, {kind, 2}, {}, UE8M0), {2, 3, 4},
          {0, 12, 4, 16, 8, 20, 1, 13, 5, 17, 9, 21, 2, 14, 6, 18, 10, 22, 3, 15, 7, 19, 11, 23});
    }
}

TEST(StoredScales, AreRowMajorUnderNativeAndForTheLastAxis) {
  for (Store store : {kNative, packed_native(0), packed_u32(0)})
    expect_stored_scales(blocked(Q4S, store, {}, UE8M0), {2, 3}, {0, 1, 2, 3, 4, 5});
}

// ---- reading -----------------------------------------------------------------------------------

TEST(Reading, GivesNativeBytesBackWhole) {
  for (Value value : kValues) {
    Bytes bytes;
    Codes expected;
    for (int i = 0; i < 256; ++i) {
      bytes.push_back(static_cast<std::uint8_t>(i));
      expected.push_back(static_cast<std::int8_t>(i < 128 ? i : i - 256));
    }
    bytes.insert(bytes.end(), {0x00, 0x00, 0x80, 0x3f});
    EXPECT_EQ(decoded(per_tensor(value, kNative), {256}, bytes).codes, expected);
  }
}

TEST(Reading, ExtendsTheSignOfPackedIntegersAndOfBytesAlone) {
  const Codes four_bits{0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1};
  const Codes two_bits{0, 1, -2, -1};
  for (unsigned byte = 0; byte < 256; ++byte) {
    const Bytes word{static_cast<std::uint8_t>(byte), 0, 0, 0, 0x7f};
    const auto read = [&](Value value, std::uint64_t length) {
      return decoded(blocked(value, packed_u32(0), {32}, UE8M0), {length}, word).codes;
    };
    const Codes signed_byte{static_cast<std::int8_t>(byte < 128 ? static_cast<int>(byte)
                                                                : static_cast<int>(byte) - 256)};
    const Codes nibbles{four_bits[byte & 15], four_bits[byte >> 4]};
    const Codes floats{static_cast<std::int8_t>(byte & 15), static_cast<std::int8_t>(byte >> 4)};
    const Codes crumbs{two_bits[byte & 3], two_bits[byte >> 2 & 3], two_bits[byte >> 4 & 3],
                       two_bits[byte >> 6]};
    for (Value value : {Q8F, Q8S, E4M3, E5M2}) EXPECT_EQ(read(value, 1), signed_byte);
    for (Value value : {Q4F, Q4S}) EXPECT_EQ(read(value, 2), nibbles);
    for (Value value : {Q2F, Q2S}) EXPECT_EQ(read(value, 4), crumbs);
    EXPECT_EQ(read(E2M1, 2), floats);
  }
}

TEST(Reading, IgnoresPaddingFieldsAndUnusedHighBits) {
  EXPECT_EQ(decoded(per_tensor(Q4S, packed_u32(0)), {3}, hex("21 f3 ff ff 00 00 80 3f")),
            (Tensor{{1, 2, 3}, {1.0f}}));
  EXPECT_EQ(decoded(per_tensor(Q4S, packed_native(0)), {2}, hex("f1 ef 00 00 80 3f")),
            (Tensor{{1, -1}, {1.0f}}));
  EXPECT_EQ(decoded(per_tensor(Q2S, packed_native(0)), {2}, hex("fd fe 00 00 80 3f")),
            (Tensor{{1, -2}, {1.0f}}));
  EXPECT_EQ(decoded(per_tensor(E2M1, packed_native(0)), {1}, hex("f9 00 00 80 3f")),
            (Tensor{{9}, {1.0f}}));
}

TEST(Reading, GivesScalesBackWhateverTheyAre) {
  const auto scale_bits = [](ScaleDtype dtype, const char* digits) {
    return bits(decoded(per_tensor(Q8S, kNative, dtype), {0}, hex(digits)).scales.at(0));
  };
  EXPECT_EQ(scale_bits(F32, "00 00 80 7f"), 0x7f800000u);
  EXPECT_EQ(scale_bits(F32, "00 00 00 80"), 0x80000000u);
  EXPECT_EQ(scale_bits(F32, "01 00 80 7f"), 0x7fc00001u);
  EXPECT_EQ(scale_bits(F16, "01 7c"), 0x7fc02000u);
  EXPECT_EQ(scale_bits(F16, "00 fc"), 0xff800000u);
  EXPECT_EQ(scale_bits(BF16, "81 7f"), 0x7fc10000u);
  EXPECT_EQ(scale_bits(UE4M3, "ff"), 0xffc00000u);
  EXPECT_EQ(scale_bits(UE4M3, "80"), 0x80000000u);
  EXPECT_EQ(scale_bits(UE8M0, "ff"), 0x7fc00000u);
  EXPECT_EQ(scale_bits(UE8M0, "00"), 0x00400000u);
}

TEST(Reading, GivesTheGlobalScaleBackWhateverItIs) {
  const Scheme scheme = two_level(Q8S, kNative, {4});
  EXPECT_EQ(bits(decoded(scheme, {0}, hex("01 00 80 ff")).global.value()), 0xffc00001u);
  EXPECT_EQ(bits(decoded(scheme, {0}, hex("00 00 00 80")).global.value()), 0x80000000u);
}

TEST(Reading, AndWritingTakeNullSpansOfEmptyTensors) {
  const Scheme scheme = blocked(Q4S, packed_u32(0), {4});
  const Dims shape{3, 0};
  EXPECT_EQ(answer(encode(scheme, shape, {}, {})), 0u);
  EXPECT_EQ(answer(decode(scheme, shape, {}, {}, {})).elements, 0u);
  EXPECT_EQ(answer(audit(scheme, shape, {}, {})), 0u);
}

TEST(ReadingAndWriting, GiveTheSameBitsUnderEveryRoundingMode) {
  for (int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    const Bytes bytes = encoded(per_tensor(Q8S, kNative, BF16), {0}, {{}, {0.1f}});
    const Tensor tensor = decoded(per_tensor(Q8S, kNative, BF16), {0}, hex("cd 3d"));
    const int after = std::fegetround();
    std::fesetround(FE_TONEAREST);
    EXPECT_EQ(after, mode);
    EXPECT_EQ(bytes, hex("cd 3d"));
    EXPECT_EQ(bits(tensor.scales.at(0)), 0x3dcd0000u);
  }
}

// ---- sizes, F18 --------------------------------------------------------------------------------

void expect_sizes(const Scheme& scheme, const Dims& shape, const Sizes& expected) {
  const Sizes sizes = answer(encoded_size(scheme, shape));
  EXPECT_EQ(sizes.elements, expected.elements);
  EXPECT_EQ(sizes.scales, expected.scales);
  EXPECT_EQ(sizes.scales_offset, expected.scales_offset);
  EXPECT_EQ(sizes.global_offset, expected.global_offset);
  EXPECT_EQ(sizes.total_bytes, expected.total_bytes);
}

TEST(SizesOfATensor, AreThoseOfItsThreeRegions) {
  expect_sizes(nvfp4(), {1, 16}, {16, 1, 8, 9, 13});
  expect_sizes(mxfp4(), {2, 33}, {66, 4, 34, 38, 38});
  expect_sizes(per_tensor(Q8S, kNative, F16), {6}, {6, 1, 6, 8, 8});
  expect_sizes(per_tensor(Q8S, kNative), {}, {1, 1, 1, 5, 5});
  expect_sizes(blocked(Q8S, kNative, {}), {}, {1, 1, 1, 5, 5});
}

TEST(SizesOfATensor, CountPartialBlocksAndLinesAsWhole) {
  expect_sizes(blocked(Q4S, packed_u32(1), {2, 4}, F16), {3, 5}, {15, 4, 20, 28, 28});
  expect_sizes(blocked(Q4S, packed_u32(0), {2, 4}, F16), {3, 5}, {15, 4, 12, 20, 20});
  expect_sizes(blocked(Q2S, packed_u32(0), {3}, BF16), {4, 17}, {68, 24, 32, 80, 80});
  expect_sizes(blocked(E2M1, packed_native(0), {2}, UE4M3), {3, 3}, {9, 6, 6, 12, 12});
}

TEST(SizesOfATensor, AreZeroForValuesAndCellsWhereAnExtentIsZero) {
  expect_sizes(blocked(Q4S, packed_u32(0), {2}), {kLargestExtent, kLargestExtent, 0},
               {0, 0, 0, 0, 0});
  expect_sizes(two_level(Q4S, packed_u32(1), {2}), {0, kLargestExtent}, {0, 0, 0, 0, 4});
  expect_sizes(per_tensor(Q4S, packed_u32(0), BF16), {0, 4}, {0, 1, 0, 2, 2});
}

TEST(SizesOfATensor, AreFoundForTenThousandAxes) {
  const Dims ones(10000, 1);
  const Scheme scheme = two_level(Q4S, packed_u32(9999), {2});
  expect_sizes(scheme, ones, {1, 1, 4, 5, 9});
  EXPECT_EQ(encoded(scheme, ones, {{-1}, {1.0f}, 1.0f}), hex("0f 00 00 00 38 00 00 80 3f"));
  EXPECT_EQ(decoded(scheme, ones, hex("0f 00 00 00 38 00 00 80 3f")), (Tensor{{-1}, {1.0f}, 1.0f}));
}

}  // namespace
}  // namespace qb
