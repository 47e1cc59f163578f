// What the laws about error bounds stand on: exact sums, the grid of each value, blocks.
#include <gtest/gtest.h>

#include <cmath>

#include "properties/grid.h"
#include "properties/laws/blocks.h"
#include "properties/laws/exact.h"

namespace qb::laws {
namespace {

TEST(SignOfSum, SeesWhatF64WouldRoundAway) {
  EXPECT_EQ(sign_of_sum({1, 0x1p-200, -1}), 1);
  EXPECT_EQ(sign_of_sum({1, -0x1p-200, -1}), -1);
  EXPECT_EQ(sign_of_sum({0x1p100, 1, 0x1p-100, -0x1p100, -1, -0x1p-100}), 0);
  EXPECT_EQ(sign_of_sum({0x1p-100, -1, -0x1p100, 0x1p100, 1}), 1);
  EXPECT_EQ(sign_of_sum({0.1, 0.2, -0.3}), 1);  // 0.1 + 0.2 is above 0.3 in f64, and exactly
  EXPECT_EQ(sign_of_sum({NAN, 1}), -1);
}

TEST(HalfUlp, IsTheMostThatARoundingMoves) {
  for (const double z : {1.0, 1.0 + 0x1p-24, 3.14159, 0x1p-126, 0x1p-149, 0x1.8p-150, 1e38}) {
    const double moved = std::abs(static_cast<double>(static_cast<float>(z)) - z);
    EXPECT_LE(moved, rounding_of(z)) << z;
  }
  EXPECT_EQ(rounding_of(1 + 0x1p-24), 0x1p-24);  // a tie moves by just that
  EXPECT_EQ(rounding_of(0x1p-150), 0x1p-150);
  EXPECT_EQ(rounding_of(0), 0);
}

TEST(Grid, IsThatOfF1) {
  for (const Value value : kValues) {
    const ValueGrid& grid = grid_of(value);
    for (std::size_t i = 1; i < grid.magnitudes.size(); ++i) {
      const double below = grid.magnitudes[i - 1], above = grid.magnitudes[i];
      ASSERT_LT(below, above);
      EXPECT_EQ(grid.gap(exponent_of((below + above) / 2)), above - below);
    }
  }
  EXPECT_EQ(grid_of(Value::E2M1).magnitudes, (std::vector<float>{0, 0.5, 1, 1.5, 2, 3, 4, 6}));
  EXPECT_EQ(grid_of(Value::E4M3).magnitudes.back(), 448);
  EXPECT_EQ(grid_of(Value::E4M3).magnitudes[1], 0x1p-9f);
  EXPECT_EQ(grid_of(Value::E5M2).magnitudes.back(), 57344);
  EXPECT_EQ(grid_of(Value::E5M2).magnitudes[1], 0x1p-16f);
  EXPECT_TRUE(std::isinf(grid_of(Value::E5M2).value_of(0x7c)));
  EXPECT_TRUE(std::isnan(grid_of(Value::E4M3).value_of(0x7f)));
  EXPECT_EQ(grid_of(Value::E2M1).value_of(15), -6);
  constexpr float kHalves[] = {127.5, 57344, 448, 7.5, 6, 1.5, 127, 7, 1};  // F42
  for (const Value value : kValues)
    EXPECT_EQ(grid_of(value).half, kHalves[static_cast<std::size_t>(value)]);
}

TEST(Blocks, AreRectanglesOfTheGrid) {
  const std::uint64_t shape[] = {3, 5};
  Scheme scheme;
  const std::uint32_t extents[] = {2, 2};
  scheme.block = BlockScale{*BlockSize::from(extents), ScaleDtype::F32};
  EXPECT_EQ(grid_extents(scheme, shape), (Extents{2, 3}));
  EXPECT_EQ(cells_of(scheme, shape, 15),
            (std::vector<std::uint32_t>{0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 3, 3, 4, 4, 5}));
  EXPECT_EQ(part_of(shape, {2, 2}, {1, 2}), (std::vector<std::size_t>{12, 13}));
  EXPECT_EQ(part_of(shape, {0, 4}, {3, 1}), (std::vector<std::size_t>{4, 9, 14}));
  const std::uint64_t axes[] = {1, 0};
  EXPECT_EQ(permuted_indices(shape, axes),
            (std::vector<std::size_t>{0, 5, 10, 1, 6, 11, 2, 7, 12, 3, 8, 13, 4, 9, 14}));
  EXPECT_EQ(part_of({}, {}, {}), (std::vector<std::size_t>{0}));
  const std::uint64_t empty[] = {2, 0};
  EXPECT_EQ(part_of(empty, {0, 0}, {2, 0}), (std::vector<std::size_t>{}));
}

}  // namespace
}  // namespace qb::laws
