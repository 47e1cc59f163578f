// The JSON form as it is written (F55), and the space that every form and message is written into.
#include <gtest/gtest.h>

#include "forms.h"

namespace qb {
namespace {

using enum Error;

TEST(WritingJson, RefusesBlockSizesThatHaveNoForm) {
  const auto json_refusal = [](const Extents& block) {
    return refused(write_json(blocked(Q8S, kNative, block), {}));
  };
  EXPECT_EQ(json_refusal({0}), (Refusal{invalid_block, 0, 1}));
  EXPECT_EQ(json_refusal({256}), (Refusal{invalid_block, 256, 255}));
  EXPECT_EQ(json_refusal({4, 0, 256}), (Refusal{invalid_block, 0, 1}));
  EXPECT_EQ(json_refusal({2, 2, 2, 2, 2, 2}), (Refusal{invalid_block, 6, 5}));
  EXPECT_EQ(json_refusal({2, 2, 2, 2, 2, 0}), (Refusal{invalid_block, 0, 1}));
}

TEST(WritingJson, LeavesItsOutputAloneOnARefusal) {
  std::string out(16, '~');
  EXPECT_FALSE(write_json(blocked(Q8S, kNative, {0}), out));
  EXPECT_EQ(out, std::string(16, '~'));
}

template <typename Write>
void expect_cut_at_every_length(Write write) {
  const std::string whole = written(write);
  for (std::size_t room = 0; room <= whole.size() + 1; ++room) {
    std::vector<char> out(room, '~');
    ASSERT_EQ(write(std::span<char>(out)), whole.size()) << room;
    std::string expected = whole.substr(0, room);
    expected.resize(room, '~');
    ASSERT_EQ(std::string(out.begin(), out.end()), expected);
  }
}

TEST(EveryWriter, CountsPastTheEndAndNeverWritesThere) {
  const Dims shape{2, 3};
  const std::string_view json = R"({"value":"Q9S"})";
  expect_cut_at_every_length([](std::span<char> out) { return write_text(nvfp4(), out); });
  expect_cut_at_every_length([](std::span<char> out) { return answer(write_json(nvfp4(), out)); });
  expect_cut_at_every_length([&](std::span<char> out) {
    return write_message({value_count_mismatch, 5, 6}, nvfp4(), shape, out);
  });
  expect_cut_at_every_length([](std::span<char> out) {
    return write_permute_message({packed_dim_out_of_range, 3, 2}, nvfp4(), 2, out);
  });
  expect_cut_at_every_length(
      [&](std::span<char> out) { return write_json_message({invalid_text, 0, 0}, json, out); });
}

TEST(EveryWriter, TakesANullSpan) {
  EXPECT_EQ(write_text(Scheme{}, {}), text_of(Scheme{}).size());
  EXPECT_EQ(answer(write_json(Scheme{}, {})), json_of(Scheme{}).size());
}

}  // namespace
}  // namespace qb
