// What came of quantizing a case, for the laws that look at it element by element.
#ifndef QB_PROPERTIES_LAWS_SEEN_H
#define QB_PROPERTIES_LAWS_SEEN_H

#include <bit>
#include <cmath>
#include <string>
#include <variant>
#include <vector>

#include "properties/grid.h"
#include "properties/laws/judging.h"

namespace qb::laws {

struct Seen {
  const FloatsCase& c;
  const ValueGrid& grid;
  QuantizedAnswer answer;
  TensorAnswer tensor;               // its bytes, as the oracle reads them
  std::vector<std::uint32_t> cells;  // of each element
  std::vector<float> steps;          // of each cell (F45)
  std::vector<float> back;           // where it was asked for

  float x(std::size_t i) const { return std::bit_cast<float>(c.input[i]); }
  float step(std::size_t i) const { return steps[cells[i]]; }
  float value(std::size_t i) const { return grid.value_of(tensor.codes[i]); }
  float scale(std::size_t cell) const { return std::bit_cast<float>(tensor.scales[cell]); }
  float global() const { return std::bit_cast<float>(tensor.global.value_or(0x3f800000)); }
  /// The largest magnitude in each cell.
  std::vector<float> alphas() const;

  Broken broken(std::size_t i, std::string what, std::string expected) const;
};

enum class Look : std::uint8_t { codes, codes_and_back };

/// Quantizes `c`, reads the bytes with the oracle, and for `codes_and_back` dequantizes them. The
/// outcome in its place: vacuous where an input is not finite, the subject refused, or its bytes
/// cannot be read, which other laws judge; unsupported where it cannot be asked.
std::variant<Seen, Outcome> see(const Implementation& subject, const Implementation& oracle,
                                const FloatsCase& c, Look look);

bool all_finite(std::span<const std::uint32_t> input);

/// "1.5 (3fc00000)".
std::string shown(float number);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_LAWS_SEEN_H
