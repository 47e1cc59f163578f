// The order is written out in docs/laws.md; a test compares it with worked figures.
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "properties/draw.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kItem = 16;
constexpr std::uint64_t kMostOfNumber = 15;  // below kItem: less data always weighs less
constexpr std::uint64_t kFloat = 2 * kItem;  // what a code and a scale weigh
constexpr std::uint64_t kMostOfFloat = kFloat - 1;

std::uint64_t weight_of_number(std::uint32_t f32_bits) {
  if (f32_bits == 0x3f800000) return 0;
  if (f32_bits == 0) return 1;
  const bool is_about_one = (f32_bits & 0x7f800000) == 0x40000000;
  const auto bits = static_cast<std::uint64_t>(std::popcount(f32_bits & 0x7fffff));
  return std::min<std::uint64_t>(2 + bits + 4 * (f32_bits >> 31) + (is_about_one ? 0 : 1),
                                 kMostOfNumber);
}

std::uint64_t weight_of_code(int code) {
  const auto twice = static_cast<std::uint64_t>(2 * std::abs(code));
  return std::min<std::uint64_t>(twice + (code < 0 ? 1 : 0), kMostOfNumber);
}

std::uint64_t weight_of(const Scheme& scheme) {
  std::uint64_t weight =
      scheme.value == Value::Q8S ? 0 : 1 + static_cast<std::uint64_t>(scheme.value);
  weight += 6 * static_cast<std::uint64_t>(scheme.store.kind) +
            2 * std::min<std::uint64_t>(scheme.store.packed_dim, 10);
  weight += scheme.mode == Mode::Symmetric ? 0 : 12;
  if (scheme.tensor) weight += 6 + static_cast<std::uint64_t>(*scheme.tensor);
  if (!scheme.block) return weight;
  weight += 10 + static_cast<std::uint64_t>(scheme.block->dtype);
  for (const std::uint64_t extent : scheme.block->size.extents())
    weight += 2 + std::min<std::uint64_t>(extent, 16);
  return weight;
}

std::uint64_t weight_of(const std::vector<std::uint64_t>& shape) {
  std::uint64_t weight = 8 * shape.size();
  for (const std::uint64_t extent : shape)
    weight +=
        std::min<std::uint64_t>(extent, 16) + static_cast<std::uint64_t>(std::bit_width(extent));
  return weight;
}

std::uint64_t weight_of_placement(std::uint64_t input_offset, std::uint64_t short_by) {
  return 2 * std::min<std::uint64_t>(input_offset, 16) + 2 * std::min<std::uint64_t>(short_by, 16);
}

std::uint64_t weight_of(const TensorCase& c) {
  std::uint64_t weight = weight_of(c.scheme) + weight_of(c.shape);
  for (const int code : c.codes) weight += kItem + weight_of_code(code);
  for (const std::uint32_t scale : c.scales) weight += kItem + weight_of_number(scale);
  if (c.global) weight += kItem + weight_of_number(*c.global);
  for (std::size_t i = 0; i < c.axes.size(); ++i) weight += 2 + (c.axes[i] == i ? 0 : 1);
  return weight + weight_of_placement(c.input_offset, c.short_by);
}

std::uint64_t weight_of(const BytesCase& c) {
  std::uint64_t weight = weight_of(c.scheme) + weight_of(c.shape);
  for (const unsigned byte : c.bytes)
    weight += kItem + static_cast<std::uint64_t>(std::popcount(byte));
  return weight + weight_of_placement(c.input_offset, c.short_by);
}

/// 0 and 1.0 are the least.
std::uint64_t weight_of_input(std::uint32_t bits) {
  if (bits == 0) return 0;
  const auto field = static_cast<int>(bits >> 23 & 0xff);
  return std::min<std::uint64_t>(1 + static_cast<std::uint64_t>(std::popcount(bits & 0x7fffff)) +
                                     2 * (bits >> 31) +
                                     static_cast<std::uint64_t>((std::abs(field - 127) + 15) / 16),
                                 kMostOfFloat);
}

std::uint64_t weight_of(const FloatsCase& c) {
  std::uint64_t weight = weight_of(c.scheme) + weight_of(c.shape);
  for (std::uint32_t bits : c.input) weight += kFloat + weight_of_input(bits);
  for (std::size_t i = 0; i < c.axes.size(); ++i) weight += 4 + (c.axes[i] == i ? 0 : 1);
  return weight + (c.calibration == Calibration::MinMax ? 0 : 16) +
         2 * std::min<std::uint64_t>(c.short_by, 64);
}

std::uint64_t weight_of(const ScalarCase& c) {
  if (c.verb == ScalarVerb::decode)
    return kItem + static_cast<std::uint64_t>(std::popcount(c.input));
  return kItem + weight_of_number(c.input);
}

}  // namespace

std::uint64_t weight(const Case& c) {
  return std::visit([](const auto& one) { return weight_of(one); }, c);
}

}  // namespace qb::laws
