// The axes of the input space, each with a few levels. A run is measured by the pairs and triples
// of levels that its cases had (Kuhn, Kacker, Lei, "Practical combinatorial testing", NIST SP
// 800-142).
#ifndef QB_PROPERTIES_AXES_H
#define QB_PROPERTIES_AXES_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "properties/case.h"

namespace qb::laws {

enum class Axis : std::uint8_t {
  value,
  store,
  packed_axis,
  rank,
  block_rank,
  block_fit,
  block_dtype,
  tensor_dtype,
  global,
  length,
  tail,
  values_mod_4,
  scales_mod_4,
  base,
  size,
};
inline constexpr std::size_t kAxes = 15;

/// A level of each axis, by number; `kAny` where none is meant.
using Levels = std::array<std::uint8_t, kAxes>;
inline constexpr std::uint8_t kAny = 0xff;
inline constexpr Levels kAllAny = [] {
  Levels levels{};
  levels.fill(kAny);
  return levels;
}();

struct AxisInfo {
  std::string_view name;
  std::string_view meaning;
  std::span<const std::string_view> levels;
};

/// In the order of `Axis`.
std::span<const AxisInfo, kAxes> axes();

inline std::uint8_t& at(Levels& levels, Axis axis) {
  return levels[static_cast<std::size_t>(axis)];
}
inline std::uint8_t at(const Levels& levels, Axis axis) {
  return levels[static_cast<std::size_t>(axis)];
}

/// Where a case lies on every axis. None for a scalar, for a scheme that nothing can write in that
/// shape (F3, F6, F13) and for sizes past 2^63 - 1 (F19): errors are labels, not levels.
std::optional<Levels> levels_of(const Case& c);

/// The same of what a case is drawn from.
std::optional<Levels> levels_of(const Scheme& scheme, Shape shape, bool global_given,
                                std::uint64_t input_offset);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_AXES_H
