// Scalar conversions (F1, F4, F32–F39).
#include "qb/convert.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace qb {
namespace {

using enum ScalarType;

constexpr float kInf = std::numeric_limits<float>::infinity();

std::uint32_t bits(float number) { return std::bit_cast<std::uint32_t>(number); }
std::uint32_t encode(ScalarType type, float number) { return encode_scalar(type, bits(number)); }
float decode(ScalarType type, std::uint32_t code) {
  return std::bit_cast<float>(decode_scalar(type, code));
}

// ---- the formulas of F1 and F4 -----------------------------------------------------------------

struct Format {
  ScalarType type;
  int exponent_bits;
  int mantissa_bits;
  int bias;
  std::uint32_t largest;  // code of the largest finite value
};

constexpr Format kFormats[] = {{F16, 5, 10, 15, 0x7bff}, {BF16, 8, 7, 127, 0x7f7f},
                               {UE4M3, 4, 3, 7, 0x7e},   {E4M3, 4, 3, 7, 0x7e},
                               {E5M2, 5, 2, 15, 0x7b},   {E2M1, 2, 1, 1, 0x7}};

std::uint32_t sign_of(const Format& format) {
  return 1u << (format.exponent_bits + format.mantissa_bits);
}

double value_by_formula(const Format& format, std::uint32_t magnitude) {
  const auto hidden = 1u << format.mantissa_bits;
  const auto e = static_cast<int>(magnitude / hidden);
  const auto m = magnitude % hidden;
  return e == 0 ? std::ldexp(m, 1 - format.bias - format.mantissa_bits)
                : std::ldexp(hidden + m, e - format.bias - format.mantissa_bits);
}

TEST(EveryFiniteCode, DecodesToItsValueAndEncodesBack) {
  for (const Format& format : kFormats)
    for (std::uint32_t code = 0; code <= format.largest; ++code) {
      const double value = value_by_formula(format, code);
      const std::uint32_t negative = code | sign_of(format);
      ASSERT_EQ(decode(format.type, code), value) << name(format.type) << " " << code;
      ASSERT_EQ(decode(format.type, negative), -value) << name(format.type) << " " << negative;
      ASSERT_EQ(std::signbit(decode(format.type, negative)), true);
      ASSERT_EQ(std::signbit(decode(format.type, code)), false);
      ASSERT_EQ(encode_scalar(format.type, decode_scalar(format.type, code)), code);
      ASSERT_EQ(encode_scalar(format.type, decode_scalar(format.type, negative)), negative);
    }
}

TEST(EveryPairOfNeighbours, MeetsAtATieThatGoesToTheEvenCode) {
  for (const Format& format : kFormats)
    for (std::uint32_t code = 0; code < format.largest; ++code) {
      const double middle =
          (value_by_formula(format, code) + value_by_formula(format, code + 1)) / 2;
      const std::uint32_t tie = bits(static_cast<float>(middle));
      const std::uint32_t sign = sign_of(format);
      ASSERT_EQ(encode_scalar(format.type, tie), code + code % 2) << name(format.type);
      ASSERT_EQ(encode_scalar(format.type, tie - 1), code) << name(format.type) << " " << code;
      ASSERT_EQ(encode_scalar(format.type, tie + 1), code + 1) << name(format.type) << " " << code;
      ASSERT_EQ(encode_scalar(format.type, 0x80000000 | tie), sign | (code + code % 2));
      ASSERT_EQ(encode_scalar(format.type, 0x80000000 | (tie - 1)), sign | code);
      ASSERT_EQ(encode_scalar(format.type, 0x80000000 | (tie + 1)), sign | (code + 1));
    }
}

TEST(EveryScaleDtype, RoundsUpToTheSmallestValueNotBelow) {
  for (const Format& format : {kFormats[0], kFormats[1], kFormats[2]})
    for (std::uint32_t code = 0; code < format.largest; ++code) {
      const std::uint32_t below = bits(static_cast<float>(value_by_formula(format, code)));
      const std::uint32_t above = bits(static_cast<float>(value_by_formula(format, code + 1)));
      ASSERT_EQ(round_up(format.type, below), below) << name(format.type) << " " << code;
      ASSERT_EQ(round_up(format.type, below + 1), above) << name(format.type) << " " << code;
      ASSERT_EQ(round_up(format.type, above - 1), above) << name(format.type) << " " << code;
    }
}

TEST(Ue8m0, IsThePowersOfTwoRoundedUp) {
  for (std::uint32_t code = 0; code <= 254; ++code) {
    const std::uint32_t power = bits(std::ldexp(1.0f, static_cast<int>(code) - 127));
    ASSERT_EQ(decode_scalar(UE8M0, code), power);
    ASSERT_EQ(encode_scalar(UE8M0, power), code);
    ASSERT_EQ(round_up(UE8M0, power), power);
    const std::uint32_t next = code < 254 ? code + 1 : 254;
    ASSERT_EQ(encode_scalar(UE8M0, power + 1), next);
    ASSERT_EQ(round_up(UE8M0, power + 1), decode_scalar(UE8M0, next));
  }
}

// ---- the table after F39 -----------------------------------------------------------------------

TEST(Examples, OfEncoding) {
  const struct {
    float x;
    std::uint32_t f16, bf16, ue4m3, ue8m0;
  } table[] = {
      {0.3f, 0x34cd, 0x3e9a, 0x2a, 0x7e},      {1e-3f, 0x1419, 0x3a83, 0x01, 0x76},
      {7.7e-4f, 0x124f, 0x3a4a, 0x00, 0x75},   {500.0f, 0x5fd0, 0x43fa, 0x7e, 0x88},
      {65519.0f, 0x7bff, 0x4780, 0x7e, 0x8f},  {65520.0f, 0x7c00, 0x4780, 0x7e, 0x8f},
      {0x1p-126f, 0x0000, 0x0080, 0x00, 0x01},
  };
  for (const auto& row : table) {
    EXPECT_EQ(encode(F16, row.x), row.f16) << row.x;
    EXPECT_EQ(encode(BF16, row.x), row.bf16) << row.x;
    EXPECT_EQ(encode(UE4M3, row.x), row.ue4m3) << row.x;
    EXPECT_EQ(encode(E4M3, row.x), row.ue4m3) << row.x;
    EXPECT_EQ(encode(UE8M0, row.x), row.ue8m0) << row.x;
  }
}

TEST(Examples, OfRoundingUp) {
  const struct {
    float x;
    std::uint32_t f16, bf16, ue4m3, ue8m0;
  } table[] = {
      {0.1f, 0x3dcce000, 0x3dcd0000, 0x3dd00000, bits(0.125f)},
      {1e-6f, 0x35880000, 0x35870000, bits(0x1p-9f), bits(0x1p-19f)},
      {1e-45f, bits(0x1p-24f), 0x00010000, bits(0x1p-9f), bits(0x1p-127f)},
      {447.9f, bits(448.0f), bits(448.0f), bits(448.0f), bits(512.0f)},
      {449.0f, bits(449.0f), bits(450.0f), bits(448.0f), bits(512.0f)},
      {65505.0f, bits(65504.0f), bits(65536.0f), bits(448.0f), bits(65536.0f)},
  };
  for (const auto& row : table) {
    EXPECT_EQ(round_up(F16, bits(row.x)), row.f16) << row.x;
    EXPECT_EQ(round_up(BF16, bits(row.x)), row.bf16) << row.x;
    EXPECT_EQ(round_up(UE4M3, bits(row.x)), row.ue4m3) << row.x;
    EXPECT_EQ(round_up(UE8M0, bits(row.x)), row.ue8m0) << row.x;
    EXPECT_EQ(round_up(F32, bits(row.x)), bits(row.x)) << row.x;
  }
}

// ---- bounds ------------------------------------------------------------------------------------

struct Bound {
  ScalarType type;
  std::uint32_t f32_bits;
  std::uint32_t code;
};

TEST(EveryEncoder, HoldsItsBoundsOnBothSides) {
  const Bound table[] = {
      {F16, bits(65520.0f), 0x7c00},     {F16, bits(65520.0f) - 1, 0x7bff},
      {F16, bits(0x1p-25f), 0x0000},     {F16, bits(0x1p-25f) + 1, 0x0001},
      {F16, bits(0x1p-149f), 0x0000},    {F16, 0x7f7fffff, 0x7c00},
      {BF16, 0x7f7f8000, 0x7f80},        {BF16, 0x7f7f7fff, 0x7f7f},
      {BF16, bits(0x1p-134f), 0x0000},   {BF16, bits(0x1p-134f) + 1, 0x0001},
      {E4M3, bits(448.0f) + 1, 0x7e},    {E4M3, bits(464.0f), 0x7e},
      {E4M3, bits(464.0f) + 1, 0x7e},    {E4M3, 0x7f7fffff, 0x7e},
      {E4M3, bits(0x1p-10f), 0x00},      {E4M3, bits(0x1p-10f) + 1, 0x01},
      {E5M2, bits(61440.0f), 0x7b},      {E5M2, bits(57344.0f) + 1, 0x7b},
      {E5M2, 0x7f7fffff, 0x7b},          {E5M2, bits(0x1p-17f), 0x00},
      {E5M2, bits(0x1p-17f) + 1, 0x01},  {E2M1, bits(5.0f), 0x6},
      {E2M1, bits(5.0f) + 1, 0x7},       {E2M1, bits(6.0f) + 1, 0x7},
      {E2M1, 0x7f7fffff, 0x7},           {E2M1, 0x00000001, 0x0},
      {UE8M0, bits(0x1p-127f), 0x00},    {UE8M0, bits(0x1p-127f) + 1, 0x01},
      {UE8M0, 0x00000001, 0x00},         {UE8M0, bits(0x1p126f), 0xfd},
      {UE8M0, bits(0x1p126f) + 1, 0xfe}, {UE8M0, bits(0x1p127f), 0xfe},
      {UE8M0, 0x7f7fffff, 0xfe},
  };
  for (const Bound& row : table) {
    EXPECT_EQ(encode_scalar(row.type, row.f32_bits), row.code)
        << name(row.type) << " of " << std::hex << row.f32_bits;
  }
}

TEST(EveryEncoder, GivesAnInfinityItsPlace) {
  const Bound table[] = {
      {F32, bits(kInf), 0x7f800000}, {F32, bits(-kInf), 0xff800000}, {F16, bits(kInf), 0x7c00},
      {F16, bits(-kInf), 0xfc00},    {BF16, bits(kInf), 0x7f80},     {BF16, bits(-kInf), 0xff80},
      {UE8M0, bits(kInf), 0xfe},     {UE8M0, bits(-kInf), 0x00},     {UE4M3, bits(kInf), 0x7e},
      {UE4M3, bits(-kInf), 0xfe},    {E4M3, bits(kInf), 0x7e},       {E4M3, bits(-kInf), 0xfe},
      {E5M2, bits(kInf), 0x7b},      {E5M2, bits(-kInf), 0xfb},      {E2M1, bits(kInf), 0x7},
      {E2M1, bits(-kInf), 0xf}};
  for (const Bound& row : table)
    EXPECT_EQ(encode_scalar(row.type, row.f32_bits), row.code) << name(row.type);
}

TEST(EveryEncoder, KeepsTheSignOfZeroWhereItHasOne) {
  const Bound table[] = {{F32, 0x80000000, 0x80000000}, {F16, 0x80000000, 0x8000},
                         {BF16, 0x80000000, 0x8000},    {UE4M3, 0x80000000, 0x80},
                         {E4M3, 0x80000000, 0x80},      {E5M2, 0x80000000, 0x80},
                         {E2M1, 0x80000000, 0x8},       {UE8M0, 0x80000000, 0x00},
                         {UE8M0, 0x00000000, 0x00},     {UE8M0, bits(-3.0f), 0x00}};
  for (const Bound& row : table)
    EXPECT_EQ(encode_scalar(row.type, row.f32_bits), row.code) << name(row.type);
}

TEST(EncodingE2m1, SendsItsTiesToTheEvenCode) {
  const float ties[] = {0.25f, 0.75f, 1.25f, 1.75f, 2.5f, 3.5f, 5.0f};
  const std::uint32_t codes[] = {0, 2, 2, 4, 4, 6, 6};
  const float values[] = {0, 1, 1, 2, 2, 4, 4};
  for (std::size_t i = 0; i < std::size(ties); ++i) {
    EXPECT_EQ(encode(E2M1, ties[i]), codes[i]);
    EXPECT_EQ(decode(E2M1, codes[i]), values[i]);
    EXPECT_EQ(encode(E2M1, -ties[i]), 8 + codes[i]);
  }
}

TEST(EncodingF32, IsTheIdentityOnNumbers) {
  for (std::uint32_t pattern : {0u, 1u, 0x007fffffu, 0x00800000u, 0x3f800000u, 0x7f7fffffu,
                                0x80000000u, 0x80000001u, 0xff7fffffu}) {
    EXPECT_EQ(encode_scalar(F32, pattern), pattern);
    EXPECT_EQ(decode_scalar(F32, pattern), pattern);
  }
}

// ---- NaNs and infinities -----------------------------------------------------------------------

TEST(EveryEncoder, GivesANanItsOwnCode) {
  const Bound table[] = {
      {F32, 0x7f800001, 0x7fc00001}, {F32, 0xff800001, 0xffc00001}, {F32, 0x7fc12345, 0x7fc12345},
      {F16, 0x7f800001, 0x7e00},     {F16, 0x7fa00000, 0x7f00},     {F16, 0xffffffff, 0xffff},
      {F16, 0xffc00000, 0xfe00},     {F16, 0x7f802000, 0x7e01},     {BF16, 0x7f800001, 0x7fc0},
      {BF16, 0xff810000, 0xffc1},    {BF16, 0x7fffffff, 0x7fff},    {E4M3, 0x7fc00000, 0x7f},
      {E4M3, 0xff800001, 0xff},      {UE4M3, 0x7f800001, 0x7f},     {UE4M3, 0xffc00000, 0xff},
      {UE8M0, 0x7f800001, 0xff},     {UE8M0, 0xffc00000, 0xff},     {E5M2, 0x7fc00000, 0x7e},
      {E5M2, 0x7fa00000, 0x7f},      {E5M2, 0x7f800001, 0x7e},      {E5M2, 0xffe00000, 0xff},
      {E5M2, 0xffc00000, 0xfe},      {E2M1, 0x7fc00000, 0x7},       {E2M1, 0xffc00000, 0x7},
      {E2M1, 0xff800001, 0x7},
  };
  for (const Bound& row : table) {
    EXPECT_EQ(encode_scalar(row.type, row.f32_bits), row.code)
        << name(row.type) << " of " << std::hex << row.f32_bits;
  }
}

TEST(EveryDecoder, GivesANanCodeItsBits) {
  const struct {
    ScalarType type;
    std::uint32_t code, f32_bits;
  } table[] = {
      {F32, 0x7f800001, 0x7fc00001}, {F32, 0xff800001, 0xffc00001}, {F32, 0x7fc00000, 0x7fc00000},
      {F16, 0x7c01, 0x7fc02000},     {F16, 0xfc01, 0xffc02000},     {F16, 0x7e00, 0x7fc00000},
      {F16, 0xffff, 0xffffe000},     {BF16, 0x7f81, 0x7fc10000},    {BF16, 0xff81, 0xffc10000},
      {BF16, 0x7fc0, 0x7fc00000},    {E5M2, 0x7d, 0x7fe00000},      {E5M2, 0x7e, 0x7fc00000},
      {E5M2, 0x7f, 0x7fe00000},      {E5M2, 0xfd, 0xffe00000},      {E5M2, 0xfe, 0xffc00000},
      {E5M2, 0xff, 0xffe00000},      {E4M3, 0x7f, 0x7fc00000},      {E4M3, 0xff, 0xffc00000},
      {UE4M3, 0x7f, 0x7fc00000},     {UE4M3, 0xff, 0xffc00000},     {UE8M0, 0xff, 0x7fc00000},
  };
  for (const auto& row : table) {
    EXPECT_EQ(decode_scalar(row.type, row.code), row.f32_bits)
        << name(row.type) << " " << std::hex << row.code;
  }
}

TEST(EveryDecoder, GivesAnInfinityItsSign) {
  EXPECT_EQ(decode_scalar(F32, 0x7f800000), 0x7f800000u);
  EXPECT_EQ(decode_scalar(F16, 0x7c00), 0x7f800000u);
  EXPECT_EQ(decode_scalar(F16, 0xfc00), 0xff800000u);
  EXPECT_EQ(decode_scalar(BF16, 0x7f80), 0x7f800000u);
  EXPECT_EQ(decode_scalar(BF16, 0xff80), 0xff800000u);
  EXPECT_EQ(decode_scalar(E5M2, 0x7c), 0x7f800000u);
  EXPECT_EQ(decode_scalar(E5M2, 0xfc), 0xff800000u);
}

TEST(EveryDecoder, IgnoresBitsAboveItsWidth) {
  EXPECT_EQ(decode_scalar(F16, 0xabcd3c00), bits(1.0f));
  EXPECT_EQ(decode_scalar(BF16, 0xabcd3f80), bits(1.0f));
  EXPECT_EQ(decode_scalar(UE8M0, 0xabcdef7f), bits(1.0f));
  EXPECT_EQ(decode_scalar(UE4M3, 0xabcdef38), bits(1.0f));
  EXPECT_EQ(decode_scalar(E4M3, 0xabcdef38), bits(1.0f));
  EXPECT_EQ(decode_scalar(E5M2, 0xabcdef3c), bits(1.0f));
  EXPECT_EQ(decode_scalar(E2M1, 0xf2), bits(1.0f));
}

TEST(DecodingE2m1, GivesTheEightValuesAndTheirNegatives) {
  const float values[] = {0, 0.5f, 1, 1.5f, 2, 3, 4, 6};
  for (std::uint32_t code = 0; code < 8; ++code) {
    EXPECT_EQ(decode_scalar(E2M1, code), bits(values[code]));
    EXPECT_EQ(decode_scalar(E2M1, 8 + code), bits(-values[code]));
  }
}

TEST(Decoding, GivesTheNamedValuesOfTheFloatCodes) {
  EXPECT_EQ(decode(E4M3, 0x01), 0x1p-9f);
  EXPECT_EQ(decode(E4M3, 0x08), 0x1p-6f);
  EXPECT_EQ(decode(E4M3, 0x7e), 448.0f);
  EXPECT_EQ(decode(E5M2, 0x01), 0x1p-16f);
  EXPECT_EQ(decode(E5M2, 0x04), 0x1p-14f);
  EXPECT_EQ(decode(E5M2, 0x7b), 57344.0f);
  EXPECT_EQ(decode(F16, 0x0001), 0x1p-24f);
  EXPECT_EQ(decode(F16, 0x0400), 0x1p-14f);
  EXPECT_EQ(decode(F16, 0x7bff), 65504.0f);
  EXPECT_EQ(decode(BF16, 0x0001), 0x1p-133f);
  EXPECT_EQ(decode(BF16, 0x0080), 0x1p-126f);
  EXPECT_EQ(decode_scalar(BF16, 0x7f7f), 0x7f7f0000u);
  EXPECT_EQ(decode_scalar(UE8M0, 0x00), 0x00400000u);
  EXPECT_EQ(decode(UE8M0, 0xfe), 0x1p127f);
}

// ---- rounding up, F39 --------------------------------------------------------------------------

TEST(RoundingUp, EndsAtTheLargestFiniteValueExceptInF32) {
  for (std::uint32_t x : {bits(kInf), 0x7f7fffffu}) {
    EXPECT_EQ(round_up(F16, x), bits(65504.0f));
    EXPECT_EQ(round_up(BF16, x), 0x7f7f0000u);
    EXPECT_EQ(round_up(UE4M3, x), bits(448.0f));
    EXPECT_EQ(round_up(UE8M0, x), bits(0x1p127f));
    EXPECT_EQ(round_up(F32, x), x);
  }
}

TEST(RoundingUp, KeepsZerosExceptInUe8m0) {
  for (std::uint32_t zero : {0x00000000u, 0x80000000u}) {
    for (ScalarType type : {F32, F16, BF16, UE4M3}) EXPECT_EQ(round_up(type, zero), zero);
    EXPECT_EQ(round_up(UE8M0, zero), bits(0x1p-127f));
  }
}

TEST(RoundingUp, GivesANanBackWithItsBits) {
  for (std::uint32_t nan : {0x7f800001u, 0xff812345u, 0x7fc00000u, 0xffc00000u})
    for (ScalarType type : {F32, F16, BF16, UE4M3, UE8M0}) EXPECT_EQ(round_up(type, nan), nan);
}

// ---- spans -------------------------------------------------------------------------------------

struct Verb {
  std::uint32_t (*one)(ScalarType, std::uint32_t);
  void (*all)(ScalarType, std::span<const std::uint32_t>, std::span<std::uint32_t>);
};
constexpr Verb kVerbs[] = {
    {encode_scalar, encode_scalar}, {decode_scalar, decode_scalar}, {round_up, round_up}};

std::vector<std::uint32_t> patterns() {
  std::vector<std::uint32_t> found;
  for (std::uint32_t high = 0; high < 0x1000; ++high)
    for (std::uint32_t low : {0u, 1u, 0x7ffffu, 0x80000u, 0x80001u, 0xfffffu})
      found.push_back(high << 20 | low);
  return found;
}

TEST(Spans, GiveWhatSingleValuesGive) {
  const auto inputs = patterns();
  for (const Verb& verb : kVerbs)
    for (std::size_t t = 0; t < kScalarTypeNames.size(); ++t) {
      const auto type = static_cast<ScalarType>(t);
      std::vector<std::uint32_t> outputs(inputs.size());
      verb.all(type, inputs, outputs);
      for (std::size_t i = 0; i < inputs.size(); ++i)
        ASSERT_EQ(outputs[i], verb.one(type, inputs[i])) << name(type) << " " << inputs[i];
      std::vector<std::uint32_t> same = inputs;
      verb.all(type, same, same);
      ASSERT_EQ(same, outputs) << name(type);
    }
}

TEST(Spans, GoAsFarAsBothReach) {
  const std::vector<std::uint32_t> inputs(5, bits(1.0f));
  for (std::size_t from = 0; from <= 5; ++from)
    for (std::size_t to = 0; to <= 5; ++to) {
      std::vector<std::uint32_t> outputs(6, 0xaaaaaaaa);
      encode_scalar(F16, std::span(inputs).first(from), std::span(outputs).first(to));
      for (std::size_t i = 0; i < outputs.size(); ++i)
        ASSERT_EQ(outputs[i], i < std::min(from, to) ? 0x3c00u : 0xaaaaaaaau);
    }
}

}  // namespace
}  // namespace qb
