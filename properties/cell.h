// A cell is one point of the scheme space: value × store × tensor level × block level × whether a
// global scale is given: 9 × 3 × 6 × 6 × 2 = 1,944.
#ifndef QB_PROPERTIES_CELL_H
#define QB_PROPERTIES_CELL_H

#include <cstdint>
#include <optional>
#include <string>

#include "properties/case.h"
#include "qb/scheme.h"

namespace qb::laws {

struct Cell {
  Value value;
  StoreKind store;
  std::optional<ScaleDtype> tensor;
  std::optional<ScaleDtype> block;
  bool global_given;
  friend bool operator==(const Cell&, const Cell&) = default;
};

inline constexpr std::uint64_t kCells = 1944;

/// The cell with that number, 0..kCells−1, and back.
Cell cell_at(std::uint64_t number);
std::uint64_t number_of(const Cell& cell);

/// The cell a case lies in; a buffer and floats have a global scale where their scheme is
/// two-level. A scalar case lies in none.
std::optional<Cell> classify(const Case& c);

/// `Q4S/PackedU32/F32/none/absent`: value, store, tensor, block, global.
std::string describe(const Cell& cell);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_CELL_H
