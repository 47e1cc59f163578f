// The names of a quantization scheme (docs/format.md, F1–F6). Names only: no widths, ranges or
// arithmetic, because the codec and the reference each read those from the document.
#ifndef QB_SCHEME_H
#define QB_SCHEME_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace qb {

/// What a code means (F1), in the format's enum order.
enum class Value : std::uint8_t { Q8F, E5M2, E4M3, Q4F, E2M1, Q2F, Q8S, Q4S, Q2S };
inline constexpr std::array kValues{Value::Q8F, Value::E5M2, Value::E4M3, Value::Q4F, Value::E2M1,
                                    Value::Q2F, Value::Q8S,  Value::Q4S,  Value::Q2S};

/// How codes are stored (F2).
enum class StoreKind : std::uint8_t { Native, PackedNative, PackedU32 };
inline constexpr std::array kStores{StoreKind::Native, StoreKind::PackedNative,
                                    StoreKind::PackedU32};

/// A store and, where it packs, the packed axis counted from the innermost (0 = last axis, F13).
/// `packed_dim` is 0 and without meaning for Native.
struct Store {
  StoreKind kind = StoreKind::Native;
  std::uint64_t packed_dim = 0;
  friend bool operator==(const Store&, const Store&) = default;
};

/// Only Symmetric has a byte form (F3).
enum class Mode : std::uint8_t { Symmetric, Lookup };

/// What a scale is stored as (F4).
enum class ScaleDtype : std::uint8_t { F32, F16, BF16, UE8M0, UE4M3 };
inline constexpr std::array kScaleDtypes{ScaleDtype::F32, ScaleDtype::F16, ScaleDtype::BF16,
                                         ScaleDtype::UE8M0, ScaleDtype::UE4M3};

/// Extents of a block, innermost last (F6). Leading 1s are dropped on construction, so equal block
/// sizes compare equal. It also holds sizes the format refuses (an extent of 0 or above 255, up to
/// 8 extents after trimming), because a refusal has to be asked for; `validate` is what judges.
class BlockSize {
 public:
  static constexpr std::size_t kMaxHeld = 8;

  constexpr BlockSize() = default;

  /// `authored`: extents as an author wrote them, any number. None where more than 8 remain after
  /// the leading 1s are dropped. Cost: one pass.
  static constexpr std::optional<BlockSize> from(std::span<const std::uint32_t> authored) {
    while (!authored.empty() && authored.front() == 1) authored = authored.subspan(1);
    if (authored.size() > kMaxHeld) return std::nullopt;
    BlockSize size;
    for (std::uint32_t extent : authored) size.extents_[size.count_++] = extent;
    return size;
  }

  constexpr std::span<const std::uint32_t> extents() const { return {extents_.data(), count_}; }

  friend bool operator==(const BlockSize&, const BlockSize&) = default;

 private:
  std::array<std::uint32_t, kMaxHeld> extents_{};
  std::uint8_t count_ = 0;
};

/// A block level: its size and what its scales are stored as (F5).
struct BlockScale {
  BlockSize size;
  ScaleDtype dtype = ScaleDtype::F32;
  friend bool operator==(const BlockScale&, const BlockScale&) = default;
};

/// A whole scheme (F1–F5). Neither level set acts as one per-tensor F32 scale, yet compares unequal
/// to it; both set is two-level: block scales relative to one global scale.
struct Scheme {
  Value value = Value::Q8F;
  Store store{StoreKind::PackedU32, 0};
  Mode mode = Mode::Symmetric;
  std::optional<ScaleDtype> tensor;
  std::optional<BlockScale> block;

  bool two_level() const { return tensor.has_value() && block.has_value(); }
  friend bool operator==(const Scheme&, const Scheme&) = default;
};

/// Extents of a tensor, outermost first; rank 0 is a scalar. Any extent is a legal request.
using Shape = std::span<const std::uint64_t>;

}  // namespace qb

#endif  // QB_SCHEME_H
