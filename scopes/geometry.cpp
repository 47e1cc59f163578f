// Every place of every element and of every scale, at small shapes: codes and scales are tagged
// with their index, so that any wrong place shows.
#include <algorithm>
#include <bit>

#include "properties/plausible.h"
#include "scopes/tables.h"

namespace qb::scopes {
namespace {

std::vector<Unit> units_of(Part part) {
  std::vector<Unit> units;
  const bool is_tiny = part == Part::tiny;
  for (const auto& shape : shapes(3, is_tiny ? 2 : 4)) add_units(shape, units);
  if (!is_tiny)  // axes before and between those that are exchanged: all four runs of F13
    for (const auto& shape : shapes(4, 2))
      if (shape.size() == 4)
        add_units({shape[0] + 1, shape[1] + 1, shape[2] + 1, shape[3] + 1}, units);
  if (is_tiny) add_units({3, 9}, units);  // lines that fill no word, and words that are filled
  return units;
}

const std::vector<Unit>& units(Part part) {
  static const std::vector<Unit> kTiny = units_of(Part::tiny), kAll = units_of(Part::whole);
  return part == Part::tiny ? kTiny : kAll;
}

/// Extents 1 to 3, and to 2 at rank 4, as many as axes at most, in canonical form: [1, 2] is [2].
std::vector<BlockSize> block_sizes(std::uint64_t rank) {
  std::vector<BlockSize> all;
  for (const auto& extents : shapes(rank, rank < 4 ? 2 : 1)) {
    std::vector<std::uint32_t> authored;
    for (const std::uint64_t extent : extents)
      authored.push_back(static_cast<std::uint32_t>(extent + 1));
    const BlockSize size = *BlockSize::from(authored);
    if (std::ranges::find(all, size) == all.end()) all.push_back(size);
  }
  return all;
}

/// A scale of one, two and four bytes.
constexpr ScaleDtype kDtypes[] = {ScaleDtype::UE8M0, ScaleDtype::F16, ScaleDtype::F32};

std::vector<Scheme> schemes(const Unit& unit) {
  std::vector<Scheme> all;
  Scheme scheme{unit.value, unit.store, Mode::Symmetric, std::nullopt, std::nullopt};
  all.push_back(scheme);
  for (const ScaleDtype dtype : kDtypes) {
    scheme.block.reset();
    scheme.tensor = dtype;
    all.push_back(scheme);
    for (const BlockSize& size : block_sizes(unit.shape.size())) {
      scheme.block = BlockScale{size, dtype};
      for (const bool two_level : {false, true}) {
        scheme.tensor = two_level ? std::optional(ScaleDtype::F32) : std::nullopt;
        all.push_back(scheme);
      }
    }
  }
  return all;
}

/// A number of the dtype, another for each cell up to 126.
std::uint32_t tagged_scale(ScaleDtype dtype, std::uint64_t cell) {
  const auto tag = static_cast<std::uint32_t>(cell + 1);
  if (dtype == ScaleDtype::UE8M0) return (tag + 64) << 23;
  if (dtype == ScaleDtype::F16) return 0x3f800000 | tag << 13;
  return 0x3f000000 | tag << 16 | (tag + 64) << 8 | (tag + 128);
}

void judge_scheme(Judge& judge, const Unit& unit, const Scheme& scheme) {
  laws::TensorCase c;
  c.scheme = scheme;
  c.shape = unit.shape;
  const laws::Plausible size = laws::plausible(scheme, unit.shape);
  for (std::uint64_t cell = 0; cell < size.scales; ++cell)
    c.scales.push_back(tagged_scale(laws::plausible_dtype(scheme), cell));
  if (scheme.two_level()) c.global = 0x44332211;
  // Counted from 1, so that no tag is that of padding.
  const unsigned bits = laws::plausible_bits(unit.value);
  const auto needed = static_cast<unsigned>(std::bit_width(size.codes));
  for (unsigned digit = 0; digit == 0 || digit * bits < needed; ++digit) {
    c.codes.clear();
    for (std::uint64_t i = 1; i <= size.codes; ++i)
      c.codes.push_back(code_of(unit.value, i >> (digit * bits)));
    judge.write(c);
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

const Scope kGeometry{
    "geometry",
    "ranks to 3, extents to 4, blocks to 3, and rank 4: every store, packed axis and width",
    [](Part part) { return std::uint64_t{units(part).size()}; }, judge_unit};

}  // namespace qb::scopes
