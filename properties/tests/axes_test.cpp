#include "properties/axes.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "properties/coverage.h"
#include "properties/draw.h"
#include "properties/feasible.h"
#include "properties/in_process.h"
#include "properties/labels.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kSeed = 7;
// What `ci/verify` draws.
constexpr std::uint64_t kOrdinaryRun = 10000;

std::string names(const Levels& levels) { return describe(Tuple{levels}); }

Levels levels_by_name(const std::vector<std::pair<std::string, std::string>>& wanted) {
  Levels levels = kAllAny;
  for (const auto& [axis_name, level_name] : wanted)
    for (std::size_t axis = 0; axis < kAxes; ++axis)
      for (std::size_t level = 0; level < axes()[axis].levels.size(); ++level)
        if (axes()[axis].name == axis_name && axes()[axis].levels[level] == level_name)
          levels[axis] = static_cast<std::uint8_t>(level);
  return levels;
}

TEST(Axes, LevelsOfATensor) {
  // Lines of 5 along the outer axis, 8 lanes a word: 3 lines of one word each. Blocks of [2, 2]
  // make a grid of [3, 2]: 6 scales of one byte.
  TensorCase c;
  c.scheme.value = Value::Q4S;
  c.scheme.store = {StoreKind::PackedU32, 1};
  c.scheme.tensor = ScaleDtype::F32;
  c.scheme.block =
      BlockScale{*BlockSize::from(std::vector<std::uint32_t>{2, 2}), ScaleDtype::UE4M3};
  c.shape = {5, 3};
  c.input_offset = 6;
  EXPECT_EQ(names(*levels_of(c)),
            "value=Q4S store=PackedU32 packed_axis=outer rank=2 block_rank=2 block_fit=partial "
            "block_dtype=UE4M3 tensor_dtype=F32 global=absent length=above-word tail=partial "
            "values_mod_4=0 scales_mod_4=2 base=2 size=below-2^31");
}

TEST(Axes, LevelsOfAHugeTensor) {
  TensorCase c;
  c.scheme.value = Value::E2M1;
  c.scheme.store = {StoreKind::PackedNative, 0};
  c.scheme.tensor = ScaleDtype::F16;
  c.shape = {(1ull << 32) + 2};  // 2^31 + 1 bytes, and two of scale
  EXPECT_EQ(names(*levels_of(c)),
            "value=E2M1 store=PackedNative packed_axis=inner rank=1 block_rank=none block_fit=none "
            "block_dtype=none tensor_dtype=F16 global=absent length=above-vector tail=whole "
            "values_mod_4=1 scales_mod_4=2 base=16 size=2^31");
}

TEST(Axes, NoLevelsWhereNothingCanBeWritten) {
  TensorCase c;
  c.shape = {1ull << 62, 4};
  EXPECT_FALSE(levels_of(c));
  c.shape = {2};
  c.scheme.store.packed_dim = 1;
  EXPECT_FALSE(levels_of(c));
  c.scheme.store.packed_dim = 0;
  EXPECT_TRUE(levels_of(c));
  c.scheme.mode = Mode::Lookup;
  EXPECT_FALSE(levels_of(c));
  EXPECT_FALSE(levels_of(ScalarCase{}));
}

TEST(Axes, RulesNameTheirClause) {
  const auto clause = [](const Levels& levels) {
    const Rule* rule = forbidding(levels);
    return rule == nullptr ? "none" : std::string(rule->clause);
  };
  EXPECT_EQ(clause(levels_by_name({{"store", "Native"}, {"packed_axis", "outer"}})), "F2");
  EXPECT_EQ(clause(levels_by_name({{"rank", "2"}, {"packed_axis", "middle"}})), "F13");
  EXPECT_EQ(clause(levels_by_name({{"rank", "1"}, {"block_rank", "2"}})), "F6");
  EXPECT_EQ(clause(levels_by_name({{"store", "PackedU32"}, {"values_mod_4", "1"}})), "F18");
  EXPECT_EQ(clause(levels_by_name({{"store", "PackedU32"}, {"values_mod_4", "0"}})), "none");
  // Through a third axis: no element, no byte of values.
  EXPECT_EQ(clause(levels_by_name({{"size", "2^62"}, {"rank", "0"}})), "F13");
}

TEST(Axes, NoDrawIsForbidden) {
  for (std::uint64_t i = 0; i < 20000; ++i) {
    const Case c = draw_number(kSeed, i);
    const auto levels = levels_of(c);
    ASSERT_TRUE(!levels || is_feasible(*levels)) << names(*levels) << "\n" << describe(c);
  }
}

TEST(Axes, TheArrayCoversThePairs) {
  Coverage coverage;
  for (std::uint64_t i = 0; i < covering_array().size(); ++i)
    coverage.add(*levels_of(draw_number(kSeed, 2 * i)));
  EXPECT_TRUE(coverage.missing(2).empty()) << describe(coverage.missing(2).front());
  EXPECT_LT(covering_array().size(), 250u);
}

TEST(Axes, AnOrdinaryRunCoversCellsPairsAndLabels) {
  const Implementation oracle = reference();
  std::set<std::uint64_t> cells;
  Coverage coverage;
  LabelSet labels;
  for (std::uint64_t i = 0; i < kOrdinaryRun; ++i) {
    const Case c = draw_number(kSeed, i);
    if (const auto cell = classify(c)) cells.insert(number_of(*cell));
    if (const auto levels = levels_of(c)) coverage.add(*levels);
    labels |= labels_of(c, oracle);
  }
  EXPECT_EQ(cells.size(), kCells);
  EXPECT_EQ(coverage.count(2), feasible_tuples(2).size());
  EXPECT_GT(coverage.count(3), feasible_tuples(3).size() * 95 / 100);
  for (const Label& label : all_labels()) EXPECT_TRUE(labels[label.number]) << label.name;
}

TEST(Axes, AMergeIsAUnion) {
  Coverage both, odd, even;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const auto levels = levels_of(draw_number(kSeed, i));
    if (!levels) continue;
    both.add(*levels);
    (i % 2 == 0 ? even : odd).add(*levels);
  }
  EXPECT_LT(odd.count(2), both.count(2));
  odd.merge(even);
  EXPECT_EQ(odd.count(2), both.count(2));
  EXPECT_EQ(odd.count(3), both.count(3));
}

TEST(Labels, NamesAndNumbersAreUnique) {
  std::set<std::string> names;
  std::set<std::size_t> numbers;
  for (const Label& label : all_labels()) {
    EXPECT_TRUE(names.insert(label.name).second) << label.name;
    EXPECT_TRUE(numbers.insert(label.number).second) << label.name;
    EXPECT_LT(label.number, kMostLabels);
  }
}

TEST(Labels, PointsOfAConversion) {
  const auto point = [](ScalarVerb verb, ScalarType type, std::uint32_t input) {
    return kScalarPointNames[static_cast<std::size_t>(*point_of({verb, type, input}))];
  };
  using enum ScalarVerb;
  EXPECT_EQ(point(encode, ScalarType::F16, 0x477fe000), "exact");          // 65504
  EXPECT_EQ(point(encode, ScalarType::F16, 0x477ff000), "above-largest");  // 65520
  EXPECT_EQ(point(encode, ScalarType::F16, 0x3f801000), "tie");            // 1 + 2^-11
  EXPECT_EQ(point(encode, ScalarType::F16, 0x3f801001), "inexact");
  EXPECT_EQ(point(encode, ScalarType::UE4M3, 0x3a800000), "tie");        // 2^-10
  EXPECT_EQ(point(encode, ScalarType::UE4M3, 0x3b000000), "subnormal");  // 2^-9
  EXPECT_EQ(point(round_up, ScalarType::UE8M0, 0x00400001), "inexact");
  EXPECT_EQ(point(decode, ScalarType::E5M2, 0x7c), "infinity");
  EXPECT_EQ(point(decode, ScalarType::UE4M3, 0xff), "nan");
  EXPECT_FALSE(point_of({round_up, ScalarType::F16, 0xbf800000}));
}

}  // namespace
}  // namespace qb::laws
