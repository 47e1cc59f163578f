// One line: every code, and every two neighbouring codes, at every lane.
#include <algorithm>

#include "properties/plausible.h"
#include "scopes/tables.h"

namespace qb::scopes {
namespace {

struct Unit {
  Value value;
  StoreKind store;
  std::uint64_t shift;  // codes in front of the line, so that a pair lies at other lanes
};

constexpr std::uint64_t kMostLanes = 16;

std::vector<Unit> all_units() {
  std::vector<Unit> units;
  for (const Value value : kValues)
    for (const StoreKind store : kStores) {
      const std::uint64_t lanes = store == StoreKind::PackedU32 ? 32 / laws::plausible_bits(value)
                                  : store == StoreKind::PackedNative ? 2
                                                                     : 1;
      for (std::uint64_t shift = 0; shift < lanes; ++shift) units.push_back({value, store, shift});
    }
  return units;
}
const std::vector<Unit>& units() {
  static const std::vector<Unit> kUnits = all_units();
  return kUnits;
}

/// A sequence in which each two of `count` symbols, and each with itself, follow one another.
std::vector<std::uint64_t> all_pairs(std::uint64_t count) {
  std::vector<std::uint64_t> line;
  for (std::uint64_t a = 0; a < count; ++a)
    for (std::uint64_t b = a; b < count; ++b) line.insert(line.end(), {a, b});
  line.push_back(0);
  return line;
}

laws::TensorCase tensor_of(const Unit& unit, std::vector<std::int8_t> codes) {
  laws::TensorCase c;
  c.scheme = {unit.value, {unit.store, 0}, Mode::Symmetric, ScaleDtype::F32, std::nullopt};
  c.shape = {codes.size()};
  c.codes = std::move(codes);
  c.scales = {0x3f800000};
  return c;
}

/// The first short piece of the line that is wrong by itself, or else the line.
void find_short(Judge& judge, const Unit& unit, const std::vector<std::int8_t>& codes) {
  for (std::size_t at = 0; at < codes.size() && !judge.is_done(); at += kMostLanes) {
    const auto begin = codes.begin() + static_cast<std::ptrdiff_t>(at);
    const auto size = std::min<std::size_t>(2 * kMostLanes, codes.size() - at);
    judge.write(tensor_of(unit, {begin, begin + static_cast<std::ptrdiff_t>(size)}));
  }
}

void judge_written(Judge& judge, const Unit& unit) {
  const std::uint64_t count = std::uint64_t{1} << laws::plausible_bits(unit.value);
  std::vector<std::int8_t> codes(unit.shift, 0);
  for (const std::uint64_t bits : all_pairs(count)) codes.push_back(code_of(unit.value, bits));
  Judge whole = judge;
  whole.write(tensor_of(unit, codes));
  if (!whole.is_done()) return judge.count(codes.size());
  find_short(judge, unit, codes);
  if (!judge.is_done()) judge.found() = std::move(whole.found());
}

/// Every byte in every place of a word, whatever its bits.
void judge_read(Judge& judge, const Unit& unit) {
  laws::BytesCase c;
  c.scheme = tensor_of(unit, {}).scheme;
  const std::uint64_t lanes = laws::plausible_lanes(c.scheme);
  const std::uint64_t word_bytes = unit.store == StoreKind::PackedU32 ? 4 : 1;
  for (std::uint64_t byte = 0; byte < 256 && !judge.is_done(); ++byte)
    for (std::uint64_t place = 0; place < word_bytes; ++place) {
      c.bytes.assign(word_bytes + 4, 0xa5);
      c.bytes[place] = static_cast<std::uint8_t>(byte);
      c.shape = {lanes};
      judge.read(c);
    }
}

void judge_unit(Judge& judge, Part, std::uint64_t number) {
  const Unit& unit = units()[number];
  judge_written(judge, unit);
  if (unit.shift == 0) judge_read(judge, unit);
}

}  // namespace

const Scope kLine{"line", "every code and every two neighbours, of every value, store and lane",
                  [](Part) { return std::uint64_t{units().size()}; }, judge_unit};

}  // namespace qb::scopes
