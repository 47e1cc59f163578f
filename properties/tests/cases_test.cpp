#include <gtest/gtest.h>

#include <set>

#include "properties/draw.h"
#include "properties/enumerate.h"
#include "properties/law.h"
#include "properties/plausible.h"
#include "properties/scheme_json.h"
#include "properties/shrink.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kSeed = 3;

TEST(Cells, NumberAndCellAreOneToOne) {
  std::set<std::string> texts;
  for (std::uint64_t number = 0; number < kCells; ++number) {
    EXPECT_EQ(number_of(cell_at(number)), number);
    texts.insert(describe(cell_at(number)));
  }
  EXPECT_EQ(texts.size(), 1944u);
  EXPECT_EQ(texts.count("Q4S/PackedU32/F32/none/absent"), 1u);
}

TEST(Draws, DependOnSeedAndNumberAlone) {
  const Case third = draw_number(kSeed, 1003);
  EXPECT_NE(to_json(draw_number(kSeed + 1, 1003)), to_json(third));
  EXPECT_NE(to_json(draw_number(kSeed, 1004)), to_json(third));
  EXPECT_EQ(to_json(draw_number(kSeed, 1003)), to_json(third));
}

TEST(RandomSource, NumbersLieBelowTheirBoundAndSpread) {
  RandomSource source(0, 0);
  std::uint64_t sum = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t n = source.below(10);
    ASSERT_LT(n, 10u);
    sum += n;
  }
  EXPECT_NEAR(static_cast<double>(sum), 4500, 300);
}

TEST(BytesSource, ReadsDataFromTheFrontAndChoicesFromTheEnd) {
  const std::uint8_t bytes[] = {1, 2, 3, 4, 250};
  BytesSource source(bytes);
  EXPECT_EQ(source.below(256), 250u);
  std::uint8_t front[2];
  source.fill(front);
  EXPECT_EQ(front[0], 1);
  EXPECT_EQ(front[1], 2);
  EXPECT_EQ(source.below(1000), (4u << 8 | 3u) % 1000);
  EXPECT_EQ(source.below(7), 0u);
  source.fill(front);
  EXPECT_EQ(front[0], 0);
}

TEST(Cases, JsonGivesEveryDrawBack) {
  for (std::uint64_t i = 0; i < 3000; ++i) {
    const Case c = draw_number(kSeed, i);
    const std::string json = to_json(c);
    EXPECT_TRUE(case_from_json(json) == c) << json;
    EXPECT_EQ(json.find('\n'), std::string::npos);
    EXPECT_LT(describe(c).size(), 700u);
  }
}

TEST(Cases, WhatIsWrongIsNamedWithItsPath) {
  const auto what = [](const std::string& json) {
    try {
      (void)case_from_json(json);
    } catch (const CaseError& error) {
      return std::string(error.what());
    }
    return std::string("read");
  };
  EXPECT_NE(what("{").find("not JSON"), std::string::npos);
  EXPECT_NE(what("[]").find("object"), std::string::npos);
  EXPECT_NE(what("{}").find("form of a case"), std::string::npos);
  const std::string good =
      R"({"value":"Q8S","store":"Native","tensor":null,"block":null,"shape":[1],"codes":[1],)"
      R"("scales":["3f800000"],"global":null)";
  EXPECT_EQ(what(good + "}"), "read");
  EXPECT_NE(what(good + R"(,"scale":[]})").find("scale"), std::string::npos);
  EXPECT_NE(what(good + R"(,"short_by":-1})").find("short_by"), std::string::npos);
  EXPECT_NE(what(R"({"value":"Q9S","store":"Native","shape":[],"bytes":""})").find("value"),
            std::string::npos);
}

TEST(Simplify, EveryCandidateWeighsLess) {
  for (std::uint64_t i = 0; i < 400; ++i) {
    const Case c = draw_number(kSeed, i);
    for (const Case& smaller : simplify(c)) EXPECT_LT(weight(smaller), weight(c)) << to_json(c);
  }
}

TEST(Shrink, ReachesTheSmallestThatStillFails) {
  const auto has_a_seven = [](const Case& c) {
    const auto* tensor = std::get_if<TensorCase>(&c);
    if (tensor == nullptr) return false;
    for (int code : tensor->codes)
      if (code == 7) return true;
    return false;
  };
  int shrunk = 0;
  for (std::uint64_t i = 0; i < 2000 && shrunk < 20; ++i) {
    const Case c = draw_number(kSeed, i);
    if (!has_a_seven(c)) continue;
    ++shrunk;
    const auto small = std::get<TensorCase>(descend(c, has_a_seven, [] { return true; }));
    EXPECT_EQ(small.codes, std::vector<std::int8_t>{7}) << describe(Case(small));
    EXPECT_TRUE(small.scales.empty() || small.scales == std::vector<std::uint32_t>{0x3f800000})
        << describe(Case(small));
  }
  EXPECT_EQ(shrunk, 20);
}

TEST(Shrink, TriesOneScaleAlone) {
  // Minus infinity in F32, the last of ten cells; any buffer that ends so is wrong.
  const Case from =
      case_from_json(R"({"case":"bytes","value":"Q8S","store":"Native","tensor":null,)"
                     R"("block":{"size":[],"dtype":"F32"},"shape":[5,2],"bytes":")" +
                     std::string(2 * 48, '0') + R"(80ff"})");
  const auto ends_so = [](const Case& c) {
    const auto* buffer = std::get_if<BytesCase>(&c);
    const auto whole = buffer ? plausible_sizes(buffer->scheme, buffer->shape) : std::nullopt;
    return whole && buffer->bytes.size() == whole->total_bytes() && whole->scales != 0 &&
           plausible_dtype(buffer->scheme) == ScaleDtype::F32 && !buffer->scheme.two_level() &&
           buffer->bytes[buffer->bytes.size() - 1] == 0xff &&
           buffer->bytes[buffer->bytes.size() - 2] == 0x80;
  };
  ASSERT_TRUE(ends_so(from));
  const auto small = std::get<BytesCase>(descend(from, ends_so, [] { return true; }));
  EXPECT_EQ(small.bytes, (std::vector<std::uint8_t>{0, 0, 0, 0x80, 0xff})) << describe(Case(small));
}

TEST(Enumeration, GivesCasesOfThatKindAndWeightAndStopsWhenTold) {
  Enumeration all;
  for (std::uint64_t wanted = 0; wanted < 20; ++wanted)
    for (const CaseKind wanted_kind : {CaseKind::tensor, CaseKind::bytes, CaseKind::floats})
      EXPECT_TRUE(all.visit(wanted_kind, wanted, [&](const Case& c) {
        return kind(c) == wanted_kind && weight(c) == wanted;
      }));
  int visited = 0;
  EXPECT_FALSE(all.visit(CaseKind::tensor, 18, [&](const Case&) { return ++visited < 3; }));
  EXPECT_EQ(visited, 3);
}

TEST(Lightest, IsTheFirstOfAllThatFail) {
  // 6 + 3 for the tensor dtype, 16 a byte, and the bit.
  const auto fails = [](const Case& c) {
    const auto* buffer = std::get_if<BytesCase>(&c);
    return buffer != nullptr && buffer->shape.empty() && buffer->scheme.tensor &&
           buffer->scheme.tensor == ScaleDtype::UE8M0 && buffer->bytes.size() == 2 &&
           buffer->bytes[0] == 0x80;
  };
  const BytesCase heavy{{Value::Q8S, {}, Mode::Symmetric, ScaleDtype::UE8M0, {}}, {}, {0x80, 0xff}};
  const CaseKind kinds[] = {CaseKind::bytes};
  for (const Among among : {Among::parts, Among::all}) {
    const Case found = lightest(heavy, among, kinds, fails, [] { return true; });
    EXPECT_EQ(weight(found), 6 + 3 + 16 + 1 + 16u);
    EXPECT_TRUE(lightest(heavy, among, kinds, fails, [] { return false; }) == Case(heavy));
  }
}

}  // namespace
}  // namespace qb::laws
