#include "properties/aim.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "properties/draw_parts.h"
#include "properties/feasible.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

constexpr int kTries = 60;

/// The numbers below `count`, at most 16 of them, in a drawn order. Without allocation: a draw
/// makes hundreds.
class Shuffled {
 public:
  Shuffled(Source& source, std::size_t count) : count_(count) {
    std::iota(all_.begin(), all_.end(), std::uint8_t{0});
    for (std::size_t i = count; i > 1; --i) std::swap(all_[i - 1], all_[source.below(i)]);
  }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.begin() + static_cast<std::ptrdiff_t>(count_); }

 private:
  std::array<std::uint8_t, 16> all_;
  std::size_t count_;
};
static_assert(kAxes <= 16);

std::uint64_t between(Source& source, std::uint64_t low, std::uint64_t high) {
  return low + source.below(high - low + 1);
}

std::optional<ScaleDtype> dtype_at(std::uint8_t level) {
  if (level == 0) return std::nullopt;
  return kScaleDtypes[level - 1u];
}

// ---- shapes ------------------------------------------------------------------------------------

std::uint64_t draw_rank(Source& source, std::uint8_t level) {
  if (level < 5) return level;
  return level == 5 ? between(source, 5, 8) : between(source, 9, 12);
}

std::uint64_t draw_count(Source& source, Value value, std::uint8_t length) {
  const std::uint64_t word = 32 / plausible_bits(value);
  switch (length) {
    case 0:
    case 1:
      return length;
    case 2:
      return between(source, 2, word - 1);
    case 3:
      return word;
    case 4:
      return between(source, word + 1, 8 * word - 1);
    case 5:
      return 8 * word;
    default:
      return between(source, 8 * word + 1, 8 * word + 200);
  }
}

std::uint64_t smallest_factor(std::uint64_t n) {
  for (std::uint64_t factor = 2; factor * factor <= n; ++factor)
    if (n % factor == 0) return factor;
  return n;
}

// So many elements in so many axes: their prime factors dealt out, or all to one axis.
std::vector<std::uint64_t> draw_extents(Source& source, std::uint64_t rank, std::uint64_t count) {
  std::vector<std::uint64_t> shape(rank, 1);
  if (rank == 0) return shape;
  if (count == 0) {
    for (auto& extent : shape) extent = source.below(5);
    shape[source.below(rank)] = 0;
    return shape;
  }
  const bool is_one_line = one_in(source, 3);
  std::uint64_t axis = source.below(rank);
  while (count > 1) {
    const std::uint64_t factor = smallest_factor(count);
    shape[axis] *= factor;
    count /= factor;
    if (!is_one_line) axis = source.below(rank);
  }
  return shape;
}

// One long axis beside short ones.
std::vector<std::uint64_t> draw_huge(Source& source, std::uint64_t rank, std::uint8_t size) {
  constexpr std::uint64_t kLow[] = {0, 26, 30, 57};
  constexpr std::uint64_t kHigh[] = {0, 34, 62, 63};
  std::vector<std::uint64_t> shape(rank, 1);
  const std::uint64_t exponent = between(source, kLow[size], kHigh[size]);
  std::uint64_t left = (1ull << exponent) + source.below(1ull << exponent);
  const bool is_odd = one_in(source, 2);
  for (auto& extent : shape) {
    extent = one_of<std::uint64_t>(source, {1, 1, 2, 3, 4, 5, 8});
    if (is_odd && extent % 2 == 0) extent = 1;
    if (left / extent > 1000) left /= extent;
  }
  shape[source.below(rank)] = is_odd ? left | 1 : left;
  return shape;
}

// ---- blocks ------------------------------------------------------------------------------------

std::uint64_t divisor_of(Source& source, std::uint64_t extent) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t d = 1; d <= std::min<std::uint64_t>(extent == 0 ? 9 : extent, 255); ++d)
    if (extent % d == 0) all.push_back(d);
  return all[source.below(all.size())];
}

BlockSize draw_block(Source& source, Shape shape, std::uint64_t extents, bool is_whole) {
  std::vector<std::uint32_t> block(std::min<std::uint64_t>(extents, shape.size()));
  for (std::size_t i = 0; i < block.size(); ++i) {
    const std::uint64_t extent = shape[shape.size() - block.size() + i];
    std::uint64_t size = is_whole ? divisor_of(source, extent)
                                  : one_of<std::uint64_t>(source, {2, 3, 1, 4, 5, 16, 32, 255});
    if (i == 0 && size == 1 && extent != 1) size = std::min<std::uint64_t>(extent, 255);
    if (i == 0 && size < 2) size = 2;  // leading 1s would be dropped
    block[i] = static_cast<std::uint32_t>(size);
  }
  return *BlockSize::from(block);
}

std::uint64_t draw_packed_dim(Source& source, std::uint8_t level, std::uint64_t rank) {
  if (level < 2 || rank < 2) return 0;
  return level == 3 || rank == 2 ? rank - 1 : between(source, 1, rank - 2);
}

std::uint64_t draw_base(Source& source, std::uint8_t level) {
  if (level == 0) return 0;
  const std::uint64_t power = 1ull << (level - 1);
  return power + 2 * power * source.below(8 / power);
}

Ground draw_once(Source& source, const Levels& wish) {
  Ground ground;
  Scheme& scheme = ground.scheme;
  scheme.value = static_cast<Value>(at(wish, Axis::value));
  scheme.store.kind = static_cast<StoreKind>(at(wish, Axis::store));
  scheme.tensor = dtype_at(at(wish, Axis::tensor_dtype));
  const std::uint64_t rank = draw_rank(source, at(wish, Axis::rank));
  const std::uint8_t size = at(wish, Axis::size);
  ground.shape = size != 0 ? draw_huge(source, rank, size)
                           : draw_extents(source, rank,
                                          draw_count(source, scheme.value, at(wish, Axis::length)));
  scheme.store.packed_dim = draw_packed_dim(source, at(wish, Axis::packed_axis), rank);
  if (const auto dtype = dtype_at(at(wish, Axis::block_dtype)))
    scheme.block = BlockScale{draw_block(source, ground.shape, at(wish, Axis::block_rank) - 1u,
                                         at(wish, Axis::block_fit) == 1),
                              *dtype};
  ground.global_given = at(wish, Axis::global) == 1;
  ground.input_offset = draw_base(source, at(wish, Axis::base));
  return ground;
}

bool is_level(std::uint8_t level) { return level != kAny; }

// How near: levels that were asked for count before those that only completed them.
int nearness(const Ground& ground, const Levels& wish, const Levels& whole) {
  const auto levels =
      levels_of(ground.scheme, ground.shape, ground.global_given, ground.input_offset);
  if (!levels) return -1;
  int near = 0;
  for (std::size_t axis = 0; axis < kAxes; ++axis)
    if ((*levels)[axis] == whole[axis]) near += wish[axis] == kAny ? 1 : 100;
  return near;
}

}  // namespace

Levels complete(Source& source, const Levels& wish) {
  Levels levels = wish;
  for (const std::size_t axis : Shuffled(source, kAxes)) {
    if (levels[axis] != kAny) continue;
    for (const std::uint8_t level : Shuffled(source, axes()[axis].levels.size())) {
      levels[axis] = level;
      if (is_feasible(levels)) break;
    }
  }
  // Mostly what can be written (F21): a global scale beside two levels, and no other.
  const bool two_level = at(levels, Axis::tensor_dtype) != 0 && at(levels, Axis::block_dtype) != 0;
  if (at(wish, Axis::global) == kAny && !one_in(source, 8))
    at(levels, Axis::global) = two_level ? 1 : 0;
  return levels;
}

Ground draw_ground(Source& source, const Levels& wish) {
  Levels whole = complete(source, wish);
  Ground nearest;
  int best = -2;
  // All that was asked for; the rest came from the completion, and another would do.
  const auto enough = static_cast<int>(100 * std::ranges::count_if(wish, is_level));
  for (int i = 0; i < kTries && best < enough; ++i) {
    if (i % 10 == 9) whole = complete(source, wish);
    Ground ground = draw_once(source, whole);
    const int near = nearness(ground, wish, whole);
    if (near <= best) continue;
    best = near;
    nearest = std::move(ground);
  }
  return nearest;
}

}  // namespace qb::laws
