// How quantizing finds the range of a block (docs/format.md, F41), and what it tells afterwards.
#ifndef QB_CALIBRATION_H
#define QB_CALIBRATION_H

#include <array>
#include <cstdint>
#include <string_view>

namespace qb {

enum class Calibration : std::uint8_t { MinMax, AbsMean };
inline constexpr std::array<std::string_view, 2> kCalibrationNames{"MinMax", "AbsMean"};

constexpr std::string_view name(Calibration calibration) {
  return kCalibrationNames[static_cast<std::size_t>(calibration)];
}

/// Saturation is never silent (F50).
struct Summary {
  std::uint64_t saturated_blocks = 0;  // the scale wanted is above the largest of its dtype
  std::uint64_t clipped_values = 0;    // quotients below lowest or above highest
  std::uint64_t vanished_blocks = 0;   // every non-zero input became a code of value zero
  std::uint64_t zero_blocks = 0;       // nothing but zeros, at least one
  friend bool operator==(const Summary&, const Summary&) = default;
};

}  // namespace qb

#endif  // QB_CALIBRATION_H
