// What an audit can find in a buffer that is legal all the same (docs/format.md, F27).
#ifndef QB_FINDING_H
#define QB_FINDING_H

#include <array>
#include <cstdint>
#include <string_view>

namespace qb {

/// In the order in which findings about one place are listed.
enum class FindingKind : std::uint8_t {
  padding_not_zero,
  code_out_of_range,
  code_nan,
  code_infinite,
  scale_nan,
  scale_infinite,
  scale_negative,
  scale_zero,
  scale_subnormal,
};

inline constexpr std::array<std::string_view, 9> kFindingNames{
    "padding_not_zero", "code_out_of_range", "code_nan",   "code_infinite",  "scale_nan",
    "scale_infinite",   "scale_negative",    "scale_zero", "scale_subnormal"};

constexpr std::string_view name(FindingKind kind) {
  return kFindingNames[static_cast<std::size_t>(kind)];
}

/// `index` counts bytes of the buffer for padding, elements (row-major) for codes, grid cells
/// (row-major) for block scales; the global scale's index is the number of grid cells (F27).
struct Finding {
  FindingKind kind;
  std::uint64_t index;
  friend bool operator==(const Finding&, const Finding&) = default;
};

}  // namespace qb

#endif  // QB_FINDING_H
