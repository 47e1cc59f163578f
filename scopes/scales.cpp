// Every code of every scale dtype, read and written.
#include <algorithm>

#include "properties/laws/judging.h"
#include "properties/plausible.h"
#include "scopes/tables.h"

namespace qb::scopes {
namespace {

constexpr std::uint64_t kAtOnce = 256;       // codes in a buffer
constexpr std::uint64_t kF32AtOnce = 65536;  // of F32
constexpr std::uint64_t kF32Units = 65536;
constexpr ScaleDtype kCoded[] = {ScaleDtype::F16, ScaleDtype::BF16, ScaleDtype::UE8M0,
                                 ScaleDtype::UE4M3};

struct Unit {
  ScaleDtype dtype;
  std::uint64_t first;  // code
};

std::vector<Unit> units_of(Part part) {
  std::vector<Unit> units;
  for (const ScaleDtype dtype : kCoded)
    for (std::uint64_t first = 0; first < 1u << 8 * laws::plausible_size(dtype); first += kAtOnce)
      units.push_back({dtype, first});
  const std::uint64_t stride = part == Part::whole ? 1 : part == Part::ordinary ? 64 : 8192;
  for (std::uint64_t unit = 0; unit < kF32Units; unit += stride)
    units.push_back({ScaleDtype::F32, unit * kF32AtOnce});
  return units;
}
const std::vector<Unit>& units(Part part) {
  static const std::vector<Unit> kUnits[] = {units_of(Part::tiny), units_of(Part::ordinary),
                                             units_of(Part::whole)};
  return kUnits[static_cast<std::size_t>(part)];
}

/// A block for each element: as many scales as codes.
Scheme scheme_of(ScaleDtype dtype) {
  return {Value::Q8S, {StoreKind::Native, 0}, Mode::Symmetric, std::nullopt, BlockScale{{}, dtype}};
}

laws::BytesCase buffer_of(ScaleDtype dtype, std::uint64_t first, std::uint64_t count) {
  laws::BytesCase c;
  c.scheme = scheme_of(dtype);
  c.shape = {count};
  c.bytes.resize(count);
  for (std::uint64_t code = first; code < first + count; ++code)
    for (unsigned byte = 0; byte < laws::plausible_size(dtype); ++byte)
      c.bytes.push_back(static_cast<std::uint8_t>(code >> 8 * byte));
  return c;
}

laws::TensorCase tensor_of(ScaleDtype dtype, std::vector<std::uint32_t> scales) {
  laws::TensorCase c;
  c.scheme = scheme_of(dtype);
  c.shape = {scales.size()};
  c.codes.resize(scales.size());
  c.scales = std::move(scales);
  return c;
}

bool is_accepted(std::uint32_t f32_bits) { return f32_bits < 0x7f800000; }

/// What was read is written again: what F23 accepts in one tensor, what it refuses one by one.
void write_again(Judge& judge, ScaleDtype dtype, const std::vector<std::uint32_t>& scales) {
  std::vector<std::uint32_t> accepted;
  for (const std::uint32_t scale : scales) {
    if (is_accepted(scale))
      accepted.push_back(scale);
    else
      judge.write(tensor_of(dtype, {scale}), Wanted::refusal);
  }
  judge.write(tensor_of(dtype, accepted));
}

void judge_coded(Judge& judge, const Unit& unit) {
  const laws::BytesCase c = buffer_of(unit.dtype, unit.first, kAtOnce);
  judge.read(c);
  if (judge.is_done()) return;
  const laws::Reply reply = judge.subject().ask(laws::to_read(laws::BytesVerb::decode, c));
  write_again(judge, unit.dtype, std::get<laws::TensorAnswer>(reply).scales);
  judge.count(kAtOnce - 1);
}

/// F32 by the rule itself, since a scale in F32 is its own bits: a NaN gets bit 22.
std::uint32_t as_read(std::uint32_t bits) {
  return (bits & 0x7fffffff) > 0x7f800000 ? bits | 0x400000 : bits;
}

/// The first pattern of the unit that is wrong by itself; else the unit.
template <typename Judged>
void find_one(Judge& judge, const Unit& unit, Judged judged, const laws::Case& whole,
              laws::Broken broken) {
  for (std::uint64_t code = unit.first; code < unit.first + kF32AtOnce && !judge.is_done(); ++code)
    judged(static_cast<std::uint32_t>(code));
  judge.fail(whole, std::move(broken));
}

void judge_f32(Judge& judge, const Unit& unit) {
  const laws::BytesCase c = buffer_of(ScaleDtype::F32, unit.first, kF32AtOnce);
  laws::TensorAnswer expected{std::vector<std::int8_t>(kF32AtOnce), {}, {}};
  for (std::uint64_t code = unit.first; code < unit.first + kF32AtOnce; ++code)
    expected.scales.push_back(as_read(static_cast<std::uint32_t>(code)));
  const laws::Reply reply = judge.subject().ask(laws::to_read(laws::BytesVerb::decode, c));
  const auto* read = std::get_if<laws::TensorAnswer>(&reply);
  judge.count(kF32AtOnce);
  if (read == nullptr || read->codes != expected.codes || read->scales != expected.scales)
    return find_one(
        judge, unit, [&](std::uint32_t code) { judge.read(buffer_of(ScaleDtype::F32, code, 1)); },
        c, laws::differs("other scales", expected, reply));
  if (!is_accepted(static_cast<std::uint32_t>(unit.first + kF32AtOnce - 1)))
    return judge.write(tensor_of(ScaleDtype::F32, {static_cast<std::uint32_t>(unit.first)}),
                       Wanted::refusal);
  const laws::TensorCase tensor = tensor_of(ScaleDtype::F32, expected.scales);
  const laws::Reply written = judge.subject().ask(laws::to_encode(tensor));
  const auto* bytes = std::get_if<laws::BytesAnswer>(&written);
  if (bytes == nullptr || bytes->bytes != c.bytes)
    find_one(
        judge, unit, [&](std::uint32_t code) { judge.write(tensor_of(ScaleDtype::F32, {code})); },
        tensor, laws::differs("other bytes", laws::BytesAnswer{c.bytes}, written));
}

void judge_unit(Judge& judge, Part part, std::uint64_t number) {
  const Unit& unit = units(part)[number];
  if (unit.dtype == ScaleDtype::F32)
    judge_f32(judge, unit);
  else
    judge_coded(judge, unit);
}

}  // namespace

const Scope kScales{"scales", "every code of every scale dtype, read and written",
                    [](Part part) { return std::uint64_t{units(part).size()}; }, judge_unit};

}  // namespace qb::scopes
