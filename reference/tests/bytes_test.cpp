// F11 to F26 and every row of F56.
#include <gtest/gtest.h>

#include "cases.h"
#include "worked_bytes.h"

namespace qb::reference {
namespace {

using enum Value;
using enum ScaleDtype;
using worked::kWorkedBytes;
using worked::Row;

TEST(WorkedBytes, AreWritten) {
  EXPECT_EQ(kWorkedBytes.size(), 26u);
  for (const Row& row : kWorkedBytes) {
    const auto bytes = encode(kRight, row.scheme, row.shape, row.codes, row.scales, row.global);
    ASSERT_TRUE(bytes) << row.name;
    EXPECT_EQ(answer(bytes), row.bytes) << row.name;
  }
}

TEST(WorkedBytes, AreRead) {
  for (const Row& row : kWorkedBytes) {
    EXPECT_TRUE(validate(kRight, row.scheme, row.shape, row.bytes)) << row.name;
    const auto tensor = decode(kRight, row.scheme, row.shape, row.bytes);
    ASSERT_TRUE(tensor) << row.name;
    EXPECT_EQ(tensor->codes, row.codes) << row.name;
    EXPECT_EQ(tensor->global, row.global) << row.name;
    const bool is_rounded = row.name == std::string("bf16");
    EXPECT_EQ(tensor->scales, is_rounded ? Scales{0x3dcd0000} : row.scales) << row.name;
  }
}

TEST(WorkedBytes, HaveTheirLength) {
  for (const Row& row : kWorkedBytes) {
    const auto sizes = encoded_size(kRight, row.scheme, row.shape);
    ASSERT_TRUE(sizes) << row.name;
    EXPECT_EQ(sizes->total_bytes, row.bytes.size()) << row.name;
    EXPECT_EQ(sizes->elements, row.codes.size()) << row.name;
    EXPECT_EQ(sizes->scales, row.scales.size()) << row.name;
  }
}

TEST(StoredScales, OfTheExample) {
  const Scheme one = scheme(Q8S, packed_u32(1), {}, blocks({2, 4}, F32));
  const auto bytes = encode(kRight, one, Dims{4, 8}, Codes(32, 1), f32({1, 2, 3, 4}), {});
  ASSERT_TRUE(bytes);
  EXPECT_EQ(Bytes(bytes->begin() + 32, bytes->end()),
            hex("00 00 80 3f 00 00 40 40 00 00 00 40 00 00 80 40"));
}

// Cells of one element, numbered by UE8M0 scales 2^i, so that byte i of the scales is 127 + i.
Codes stored_order(const Scheme& one, const Dims& grid, std::size_t cells) {
  Scales scales;
  for (std::uint32_t i = 0; i < cells; ++i) scales.push_back((127 + i) << 23);
  const auto bytes = encode(kRight, one, grid, Codes(cells, 1), scales, {});
  const auto sizes = encoded_size(kRight, one, grid);
  Codes order;
  for (std::size_t i = 0; bytes && sizes && i < cells; ++i)
    order.push_back(static_cast<std::int8_t>((*bytes)[sizes->scales_offset + i] - 127));
  return order;
}

TEST(StoredScales, OrderOfTheGrid) {
  const auto block = blocks({}, UE8M0);
  EXPECT_EQ(stored_order(scheme(Q8S, packed_u32(1), {}, block), {2, 3}, 6),
            (Codes{0, 3, 1, 4, 2, 5}));
  const Codes d1{0,  4,  8,  1,  5,  9,  2,  6,  10, 3,  7,  11,
                 12, 16, 20, 13, 17, 21, 14, 18, 22, 15, 19, 23};
  const Codes d2{0, 12, 4, 16, 8,  20, 1, 13, 5, 17, 9,  21,
                 2, 14, 6, 18, 10, 22, 3, 15, 7, 19, 11, 23};
  for (const Value value : {Q8S, E2M1, Q4F}) {
    EXPECT_EQ(stored_order(scheme(value, packed_u32(1), {}, block), {2, 3, 4}, 24), d1);
    EXPECT_EQ(stored_order(scheme(value, packed_native(1), {}, block), {2, 3, 4}, 24), d1);
    EXPECT_EQ(stored_order(scheme(value, packed_native(2), {}, block), {2, 3, 4}, 24), d2);
    EXPECT_EQ(stored_order(scheme(value, packed_u32(0), {}, block), {2, 3, 4}, 24), run(0, 23));
    EXPECT_EQ(stored_order(scheme(value, kNative, {}, block), {2, 3, 4}, 24), run(0, 23));
  }
}

TEST(Packing, MasksToTheBitsOfTheValue) {
  EXPECT_EQ(
      answer(encode(kRight, scheme(Q4S, packed_native(0)), Dims{1}, Codes{-1}, f32({1}), {})).at(0),
      0x0f);
  EXPECT_EQ(answer(encode(kRight, scheme(Q4S, kNative), Dims{1}, Codes{-1}, f32({1}), {})).at(0),
            0xff);
}

TEST(Packing, OneCodeAWordIsSwappedToo) {
  const auto bytes =
      encode(kRight, scheme(Q8S, packed_native(1)), Dims{2, 3}, run(1, 6), f32({1}), {});
  EXPECT_EQ(answer(bytes), hex("01 04 02 05 03 06 00 00 80 3f"));
}

TEST(Packing, NineCodesOfFourBitsTakeTwoWordsALine) {
  const auto bytes =
      encode(kRight, scheme(E2M1, packed_u32(0)), Dims{2, 9}, Codes(18, 5), f32({1}), {});
  EXPECT_EQ(answer(bytes), hex("55555555 05000000 55555555 05000000 0000803f"));
}

TEST(Reading, CodesComeBackAsTheyAre) {
  const auto first = [](const Scheme& one, const char* bytes) {
    return static_cast<int>(answer(decode(kRight, one, Dims{1}, hex(bytes))).codes.at(0));
  };
  EXPECT_EQ(first(scheme(Q4S, kNative), "7f 0000803f"), 127);
  EXPECT_EQ(first(scheme(E2M1, kNative), "1f 0000803f"), 31);
  EXPECT_EQ(first(scheme(E2M1, kNative), "ff 0000803f"), -1);
  EXPECT_EQ(first(scheme(Q4S, packed_native(0)), "18 0000803f"), -8);
  EXPECT_EQ(first(scheme(E2M1, packed_native(0)), "0f 0000803f"), 15);
  EXPECT_EQ(first(scheme(Q2F, packed_u32(0)), "fe ffffff 0000803f"), -2);
  EXPECT_EQ(first(scheme(E4M3, packed_u32(0)), "7f 000000 0000803f"), 127);
  EXPECT_EQ(first(scheme(E4M3, kNative), "ff 0000803f"), -1);
}

TEST(Reading, ScalesComeBackAsDecoded) {
  const auto scale = [](std::optional<ScaleDtype> dtype, const char* bytes) {
    return answer(decode(kRight, scheme(Q8S, kNative, dtype), Dims{0}, hex(bytes))).scales.at(0);
  };
  EXPECT_EQ(scale(F16, "00 80"), 0x80000000);
  EXPECT_EQ(scale(F16, "01 7c"), 0x7fc02000);
  EXPECT_EQ(scale(BF16, "80 ff"), 0xff800000);
  EXPECT_EQ(scale(UE4M3, "ff"), 0xffc00000);
  EXPECT_EQ(scale(UE8M0, "00"), 0x00400000u);
  EXPECT_EQ(scale({}, "01 00 80 7f"), 0x7fc00001u);
}

TEST(Reading, PaddingIsIgnored) {
  const auto tensor =
      decode(kRight, scheme(Q4S, packed_u32(0)), Dims{3}, hex("21 f3 ff ff 00 00 80 3f"));
  EXPECT_EQ(answer(tensor).codes, (Codes{1, 2, 3}));
}

TEST(Bytes, OfAnyRank) {
  Dims shape(3000, 1);
  shape[1] = 2;
  shape[2999] = 3;
  const Scheme one = scheme(Q8S, packed_u32(2998));
  const auto bytes = encode(kRight, one, shape, run(1, 6), f32({1}), {});
  ASSERT_TRUE(bytes);
  EXPECT_EQ(answer(bytes), hex("01 04 00 00 02 05 00 00 03 06 00 00 00 00 80 3f"));
  EXPECT_EQ(answer(decode(kRight, one, shape, *bytes)).codes, run(1, 6));
}

TEST(Bytes, EmptyGridStillHasTheGlobalScale) {
  const Scheme one = scheme(E2M1, packed_native(0), F32, blocks({16}, UE4M3));
  EXPECT_EQ(answer(encode(kRight, one, Dims{3, 0}, {}, {}, bits(0.5f))), hex("0000003f"));
}

}  // namespace
}  // namespace qb::reference
