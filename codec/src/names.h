// Names of enumerators as the text and JSON forms spell them (F54, F55).
#ifndef QB_SRC_NAMES_H
#define QB_SRC_NAMES_H

#include <array>
#include <optional>
#include <string_view>

#include "qb/scheme.h"

namespace qb {

inline constexpr std::array<std::string_view, 9> kValueNames{"Q8F", "E5M2", "E4M3", "Q4F", "E2M1",
                                                             "Q2F", "Q8S",  "Q4S",  "Q2S"};
inline constexpr std::array<std::string_view, 3> kStoreNames{"Native", "PackedNative", "PackedU32"};
inline constexpr std::array<std::string_view, 2> kModeNames{"Symmetric", "Lookup"};
inline constexpr std::array<std::string_view, 5> kScaleDtypeNames{"F32", "F16", "BF16", "UE8M0",
                                                                  "UE4M3"};

template <typename Enum, std::size_t N>
constexpr std::string_view name_in(const std::array<std::string_view, N>& names, Enum enumerator) {
  return names[static_cast<std::size_t>(enumerator)];
}

template <typename Enum, std::size_t N>
constexpr std::optional<Enum> named_in(const std::array<std::string_view, N>& names,
                                       std::string_view name) {
  for (std::size_t i = 0; i < N; ++i)
    if (names[i] == name) return static_cast<Enum>(i);
  return std::nullopt;
}

}  // namespace qb

#endif  // QB_SRC_NAMES_H
