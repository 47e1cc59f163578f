#include "properties/simpler_scheme.h"

namespace qb::laws {

std::vector<std::uint64_t> smaller_numbers(std::uint64_t number) {
  std::vector<std::uint64_t> smaller;
  for (std::uint64_t candidate : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, number / 2,
                                  number - number / 4, number - 1})
    if (candidate < number) smaller.push_back(candidate);
  return smaller;
}

std::vector<Scheme> simpler(const Scheme& scheme) {
  std::vector<Scheme> schemes;
  const auto add = [&](auto change) {
    Scheme candidate = scheme;
    change(candidate);
    if (!(candidate == scheme)) schemes.push_back(candidate);
  };
  add([](Scheme& s) { s = Scheme{Value::Q8S, {StoreKind::Native, 0}, s.mode, {}, {}}; });
  add([](Scheme& s) { s.mode = Mode::Symmetric; });
  add([](Scheme& s) { s.block.reset(); });
  add([](Scheme& s) { s.tensor.reset(); });
  add([](Scheme& s) { s.store = {StoreKind::Native, 0}; });
  add([](Scheme& s) {
    if (s.store.kind == StoreKind::PackedU32) s.store.kind = StoreKind::PackedNative;
  });
  for (std::uint64_t dim : smaller_numbers(scheme.store.packed_dim))
    add([&](Scheme& s) { s.store.packed_dim = dim; });
  add([](Scheme& s) { s.value = Value::Q8S; });
  for (Value value : kValues) add([&](Scheme& s) { s.value = value; });
  for (ScaleDtype dtype : kScaleDtypes) {
    if (scheme.tensor) add([&](Scheme& s) { s.tensor = dtype; });
    if (scheme.block) add([&](Scheme& s) { s.block->dtype = dtype; });
  }
  if (!scheme.tensor && !scheme.block)  // less of a buffer
    add([](Scheme& s) { s.tensor = ScaleDtype::UE8M0; });
  if (!scheme.block) return schemes;
  add([](Scheme& s) {  // the same scales, with one of them
    s.tensor = s.block->dtype;
    s.block.reset();
  });
  add([](Scheme& s) { s.block->size = {}; });
  const auto extents = scheme.block->size.extents();
  const std::vector<std::uint32_t> old(extents.begin(), extents.end());
  for (std::size_t i = 0; i < old.size(); ++i)
    for (std::uint64_t extent : smaller_numbers(old[i])) {
      auto changed = old;
      changed[i] = static_cast<std::uint32_t>(extent);
      add([&](Scheme& s) { s.block->size = *BlockSize::from(changed); });
    }
  return schemes;
}

/// The scheme of the tensor without one of its axes (which then has extent 1).
Scheme without_axis(Scheme scheme, std::uint64_t rank, std::uint64_t axis) {
  const std::uint64_t from_end = rank - 1 - axis;
  if (scheme.store.packed_dim > from_end) --scheme.store.packed_dim;
  if (!scheme.block) return scheme;
  const auto extents = scheme.block->size.extents();
  std::vector<std::uint32_t> kept(extents.begin(), extents.end());
  if (from_end < kept.size()) kept.erase(kept.end() - static_cast<std::ptrdiff_t>(from_end) - 1);
  scheme.block->size = *BlockSize::from(kept);
  return scheme;
}

}  // namespace qb::laws
