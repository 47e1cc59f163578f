// F8, F54 and F55.
#include <gtest/gtest.h>

#include "cases.h"

namespace qb::reference {
namespace {

using enum Value;
using enum ScaleDtype;

TEST(Text, OfTheDocument) {
  EXPECT_EQ(text(kRight, scheme(Q8S, kNative, F32, blocks({4}, F32))),
            "QuantScheme { value: Q8S, store: Native, mode: Symmetric, tensor: Some(F32), block: "
            "Some(BlockScale { size: BlockSize([4]), dtype: F32 }) }");
  EXPECT_EQ(text(kRight, Scheme{}),
            "QuantScheme { value: Q8F, store: PackedU32(0), mode: Symmetric, tensor: None, block: "
            "None }");
}

TEST(Text, Parts) {
  EXPECT_EQ(right::text_block(blocks({1, 2, 4}, UE8M0)),
            "Some(BlockScale { size: BlockSize([2, 4]), dtype: UE8M0 })");
  EXPECT_EQ(right::text_block(blocks({1, 1}, BF16)),
            "Some(BlockScale { size: BlockSize([]), dtype: BF16 })");
  EXPECT_EQ(right::text_store(packed_native(18446744073709551615u)),
            "PackedNative(18446744073709551615)");
  EXPECT_EQ(right::text_mode(Mode::Lookup), "Lookup");
  EXPECT_EQ(right::text_shape(Dims{8}), "Shape { dims: [8] }");
  EXPECT_EQ(right::text_shape(Dims{2, 3}), "Shape { dims: [2, 3] }");
  EXPECT_EQ(right::text_shape(Dims{}), "Shape { dims: [] }");
  std::string names;
  for (Value value : kValues) names += std::string(right::value_name(value)) + " ";
  EXPECT_EQ(names, "Q8F E5M2 E4M3 Q4F E2M1 Q2F Q8S Q4S Q2S ");
  names.clear();
  for (ScaleDtype dtype : kScaleDtypes) names += right::text_tensor(dtype) + " ";
  EXPECT_EQ(names, "Some(F32) Some(F16) Some(BF16) Some(UE8M0) Some(UE4M3) ");
}

TEST(Json, OfTheDocument) {
  EXPECT_EQ(answer(json(kRight, scheme(E2M1, packed_native(0), F32, blocks({16}, UE4M3)))),
            R"({"value":"E2M1","store":{"PackedNative":0},"mode":"Symmetric","tensor":"F32",)"
            R"("block":{"size":{"storage":[16,1,1,1,1],"len":1},"dtype":"UE4M3"}})");
}

TEST(Json, AbsentLevelsAndLookup) {
  Scheme one = scheme(Q2F, kNative);
  one.mode = Mode::Lookup;
  EXPECT_EQ(answer(json(kRight, one)),
            R"({"value":"Q2F","store":"Native","mode":"Lookup","tensor":null,"block":null})");
  one = scheme(Q4F, packed_u32(7), {}, blocks({1, 1}, BF16));
  EXPECT_EQ(answer(json(kRight, one)),
            R"({"value":"Q4F","store":{"PackedU32":7},"mode":"Symmetric","tensor":null,)"
            R"("block":{"size":{"storage":[1,1,1,1,1],"len":0},"dtype":"BF16"}})");
}

TEST(Json, HasNoFormForSizesInvalidAtAnyRank) {
  const auto refusal = [](std::initializer_list<std::uint32_t> size) {
    return refused(json(kRight, scheme(Q8S, packed_u32(99), {}, blocks(size, F32))));
  };
  EXPECT_EQ(refusal({0}), (Refusal{Error::invalid_block, 0, 1}));
  EXPECT_EQ(refusal({2, 256}), (Refusal{Error::invalid_block, 256, 255}));
  EXPECT_EQ(refusal({2, 1, 1, 1, 1, 1, 1, 1}), (Refusal{Error::invalid_block, 8, 5}));
  EXPECT_FALSE(refusal({255, 255, 255, 255, 255}));
}

std::optional<Refusal> not_permuted(const Scheme& one, std::uint64_t rank, const Dims& axes) {
  return refused(permute(kRight, one, rank, axes));
}

TEST(Permute, MovesBlockAndPackedAxis) {
  const Scheme one = scheme(Q8S, packed_u32(0), {}, blocks({2, 4}, F32));
  EXPECT_EQ(answer(permute(kRight, one, 3, Dims{2, 0, 1})),
            scheme(Q8S, packed_u32(2), {}, blocks({4, 1, 2}, F32)));
  EXPECT_EQ(answer(permute(kRight, one, 3, Dims{1, 2, 0})),
            scheme(Q8S, packed_u32(1), {}, blocks({2, 4, 1}, F32)));
  EXPECT_EQ(answer(permute(kRight, one, 2, Dims{0, 1})), one);
  EXPECT_EQ(answer(permute(kRight, scheme(Q8S, packed_native(1), F16), 3, Dims{1, 2, 0})),
            scheme(Q8S, packed_native(2), F16));
  EXPECT_EQ(answer(permute(kRight, scheme(Q8S, kNative, {}, blocks({2, 1}, F32)), 2, Dims{1, 0})),
            scheme(Q8S, kNative, {}, blocks({2}, F32)));
}

TEST(Permute, DoesNotLookAtTheMode) {
  Scheme one = scheme(Q8S, packed_u32(1));
  one.mode = Mode::Lookup;
  const auto permuted = permute(kRight, one, 2, Dims{1, 0});
  ASSERT_TRUE(permuted);
  one.store.packed_dim = 0;
  EXPECT_EQ(*permuted, one);
}

TEST(Permute, RankZeroKeepsEverything) {
  const Scheme one = scheme(Q8S, packed_u32(0), {}, blocks({}, F32));
  EXPECT_EQ(answer(permute(kRight, one, 0, Dims{})), one);
  EXPECT_EQ(not_permuted(one, 0, {0}), (Refusal{Error::invalid_axes, 1, 0}));
  EXPECT_EQ(not_permuted(scheme(Q8S, packed_u32(1)), 0, {}),
            (Refusal{Error::packed_dim_out_of_range, 1, 1}));
}

TEST(Permute, Refusals) {
  Scheme one = scheme(Q8S, packed_u32(3), {}, blocks({2, 2, 2}, F32));
  EXPECT_EQ(not_permuted(one, 2, {5}), (Refusal{Error::invalid_block, 3, 2}));
  EXPECT_EQ(not_permuted(one, 3, {5}), (Refusal{Error::packed_dim_out_of_range, 3, 3}));
  one.store.packed_dim = 0;
  EXPECT_EQ(not_permuted(one, 3, {5}), (Refusal{Error::invalid_axes, 1, 3}));
  EXPECT_EQ(not_permuted(one, 3, {0, 1, 2, 3}), (Refusal{Error::invalid_axes, 4, 3}));
  EXPECT_EQ(not_permuted(one, 3, {0, 3, 0}), (Refusal{Error::invalid_axes, 3, 3}));
  EXPECT_EQ(not_permuted(one, 3, {1, 1, 9}), (Refusal{Error::invalid_axes, 1, 3}));
  EXPECT_EQ(not_permuted(one, ~0ull, {}), (Refusal{Error::invalid_axes, 0, ~0ull}));
  EXPECT_EQ(not_permuted(scheme(Q8S, kNative, {}, blocks({2}, F32)), 6, {5, 0, 1, 2, 3, 4}),
            (Refusal{Error::invalid_block, 6, 5}));
}

}  // namespace
}  // namespace qb::reference
