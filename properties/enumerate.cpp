#include "properties/enumerate.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "properties/draw.h"
#include "properties/enumerate_parts.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint64_t kMostItems = 40;

using Visit = std::function<void(const Case&)>;

// ---- one thing besides
// ---------------------------------------------------------------------------

template <typename C>
void with_one_thing(const C& c, std::uint64_t most, std::vector<C>& to) {
  const auto add = [&](auto change) {
    C changed = c;
    change(changed);
    if (!(changed == c) && weight(changed) <= most) to.push_back(std::move(changed));
  };
  to.push_back(c);
  add([](C& t) { t.scheme.mode = Mode::Lookup; });
  add([](C& t) { t.input_offset = 1; });
  add([](C& t) { t.short_by = 1; });
  if constexpr (requires { c.codes; }) {
    add([](C& t) { t.codes.push_back(0); });
    add([](C& t) {
      if (!t.codes.empty()) t.codes.pop_back();
    });
    add([](C& t) { t.scales.push_back(kOne); });
    add([](C& t) {
      if (!t.scales.empty()) t.scales.pop_back();
    });
    add([](C& t) {
      if (t.global)
        t.global.reset();
      else
        t.global = kOne;
    });
    std::vector<std::uint64_t> axes(c.shape.size());
    std::iota(axes.begin(), axes.end(), 0u);
    do add([&](C& t) { t.axes = axes; });
    while (std::next_permutation(axes.begin(), axes.end()));
  } else {
    add([](C& t) { t.bytes.push_back(0); });
    add([](C& t) {
      if (!t.bytes.empty()) t.bytes.pop_back();
    });
  }
}

// ---- data
// ------------------------------------------------------------------------------------------

constexpr std::int8_t kCodes[] = {1, -1, 2, -2, 3, 4, 7, -8, 8, -9, 15, 127, -128};
constexpr std::uint32_t kScales[] = {0,          0x40000000, 0x3f000000, 0x3fc00000, 0x3f800001,
                                     0x80000000, 0xbf800000, 0x7f800000, 0x7fc00000, 0x00000001,
                                     0x33400000, 0x47800000, 0x44000000, 0x3dcccccd};

constexpr std::uint8_t kBytes[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80,
                                   0x38, 0x7c, 0x7f, 0x8f, 0xf0, 0xfc, 0xff};

/// Number of items that may be other than the plainest, and how to set them.
std::size_t items(const TensorCase& c) {
  return c.codes.size() + c.scales.size() + (c.global ? 1 : 0);
}
std::size_t items(const BytesCase& c) { return c.bytes.size(); }

template <typename Then>
void each_item(TensorCase& c, std::size_t i, Then then) {
  const auto set = [&](auto& item, const auto& others) {
    const auto plain = item;
    for (const auto other : others) {
      item = other;
      then();
    }
    item = plain;
  };
  if (i < c.codes.size()) return set(c.codes[i], kCodes);
  if (i < c.codes.size() + c.scales.size()) return set(c.scales[i - c.codes.size()], kScales);
  set(*c.global, kScales);
}
template <typename Then>
void each_item(BytesCase& c, std::size_t i, Then then) {
  const std::uint8_t plain = c.bytes[i];
  for (const std::uint8_t byte : kBytes) {
    c.bytes[i] = byte;
    then();
  }
  c.bytes[i] = plain;
}

/// The case with at most two items other, where that weighs `wanted`.
template <typename C>
void with_data(C c, std::uint64_t wanted, const Visit& visit) {
  const std::uint64_t base = weight(c);
  if (base == wanted) visit(c);
  if (base >= wanted || base + 30 < wanted) return;
  const std::size_t count = items(c);
  for (std::size_t i = 0; i < count; ++i)
    each_item(c, i, [&] {
      const std::uint64_t one = weight(c);
      if (one == wanted) visit(c);
      if (one >= wanted || one + 15 < wanted) return;
      for (std::size_t j = i + 1; j < count; ++j)
        each_item(c, j, [&] {
          if (weight(c) == wanted) visit(c);
        });
    });
}

// ---- the kinds
// -------------------------------------------------------------------------------------

std::optional<TensorCase> plainest(const Scheme& scheme, Shape shape, const TensorCase*) {
  const auto size = plausible(scheme, shape);
  if (size.codes + size.scales > kMostItems) return std::nullopt;
  TensorCase c{scheme, {shape.begin(), shape.end()}, {}, {}, {}, {}, 0, 0};
  c.codes.resize(size.codes);
  c.scales.resize(size.scales, kOne);
  if (scheme.two_level()) c.global = kOne;
  return c;
}
std::optional<BytesCase> plainest(const Scheme& scheme, Shape shape, const BytesCase*) {
  const auto size = plausible(scheme, shape);
  if (size.total_bytes() > kMostItems) return std::nullopt;
  return BytesCase{
      scheme, {shape.begin(), shape.end()}, std::vector<std::uint8_t>(size.total_bytes(), 0)};
}

template <typename C>
void enumerate_kind(std::uint64_t wanted, const Visit& visit) {
  std::vector<C> variants;
  for (const auto& [shape_weight, some_shapes] : shapes_by_weight()) {
    if (shape_weight > wanted) break;
    for (const auto& shape : some_shapes)
      for (const auto& [scheme_weight, some_schemes] : schemes_by_weight(shape.size())) {
        if (shape_weight + scheme_weight > wanted) break;
        for (const Scheme& scheme : some_schemes) {
          const auto plain = plainest(scheme, shape, static_cast<const C*>(nullptr));
          if (!plain || weight(*plain) > wanted + 31 || weight(*plain) + 80 < wanted) continue;
          variants.clear();
          with_one_thing(*plain, wanted, variants);
          for (const C& variant : variants) with_data(variant, wanted, visit);
        }
      }
  }
}

void enumerate_scalars(std::uint64_t wanted, const Visit& visit) {
  const auto offer = [&](ScalarVerb verb, ScalarType type, std::uint32_t input) {
    const Case c = ScalarCase{verb, type, input};
    if (weight(c) == wanted) visit(c);
  };
  for (std::size_t i = 0; i < kScalarTypeNames.size(); ++i) {
    const auto type = static_cast<ScalarType>(i);
    const std::uint32_t codes = type == ScalarType::F16 || type == ScalarType::BF16 ? 65536
                                : type == ScalarType::E2M1                          ? 16
                                                                                    : 256;
    for (std::uint32_t code = 0; code < codes; ++code) offer(ScalarVerb::decode, type, code);
    for (std::uint32_t high = 0; high < 512; ++high)  // sign and exponent
      for (std::uint32_t a = 0; a <= 23; ++a)
        for (std::uint32_t b = 0; b <= a; ++b) {
          const std::uint32_t fraction = (1u << a | 1u << b) >> 1;  // at most two bits
          if (a == b && a != 0) continue;
          offer(ScalarVerb::encode, type, high << 23 | fraction);
          if (i < kScaleDtypes.size() && high < 256)
            offer(ScalarVerb::round_up, type, high << 23 | fraction);
        }
  }
}

}  // namespace

void enumerate(CaseKind kind, std::uint64_t weight, const Visit& visit) {
  if (kind == CaseKind::tensor) enumerate_kind<TensorCase>(weight, visit);
  if (kind == CaseKind::bytes) enumerate_kind<BytesCase>(weight, visit);
  if (kind == CaseKind::scalar) enumerate_scalars(weight, visit);
}

}  // namespace qb::laws
