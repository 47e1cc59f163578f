// Names of the scalar conversions (docs/format.md, F32–F39).
#ifndef QB_SCALAR_H
#define QB_SCALAR_H

#include <array>
#include <cstdint>
#include <string_view>

namespace qb {

/// Every number format a scale or a float code is kept in. UE4M3 and E4M3 share their patterns.
enum class ScalarType : std::uint8_t { F32, F16, BF16, UE8M0, UE4M3, E4M3, E5M2, E2M1 };
inline constexpr std::array<std::string_view, 8> kScalarTypeNames{"F32",   "F16",  "BF16", "UE8M0",
                                                                  "UE4M3", "E4M3", "E5M2", "E2M1"};

/// encode: f32 bits to a code. decode: a code to f32 bits. round_up: f32 bits to f32 bits (F39),
/// for the scale dtypes alone.
enum class ScalarVerb : std::uint8_t { encode, decode, round_up };
inline constexpr std::array<std::string_view, 3> kScalarVerbNames{"encode", "decode", "round_up"};

constexpr std::string_view name(ScalarType type) {
  return kScalarTypeNames[static_cast<std::size_t>(type)];
}
constexpr std::string_view name(ScalarVerb verb) {
  return kScalarVerbNames[static_cast<std::size_t>(verb)];
}

}  // namespace qb

#endif  // QB_SCALAR_H
