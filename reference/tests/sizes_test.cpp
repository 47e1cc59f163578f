// F6, F7, F18 and F19.
#include <gtest/gtest.h>

#include "cases.h"

namespace qb::reference {
namespace {

using enum Value;
using enum ScaleDtype;

constexpr std::uint64_t kMost = 9223372036854775807u;  // 2^63 - 1
const Refusal kOverflows{Error::shape_overflow, 0, kMost};

constexpr std::uint64_t two_to(unsigned n) { return std::uint64_t{1} << n; }

std::optional<Refusal> refusal_of(const Scheme& one, const Dims& shape) {
  return refused(encoded_size(kRight, one, shape));
}

TEST(Sizes, Offsets) {
  const Scheme nvfp4 = scheme(E2M1, packed_native(0), F32, blocks({16}, UE4M3));
  EXPECT_EQ(answer(encoded_size(kRight, nvfp4, Dims{3, 17})), (Sizes{.elements = 51,
                                                                     .scales = 6,
                                                                     .scales_offset = 27,
                                                                     .global_offset = 33,
                                                                     .total_bytes = 37}));
  EXPECT_EQ(
      answer(encoded_size(kRight, scheme(Q8S, kNative), Dims{6})),
      (Sizes{
          .elements = 6, .scales = 1, .scales_offset = 6, .global_offset = 10, .total_bytes = 10}));
}

TEST(Sizes, PartialBlocksCount) {
  const Scheme one = scheme(Q8S, kNative, {}, blocks({2, 4}, F32));
  EXPECT_EQ(answer(encoded_size(kRight, one, Dims{3, 5})).scales, 4u);
  EXPECT_EQ(answer(encoded_size(kRight, one, Dims{7, 3, 5})).scales, 28u);
  EXPECT_EQ(answer(encoded_size(kRight, one, Dims{7, 0, 5})).scales, 0u);
  EXPECT_EQ(answer(encoded_size(kRight, scheme(Q8S, kNative, {}, blocks({}, F32)), Dims{})).scales,
            1u);
}

TEST(Sizes, WithoutElements) {
  const Dims shape{two_to(40), two_to(40), 0};
  EXPECT_EQ(answer(encoded_size(kRight, scheme(Q8S, kNative), shape)).total_bytes, 4u);
  EXPECT_EQ(answer(encoded_size(kRight, scheme(Q8S, packed_u32(1)), shape)).total_bytes, 4u);
  EXPECT_EQ(answer(encoded_size(kRight, scheme(Q8S, packed_u32(2), {}, blocks({2}, F32)), shape))
                .total_bytes,
            0u);
  Dims extents(100, ~std::uint64_t{0});
  extents.push_back(0);
  EXPECT_EQ(answer(encoded_size(kRight, scheme(Q2S, packed_u32(50)), extents)).total_bytes, 4u);
}

TEST(Sizes, ElementsAtTheLimit) {
  const Scheme bytes = scheme(Q2S, packed_u32(0), {}, blocks({255, 255}, UE8M0));
  EXPECT_FALSE(refusal_of(bytes, {1, two_to(62)}));
  EXPECT_EQ(answer(encoded_size(kRight, bytes, Dims{1, two_to(62)})).elements, two_to(62));
  EXPECT_FALSE(refusal_of(bytes, {1, kMost}));
  EXPECT_EQ(refusal_of(bytes, {1, two_to(63)}), kOverflows);
  EXPECT_EQ(refusal_of(bytes, {two_to(32), two_to(31)}), kOverflows);
  EXPECT_EQ(refusal_of(bytes, {two_to(32), two_to(32)}), kOverflows);
  EXPECT_EQ(refusal_of(bytes, Dims(1000, ~std::uint64_t{0})), kOverflows);
}

TEST(Sizes, ValueBytesAtTheLimit) {
  const Scheme one = scheme(Q8S, packed_u32(0));
  EXPECT_EQ(refusal_of(one, {two_to(61), 1}), kOverflows);
  EXPECT_EQ(answer(encoded_size(kRight, one, Dims{two_to(61) - 2, 1})).total_bytes, kMost - 3);
  EXPECT_EQ(refusal_of(one, {two_to(61) - 1, 1}), kOverflows);
}

TEST(Sizes, TotalAtTheLimit) {
  const Scheme one = scheme(Q8S, kNative);
  EXPECT_EQ(answer(encoded_size(kRight, one, Dims{kMost - 4})).total_bytes, kMost);
  EXPECT_EQ(refusal_of(one, {kMost - 3}), kOverflows);
  EXPECT_EQ(refusal_of(one, {kMost}), kOverflows);
}

TEST(Sizes, ScaleBytesCountInTheTotalAlone) {
  const Scheme one = scheme(Q2S, packed_u32(0), {}, blocks({}, F32));
  EXPECT_EQ(refusal_of(one, {two_to(61)}), kOverflows);
  EXPECT_EQ(answer(encoded_size(kRight, one, Dims{two_to(60)})).total_bytes,
            two_to(58) + two_to(62));
}

TEST(Sizes, TimesAndPlusAreExactUpToTheEnd) {
  constexpr std::uint64_t kEnd = ~std::uint64_t{0};
  EXPECT_EQ(right::times(4294967295u, 4294967297u), kEnd);  // exactly 2^64 - 1
  EXPECT_EQ(right::times(two_to(32), two_to(32)), kEnd);
  EXPECT_EQ(right::times(two_to(63), 2), kEnd);
  EXPECT_EQ(right::times(two_to(62), 3), 3 * two_to(62));
  EXPECT_EQ(right::times(6442450945u, 3), 19327352835u);
  EXPECT_EQ(right::times(3, 6442450945u), 19327352835u);
  EXPECT_EQ(right::times(kEnd, 0), 0u);
  EXPECT_EQ(right::times(0, kEnd), 0u);
  EXPECT_EQ(right::times(kEnd, 1), kEnd);
  EXPECT_EQ(right::plus(kEnd, 1), kEnd);
  EXPECT_EQ(right::plus(kEnd - 1, 1), kEnd);
  EXPECT_EQ(right::plus(kMost, kMost), kEnd - 1);
}

TEST(Sizes, LargeLegalShapesAreRefusedForTheirDataNotAllocated) {
  const Scheme one = scheme(Q8S, packed_u32(0));
  EXPECT_EQ(refused(encode(kRight, one, Dims{two_to(50)}, {}, f32({1}), {})),
            (Refusal{Error::value_count_mismatch, 0, two_to(50)}));
  EXPECT_EQ(refused(decode(kRight, one, Dims{two_to(50)}, hex("00"))),
            (Refusal{Error::truncated, 1, two_to(50) + 4}));
  EXPECT_EQ(refused(audit(kRight, one, Dims{two_to(50)}, {})),
            (Refusal{Error::truncated, 0, two_to(50) + 4}));
}

}  // namespace
}  // namespace qb::reference
