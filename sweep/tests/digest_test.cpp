#include "sweep/digest.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sweep/codec_subject.h"
#include "sweep/digest_file.h"

namespace qb::sweep {
namespace {

using enum ScalarType;
using enum ScalarVerb;

// printf of the 16 values of F1 as little-endian f32 | sha256sum
TEST(Digest, IsThatOfLittleEndianOutputs) {
  const Conversion conversion{decode, E2M1};
  EXPECT_EQ(right_digest(Expected(conversion), {0, 15}),
            "c736c7e2e761e08975d601fab3563265be14d8df46628e596c0989b97735b5f5");
}

TEST(Digest, CountsEveryNanAsOneCode) {
  EXPECT_EQ(counted_nan({encode, F16}), 0x7e00u);
  EXPECT_EQ(counted_nan({encode, BF16}), 0x7fc0u);
  EXPECT_EQ(counted_nan({encode, UE8M0}), 0xffu);
  EXPECT_EQ(counted_nan({encode, E5M2}), 0x7eu);
  EXPECT_EQ(counted_nan({encode, E2M1}), 0x7u);
  EXPECT_EQ(counted_nan({round_up, F16}), 0x7fc00000u);
  // 16 NaNs of E4M3: 7f, 16 times | sha256sum
  EXPECT_EQ(right_digest(Expected({encode, E4M3}), {0xff800001, 0xff800010}),
            "87dcde7fa6df23e15fa7ba9b2a1f31408eac832f4e615ea815ae92024e3d818b");
  const Subject other_nans = [](auto, auto outputs) { std::ranges::fill(outputs, 0xff); };
  EXPECT_EQ(digest(Expected({encode, E4M3}), other_nans, {0xff800001, 0xff800010}),
            "87dcde7fa6df23e15fa7ba9b2a1f31408eac832f4e615ea815ae92024e3d818b");
  const Subject zeros = [](auto, auto outputs) { std::ranges::fill(outputs, 0); };
  const Range nans{0x7f800001, 0x7f800010};
  EXPECT_EQ(digest(Expected({encode, E2M1}), zeros, nans),
            right_digest(Expected({encode, E2M1}), nans));
}

TEST(Digest, OfTheCodecIsTheRightOne) {
  for (const Conversion& conversion : conversions()) {
    const Range range =
        conversion.verb == decode ? slices(conversion)[0] : Range{0x7f7ff000, 0x7f800fff};
    const Expected expected(conversion);
    EXPECT_EQ(digest(expected, codec_subject(conversion), range), right_digest(expected, range))
        << name(conversion);
  }
}

TEST(DigestFile, ComesBack) {
  const Digests written{{{decode, E2M1}, {{{0, 15}, "ab"}}},
                        {{round_up, F16}, {{{0x80000000, 0x80000000}, "cd"}}}};
  EXPECT_EQ(read_digests(write_digests(written)), written);
}

TEST(DigestFile, SaysWhatIsWrong) {
  for (const char* text : {"", "{}", R"({"digests":{"encode.F32":[]}})",
                           R"({"digests":{"decode.E2M1":[["0",16,""]]}})",
                           R"({"digests":{"decode.E2M1":[["00000000",15,""]]}})"})
    EXPECT_THROW(read_digests(text), DigestFileError) << text;
}

}  // namespace
}  // namespace qb::sweep
