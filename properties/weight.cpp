#include <algorithm>
#include <bit>
#include <cstdlib>

#include "properties/draw.h"

namespace qb::laws {
namespace {

std::uint64_t weight_of_scale(std::uint32_t bits) {
  if (bits == 0x3f800000) return 0;
  if (bits == 0) return 1;
  return 2 + static_cast<std::uint64_t>(std::popcount(bits & 0x7fffff)) + (bits >> 31) * 4 +
         ((bits & 0x7f800000) == 0x40000000 ? 0 : 1);
}

std::uint64_t weight_of(const Scheme& scheme) {
  std::uint64_t weight =
      scheme.value == Value::Q8S ? 0 : 1 + static_cast<std::uint64_t>(scheme.value);
  weight += 16 * static_cast<std::uint64_t>(scheme.store.kind) +
            4 * std::min<std::uint64_t>(scheme.store.packed_dim, 100);
  weight += scheme.mode == Mode::Symmetric ? 0 : 64;
  if (scheme.tensor) weight += 16 + static_cast<std::uint64_t>(*scheme.tensor);
  if (!scheme.block) return weight;
  weight += 32 + static_cast<std::uint64_t>(scheme.block->dtype);
  for (std::uint64_t extent : scheme.block->size.extents())
    weight += 8 + std::min<std::uint64_t>(extent, 300);
  return weight;
}

std::uint64_t weight_of(const std::vector<std::uint64_t>& shape) {
  std::uint64_t weight = 40 * shape.size();
  for (std::uint64_t extent : shape)
    weight += 4 * std::min<std::uint64_t>(extent, 2000) +
              static_cast<std::uint64_t>(std::bit_width(extent));
  return weight;
}

std::uint64_t weight_of(const TensorCase& c) {
  std::uint64_t weight = weight_of(c.scheme) + weight_of(c.shape);
  for (int code : c.codes)
    weight +=
        64 + static_cast<std::uint64_t>(std::min(2 * std::abs(code) + (code < 0 ? 1 : 0), 63));
  for (std::uint32_t scale : c.scales) weight += 64 + weight_of_scale(scale);
  if (c.global) weight += 64 + weight_of_scale(*c.global);
  for (std::size_t i = 0; i < c.axes.size(); ++i) weight += 4 + (c.axes[i] == i ? 0 : 1);
  return weight + 2 * std::min<std::uint64_t>(c.input_offset, 64) +
         2 * std::min<std::uint64_t>(c.short_by, 64);
}

std::uint64_t weight_of(const BytesCase& c) {
  std::uint64_t weight = weight_of(c.scheme) + weight_of(c.shape);
  for (unsigned byte : c.bytes) weight += 64 + static_cast<std::uint64_t>(std::popcount(byte));
  return weight + 2 * std::min<std::uint64_t>(c.input_offset, 64) +
         2 * std::min<std::uint64_t>(c.short_by, 64);
}

/// At most 63; 0 and 1.0 are the least.
std::uint64_t weight_of_input(std::uint32_t bits) {
  if (bits == 0) return 0;
  const auto field = static_cast<int>(bits >> 23 & 0xff);
  return 1 + static_cast<std::uint64_t>(std::popcount(bits & 0x7fffff)) + 2 * (bits >> 31) +
         static_cast<std::uint64_t>((std::abs(field - 127) + 3) / 4);
}

std::uint64_t weight_of(const FloatsCase& c) {
  std::uint64_t weight = weight_of(c.scheme) + weight_of(c.shape);
  for (std::uint32_t bits : c.input) weight += 64 + weight_of_input(bits);
  for (std::size_t i = 0; i < c.axes.size(); ++i) weight += 4 + (c.axes[i] == i ? 0 : 1);
  return weight + (c.calibration == Calibration::MinMax ? 0 : 16) +
         2 * std::min<std::uint64_t>(c.short_by, 64);
}

std::uint64_t weight_of(const ScalarCase& c) {
  return static_cast<std::uint64_t>(std::popcount(c.input)) * 4 +
         static_cast<std::uint64_t>(std::bit_width(c.input)) / 8;
}

}  // namespace

std::uint64_t weight(const Case& c) {
  return std::visit([](const auto& one) { return weight_of(one); }, c);
}

}  // namespace qb::laws
