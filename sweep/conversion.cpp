#include "sweep/conversion.h"

#include <algorithm>
#include <array>

#include "reference/exact.h"

namespace qb::sweep {
namespace {

using enum ScalarType;
using enum ScalarVerb;

constexpr Conversion kConversions[] = {
    {encode, F16},   {encode, BF16},   {encode, UE8M0},   {encode, UE4M3},  {encode, E4M3},
    {encode, E5M2},  {encode, E2M1},   {decode, F16},     {decode, BF16},   {decode, UE8M0},
    {decode, UE4M3}, {decode, E4M3},   {decode, E5M2},    {decode, E2M1},   {round_up, F32},
    {round_up, F16}, {round_up, BF16}, {round_up, UE8M0}, {round_up, UE4M3}};

std::vector<Range> domain(const Conversion& conversion) {
  switch (conversion.verb) {
    case encode:
      break;
    case decode:
      return {{0, (1u << width_bits(conversion.type)) - 1}};
    case round_up:
      return {{0, 0x7fffffff}, {0x80000000, 0x80000000}, {0xff800001, 0xffffffff}};
  }
  return {{0, 0xffffffff}};
}

}  // namespace

std::span<const Conversion> conversions() { return kConversions; }

std::string name(const Conversion& conversion) {
  return std::string(qb::name(conversion.verb)) + "." + std::string(qb::name(conversion.type));
}

std::optional<Conversion> conversion_named(std::string_view wanted) {
  const auto found = std::find_if(std::begin(kConversions), std::end(kConversions),
                                  [&](const Conversion& one) { return name(one) == wanted; });
  if (found == std::end(kConversions)) return std::nullopt;
  return *found;
}

unsigned width_bits(ScalarType type) {
  const reference::Format& format = reference::format_of(type);
  return format.sign_bits + format.exponent_bits + format.mantissa_bits;
}

unsigned output_bytes(const Conversion& conversion) {
  if (conversion.verb != encode) return 4;
  return (width_bits(conversion.type) + 7) / 8;
}

bool is_nan(std::uint32_t f32_bits) { return (f32_bits & 0x7fffffff) > 0x7f800000; }

std::vector<Range> slices(const Conversion& conversion) {
  std::vector<Range> all;
  for (const Range& range : domain(conversion)) {
    for (std::uint64_t first = range.first; first <= range.last;) {
      const std::uint64_t end = (first / kSliceInputs + 1) * kSliceInputs;
      const std::uint64_t last = std::min<std::uint64_t>(end - 1, range.last);
      all.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)});
      first = last + 1;
    }
  }
  return all;
}

std::vector<Range> slices(const Conversion& conversion, const Shard& shard) {
  const auto all = slices(conversion);
  const auto at = [&](std::uint64_t number) {
    return all.begin() + static_cast<std::ptrdiff_t>(all.size() * number / shard.of);
  };
  return {at(shard.number - 1), at(shard.number)};
}

}  // namespace qb::sweep
