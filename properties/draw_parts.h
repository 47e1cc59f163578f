// The parts that draws of all kinds are made of.
#ifndef QB_PROPERTIES_DRAW_PARTS_H
#define QB_PROPERTIES_DRAW_PARTS_H

#include <cstdint>
#include <vector>

#include "properties/cell.h"
#include "properties/source.h"

namespace qb::laws {

template <typename T, std::size_t N>
T one_of(Source& source, const T (&choices)[N]) {
  return choices[source.below(N)];
}
/// True once in n; false from a source that has run dry.
inline bool one_in(Source& source, std::uint64_t n) { return source.below(n) == n - 1; }

/// Rank 0 to 12, extents around the lanes of a word; mostly below 50 elements, never above 600.
std::vector<std::uint64_t> draw_shape(Source& source);
/// A legal scheme of that cell for that shape.
Scheme draw_scheme(Source& source, const Cell& cell, Shape shape);
/// A packed dim, block or shape that is refused, or the lookup mode, where the scheme has a place
/// for it.
void spoil_scheme(Source& source, Scheme& scheme, std::vector<std::uint64_t>& shape);

/// Codes that fit the bits of the value.
std::vector<std::int8_t> draw_codes(Source& source, Value value, std::uint64_t count);
/// A positive f32 that the dtype takes, by bit pattern: exponents uniform, fractions at and beside
/// the places where rounding turns.
std::uint32_t draw_scale(Source& source, ScaleDtype dtype);
/// One that no scheme writes (F23).
std::uint32_t draw_bad_scale(Source& source, ScaleDtype dtype);

/// Mostly a permutation of the axes.
std::vector<std::uint64_t> draw_axes(Source& source, std::uint64_t rank);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_DRAW_PARTS_H
