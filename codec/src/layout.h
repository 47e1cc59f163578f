// Where every code and scale of a tensor lies (F7, F11–F19).
#ifndef QB_SRC_LAYOUT_H
#define QB_SRC_LAYOUT_H

#include <cstdint>
#include <optional>
#include <span>

#include "qb/codec.h"
#include "qb/scheme.h"

namespace qb {

/// Storage elements of a store (F2).
struct StoreElement {
  unsigned size_bytes;
  unsigned codes;  // lanes
};
StoreElement store_element(const Scheme& scheme);

/// Row-major positions read in an order in which one axis has changed places with the last: the
/// array seen as [before, axis, between, last], walked as [before, last, between, axis] (F13).
/// Without a swap all is in `before` × `axis`.
struct SwappedOrder {
  std::uint64_t before = 1;
  std::uint64_t axis = 1;
  std::uint64_t between = 1;
  std::uint64_t last = 1;

  std::uint64_t lines() const { return before * last * between; }

  /// Row-major position of entry 0 of a line; entry i lies i · stride() further.
  std::uint64_t line_start(std::uint64_t line) const {
    const std::uint64_t middle = line % between;
    const std::uint64_t rest = line / between;
    return (rest / last) * axis * stride() + middle * last + rest % last;
  }
  std::uint64_t stride() const { return between * last; }

  /// Where in the order the entry at a row-major position comes.
  std::uint64_t stored_at(std::uint64_t position) const {
    const std::uint64_t in_last = position % last;
    const std::uint64_t middle = position / last % between;
    const std::uint64_t in_axis = position / stride() % axis;
    const std::uint64_t front = position / stride() / axis;
    return ((front * last + in_last) * between + middle) * axis + in_axis;
  }
};

struct Layout {
  Sizes sizes;
  SwappedOrder codes;   // lines of codes; all 1 and unused where there are no elements
  SwappedOrder grid;    // order in which scales are stored
  std::uint64_t words;  // storage elements a line
};

/// Checks 1–4 and 9 of F30 in that order, where `encode` has more in between: it calls
/// `layout_before_global`, then makes its own checks, then `check_global_dtype`.
Result<Layout> layout_before_global(const Scheme& scheme, Shape shape);
std::optional<Refusal> check_global_dtype(const Scheme& scheme);
Result<Layout> layout_of(const Scheme& scheme, Shape shape);

/// `layout_of`, then the exact length (F18): checks 1–4, 9 and 12 of F30.
Result<Layout> layout_of_buffer(const Scheme& scheme, Shape shape,
                                std::span<const std::uint8_t> bytes);

/// Checks 2 and 3 of F30: the scheme against a rank.
std::optional<Refusal> check_block(const Scheme& scheme, std::uint64_t rank);
std::optional<Refusal> check_packed_dim(const Scheme& scheme, std::uint64_t rank);

/// The block extent along an axis of a tensor of that rank, leading 1s filled in (F6).
std::uint64_t block_extent(const BlockSize& size, std::uint64_t rank, std::uint64_t axis);

/// What the block scales, or the one scale, are stored as (F16).
ScaleDtype stored_dtype(const Scheme& scheme);

}  // namespace qb

#endif  // QB_SRC_LAYOUT_H
