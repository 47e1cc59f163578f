#include "properties/enumerate_parts.h"

#include <algorithm>
#include <array>
#include <utility>

#include "properties/draw.h"

namespace qb::laws {
namespace {

std::vector<std::vector<std::uint32_t>> block_sizes(std::uint64_t rank) {
  constexpr std::uint32_t kExtents[] = {0, 2, 3, 256};
  std::vector<std::vector<std::uint32_t>> sizes{{}};
  for (const std::uint32_t last : kExtents) sizes.push_back({last});
  if (rank < 2) return sizes;
  for (const std::uint32_t first : kExtents)
    for (const std::uint32_t last : {1u, 2u, 3u}) sizes.push_back({first, last});
  return sizes;
}

std::vector<std::optional<ScaleDtype>> levels() {
  std::vector<std::optional<ScaleDtype>> all{std::nullopt};
  for (const ScaleDtype dtype : kScaleDtypes) all.emplace_back(dtype);
  return all;
}

std::vector<Store> stores(std::uint64_t rank) {
  std::vector<Store> all{{StoreKind::Native, 0}};
  for (const StoreKind kind : {StoreKind::PackedNative, StoreKind::PackedU32})
    for (std::uint64_t d = 0; d <= std::max<std::uint64_t>(rank, 1); ++d) all.push_back({kind, d});
  return all;
}

std::uint64_t weight_alone(const Scheme& scheme) { return weight(BytesCase{scheme, {}, {}}); }

}  // namespace

const ByWeight<Scheme>& schemes_by_weight(std::uint64_t rank) {
  static const std::array<ByWeight<Scheme>, 4> kAll = [] {
    std::array<ByWeight<Scheme>, 4> all;
    for (std::uint64_t r = 0; r < all.size(); ++r)
      for (const Value value : kValues)
        for (const Store& store : stores(r))
          for (const auto& tensor : levels())
            for (const auto& block : levels())
              for (const auto& size : block_sizes(r)) {
                Scheme scheme{value, store, Mode::Symmetric, tensor, {}};
                if (block) scheme.block = BlockScale{*BlockSize::from(size), *block};
                if (block || size.empty()) all[r][weight_alone(scheme)].push_back(scheme);
              }
    return all;
  }();
  return kAll[rank];
}

const ByWeight<std::vector<std::uint64_t>>& shapes_by_weight() {
  static const auto kAll = [] {
    constexpr std::uint64_t kExtents[] = {0, 1,  2,          3,          4,          5,         8,
                                          9, 17, 1ull << 32, 1ull << 40, 1ull << 61, 1ull << 63};
    ByWeight<std::vector<std::uint64_t>> all;
    std::vector<std::vector<std::uint64_t>> of_rank{{}};
    for (std::uint64_t rank = 0; rank <= 3; ++rank) {
      for (const auto& shape : of_rank)
        all[weight(BytesCase{{Value::Q8S, {}, {}, {}, {}}, shape, {}})].push_back(shape);
      std::vector<std::vector<std::uint64_t>> longer;
      for (const auto& shape : of_rank)
        for (const std::uint64_t extent : kExtents) {
          longer.push_back(shape);
          longer.back().push_back(extent);
        }
      of_rank = std::move(longer);
    }
    return all;
  }();
  return kAll;
}

}  // namespace qb::laws
