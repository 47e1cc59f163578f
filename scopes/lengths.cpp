// Every other length up to eight bytes more, and every flipped bit, of small buffers.
#include <algorithm>

#include "scopes/tables.h"

namespace qb::scopes {
namespace {

constexpr std::size_t kMostMore = 8;

struct Unit {
  std::vector<std::uint64_t> shape;
  Store store;
  Value value;
};

std::vector<Unit> units_of(Part part) {
  std::vector<Unit> units;
  for (const auto& shape : shapes(part == Part::tiny ? 2 : 3, 2))
    for (const Store& store : stores(shape.size()))
      for (const Value value : kWidths) units.push_back({shape, store, value});
  return units;
}
const std::vector<Unit>& units(Part part) {
  static const std::vector<Unit> kTiny = units_of(Part::tiny), kAll = units_of(Part::whole);
  return part == Part::tiny ? kTiny : kAll;
}

/// Blocks of two, so that one is partial where an extent is 1.
std::vector<Scheme> schemes(const Unit& unit) {
  const std::uint32_t two = 2;
  const BlockSize size = unit.shape.empty() ? BlockSize{} : *BlockSize::from(std::span(&two, 1));
  std::vector<Scheme> all{{unit.value, unit.store, Mode::Symmetric, std::nullopt, std::nullopt}};
  for (const ScaleDtype dtype : kScaleDtypes) {
    Scheme scheme = all.front();
    scheme.tensor = dtype;
    all.push_back(scheme);
    scheme.tensor.reset();
    scheme.block = BlockScale{size, dtype};
    all.push_back(scheme);
    scheme.tensor = ScaleDtype::F32;
    all.push_back(scheme);
  }
  return all;
}

/// F18, but for what the oracle judges: a wrong figure here makes another buffer of the scope.
std::size_t total_of(const Unit& unit, const Scheme& scheme) {
  std::uint64_t elements = 1, cells = 1;
  for (std::size_t axis = 0; axis < unit.shape.size(); ++axis) {
    elements *= unit.shape[axis];
    cells *= axis + 1 == unit.shape.size() ? (unit.shape[axis] + 1) / 2 : unit.shape[axis];
  }
  if (!scheme.block) cells = 1;
  const std::uint64_t line =
      unit.shape.empty() ? 1 : unit.shape[unit.shape.size() - 1 - unit.store.packed_dim];
  const bool is_shared = unit.store.kind == StoreKind::PackedNative && unit.value == Value::E2M1;
  const std::uint64_t lanes = unit.store.kind == StoreKind::PackedU32 ? 32 / bits_of(unit.value)
                              : is_shared                             ? 2
                                                                      : 1;
  const std::uint64_t word = unit.store.kind == StoreKind::PackedU32 ? 4 : 1;
  std::uint64_t values = elements;
  if (elements != 0 && unit.store.kind != StoreKind::Native)
    values = elements / line * ((line + lanes - 1) / lanes) * word;
  const ScaleDtype dtype =
      scheme.block ? scheme.block->dtype : scheme.tensor.value_or(ScaleDtype::F32);
  return values + cells * bytes_of(dtype) + (scheme.two_level() ? 4 : 0);
}

void judge_scheme(Judge& judge, const Unit& unit, const Scheme& scheme) {
  laws::BytesCase c;
  c.scheme = scheme;
  c.shape = unit.shape;
  const std::size_t total = total_of(unit, scheme);
  for (std::size_t length = 0; length <= total + kMostMore; ++length) {
    c.bytes.assign(length, 0x35);
    judge.read(c);
  }
  c.bytes.assign(total, 0x35);
  for (std::size_t bit = 0; bit < 8 * total && !judge.is_done(); ++bit) {
    const auto flip = static_cast<std::uint8_t>(1u << bit % 8);
    c.bytes[bit / 8] ^= flip;
    judge.read(c);
    c.bytes[bit / 8] ^= flip;
  }
}

void judge_unit(Judge& judge, Part part, std::uint64_t number) {
  const Unit& unit = units(part)[number];
  for (const Scheme& scheme : schemes(unit)) {
    if (judge.is_done()) return;
    judge_scheme(judge, unit, scheme);
  }
}

}  // namespace

const Scope kLengths{
    "lengths", "extents to 2: all shorter buffers, those to 8 bytes longer, and all bits flipped",
    [](Part part) { return std::uint64_t{units(part).size()}; }, judge_unit};

}  // namespace qb::scopes
