// Which draw comes when.
#include <algorithm>
#include <numeric>

#include "properties/coverage.h"
#include "properties/draw.h"

namespace qb::laws {
namespace {

std::vector<std::uint32_t> numbers(std::size_t count) {
  std::vector<std::uint32_t> all(count);
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

/// Numbers in an order shuffled by the seed: of all cells, of those that can be written, and of the
/// feasible triples.
struct Deal {
  explicit Deal(std::uint64_t seed)
      : cells(numbers(kCells)), writable(cells), triples(numbers(feasible_tuples(3).size())) {
    std::erase_if(writable, [](std::uint32_t number) {
      const Cell cell = cell_at(number);
      const bool two_level = cell.tensor && cell.block;
      return two_level != cell.global_given || (two_level && cell.tensor != ScaleDtype::F32);
    });
    RandomSource source(seed, UINT64_MAX);
    for (auto* all : {&cells, &writable, &triples})
      for (std::size_t i = all->size(); i > 1; --i)
        std::swap((*all)[i - 1], (*all)[source.below(i)]);
  }

  std::vector<std::uint32_t> cells, writable, triples;
};

const Deal& deal_of(std::uint64_t seed) {
  thread_local std::uint64_t dealt_seed = seed;
  thread_local Deal deal(seed);
  if (dealt_seed != seed) {
    deal = Deal(seed);
    dealt_seed = seed;
  }
  return deal;
}

template <typename Numbers>
std::uint32_t in_turn(const Numbers& all, std::uint64_t turn) {
  return all[turn % all.size()];
}

}  // namespace

Case draw_number(std::uint64_t seed, std::uint64_t i) {
  RandomSource source(seed, i);
  const std::size_t rows = covering_array().size();
  const std::size_t aims = scalar_aims().size();
  const std::uint64_t first = 2 * std::max(rows, aims);
  if (i < first && i % 2 == 0) return draw_over(source, ground_of_row(i / 2 % rows));
  if (i < first) return draw_at(source, scalar_aims()[i / 2 % aims]);
  i -= first;
  const Deal& deal = deal_of(seed);
  const std::uint64_t round = i / 3;
  const std::uint64_t place = i % 3;
  if (place == 0) return draw(source, cell_at(in_turn(deal.cells, round)), CaseKind::tensor);
  if (place == 1)
    return draw_over(source,
                     draw_ground(source, feasible_tuples(3)[in_turn(deal.triples, round)].levels));
  return draw(source, cell_at(in_turn(deal.writable, round)));
}

}  // namespace qb::laws
