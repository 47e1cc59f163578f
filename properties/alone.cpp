#include "properties/alone.h"

#include <algorithm>

#include "properties/plausible.h"

namespace qb::laws {
namespace {

constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint32_t kSmall = 0x3a800000;  // 2^-10
constexpr std::uint32_t kHuge = 0x7f000000;   // 2^127
constexpr std::size_t kMostItems = 256;

/// Each item once, in their order.
template <typename T>
std::vector<T> different(const std::vector<T>& items) {
  std::vector<T> all;
  for (std::size_t i = 0; i < items.size() && i < kMostItems; ++i)
    if (std::ranges::find(all, items[i]) == all.end()) all.push_back(items[i]);
  return all;
}

Scheme one_level(Value value, std::optional<ScaleDtype> dtype) {
  Scheme scheme;
  scheme.value = value;
  scheme.store = Store{StoreKind::Native, 0};
  scheme.tensor = dtype;
  return scheme;
}

/// The same levels over the one element.
Scheme levels_of(const Scheme& from) {
  Scheme scheme = one_level(from.value, from.tensor);
  if (from.block) scheme.block = BlockScale{BlockSize{}, from.block->dtype};
  return scheme;
}

/// What is wrong with the scheme, the lowest code or the step, without any data of the case.
template <typename C>
void without_items(const C& c, std::vector<Case>& to) {
  TensorCase tensor{one_level(c.scheme.value, std::nullopt), {}, {}, {}, {}, {}, 0, 0};
  tensor.scheme.mode = c.scheme.mode;
  to.push_back(tensor);
  tensor.codes = {static_cast<std::int8_t>(-(1 << (plausible_bits(c.scheme.value) - 1)))};
  tensor.scales = {kOne};
  to.push_back(tensor);
  if (!c.scheme.two_level()) return;
  Scheme scheme = one_level(Value::Q8S, ScaleDtype::F32);
  scheme.block = BlockScale{BlockSize{}, ScaleDtype::F16};
  to.push_back(FloatsCase{scheme, {}, Calibration::MinMax, {kOne}, {}, 0});
}

}  // namespace

void alone(const TensorCase& c, std::vector<Case>& to) {
  without_items(c, to);
  for (const std::int8_t code : different(c.codes))
    to.push_back(
        TensorCase{one_level(c.scheme.value, std::nullopt), {}, {code}, {kOne}, {}, {}, 0, 0});
  for (const std::uint32_t scale : different(c.scales))
    to.push_back(TensorCase{
        one_level(Value::Q8S, plausible_dtype(c.scheme)), {}, {0}, {scale}, {}, {}, 0, 0});
}

void alone(const BytesCase& c, std::vector<Case>& to) {
  without_items(c, to);
  const Plausible size = plausible(c.scheme, c.shape);
  const ScaleDtype dtype = plausible_dtype(c.scheme);
  const unsigned width = plausible_size(dtype);
  std::vector<std::vector<std::uint8_t>> scales;
  for (std::uint64_t i = 0; i < size.scales && i < kMostItems; ++i) {
    const std::uint64_t at = size.value_bytes + i * width;
    if (at + width > c.bytes.size()) break;
    const auto first = c.bytes.begin() + static_cast<std::ptrdiff_t>(at);
    scales.emplace_back(first, first + width);
  }
  for (auto scale : different(scales)) {
    scale.insert(scale.begin(), 0);
    to.push_back(BytesCase{one_level(Value::Q8S, dtype), {}, std::move(scale), 0, 0});
  }
}

void alone(const FloatsCase& c, std::vector<Case>& to) {
  without_items(c, to);
  const auto inputs = different(c.input);
  for (const std::uint32_t input : inputs)
    to.push_back(FloatsCase{levels_of(c.scheme), {}, c.calibration, {input}, {}, 0});
  // What fails for a float often does because of the largest one beside it, which makes the scale.
  const auto magnitude = [](std::uint32_t bits) { return bits & 0x7fffffff; };
  const auto largest = std::ranges::max_element(inputs, {}, magnitude);
  const auto pair = [&](std::uint32_t first, std::uint32_t second) {
    to.push_back(FloatsCase{levels_of(c.scheme), {2}, c.calibration, {first, second}, {}, 0});
  };
  for (const std::uint32_t input : inputs)
    if (input != *largest) pair(input, *largest);
  pair(kSmall, kOne);
  if (c.calibration == Calibration::AbsMean) pair(kHuge, kHuge);  // whose sum no f32 holds
}

}  // namespace qb::laws
