// What a scheme is and what becomes of it (F3, F6, F8–F10).
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "support.h"

namespace qb {
namespace {

using enum Value;
using enum ScaleDtype;

const Dims kOneAxis{1};
const Dims kTwoAxes{1, 1};

Extents trimmed(const Extents& authored) {
  const BlockSize size = block_size(authored);
  return {size.extents().begin(), size.extents().end()};
}

// ---- block size, F6 ----------------------------------------------------------------------------

TEST(ABlockSize, DropsLeadingOnesAndKeepsTrailingOnes) {
  EXPECT_EQ(trimmed({1, 32}), Extents{32});
  EXPECT_EQ(trimmed({1}), Extents{});
  EXPECT_EQ(trimmed({1, 1}), Extents{});
  EXPECT_EQ(trimmed({}), Extents{});
  EXPECT_EQ(trimmed({32, 1}), (Extents{32, 1}));
  EXPECT_EQ(trimmed({1, 2, 1, 4}), (Extents{2, 1, 4}));
  EXPECT_EQ(trimmed({1, 0}), Extents{0});
  Extents many(100, 1);
  many.push_back(4);
  EXPECT_EQ(trimmed(many), Extents{4});
}

TEST(ABlockSize, IsComparedInCanonicalForm) {
  EXPECT_EQ(blocked(Q8S, kNative, {1, 1, 32}), blocked(Q8S, kNative, {32}));
  EXPECT_NE(blocked(Q8S, kNative, {32, 1}), blocked(Q8S, kNative, {32}));
}

TEST(ABlockSize, HoldsEightExtentsAndNoMore) {
  const Extents eight(8, 2), nine(9, 2);
  EXPECT_EQ(trimmed(eight), eight);
  EXPECT_EQ(BlockSize::from(nine), std::nullopt);
}

std::optional<Refusal> block_refusal(const Extents& block, const Dims& shape) {
  return refused(encoded_size(blocked(Q8S, kNative, block), shape));
}

TEST(ABlockExtent, IsOneTo255) {
  for (std::uint32_t extent = 1; extent <= 255; ++extent) {
    const Sizes sizes = answer(encoded_size(blocked(Q8S, kNative, {extent}), Dims{256}));
    ASSERT_EQ(sizes.scales, 256 / extent + (256 % extent == 0 ? 0 : 1)) << extent;
  }
  EXPECT_EQ(block_refusal({0}, kOneAxis), (Refusal{Error::invalid_block, 0, 1}));
  EXPECT_EQ(block_refusal({256}, kOneAxis), (Refusal{Error::invalid_block, 256, 255}));
  EXPECT_EQ(block_refusal({65536 + 4}, kOneAxis), (Refusal{Error::invalid_block, 65540, 255}));
  EXPECT_EQ(block_refusal({4294967295}, kOneAxis),
            (Refusal{Error::invalid_block, 4294967295, 255}));
}

TEST(ABlockSize, IsRefusedForItsFirstBadExtentFromTheLeft) {
  EXPECT_EQ(block_refusal({4, 0, 256}, {1, 1, 1}), (Refusal{Error::invalid_block, 0, 1}));
  EXPECT_EQ(block_refusal({4, 256, 0}, {1, 1, 1}), (Refusal{Error::invalid_block, 256, 255}));
}

TEST(ABlockSize, IsRefusedForAnExtentThenForMoreThanFiveThenForTheRank) {
  EXPECT_EQ(block_refusal({2, 2, 2, 2, 2, 0}, kTwoAxes), (Refusal{Error::invalid_block, 0, 1}));
  EXPECT_EQ(block_refusal({2, 2, 2, 2, 2, 2}, kTwoAxes), (Refusal{Error::invalid_block, 6, 5}));
  EXPECT_EQ(block_refusal({2, 2, 2, 2, 2, 2}, Dims(6, 1)), (Refusal{Error::invalid_block, 6, 5}));
  EXPECT_EQ(block_refusal({2, 2, 2}, kTwoAxes), (Refusal{Error::invalid_block, 3, 2}));
  EXPECT_EQ(block_refusal({2, 2, 2, 2, 2}, Dims(5, 1)), std::nullopt);
  EXPECT_EQ(block_refusal({2, 2, 2, 2, 2}, Dims(4, 1)), (Refusal{Error::invalid_block, 5, 4}));
}

TEST(ABlockSize, OfAScalarIsEmpty) {
  EXPECT_EQ(block_refusal({}, {}), std::nullopt);
  EXPECT_EQ(block_refusal({1}, {}), std::nullopt);
  EXPECT_EQ(block_refusal({2}, {}), (Refusal{Error::invalid_block, 1, 0}));
  EXPECT_EQ(refused(encoded_size(blocked(Q8S, packed_u32(0), {2}), Shape{})),
            (Refusal{Error::invalid_block, 1, 0}));
}

// ---- permuting axes, F8 ------------------------------------------------------------------------

Scheme permuted(const Scheme& scheme, const Dims& axes) {
  return answer(permute(scheme, axes.size(), axes));
}

TEST(Permuting, MovesBlockExtentsWithTheirAxes) {
  EXPECT_EQ(permuted(blocked(Q8S, kNative, {2, 3, 4}), {2, 0, 1}),
            blocked(Q8S, kNative, {4, 2, 3}));
  EXPECT_EQ(permuted(blocked(Q8S, kNative, {16}), {1, 0}), blocked(Q8S, kNative, {16, 1}));
  EXPECT_EQ(permuted(blocked(Q8S, kNative, {16, 1}), {1, 0}), blocked(Q8S, kNative, {16}));
  EXPECT_EQ(permuted(blocked(Q8S, kNative, {2}), {0, 2, 1}), blocked(Q8S, kNative, {2, 1}));
  EXPECT_EQ(permuted(blocked(Q8S, kNative, {}), {2, 0, 1}), blocked(Q8S, kNative, {}));
}

TEST(Permuting, MovesThePackedAxis) {
  EXPECT_EQ(permuted(per_tensor(Q8S, packed_u32(0)), {1, 0}), per_tensor(Q8S, packed_u32(1)));
  EXPECT_EQ(permuted(per_tensor(Q8S, packed_u32(0)), {2, 0, 1}), per_tensor(Q8S, packed_u32(2)));
  EXPECT_EQ(permuted(per_tensor(Q8S, packed_u32(1)), {2, 0, 1}), per_tensor(Q8S, packed_u32(0)));
  EXPECT_EQ(permuted(per_tensor(Q8S, packed_native(2)), {2, 0, 1}),
            per_tensor(Q8S, packed_native(1)));
}

TEST(Permuting, ChangesNothingElse) {
  Scheme expected = lookup(nvfp4());
  expected.store.packed_dim = 1;
  expected.block->size = block_size({16, 1});
  EXPECT_EQ(permuted(lookup(nvfp4()), {1, 0}), expected);
  EXPECT_EQ(permuted(nvfp4(), {0, 1, 2}), nvfp4());
  EXPECT_EQ(permuted(per_tensor(Q8S, kNative, F16), {1, 0}), per_tensor(Q8S, kNative, F16));
  Scheme odd = nvfp4();
  odd.tensor = F16;
  EXPECT_EQ(permuted(odd, {0}), odd);
}

TEST(Permuting, TakesTheEmptyListAtRankZero) {
  EXPECT_EQ(permuted(per_tensor(Q8S, packed_u32(0)), {}), per_tensor(Q8S, packed_u32(0)));
  EXPECT_EQ(permuted(blocked(Q8S, kNative, {}), {}), blocked(Q8S, kNative, {}));
}

TEST(Permuting, RefusesAResultOfMoreThanFiveExtents) {
  const Dims last_first{5, 0, 1, 2, 3, 4};
  EXPECT_EQ(refused(permute(blocked(Q8S, kNative, {2}), 6, last_first)),
            (Refusal{Error::invalid_block, 6, 5}));
  const Dims last_second{0, 5, 1, 2, 3, 4};
  EXPECT_EQ(permuted(blocked(Q8S, kNative, {2}), last_second),
            blocked(Q8S, kNative, {2, 1, 1, 1, 1}));
}

TEST(Permuting, RefusesAxesThatAreNoPermutation) {
  const Scheme scheme = per_tensor(Q8S, kNative);
  const auto axes_refusal = [&](std::uint64_t rank, const Dims& axes) {
    return refused(permute(scheme, rank, axes));
  };
  EXPECT_EQ(axes_refusal(3, {0, 1}), (Refusal{Error::invalid_axes, 2, 3}));
  EXPECT_EQ(axes_refusal(3, {9, 9, 9, 9}), (Refusal{Error::invalid_axes, 4, 3}));
  EXPECT_EQ(axes_refusal(0, {0}), (Refusal{Error::invalid_axes, 1, 0}));
  EXPECT_EQ(axes_refusal(1, {}), (Refusal{Error::invalid_axes, 0, 1}));
  EXPECT_EQ(axes_refusal(3, {0, 3, 3}), (Refusal{Error::invalid_axes, 3, 3}));
  EXPECT_EQ(axes_refusal(3, {1, 1, 7}), (Refusal{Error::invalid_axes, 1, 3}));
  EXPECT_EQ(axes_refusal(3, {2, 7, 2}), (Refusal{Error::invalid_axes, 7, 3}));
  EXPECT_EQ(axes_refusal(2, {0, kLargestExtent}),
            (Refusal{Error::invalid_axes, kLargestExtent, 2}));
  EXPECT_EQ(axes_refusal(kLargestExtent, {0}), (Refusal{Error::invalid_axes, 1, kLargestExtent}));
}

TEST(Permuting, TestsTheSchemeThenTheAxesThenTheResult) {
  Scheme scheme = blocked(Q8S, packed_u32(9), {0});
  EXPECT_EQ(refused(permute(scheme, 2, {})), (Refusal{Error::invalid_block, 0, 1}));
  scheme.block->size = block_size({2, 2, 2});
  EXPECT_EQ(refused(permute(scheme, 2, {})), (Refusal{Error::invalid_block, 3, 2}));
  scheme.block->size = block_size({2});
  EXPECT_EQ(refused(permute(scheme, 2, {})), (Refusal{Error::packed_dim_out_of_range, 9, 2}));
  EXPECT_EQ(refused(permute(per_tensor(Q8S, packed_u32(1)), 0, {})),
            (Refusal{Error::packed_dim_out_of_range, 1, 1}));
  const Dims last_first_then_twice{5, 0, 1, 2, 3, 3};
  EXPECT_EQ(refused(permute(blocked(Q8S, kNative, {2}), 6, last_first_then_twice)),
            (Refusal{Error::invalid_axes, 3, 6}));
}

TEST(Permuting, WorksForTenThousandAxes) {
  Dims reversed(10000);
  std::iota(reversed.rbegin(), reversed.rend(), std::uint64_t{0});
  EXPECT_EQ(permuted(per_tensor(Q8S, packed_u32(0)), reversed), per_tensor(Q8S, packed_u32(9999)));
  Dims repeated = reversed;
  repeated[9000] = repeated[100];
  EXPECT_EQ(refused(permute(per_tensor(Q8S, kNative), 10000, repeated)),
            (Refusal{Error::invalid_axes, 9899, 10000}));
  repeated[8999] = repeated[9001];
  EXPECT_EQ(refused(permute(per_tensor(Q8S, kNative), 10000, repeated)),
            (Refusal{Error::invalid_axes, 9899, 10000}));
  repeated[8998] = 10000;
  EXPECT_EQ(refused(permute(per_tensor(Q8S, kNative), 10000, repeated)),
            (Refusal{Error::invalid_axes, 10000, 10000}));
}

// ---- same bytes, F9 ----------------------------------------------------------------------------

TEST(SameBytes, ReadsASchemeWithoutLevelsAsPerTensorF32) {
  Scheme levelless = per_tensor(Q8S, packed_u32(1));
  levelless.tensor.reset();
  EXPECT_NE(levelless, per_tensor(Q8S, packed_u32(1)));
  EXPECT_TRUE(same_bytes(levelless, per_tensor(Q8S, packed_u32(1))));
  EXPECT_TRUE(same_bytes(per_tensor(Q8S, packed_u32(1)), levelless));
  EXPECT_TRUE(same_bytes(levelless, levelless));
  EXPECT_FALSE(same_bytes(levelless, per_tensor(Q8S, packed_u32(1), F16)));
  EXPECT_FALSE(same_bytes(blocked(Q8S, kNative, {4}), two_level(Q8S, kNative, {4}, F32)));
}

TEST(SameBytes, CountsNoOtherCoincidence) {
  const Scheme scheme = per_tensor(Q8S, packed_u32(0));
  EXPECT_FALSE(same_bytes(scheme, per_tensor(Q8F, packed_u32(0))));
  EXPECT_FALSE(same_bytes(scheme, per_tensor(Q8S, packed_u32(1))));
  EXPECT_FALSE(same_bytes(scheme, lookup(scheme)));
  EXPECT_FALSE(same_bytes(per_tensor(Q8S, kNative), per_tensor(Q8S, packed_native(0))));
  EXPECT_FALSE(same_bytes(scheme, blocked(Q8S, packed_u32(0), {})));
  EXPECT_FALSE(same_bytes(blocked(Q8S, kNative, {4}), blocked(Q8S, kNative, {4, 1})));
  EXPECT_FALSE(same_bytes(blocked(Q8S, kNative, {4}), blocked(Q8S, kNative, {4}, F16)));
}

TEST(SameBytes, LooksAtNoShapeAndRefusesNothing) {
  const Scheme broken = lookup(blocked(Q8S, packed_u32(kLargestExtent), {0, 256}));
  EXPECT_TRUE(same_bytes(broken, broken));
  EXPECT_TRUE(same_bytes(blocked(Q8S, kNative, {1, 4}), blocked(Q8S, kNative, {4})));
}

// ---- presets, F10 ------------------------------------------------------------------------------

TEST(Presets, AreTheOnesOfTheFormat) {
  EXPECT_EQ(nvfp4(), two_level(E2M1, packed_native(0), {16}, UE4M3));
  EXPECT_EQ(mxfp4(), blocked(E2M1, packed_native(0), {32}, UE8M0));
  const Scheme standard{Q8F, packed_u32(0), Mode::Symmetric, std::nullopt, std::nullopt};
  EXPECT_EQ(Scheme{}, standard);
}

}  // namespace
}  // namespace qb
