// F6, F21 to F23 and the order and numbers of F30 and F31.
#include <gtest/gtest.h>

#include "cases.h"

namespace qb::reference {
namespace {

using enum Value;
using enum ScaleDtype;

std::optional<Refusal> written(const Scheme& one, const Dims& shape, const Codes& codes,
                               const Scales& scales, std::optional<std::uint32_t> global = {}) {
  return refused(encode(kRight, one, shape, codes, scales, global));
}

TEST(Order, EachCheckComesBeforeTheNext) {
  const Dims shape{2, 3};
  const Codes wrong_codes{8};
  const Scales wrong_scales{0xffffffff, 0xffffffff};
  const std::uint32_t wrong_global = 0xffffffff;
  Scheme one = scheme(Q4S, packed_u32(2), F16, blocks({256}, UE4M3));
  one.mode = Mode::Lookup;
  EXPECT_EQ(written(one, shape, wrong_codes, wrong_scales), Refusal{Error::unsupported_mode});
  one.mode = Mode::Symmetric;
  EXPECT_EQ(written(one, shape, wrong_codes, wrong_scales),
            (Refusal{Error::invalid_block, 256, 255}));
  one.block = blocks({3}, UE4M3);
  EXPECT_EQ(written(one, shape, wrong_codes, wrong_scales),
            (Refusal{Error::packed_dim_out_of_range, 2, 2}));
  one.store = packed_u32(1);
  EXPECT_EQ(written(one, {1ull << 63, 3}, wrong_codes, wrong_scales),
            (Refusal{Error::shape_overflow, 0, 9223372036854775807u}));
  EXPECT_EQ(written(one, shape, wrong_codes, {}), (Refusal{Error::value_count_mismatch, 1, 6}));
  const Codes codes(6, 8);
  EXPECT_EQ(written(one, shape, codes, {}), (Refusal{Error::scale_count_mismatch, 0, 2}));
  EXPECT_EQ(written(one, shape, codes, wrong_scales),
            (Refusal{Error::global_scale_required, 0, 1}));
  EXPECT_EQ(written(one, shape, codes, wrong_scales, wrong_global),
            Refusal{Error::global_scale_dtype});
  one.tensor.reset();
  EXPECT_EQ(written(one, shape, codes, wrong_scales, wrong_global),
            (Refusal{Error::global_scale_unexpected, 1, 0}));
  one.tensor = F32;
  EXPECT_EQ(written(one, shape, codes, wrong_scales, wrong_global),
            (Refusal{Error::code_out_of_range, 0, 0}));
  EXPECT_EQ(written(one, shape, Codes(6, -8), wrong_scales, wrong_global),
            (Refusal{Error::invalid_scale, 0, 0}));
  EXPECT_EQ(written(one, shape, Codes(6, -8), f32({1, 1}), wrong_global),
            (Refusal{Error::invalid_scale, 2, 0}));
  EXPECT_FALSE(written(one, shape, Codes(6, -8), f32({1, 1}), bits(1)));
}

TEST(Order, ReadersTestTheLengthLast) {
  Scheme one = scheme(Q4S, packed_u32(0), F16, blocks({3}, UE4M3));
  const Dims shape{2, 3};
  const Bytes none;
  EXPECT_EQ(refused(decode(kRight, one, shape, none)), Refusal{Error::global_scale_dtype});
  EXPECT_EQ(refused(encoded_size(kRight, one, shape)), Refusal{Error::global_scale_dtype});
  one.tensor = F32;  // 8 + 2 + 4 bytes
  for (std::size_t length : {0u, 13u, 15u, 30u}) {
    const Refusal expected{length < 14 ? Error::truncated : Error::trailing_bytes, length, 14};
    const Bytes bytes(length);
    EXPECT_EQ(refused(validate(kRight, one, shape, bytes)), expected);
    EXPECT_EQ(refused(decode(kRight, one, shape, bytes)), expected);
    EXPECT_EQ(refused(audit(kRight, one, shape, bytes)), expected);
  }
  EXPECT_FALSE(refused(validate(kRight, one, shape, Bytes(14))));
}

TEST(Block, SizesThatNoTensorTakes) {
  const auto judged = [](std::initializer_list<std::uint32_t> size, std::size_t rank) {
    const Scheme one = scheme(Q8S, kNative, {}, blocks(size, F32));
    return refused(encoded_size(kRight, one, Dims(rank, 1)));
  };
  const auto bad = [](std::uint64_t given, std::uint64_t needed) {
    return Refusal{Error::invalid_block, given, needed};
  };
  EXPECT_EQ(judged({4, 0, 300}, 3), bad(0, 1));
  EXPECT_EQ(judged({300, 0}, 3), bad(300, 255));
  EXPECT_EQ(judged({2, 2, 2, 2, 2, 2}, 8), bad(6, 5));
  EXPECT_EQ(judged({2, 2, 2, 2, 2, 0}, 1), bad(0, 1));
  EXPECT_EQ(judged({2, 2, 2, 2, 2, 2}, 1), bad(6, 5));
  EXPECT_EQ(judged({32, 1}, 1), bad(2, 1));
  EXPECT_EQ(judged({2}, 0), bad(1, 0));
  EXPECT_FALSE(judged({255, 2, 2, 2, 2}, 5));
  EXPECT_FALSE(judged({1, 1, 1, 2}, 1));
  EXPECT_FALSE(judged({1, 1}, 0));
}

TEST(PackedDim, IsBelowTheRank) {
  const auto judged = [](Store store, std::size_t rank) {
    return refused(encoded_size(kRight, scheme(Q8S, store), Dims(rank, 1)));
  };
  EXPECT_FALSE(judged(packed_u32(0), 0));
  EXPECT_EQ(judged(packed_u32(1), 0), (Refusal{Error::packed_dim_out_of_range, 1, 1}));
  EXPECT_FALSE(judged(packed_native(2), 3));
  EXPECT_EQ(judged(packed_native(3), 3), (Refusal{Error::packed_dim_out_of_range, 3, 3}));
  EXPECT_EQ(judged(packed_u32(~0ull), 2), (Refusal{Error::packed_dim_out_of_range, ~0ull, 2}));
}

TEST(Codes, AreJudgedInRowMajorOrderUnderEveryStore) {  // F31
  const Refusal first{Error::code_out_of_range, 1, 0};
  for (const Store& store : {kNative, packed_native(1), packed_u32(0), packed_u32(1)})
    EXPECT_EQ(written(scheme(Q4S, store), {2, 2}, Codes{0, 8, 9, 0}, f32({1})), first);
  const Scheme in_blocks = scheme(Q8S, packed_u32(1), {}, blocks({1, 1}, F32));
  EXPECT_EQ(written(in_blocks, {2, 2}, Codes(4), f32({1, -1, -2, 1})),
            (Refusal{Error::invalid_scale, 1, 0}));
}

TEST(Codes, ThatFit) {
  const auto fits = [](Value value, int code) {
    const Codes codes{0, static_cast<std::int8_t>(code)};
    const auto native = written(scheme(value, kNative), {2}, codes, f32({1}));
    EXPECT_EQ(written(scheme(value, packed_u32(0)), {2}, codes, f32({1})), native);
    if (!native) return true;
    EXPECT_EQ(*native, (Refusal{Error::code_out_of_range, 1, 0}));
    return false;
  };
  for (int code = -128; code <= 127; ++code) {
    for (Value value : {Q8F, Q8S, E4M3, E5M2}) EXPECT_TRUE(fits(value, code));
    for (Value value : {Q4F, Q4S}) EXPECT_EQ(fits(value, code), -8 <= code && code <= 7);
    for (Value value : {Q2F, Q2S}) EXPECT_EQ(fits(value, code), -2 <= code && code <= 1);
    EXPECT_EQ(fits(E2M1, code), 0 <= code && code <= 15);
  }
}

TEST(Scales, ThatAreAccepted) {
  const auto stored = [](ScaleDtype dtype, std::uint32_t scale) -> std::string {
    const auto bytes = encode(kRight, scheme(Q8S, kNative, dtype), Dims{0}, {}, Scales{scale}, {});
    if (!bytes) {
      EXPECT_EQ(bytes.refusal(), (Refusal{Error::invalid_scale, 0, 0}));
      return "refused";
    }
    std::string hex_digits;
    for (std::uint8_t byte : *bytes)
      for (int digit : {byte / 16, byte % 16}) hex_digits += "0123456789abcdef"[digit];
    return hex_digits;
  };
  for (ScaleDtype dtype : kScaleDtypes)
    for (std::uint32_t bad : {0x80000000u, 0xbf800000u, 0x7f800000u, 0xff800000u, 0x7fc00000u,
                              0x7f800001u, 0xffc00000u, 0x80000001u})
      EXPECT_EQ(stored(dtype, bad), "refused");
  EXPECT_EQ(stored(F32, 0x7f7fffff), "ffff7f7f");
  EXPECT_EQ(stored(F32, 0x00000001), "01000000");
  EXPECT_EQ(stored(F32, 0), "00000000");
  EXPECT_EQ(stored(F16, bits(65520)), "refused");
  EXPECT_EQ(stored(F16, bits(65520) - 1), "ff7b");
  EXPECT_EQ(stored(F16, bits(0x1p-25f)), "0000");
  EXPECT_EQ(stored(F16, bits(0x1p-25f) + 1), "0100");
  EXPECT_EQ(stored(BF16, 0x7f7f8000), "refused");
  EXPECT_EQ(stored(BF16, 0x7f7f7fff), "7f7f");
  EXPECT_EQ(stored(BF16, bits(0x1p-134f)), "0000");
  EXPECT_EQ(stored(BF16, bits(0x1p-134f) + 1), "0100");
  EXPECT_EQ(stored(UE4M3, bits(464)), "7e");
  EXPECT_EQ(stored(UE4M3, bits(464) + 1), "refused");
  EXPECT_EQ(stored(UE4M3, bits(0x1p-10f)), "00");
  EXPECT_EQ(stored(UE4M3, bits(0x1p-10f) + 1), "01");
  EXPECT_EQ(stored(UE8M0, bits(0x1p127f)), "fe");
  EXPECT_EQ(stored(UE8M0, bits(0x1p127f) + 1), "refused");
  EXPECT_EQ(stored(UE8M0, 0), "00");
}

TEST(Messages, OfRefusals) {
  const Scheme one;
  const std::string form =
      "QuantScheme { value: Q8F, store: PackedU32(0), mode: Symmetric, tensor: None, block: None }";
  const auto said = [&](Error error) { return message(kRight, {error, 7, 6}, one, Dims{2, 3}); };
  EXPECT_EQ(said(Error::unsupported_mode),
            form + " has mode Lookup, only Symmetric has a byte form");
  EXPECT_EQ(said(Error::invalid_block),
            "the block size of " + form + " is invalid: got 7, the limit is 6");
  EXPECT_EQ(said(Error::packed_dim_out_of_range),
            form + " packs dimension 7, a tensor of shape Shape { dims: [2, 3] } has 6");
  EXPECT_EQ(said(Error::shape_overflow),
            "the sizes of a Shape { dims: [2, 3] } tensor under " + form + " exceed 6");
  EXPECT_EQ(said(Error::value_count_mismatch),
            "7 quantized values do not fill a tensor of shape Shape { dims: [2, 3] } under " +
                form + ", it needs 6");
  EXPECT_EQ(said(Error::scale_count_mismatch),
            "7 scales do not fill the grid of a Shape { dims: [2, 3] } tensor under " + form +
                ", it needs 6");
  EXPECT_EQ(said(Error::global_scale_required), form + " requires a per-tensor scale");
  EXPECT_EQ(said(Error::global_scale_unexpected), form + " does not take a per-tensor scale");
  EXPECT_EQ(said(Error::global_scale_dtype),
            "a two-level scheme stores its per-tensor scale as f32, got " + form);
  const std::string length = "the values and scales of a Shape { dims: [2, 3] } tensor under " +
                             form + " take 6 bytes in total, not 7";
  EXPECT_EQ(said(Error::truncated), length);
  EXPECT_EQ(said(Error::trailing_bytes), length);
  EXPECT_EQ(said(Error::output_too_small), "the output under " + form + " needs 6 places, got 7");
  EXPECT_EQ(said(Error::code_out_of_range), "the code at index 7 does not fit the bits of " + form);
  EXPECT_EQ(said(Error::invalid_scale),
            "the scale at index 7 is negative, not finite or too large for " + form);
  const auto permuted = [&](Error error) { return permute_message(kRight, {error, 7, 6}, one, 5); };
  EXPECT_EQ(permuted(Error::packed_dim_out_of_range), form + " packs dimension 7, rank 5 has 6");
  EXPECT_EQ(permuted(Error::invalid_axes),
            "the axes do not permute a tensor of rank 6 under " + form + ": got 7");
  EXPECT_EQ(permuted(Error::invalid_block), said(Error::invalid_block));
}

}  // namespace
}  // namespace qb::reference
