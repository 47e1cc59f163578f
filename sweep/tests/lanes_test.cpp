#include "sweep/lanes.h"

#include <gtest/gtest.h>

#include "sweep/codec_subject.h"

namespace qb::sweep {
namespace {

LanesResult swept(const Lanes& lanes, const LanesSubject& subject, std::vector<Range> ranges) {
  return sweep_lanes(lanes, subject, ranges, 2, {});
}

TEST(Lanes, HaveNamesThatLeadBack) {
  for (const Lanes& lanes : all_lanes()) {
    const auto found = lanes_named(name(lanes));
    ASSERT_TRUE(found) << name(lanes);
    EXPECT_EQ(found->value, lanes.value);
    EXPECT_EQ(found->store, lanes.store);
  }
  EXPECT_FALSE(lanes_named("lanes.Q8F"));
}

TEST(Lanes, OfTheCodecAreProvedForPairsOfBytesAndSomeWords) {
  for (const Lanes& lanes : all_lanes()) {
    const bool is_small = lanes.word_bytes == 2;
    const auto ranges =
        is_small ? slices(lanes, {}) : std::vector<Range>{{0, 0x10000}, {0x7fff0000, 0x80010000}};
    const LanesResult result = swept(lanes, codec_lanes(lanes), ranges);
    EXPECT_FALSE(result.difference) << name(lanes) << " " << result.difference->word << " "
                                    << result.difference->expected << result.difference->got;
    EXPECT_EQ(result.words, is_small ? 0x10000u : 0x30002u);
  }
}

TEST(Lanes, FindTheLowestWordThatIsReadOtherwise) {
  const Lanes lanes = *lanes_named("lanes.Q4S");
  LanesSubject wrong = codec_lanes(lanes);
  wrong.unpack = [right = wrong.unpack](auto tensor, auto codes) {
    right(tensor, codes);
    for (std::int8_t& code : codes) code = static_cast<std::int8_t>(code & 15);
  };
  const LanesResult result = swept(lanes, wrong, {{0, 0xff}});
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->word, 8u);  // the first whose lane 0 is negative
  EXPECT_EQ(result.difference->expected, "lane 0: -8");
  EXPECT_EQ(result.difference->got, "lane 0: 8");
}

TEST(Lanes, FindTheLowestWordThatIsWrittenOtherwise) {
  const Lanes lanes = *lanes_named("bytes.Q4S");
  LanesSubject wrong = codec_lanes(lanes);
  wrong.pack = [right = wrong.pack](auto codes, auto tensor) {
    right(codes, tensor);
    for (std::size_t i = 0; i < codes.size(); ++i)
      tensor[i] = static_cast<std::uint8_t>(codes[i]);  // not masked to 4 bits
  };
  const LanesResult result = swept(lanes, wrong, slices(lanes, {}));
  ASSERT_TRUE(result.difference);
  EXPECT_EQ(result.difference->word, 8u);
  EXPECT_EQ(result.difference->expected, "packed 08 00");
  EXPECT_EQ(result.difference->got, "packed f8 00");
}

TEST(Lanes, MissNoWrittenScale) {
  const Lanes lanes = *lanes_named("bytes.Q8S");
  LanesSubject wrong = codec_lanes(lanes);
  wrong.pack = [right = wrong.pack](auto codes, auto tensor) {
    right(codes, tensor);
    tensor.back() = 0;
  };
  EXPECT_TRUE(swept(lanes, wrong, slices(lanes, {})).difference);
}

}  // namespace
}  // namespace qb::sweep
