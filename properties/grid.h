// The numbers that codes stand for, read from F1 once more: for laws that need the distance between
// them, and for drawing what lies halfway.
#ifndef QB_PROPERTIES_GRID_H
#define QB_PROPERTIES_GRID_H

#include <array>
#include <cstdint>
#include <vector>

#include "qb/scheme.h"

namespace qb::laws {

struct ValueGrid {
  bool is_float;
  float lowest, highest;          // what quantizing gives at the most (F1)
  float half;                     // F42
  std::array<float, 256> value;   // by the code's byte; NaN and infinities as such (F24, F38)
  std::vector<float> magnitudes;  // 0 and the finite magnitudes above it, ascending
  std::uint8_t sign_mask;         // the sign bit of a float code; 0 for integers

  float value_of(std::int8_t code) const { return value[static_cast<std::uint8_t>(code)]; }
  /// How far the two magnitudes lie apart between which |y| lies, y in lowest … highest and not
  /// above the largest magnitude; `exponent` is floor(log2 |y|). A power of two.
  double gap(int exponent) const;

 private:
  friend const ValueGrid& grid_of(Value value);
  ValueGrid(Value value);
  int smallest_exponent_ = 0, fraction_bits_ = 0;
};

/// Built once. Any thread may ask.
const ValueGrid& grid_of(Value value);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_GRID_H
