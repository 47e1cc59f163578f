// Short ways to write the document's examples down.
#ifndef QB_REFERENCE_TESTS_CASES_H
#define QB_REFERENCE_TESTS_CASES_H

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "reference.h"

namespace qb::reference {

using Bytes = std::vector<std::uint8_t>;
using Codes = std::vector<std::int8_t>;
using Scales = std::vector<std::uint32_t>;
using Dims = std::vector<std::uint64_t>;

inline const Steps kRight;

inline constexpr Store kNative{StoreKind::Native, 0};
constexpr Store packed_native(std::uint64_t d) { return {StoreKind::PackedNative, d}; }
constexpr Store packed_u32(std::uint64_t d) { return {StoreKind::PackedU32, d}; }

inline BlockScale blocks(std::initializer_list<std::uint32_t> size, ScaleDtype dtype) {
  return {*BlockSize::from(std::span(size.begin(), size.size())), dtype};
}

inline Scheme scheme(Value value, Store store, std::optional<ScaleDtype> tensor = {},
                     std::optional<BlockScale> block = {}) {
  return {.value = value, .store = store, .tensor = tensor, .block = block};
}

inline std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }

/// "00 19 7e": pairs of hex digits, spaces anywhere between them.
inline Bytes hex(std::string_view text) {
  Bytes bytes;
  std::string digits;
  for (char c : text)
    if (c != ' ') digits += c;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2)
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(digits.substr(i, 2), nullptr, 16)));
  return bytes;
}

/// first, first + 1, ... last.
inline Codes run(int first, int last) {
  Codes codes;
  for (int code = first; code <= last; ++code) codes.push_back(static_cast<std::int8_t>(code));
  return codes;
}

inline Codes repeated(const Codes& codes, int times) {
  Codes all;
  for (int i = 0; i < times; ++i) all.insert(all.end(), codes.begin(), codes.end());
  return all;
}

inline Scales f32(std::initializer_list<float> scales) {
  Scales all;
  for (float scale : scales) all.push_back(bits(scale));
  return all;
}

/// The answer; a failure and an empty one where there is none.
template <typename T>
T answer(const Result<T>& result) {
  if (result) return *result;
  ADD_FAILURE() << "refused: " << name(result.refusal().error);
  return {};
}

/// The refusal, or none.
template <typename T>
std::optional<Refusal> refused(const Result<T>& result) {
  if (result) return std::nullopt;
  return result.refusal();
}

}  // namespace qb::reference

#endif  // QB_REFERENCE_TESTS_CASES_H
