// The arithmetic of quantizing, apart from what is refused before it and written after it.
#ifndef QB_SRC_QUANTIZER_H
#define QB_SRC_QUANTIZER_H

#include <bit>

#include "blocks.h"
#include "qb/quantize.h"

namespace qb {

struct Quantizer {
  const Scheme& scheme;
  Calibration calibration;
  Floats input;
  Blocks blocks;
  std::span<std::uint64_t> cells;  // scratch, one a grid cell
  float global = 0;
  Summary summary{};

  /// Chooses the scales (F41–F44) and writes a code for every element (F46, F47), in the default
  /// environment (F40). Refuses `non_finite_input` and `value_overflow`; then no code is written.
  std::optional<Refusal> run(std::int8_t* codes);

  /// After `run`: the scale of a cell, as stored and used.
  float scale_of(std::uint64_t cell) const {
    return std::bit_cast<float>(static_cast<std::uint32_t>(cells[cell] & 0xffffffff));
  }
  /// F45.
  float step_of(std::uint64_t cell) const {
    return scheme.two_level() ? global * scale_of(cell) : scale_of(cell);
  }
};

}  // namespace qb

#endif  // QB_SRC_QUANTIZER_H
