#include "sweep/conversion.h"

#include <gtest/gtest.h>

namespace qb::sweep {
namespace {

using enum ScalarType;
using enum ScalarVerb;

TEST(Conversions, HaveNamesThatLeadBack) {
  EXPECT_EQ(conversions().size(), 19u);
  for (const Conversion& conversion : conversions())
    EXPECT_EQ(conversion_named(name(conversion)), conversion);
  EXPECT_EQ(name({round_up, UE8M0}), "round_up.UE8M0");
  for (const char* no : {"", "encode", "encode.F32", "decode.F32", "round_up.E4M3", "encode.f16"})
    EXPECT_FALSE(conversion_named(no)) << no;
}

TEST(Conversions, HaveTheWidthsOfTheirCodes) {
  EXPECT_EQ(width_bits(F16), 16u);
  EXPECT_EQ(width_bits(UE4M3), 8u);
  EXPECT_EQ(width_bits(UE8M0), 8u);
  EXPECT_EQ(width_bits(E2M1), 4u);
  EXPECT_EQ(output_bytes({encode, E2M1}), 1u);
  EXPECT_EQ(output_bytes({encode, BF16}), 2u);
  EXPECT_EQ(output_bytes({decode, E2M1}), 4u);
}

std::uint64_t inputs(const std::vector<Range>& ranges) {
  std::uint64_t count = 0;
  for (const Range& range : ranges) count += range.count();
  return count;
}

TEST(Slices, HoldTheDomain) {
  EXPECT_EQ(slices({encode, F16}).size(), 256u);
  EXPECT_EQ(inputs(slices({encode, F16})), std::uint64_t{1} << 32);
  EXPECT_EQ(slices({decode, E2M1}), (std::vector<Range>{{0, 15}}));
  EXPECT_EQ(slices({decode, F16}), (std::vector<Range>{{0, 0xffff}}));
  const auto up = slices({round_up, F16});
  ASSERT_EQ(up.size(), 130u);
  EXPECT_EQ(up[127], (Range{0x7f000000, 0x7fffffff}));
  EXPECT_EQ(up[128], (Range{0x80000000, 0x80000000}));
  EXPECT_EQ(up[129], (Range{0xff800001, 0xffffffff}));
}

TEST(Slices, LieInOneShardEach) {
  for (const Conversion& conversion : {Conversion{encode, F16}, {round_up, F16}, {decode, F16}})
    for (unsigned of : {1u, 2u, 3u, 7u, 300u}) {
      std::vector<Range> all;
      for (unsigned number = 1; number <= of; ++number) {
        const auto part = slices(conversion, {number, of});
        all.insert(all.end(), part.begin(), part.end());
      }
      EXPECT_EQ(all, slices(conversion)) << name(conversion) << " " << of;
    }
}

}  // namespace
}  // namespace qb::sweep
