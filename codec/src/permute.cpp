#include <array>
#include <bitset>

#include "layout.h"

namespace qb {
namespace {

/// The first position of `axes` that is out of range or repeats an earlier axis; its size if none.
/// A window of axes at a time needs no memory that grows with the rank.
std::size_t first_bad_axis(std::span<const std::uint64_t> axes) {
  constexpr std::size_t kWindow = 4096;
  const std::size_t rank = axes.size();
  std::size_t first_bad = rank;
  for (std::size_t base = 0; base < rank; base += kWindow) {
    std::bitset<kWindow> seen;
    for (std::size_t i = 0; i < first_bad; ++i) {
      const std::uint64_t axis = axes[i];
      if (axis >= rank) {
        first_bad = i;
      } else if (axis >= base && axis - base < kWindow) {
        if (seen[axis - base]) first_bad = i;
        seen[axis - base] = true;
      }
    }
  }
  return first_bad;
}

}  // namespace

Result<Scheme> permute(const Scheme& scheme, std::uint64_t rank,
                       std::span<const std::uint64_t> axes) {
  if (auto refusal = check_block(scheme, rank)) return *refusal;
  if (auto refusal = check_packed_dim(scheme, rank)) return *refusal;
  if (axes.size() != rank) return Refusal{Error::invalid_axes, axes.size(), rank};
  if (const std::size_t bad = first_bad_axis(axes); bad != axes.size())
    return Refusal{Error::invalid_axes, axes[bad], rank};

  Scheme permuted = scheme;
  if (scheme.block) {
    std::array<std::uint32_t, 5> extents{};
    std::uint64_t count = 0;
    for (std::uint64_t axis : axes) {
      const std::uint64_t extent = block_extent(scheme.block->size, rank, axis);
      if (count == 0 && extent == 1) continue;  // a leading 1
      if (count < extents.size()) extents[count] = static_cast<std::uint32_t>(extent);
      ++count;
    }
    if (count > extents.size()) return Refusal{Error::invalid_block, count, extents.size()};
    permuted.block->size = *BlockSize::from(std::span(extents).first(count));
  }
  if (scheme.store.kind != StoreKind::Native && rank != 0) {
    const std::uint64_t packed_axis = rank - 1 - scheme.store.packed_dim;
    for (std::uint64_t i = 0; i < rank; ++i)
      if (axes[i] == packed_axis) permuted.store.packed_dim = rank - 1 - i;
  }
  return permuted;
}

bool same_bytes(const Scheme& a, const Scheme& b) {
  const auto with_level = [](Scheme scheme) {
    if (!scheme.block && !scheme.tensor) scheme.tensor = ScaleDtype::F32;
    return scheme;
  };
  return with_level(a) == with_level(b);
}

Scheme nvfp4() {
  const std::uint32_t extents[] = {16};
  return {Value::E2M1,
          {StoreKind::PackedNative, 0},
          Mode::Symmetric,
          ScaleDtype::F32,
          BlockScale{*BlockSize::from(extents), ScaleDtype::UE4M3}};
}

Scheme mxfp4() {
  const std::uint32_t extents[] = {32};
  return {Value::E2M1,
          {StoreKind::PackedNative, 0},
          Mode::Symmetric,
          std::nullopt,
          BlockScale{*BlockSize::from(extents), ScaleDtype::UE8M0}};
}

}  // namespace qb
