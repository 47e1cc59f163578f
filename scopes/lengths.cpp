// Every other length up to eight bytes more, and every flipped bit, of small buffers.
#include <algorithm>

#include "properties/plausible.h"
#include "scopes/tables.h"

namespace qb::scopes {
namespace {

constexpr std::size_t kMostMore = 8;

std::vector<Unit> units_of(Part part) {
  std::vector<Unit> units;
  for (const auto& shape : shapes(part == Part::tiny ? 2 : 3, 2)) add_units(shape, units);
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

void judge_scheme(Judge& judge, const Unit& unit, const Scheme& scheme) {
  laws::BytesCase c;
  c.scheme = scheme;
  c.shape = unit.shape;
  const std::size_t total = laws::plausible(scheme, unit.shape).total_bytes();
  for (std::size_t length = 0; length <= total + kMostMore; ++length) {
    c.bytes.assign(length, 0x35);
    judge.read(c, length == total ? Wanted::answer : Wanted::refusal);
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
