// Words that the codec's tests share. Expected values in those tests are those of docs/format.md.
#ifndef QB_CODEC_TESTS_SUPPORT_H
#define QB_CODEC_TESTS_SUPPORT_H

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qb/audit.h"
#include "qb/codec.h"

namespace qb {

using Bytes = std::vector<std::uint8_t>;
using Codes = std::vector<std::int8_t>;
using Floats = std::vector<float>;
using Dims = std::vector<std::uint64_t>;
using Extents = std::vector<std::uint32_t>;
using Findings = std::vector<Finding>;

inline constexpr std::uint64_t kLargestSize = 9223372036854775807u;  // 2^63 − 1
inline constexpr std::uint64_t kLargestExtent = 18446744073709551615u;

// ---- schemes -----------------------------------------------------------------------------------

inline constexpr Store kNative{StoreKind::Native, 0};
constexpr Store packed_native(std::uint64_t d) { return {StoreKind::PackedNative, d}; }
constexpr Store packed_u32(std::uint64_t d) { return {StoreKind::PackedU32, d}; }

inline BlockSize block_size(const Extents& authored) { return BlockSize::from(authored).value(); }

inline Scheme per_tensor(Value value, Store store, ScaleDtype dtype = ScaleDtype::F32) {
  return {value, store, Mode::Symmetric, dtype, std::nullopt};
}
inline Scheme blocked(Value value, Store store, const Extents& block,
                      ScaleDtype dtype = ScaleDtype::F32) {
  return {value, store, Mode::Symmetric, std::nullopt, BlockScale{block_size(block), dtype}};
}
inline Scheme two_level(Value value, Store store, const Extents& block,
                        ScaleDtype dtype = ScaleDtype::UE4M3) {
  return {value, store, Mode::Symmetric, ScaleDtype::F32, BlockScale{block_size(block), dtype}};
}
inline Scheme lookup(Scheme scheme) {
  scheme.mode = Mode::Lookup;
  return scheme;
}

// ---- bytes -------------------------------------------------------------------------------------

inline Bytes hex(std::string_view digits) {
  Bytes bytes;
  unsigned high = 16;  // none yet
  for (char c : digits) {
    if (c == ' ') continue;
    const auto digit = static_cast<unsigned>(c <= '9' ? c - '0' : c - 'a' + 10);
    if (high < 16) bytes.push_back(static_cast<std::uint8_t>(high << 4 | digit));
    high = high < 16 ? 16 : digit;
  }
  return bytes;
}

inline std::uint32_t bits(float number) { return std::bit_cast<std::uint32_t>(number); }
inline float from_bits(std::uint32_t pattern) { return std::bit_cast<float>(pattern); }

struct Tensor {
  Codes codes;
  Floats scales;
  std::optional<float> global = std::nullopt;

  TensorView view() const { return {codes, scales, global}; }
  friend bool operator==(const Tensor&, const Tensor&) = default;
};

template <typename T>
std::optional<Refusal> refused(const Result<T>& result) {
  if (result) return std::nullopt;
  return result.refusal();
}

/// The answer; a failed test and an empty one where there is a refusal.
template <typename T>
T answer(const Result<T>& result) {
  EXPECT_EQ(refused(result), std::nullopt);
  return result ? *result : T{};
}

inline Bytes encoded(const Scheme& scheme, const Dims& shape, const Tensor& tensor) {
  Bytes bytes(1024);
  bytes.resize(answer(encode(scheme, shape, tensor.view(), bytes)));
  return bytes;
}

inline Tensor decoded(const Scheme& scheme, const Dims& shape, const Bytes& bytes) {
  Tensor tensor{Codes(1024), Floats(1024)};
  const Decoded filled = answer(decode(scheme, shape, bytes, tensor.codes, tensor.scales));
  tensor.codes.resize(filled.elements);
  tensor.scales.resize(filled.scales);
  tensor.global = filled.global;
  return tensor;
}

inline Findings audited(const Scheme& scheme, const Dims& shape, const Bytes& bytes) {
  Findings findings(256);
  findings.resize(answer(audit(scheme, shape, bytes, findings)));
  return findings;
}

// ---- text --------------------------------------------------------------------------------------

/// All that a writer has to say.
template <typename Write>
std::string written(Write write) {
  std::string text(std::size_t{1} << 16, '\0');
  text.resize(write(std::span<char>(text)));
  return text;
}

inline std::string text_of(const Scheme& scheme) {
  return written([&](std::span<char> out) { return write_text(scheme, out); });
}
inline std::string message_of(const Refusal& refusal, const Scheme& scheme, const Dims& shape) {
  return written([&](std::span<char> out) { return write_message(refusal, scheme, shape, out); });
}

inline void PrintTo(const Scheme& scheme, std::ostream* os) { *os << text_of(scheme); }
inline void PrintTo(const Refusal& refusal, std::ostream* os) {
  *os << name(refusal.error) << " (given " << refusal.given << ", needed " << refusal.needed << ")";
}
inline void PrintTo(const Finding& finding, std::ostream* os) {
  *os << name(finding.kind) << " " << finding.index;
}

}  // namespace qb

#endif  // QB_CODEC_TESTS_SUPPORT_H
