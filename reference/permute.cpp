// Permuting axes (F8).
#include <algorithm>

#include "figures.h"
#include "reference.h"

namespace qb::reference {
namespace right {

Verdict permute_block(const Steps& steps, const Scheme& scheme, std::uint64_t rank, AxisList) {
  if (!scheme.block) return {};
  for (const auto check : steps.block_checks)
    if (const Verdict bad = check(scheme.block->size.extents(), rank)) return bad;
  return {};
}

Verdict permute_packed_dim(const Steps& steps, const Scheme& scheme, std::uint64_t rank, AxisList) {
  return steps.check_dim(scheme, rank);
}

Verdict permute_axes(const Steps&, const Scheme&, std::uint64_t rank, AxisList axes) {
  if (axes.size() != rank) return Refusal{Error::invalid_axes, axes.size(), rank};
  std::vector<bool> seen(axes.size());
  for (std::uint64_t axis : axes) {
    if (axis >= rank || seen[static_cast<std::size_t>(axis)])
      return Refusal{Error::invalid_axes, axis, rank};
    seen[static_cast<std::size_t>(axis)] = true;
  }
  return {};
}

std::vector<std::uint32_t> permuted_extents(std::span<const std::uint32_t> extents, AxisList axes) {
  std::vector<std::uint32_t> moved;
  for (std::uint64_t axis : axes) moved.push_back(extents[static_cast<std::size_t>(axis)]);
  return moved;
}

std::uint64_t permuted_dim(std::uint64_t packed_dim, AxisList axes) {
  const std::uint64_t rank = axes.size();
  const auto now = std::ranges::find(axes, packed_axis(rank, packed_dim)) - axes.begin();
  return rank - 1 - static_cast<std::uint64_t>(now);
}

}  // namespace right

namespace {

Result<BlockSize> permuted_block(const Steps& steps, const BlockSize& size, AxisList axes) {
  std::vector<std::uint32_t> extents;
  for (std::size_t axis = 0; axis < axes.size(); ++axis)
    extents.push_back(
        static_cast<std::uint32_t>(steps.block_extent(size.extents(), axes.size(), axis)));
  const std::vector<std::uint32_t> moved = steps.permuted_extents(extents, axes);
  const auto first = std::ranges::find_if(moved, [](auto one) { return one != 1; });
  const auto left = static_cast<std::uint64_t>(moved.end() - first);
  const auto block = BlockSize::from(moved);
  if (left > 5 || !block) return Refusal{Error::invalid_block, left, 5};
  return *block;
}

}  // namespace

Result<Scheme> permute(const Steps& steps, const Scheme& scheme, std::uint64_t rank,
                       AxisList axes) {
  for (const auto check : steps.permute_checks)
    if (const Verdict refusal = check(steps, scheme, rank, axes)) return *refusal;
  Scheme permuted = scheme;
  if (scheme.block) {
    const Result<BlockSize> size = permuted_block(steps, scheme.block->size, axes);
    if (!size) return size.refusal();
    permuted.block->size = *size;
  }
  if (scheme.store.kind != StoreKind::Native && rank > 0)
    permuted.store.packed_dim = steps.permuted_dim(scheme.store.packed_dim, axes);
  return permuted;
}

}  // namespace qb::reference
