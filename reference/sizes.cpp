// Exact sizes (F7, F18, F19). A product or sum that leaves 64 bits is kept as 2^64 - 1. That loses
// nothing: what has passed 2^63 - 1 is refused, and only a factor of 0 could bring it back, which
// still gives 0.
#include <algorithm>
#include <limits>

#include "figures.h"
#include "reference.h"

namespace qb::reference {
namespace {

constexpr std::uint64_t kOrMore = std::numeric_limits<std::uint64_t>::max();

std::uint64_t elements_of(const Steps& steps, Shape shape) {
  std::uint64_t elements = 1;
  for (std::uint64_t extent : shape) elements = steps.times(elements, extent);
  return elements;
}

std::uint64_t rounded_up_quotient(std::uint64_t a, std::uint64_t b) {
  if (b == 0) return 0;
  return a / b + (a % b == 0 ? 0 : 1);
}

}  // namespace

namespace right {

// Long multiplication with digits of 32 bits.
std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  constexpr std::uint64_t kBase = std::uint64_t{1} << 32;
  const std::uint64_t a1 = a / kBase, a0 = a % kBase;
  const std::uint64_t b1 = b / kBase, b0 = b % kBase;
  if (a1 != 0 && b1 != 0) return kOrMore;
  const std::uint64_t middle = a1 != 0 ? a1 * b0 : a0 * b1;  // one of the two is 0
  if (middle >= kBase) return kOrMore;
  return plus(middle * kBase, a0 * b0);
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) { return a > kOrMore - b ? kOrMore : a + b; }

std::uint64_t largest_size() { return std::numeric_limits<std::int64_t>::max(); }

Regions regions(const Steps& steps, std::uint64_t value_bytes, std::uint64_t scale_bytes,
                std::uint64_t global_bytes) {
  const std::uint64_t global_offset = steps.plus(value_bytes, scale_bytes);
  return {.scales_offset = value_bytes,
          .global_offset = global_offset,
          .total_bytes = steps.plus(global_offset, global_bytes)};
}

std::uint64_t line_length(StoreKind store, std::uint64_t elements, std::uint64_t packed_extent) {
  return store == StoreKind::Native ? elements : packed_extent;
}

std::uint64_t words_per_line(std::uint64_t length, unsigned lanes) {
  return rounded_up_quotient(length, lanes);
}

std::uint64_t block_extent(Extents block, std::uint64_t rank, std::uint64_t axis) {
  const std::uint64_t from_last = rank - 1 - axis;
  return from_last < block.size() ? block[block.size() - 1 - static_cast<std::size_t>(from_last)]
                                  : 1;
}

std::uint64_t grid_extent(std::uint64_t extent, std::uint64_t block) {
  return rounded_up_quotient(extent, block);
}

std::uint64_t scale_count(const Steps& steps, const Scheme& scheme, Shape shape) {
  if (!scheme.block) return 1;
  const Extents block = scheme.block->size.extents();
  std::uint64_t cells = 1;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const std::uint64_t extent = steps.block_extent(block, shape.size(), i);
    cells = steps.times(cells, steps.grid_extent(shape[i], extent));
  }
  return cells;
}

}  // namespace right

std::uint64_t counted_rank(std::uint64_t rank) { return std::max<std::uint64_t>(rank, 1); }

std::uint64_t axis_of(const Steps& steps, const Scheme& scheme, std::uint64_t rank) {
  return std::min(steps.packed_axis(rank, scheme.store.packed_dim), counted_rank(rank) - 1);
}

Figures figures_of(const Steps& steps, const Scheme& scheme, Shape shape) {
  Figures all{};
  const StoreKind store = scheme.store.kind;
  const unsigned width = steps.width_bits(scheme.value);
  all.word = steps.word(store, scheme.value, width);
  all.field_bits = steps.field_bits(store, width);
  all.dtype = steps.stored_dtype(scheme);
  all.global = steps.has_global(scheme);
  all.elements = elements_of(steps, shape);
  all.scales = steps.scale_count(steps, scheme, shape);

  if (all.elements > 0) {  // F19: a tensor without elements has no lines, whatever their length
    const std::uint64_t axis = axis_of(steps, scheme, shape.size());
    const std::uint64_t packed_extent = shape.empty() ? 1 : shape[static_cast<std::size_t>(axis)];
    // Behind a fault there can be elements on an axis of extent 0.
    all.line_length =
        std::max<std::uint64_t>(steps.line_length(store, all.elements, packed_extent), 1);
    all.words_per_line = steps.words_per_line(all.line_length, all.word.lanes);
    all.lines = rounded_up_quotient(all.elements, all.line_length);
    all.value_bytes = steps.times(steps.times(all.lines, all.words_per_line), all.word.size_bytes);
  }
  all.regions =
      steps.regions(steps, all.value_bytes, steps.times(all.scales, steps.scale_bytes(all.dtype)),
                    all.global ? 4 : 0);
  return all;
}

Question question(Verb verb, const Steps& steps, const Scheme& scheme, Shape shape,
                  std::span<const std::uint8_t> bytes) {
  return {.verb = verb,
          .scheme = scheme,
          .shape = shape,
          .figures = figures_of(steps, scheme, shape),
          .bytes = bytes};
}

Result<Sizes> encoded_size(const Steps& steps, const Scheme& scheme, Shape shape) {
  const Question asked = question(kSize, steps, scheme, shape, {});
  if (const Verdict refusal = first_refusal(steps, asked)) return *refusal;
  const Figures& all = asked.figures;
  return Sizes{.elements = all.elements,
               .scales = all.scales,
               .scales_offset = all.regions.scales_offset,
               .global_offset = all.regions.global_offset,
               .total_bytes = all.regions.total_bytes};
}

}  // namespace qb::reference
