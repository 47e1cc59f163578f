// The one list of how enumerators of a scheme are spelt: text and JSON forms (F54, F55), cases, the
// protocol and reports all read it. The reference spells them again, from the document.
#ifndef QB_NAMES_H
#define QB_NAMES_H

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

constexpr std::string_view name(Value value) { return name_in(kValueNames, value); }
constexpr std::string_view name(StoreKind kind) { return name_in(kStoreNames, kind); }
constexpr std::string_view name(Mode mode) { return name_in(kModeNames, mode); }
constexpr std::string_view name(ScaleDtype dtype) { return name_in(kScaleDtypeNames, dtype); }

}  // namespace qb

#endif  // QB_NAMES_H
