// F1, F4 and F32 to F40.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <cmath>

#include "cases.h"

namespace qb::reference {
namespace {

using enum ScalarType;

std::uint32_t enc(ScalarType type, float x) { return encode_scalar(kRight, type, bits(x)); }
std::uint32_t enc_bits(ScalarType type, std::uint32_t x) { return encode_scalar(kRight, type, x); }
std::uint32_t dec(ScalarType type, std::uint32_t code) { return decode_scalar(kRight, type, code); }
std::uint32_t up(ScalarType type, float x) { return round_up(kRight, type, bits(x)); }

TEST(Decode, ValuesOfTheTables) {
  const auto is = [](ScalarType type, std::uint32_t code, float x) {
    EXPECT_EQ(dec(type, code), bits(x)) << name(type) << " " << code;
  };
  is(E4M3, 0x01, 0x1p-9f);
  is(E4M3, 0x08, 0x1p-6f);
  is(E4M3, 0x7e, 448);
  is(E4M3, 0xfe, -448);
  is(E4M3, 0x78, 256);
  is(E4M3, 0x80, -0.0f);
  is(E5M2, 0x01, 0x1p-16f);
  is(E5M2, 0x04, 0x1p-14f);
  is(E5M2, 0x7b, 57344);
  is(E5M2, 0x7c, INFINITY);
  is(E5M2, 0xfc, -INFINITY);
  is(F16, 0x0001, 0x1p-24f);
  is(F16, 0x0400, 0x1p-14f);
  is(F16, 0x7bff, 65504);
  is(F16, 0x7c00, INFINITY);
  is(F16, 0xfc00, -INFINITY);
  is(BF16, 0x0001, 0x1p-133f);
  is(BF16, 0x0080, 0x1p-126f);
  is(BF16, 0xff80, -INFINITY);
  EXPECT_EQ(dec(BF16, 0x7f7f), 0x7f7f0000u);
  is(UE8M0, 0x00, 0x1p-127f);
  is(UE8M0, 0x7f, 1);
  is(UE8M0, 0xfe, 0x1p127f);
  is(UE4M3, 0x7e, 448);
  is(UE4M3, 0x81, -0x1p-9f);
  const float e2m1[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  for (std::uint32_t code = 0; code < 8; ++code) {
    is(E2M1, code, e2m1[code]);
    is(E2M1, code + 8, -e2m1[code]);
    is(E2M1, code + 0xf0, e2m1[code]);  // by the low 4 bits
  }
}

TEST(Decode, NansOfTheTable) {
  EXPECT_EQ(dec(F32, 0x7f800001), 0x7fc00001u);
  EXPECT_EQ(dec(F32, 0xff800001), 0xffc00001u);
  EXPECT_EQ(dec(F32, 0xff800000), 0xff800000u);
  EXPECT_EQ(dec(F16, 0x7c01), 0x7fc02000u);
  EXPECT_EQ(dec(F16, 0xfe00), 0xffc00000u);
  EXPECT_EQ(dec(BF16, 0x7f81), 0x7fc10000u);
  EXPECT_EQ(dec(BF16, 0xffff), 0xffff0000u);
  EXPECT_EQ(dec(E5M2, 0x7d), 0x7fe00000u);
  EXPECT_EQ(dec(E5M2, 0x7e), 0x7fc00000u);
  EXPECT_EQ(dec(E5M2, 0x7f), 0x7fe00000u);
  EXPECT_EQ(dec(E5M2, 0xfd), 0xffe00000u);
  for (ScalarType type : {E4M3, UE4M3}) {
    EXPECT_EQ(dec(type, 0x7f), 0x7fc00000u);
    EXPECT_EQ(dec(type, 0xff), 0xffc00000u);
  }
  EXPECT_EQ(dec(UE8M0, 0xff), 0x7fc00000u);
}

TEST(Encode, F16Clause) {
  EXPECT_EQ(enc(F16, 65520), 0x7c00u);
  EXPECT_EQ(enc(F16, -65520), 0xfc00u);
  EXPECT_EQ(enc(F16, INFINITY), 0x7c00u);
  EXPECT_EQ(enc(F16, -1e30f), 0xfc00u);
  EXPECT_EQ(enc_bits(F16, bits(65520) - 1), 0x7bffu);
  EXPECT_EQ(enc(F16, 0x1p-25f), 0u);
  EXPECT_EQ(enc(F16, -0x1p-25f), 0x8000u);
  EXPECT_EQ(enc_bits(F16, bits(0x1p-25f) + 1), 1u);
  EXPECT_EQ(enc_bits(F16, 0x7f800001), 0x7e00u);
  EXPECT_EQ(enc_bits(F16, 0x7fa00000), 0x7f00u);
  EXPECT_EQ(enc_bits(F16, 0xffc00000), 0xfe00u);
  EXPECT_EQ(enc_bits(F16, 0x7fffffff), 0x7fffu);
}

TEST(Encode, F32Clause) {
  EXPECT_EQ(enc_bits(F32, 0x00000001), 1u);
  EXPECT_EQ(enc_bits(F32, 0x80000000), 0x80000000u);
  EXPECT_EQ(enc_bits(F32, 0x7f800001), 0x7fc00001u);
  EXPECT_EQ(enc_bits(F32, 0xff800001), 0xffc00001u);
}

TEST(Encode, Bf16Clause) {
  EXPECT_EQ(enc_bits(BF16, 0x7f7f7fff), 0x7f7fu);
  EXPECT_EQ(enc_bits(BF16, 0x7f7f8000), 0x7f80u);
  EXPECT_EQ(enc_bits(BF16, 0xff7f8000), 0xff80u);
  EXPECT_EQ(enc(BF16, 0x1p-134f), 0u);
  EXPECT_EQ(enc(BF16, -0x1p-134f), 0x8000u);
  EXPECT_EQ(enc_bits(BF16, bits(0x1p-134f) + 1), 1u);
  EXPECT_EQ(enc_bits(BF16, 0x3f808000), 0x3f80u);
  EXPECT_EQ(enc_bits(BF16, 0x3f818000), 0x3f82u);
  EXPECT_EQ(enc_bits(BF16, 0x7f800001), 0x7fc0u);
  EXPECT_EQ(enc_bits(BF16, 0xffa10000), 0xffe1u);
}

TEST(Encode, E4m3Clause) {
  for (ScalarType type : {E4M3, UE4M3}) {
    EXPECT_EQ(enc(type, 449), 0x7eu);
    EXPECT_EQ(enc(type, 465), 0x7eu);
    EXPECT_EQ(enc(type, -1e9f), 0xfeu);
    EXPECT_EQ(enc(type, INFINITY), 0x7eu);
    EXPECT_EQ(enc(type, -INFINITY), 0xfeu);
    EXPECT_EQ(enc(type, 0x1p-10f), 0x00u);
    EXPECT_EQ(enc(type, -0x1p-10f), 0x80u);
    EXPECT_EQ(enc_bits(type, bits(0x1p-10f) + 1), 0x01u);
    EXPECT_EQ(enc_bits(type, bits(-0x1p-10f) + 1), 0x81u);
    EXPECT_EQ(enc(type, -0.0f), 0x80u);
    EXPECT_EQ(enc_bits(type, 0x7f800001), 0x7fu);
    EXPECT_EQ(enc_bits(type, 0xffc00000), 0xffu);
    EXPECT_EQ(enc(type, 0x3p-10f), 0x02u);  // a tie of 1 and 2
  }
}

TEST(Encode, Ue8m0Clause) {
  for (float x : {0x1p-127f, 0x1p-149f, 0.0f, -0.0f, -1.0f, -INFINITY})
    EXPECT_EQ(enc(UE8M0, x), 0x00u) << x;
  EXPECT_EQ(enc_bits(UE8M0, bits(0x1p-127f) + 1), 0x01u);
  EXPECT_EQ(enc(UE8M0, 0.3f), 0x7eu);
  EXPECT_EQ(enc(UE8M0, 3.0f), 0x81u);
  EXPECT_EQ(enc(UE8M0, 0x1p126f), 0xfdu);
  EXPECT_EQ(enc_bits(UE8M0, bits(0x1p126f) + 1), 0xfeu);
  EXPECT_EQ(enc_bits(UE8M0, 0x7f7fffff), 0xfeu);
  EXPECT_EQ(enc(UE8M0, INFINITY), 0xfeu);
  EXPECT_EQ(enc_bits(UE8M0, 0x7f800001), 0xffu);
  EXPECT_EQ(enc_bits(UE8M0, 0xffc00000), 0xffu);
}

TEST(Encode, E5m2Clause) {
  EXPECT_EQ(enc(E5M2, 61440), 0x7bu);
  EXPECT_EQ(enc(E5M2, -61440), 0xfbu);
  EXPECT_EQ(enc(E5M2, INFINITY), 0x7bu);
  EXPECT_EQ(enc(E5M2, 0x1p-17f), 0x00u);
  EXPECT_EQ(enc(E5M2, -0x1p-17f), 0x80u);
  EXPECT_EQ(enc_bits(E5M2, bits(0x1p-17f) + 1), 0x01u);
  EXPECT_EQ(enc(E5M2, -0.0f), 0x80u);
  EXPECT_EQ(enc_bits(E5M2, 0x7fc00000), 0x7eu);
  EXPECT_EQ(enc_bits(E5M2, 0x7fa00000), 0x7fu);
  EXPECT_EQ(enc_bits(E5M2, 0xffffffff), 0xffu);
  EXPECT_EQ(enc_bits(E5M2, 0xff800001), 0xfeu);
}

TEST(Encode, E2m1Clause) {
  const float ties[] = {0.25f, 0.75f, 1.25f, 1.75f, 2.5f, 3.5f, 5};
  const std::uint32_t codes[] = {0, 2, 2, 4, 4, 6, 6};
  for (std::size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(enc(E2M1, ties[i]), codes[i]) << ties[i];
    EXPECT_EQ(enc(E2M1, -ties[i]), codes[i] + 8) << ties[i];
  }
  EXPECT_EQ(enc_bits(E2M1, bits(5) + 1), 0x7u);
  EXPECT_EQ(enc(E2M1, INFINITY), 0x7u);
  EXPECT_EQ(enc(E2M1, -INFINITY), 0xfu);
  EXPECT_EQ(enc(E2M1, -0.0f), 0x8u);
  EXPECT_EQ(enc_bits(E2M1, 0x7fc00000), 0x7u);
  EXPECT_EQ(enc_bits(E2M1, 0xffc00000), 0x7u);
}

TEST(Encode, Examples) {
  struct Row {
    float x;
    std::uint32_t f16, bf16, ue4m3, ue8m0;
  };
  const Row rows[] = {{0.3f, 0x34cd, 0x3e9a, 0x2a, 0x7e},     {1e-3f, 0x1419, 0x3a83, 0x01, 0x76},
                      {7.7e-4f, 0x124f, 0x3a4a, 0x00, 0x75},  {500, 0x5fd0, 0x43fa, 0x7e, 0x88},
                      {65519, 0x7bff, 0x4780, 0x7e, 0x8f},    {65520, 0x7c00, 0x4780, 0x7e, 0x8f},
                      {0x1p-126f, 0x0000, 0x0080, 0x00, 0x01}};
  for (const Row& row : rows) {
    EXPECT_EQ(enc(F16, row.x), row.f16) << row.x;
    EXPECT_EQ(enc(BF16, row.x), row.bf16) << row.x;
    EXPECT_EQ(enc(UE4M3, row.x), row.ue4m3) << row.x;
    EXPECT_EQ(enc(UE8M0, row.x), row.ue8m0) << row.x;
  }
}

TEST(RoundUp, Examples) {
  struct Row {
    float x;
    std::uint32_t f16, bf16, ue4m3, ue8m0;
  };
  const Row rows[] = {{0.1f, 0x3dcce000, 0x3dcd0000, 0x3dd00000, bits(0.125f)},
                      {1e-6f, 0x35880000, 0x35870000, bits(0x1p-9f), bits(0x1p-19f)},
                      {1e-45f, bits(0x1p-24f), 0x00010000, bits(0x1p-9f), bits(0x1p-127f)},
                      {447.9f, bits(448), bits(448), bits(448), bits(512)},
                      {449, bits(449), bits(450), bits(448), bits(512)},
                      {65505, bits(65504), bits(65536), bits(448), bits(65536)}};
  for (const Row& row : rows) {
    EXPECT_EQ(up(F16, row.x), row.f16) << row.x;
    EXPECT_EQ(up(BF16, row.x), row.bf16) << row.x;
    EXPECT_EQ(up(UE4M3, row.x), row.ue4m3) << row.x;
    EXPECT_EQ(up(UE8M0, row.x), row.ue8m0) << row.x;
    EXPECT_EQ(up(F32, row.x), bits(row.x)) << row.x;
  }
}

TEST(RoundUp, Ends) {
  EXPECT_EQ(up(F16, INFINITY), bits(65504));
  EXPECT_EQ(up(BF16, INFINITY), 0x7f7f0000u);
  EXPECT_EQ(up(UE4M3, INFINITY), bits(448));
  EXPECT_EQ(up(UE8M0, INFINITY), bits(0x1p127f));
  EXPECT_EQ(up(F32, INFINITY), bits(INFINITY));
  for (ScalarType type : {F32, F16, BF16, UE4M3}) {
    EXPECT_EQ(up(type, 0.0f), 0u);
    EXPECT_EQ(up(type, -0.0f), 0x80000000u);
  }
  for (float zero : {0.0f, -0.0f}) EXPECT_EQ(up(UE8M0, zero), bits(0x1p-127f));
  for (ScalarType type : {F32, F16, BF16, UE4M3, UE8M0})
    for (std::uint32_t nan : {0x7f800001u, 0xffc12345u})
      EXPECT_EQ(round_up(kRight, type, nan), nan);
}

// Every finite code: its value encodes to it, rounds up to itself; every midpoint goes to the even
// code, and its neighbours to theirs.
TEST(Scalars, EveryCode) {
  const struct {
    ScalarType type;
    std::uint32_t largest;
  } formats[] = {{F16, 0x7bff}, {BF16, 0x7f7f}, {UE4M3, 0x7e},
                 {E4M3, 0x7e},  {E5M2, 0x7b},   {E2M1, 7}};
  for (const auto& [type, largest] : formats)
    for (std::uint32_t code = 0; code <= largest; ++code) {
      const std::uint32_t x = dec(type, code);
      ASSERT_EQ(enc_bits(type, x), code) << name(type);
      ASSERT_EQ(round_up(kRight, type, x), x) << name(type);
      if (code == largest) continue;
      const std::uint32_t middle = bits(static_cast<float>(
          (double{std::bit_cast<float>(x)} + double{std::bit_cast<float>(dec(type, code + 1))}) /
          2));
      ASSERT_EQ(enc_bits(type, middle), code + code % 2) << name(type) << " " << code;
      ASSERT_EQ(enc_bits(type, middle - 1), code) << name(type) << " " << code;
      ASSERT_EQ(enc_bits(type, middle + 1), code + 1) << name(type) << " " << code;
      ASSERT_EQ(round_up(kRight, type, middle), dec(type, code + 1)) << name(type) << " " << code;
    }
  for (std::uint32_t code = 0; code < 255; ++code) {
    ASSERT_EQ(enc_bits(UE8M0, dec(UE8M0, code)), code);
    ASSERT_EQ(enc_bits(UE8M0, dec(UE8M0, code) + 1), std::min(code + 1, 0xfeu));
  }
}

TEST(Scalars, InAnyRoundingMode) {  // F40
  for (int mode : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    ASSERT_EQ(std::fesetround(mode), 0);
    const std::uint32_t codes[] = {
        enc_bits(F16, bits(65520) - 1),      enc_bits(BF16, 0x7f7f7fff),
        enc_bits(BF16, 0x00008001),          enc_bits(UE4M3, bits(448) + 1),
        round_up(kRight, UE8M0, 0x00000001), dec(UE8M0, 0)};
    std::fesetround(FE_TONEAREST);
    const std::uint32_t expected[] = {0x7bff, 0x7f7f, 0x0001, 0x7e, 0x00400000, 0x00400000};
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(codes[i], expected[i]) << mode << " " << i;
  }
}

}  // namespace
}  // namespace qb::reference
