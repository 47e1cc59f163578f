#include <algorithm>
#include <type_traits>

#include "properties/alone.h"
#include "properties/draw.h"
#include "properties/other_kinds.h"
#include "properties/plausible.h"
#include "properties/reshaped.h"
#include "properties/simpler_scheme.h"

namespace qb::laws {
namespace {

constexpr std::uint32_t kOne = 0x3f800000;

// ---- candidates --------------------------------------------------------------------------------

/// A case with other shapes of few axes; what overflows needs few of them.
template <typename C>
void huge_shapes(const C& c, std::vector<Case>& to) {
  constexpr std::uint64_t kHuge = 1ull << 31;
  if (std::ranges::none_of(c.shape, [](std::uint64_t extent) { return extent >= kHuge; })) return;
  for (const unsigned power : {31u, 32u, 61u, 62u, 63u, 64u})
    for (const std::uint64_t less : {0u, 1u, 2u, 3u, 4u}) {
      if (power == 64 && less == 0) continue;
      const std::uint64_t extent = (power == 64 ? 0 : 1ull << power) - less;
      for (const auto& shape :
           std::initializer_list<std::vector<std::uint64_t>>{{extent}, {0, extent}, {2, extent}}) {
        to.push_back(under(c, c.scheme, shape));
        to.push_back(under(c, {c.scheme.value, {}, c.scheme.mode, {}, {}}, shape));
      }
    }
}

template <typename C>
void smaller_tensors(const C& c, std::vector<Case>& to) {
  if (!c.shape.empty())
    to.push_back(under(c, c.scheme, std::vector<std::uint64_t>(c.shape.size(), 1)));
  for (std::size_t axis = 0; axis < c.shape.size(); ++axis) {
    auto shape = c.shape;
    shape[axis] = 1;
    C flat = under(c, c.scheme, shape);
    shape.erase(shape.begin() + static_cast<std::ptrdiff_t>(axis));
    C dropped = flat;
    dropped.scheme = without_axis(c.scheme, c.shape.size(), axis);
    dropped.shape = shape;
    if constexpr (requires { dropped.axes; }) {
      std::erase(dropped.axes, axis);
      for (std::uint64_t& other : dropped.axes)
        if (other > axis) --other;
    }
    to.push_back(dropped);
  }
  for (std::size_t axis = 0; axis < c.shape.size(); ++axis)
    for (std::uint64_t extent : smaller_numbers(c.shape[axis])) {
      auto shape = c.shape;
      shape[axis] = extent;
      to.push_back(under(c, c.scheme, shape));
      if constexpr (!std::is_same_v<C, BytesCase>) to.push_back(under(c, c.scheme, shape, axis));
    }
  for (const Scheme& scheme : simpler(c.scheme)) to.push_back(under(c, scheme, c.shape));
  if (c.scheme.block) {  // each block becomes an element
    Scheme scheme = c.scheme;
    scheme.block->size = {};
    to.push_back(under(c, scheme, plausible_grid(c.scheme, c.shape)));
  }
  huge_shapes(c, to);
}

template <typename C>
void smaller_placement(const C& c, std::vector<Case>& to) {
  if constexpr (requires { c.input_offset; })
    for (std::uint64_t offset : smaller_numbers(c.input_offset)) {
      C candidate = c;
      candidate.input_offset = offset;
      to.push_back(candidate);
    }
  for (std::uint64_t by : smaller_numbers(c.short_by)) {
    C candidate = c;
    candidate.short_by = by;
    to.push_back(candidate);
  }
}

/// Numbers with fewer fraction bits, without the sign, and with the exponent of 2.
std::vector<std::uint32_t> plainer_numbers(std::uint32_t f32_bits) {
  const std::uint32_t fraction = f32_bits & 0x7fffff;
  std::vector<std::uint32_t> plainer{0x40000000, f32_bits & 0x7fffffff, 0x40000000 | fraction,
                                     f32_bits - fraction};
  for (unsigned bits = 4; bits < 23; bits += 2) plainer.push_back(f32_bits >> bits << bits);
  for (unsigned place = 23; place-- > 0;) {
    plainer.push_back(f32_bits & ~(1u << place));
    plainer.push_back(f32_bits - fraction + (1u << place));
  }
  return plainer;
}

/// A name for the case keeps g++ 12 from seeing uninitialized memory in a variant.
void add_scalar(std::vector<Case>& to, const ScalarCase& c) {
  const Case named = c;
  to.push_back(named);
}

/// A tensor or a buffer that fails for a number fails for its conversion alone.
void conversions(ScaleDtype dtype, std::span<const std::uint32_t> scales, std::vector<Case>& to) {
  const auto type = static_cast<ScalarType>(dtype);
  for (std::size_t i = 0; i < scales.size() && i < 8; ++i) {
    add_scalar(to, ScalarCase{ScalarVerb::encode, type, scales[i]});
    add_scalar(to, ScalarCase{ScalarVerb::round_up, type, scales[i]});
  }
  const unsigned bits = 8 * plausible_size(dtype);
  for (unsigned place = 0; place < bits && bits < 32; ++place)
    add_scalar(to, ScalarCase{ScalarVerb::decode, type, 1u << place});
}

/// All items the plainest, then the second half, then one at a time.
template <typename C, typename Items, typename Item>
void plainer_items(const C& c, Items C::* items, const std::vector<Item>& plain,
                   std::vector<Case>& to) {
  const std::size_t count = (c.*items).size();
  const auto set = [&](std::size_t from, std::size_t end, Item item) {
    C candidate = c;
    for (std::size_t i = from; i < end; ++i)
      (candidate.*items)[i] = static_cast<typename Items::value_type>(item);
    if (candidate != c) to.push_back(candidate);
  };
  if (count == 0) return;
  set(0, count, plain.front());
  set(count / 2, count, plain.front());
  set(0, count / 2, plain.front());
  for (std::size_t i = 0; i < count && i < 64; ++i)
    for (Item item : plain) set(i, i + 1, item);
}

void candidates(const TensorCase& c, std::vector<Case>& to) {
  conversions(plausible_dtype(c.scheme), c.scales, to);
  smaller_tensors(c, to);
  const auto changed = [&](auto change) {
    TensorCase candidate = c;
    change(candidate);
    if (!(candidate == c)) to.push_back(candidate);
  };
  changed([](TensorCase& t) { t.axes.clear(); });
  changed([](TensorCase& t) { t.global.reset(); });
  changed([](TensorCase& t) {
    if (t.global) t.global = kOne;
  });
  changed([](TensorCase& t) { t.scales.resize(t.scales.size() / 2); });
  changed([](TensorCase& t) { t.codes.resize(t.codes.size() / 2); });
  changed([](TensorCase& t) {
    if (!t.scales.empty()) t.scales.pop_back();
  });
  changed([](TensorCase& t) {
    if (!t.codes.empty()) t.codes.pop_back();
  });
  plainer_items(c, &TensorCase::codes, std::vector<int>{0, 1, -1, 2}, to);
  plainer_items(c, &TensorCase::scales,
                std::vector<std::uint32_t>{kOne, 0, 0x40000000, 0xbf800000, 0x7f800000}, to);
  for (std::size_t i = 0; i < c.scales.size() && i < 8; ++i)
    for (const std::uint32_t number : plainer_numbers(c.scales[i]))
      changed([&](TensorCase& t) { t.scales[i] = number; });
  if (c.global)
    for (const std::uint32_t number : plainer_numbers(*c.global))
      changed([&](TensorCase& t) { t.global = number; });
  for (std::size_t i = 0; i + 1 < c.axes.size(); ++i)
    changed([&](TensorCase& t) { std::swap(t.axes[i], t.axes[i + 1]); });
  smaller_placement(c, to);
  alone(c, to);
  other_kinds(c, to);
}

/// Scale codes as they lie in a buffer, and tensors that fill such a buffer.
void without_buffer(const BytesCase& c, std::vector<Case>& to) {
  const Plausible size = plausible(c.scheme, c.shape);
  const ScaleDtype dtype = plausible_dtype(c.scheme);
  const unsigned width = plausible_size(dtype);
  for (std::uint64_t i = 0; i < size.scales && i < 8; ++i) {
    const std::uint64_t at = size.value_bytes + i * width;
    if (at + width > c.bytes.size()) break;
    std::uint32_t code = 0;
    for (unsigned byte = width; byte-- > 0;) code = code << 8 | c.bytes[at + byte];
    add_scalar(to, ScalarCase{ScalarVerb::decode, static_cast<ScalarType>(dtype), code});
  }
  conversions(dtype, {}, to);
}

void candidates(const BytesCase& c, std::vector<Case>& to) {
  without_buffer(c, to);
  smaller_tensors(c, to);
  if (!c.bytes.empty()) {
    BytesCase half = c;
    half.bytes.resize(c.bytes.size() / 2);
    to.push_back(half);
    BytesCase shorter = c;
    shorter.bytes.pop_back();
    to.push_back(shorter);
  }
  plainer_items(c, &BytesCase::bytes, std::vector<int>{0, 1, 0x80}, to);
  for (std::size_t i = 0; i < c.bytes.size() && i < 64; ++i) {
    BytesCase fewer = c;
    fewer.bytes[i] = static_cast<std::uint8_t>(fewer.bytes[i] & (fewer.bytes[i] - 1));
    if (!(fewer == c)) to.push_back(fewer);
  }
  smaller_placement(c, to);
  alone(c, to);
  other_kinds(c, to);
}

/// All inputs times the power of two that puts the largest into [1, 2); those that would leave the
/// normal numbers stay.
FloatsCase near_one(const FloatsCase& c) {
  std::uint32_t largest = 0;
  for (std::uint32_t bits : c.input)
    if ((bits & 0x7fffffff) < 0x7f800000) largest = std::max(largest, (bits & 0x7fffffff) >> 23);
  FloatsCase near = c;
  for (std::uint32_t& bits : near.input) {
    const std::uint32_t field = (bits >> 23 & 0xff) + 127 - largest;
    const bool is_normal = (bits & 0x7f800000) != 0 && (bits & 0x7f800000) != 0x7f800000;
    if (is_normal && field >= 1 && field <= 127) bits = (bits & 0x807fffff) | field << 23;
  }
  return near;
}

void candidates(const FloatsCase& c, std::vector<Case>& to) {
  smaller_tensors(c, to);
  const auto changed = [&](auto change) {
    FloatsCase candidate = c;
    change(candidate);
    if (!(candidate == c)) to.push_back(candidate);
  };
  changed([](FloatsCase& f) { f.calibration = Calibration::MinMax; });
  changed([](FloatsCase& f) { f.axes.clear(); });
  changed([](FloatsCase& f) {
    if (!f.input.empty()) f.input.pop_back();
  });
  to.push_back(near_one(c));
  plainer_items(c, &FloatsCase::input,
                std::vector<std::uint32_t>{0, kOne, 0xbf800000, 0x40000000, 0x7f800000}, to);
  for (std::size_t i = 0; i < c.input.size() && i < 64; ++i) {
    changed([&](FloatsCase& f) { f.input[i] &= 0x7fffffff; });
    for (const std::uint32_t number : plainer_numbers(c.input[i]))
      changed([&](FloatsCase& f) { f.input[i] = number; });
    changed([&](FloatsCase& f) { f.input[i] = (f.input[i] & 0x807fffff) | kOne; });
  }
  for (std::size_t i = 0; i + 1 < c.axes.size(); ++i)
    changed([&](FloatsCase& f) { std::swap(f.axes[i], f.axes[i + 1]); });
  smaller_placement(c, to);
  alone(c, to);
  other_kinds(c, to);
}

void candidates(const ScalarCase& c, std::vector<Case>& to) {
  const bool is_code = c.verb == ScalarVerb::decode;
  std::vector<std::uint32_t> inputs{0, is_code ? 1 : kOne};
  if (is_code)
    for (unsigned place = 0; place < 32; ++place) inputs.push_back(c.input & ~(1u << place));
  else
    for (const std::uint32_t number : plainer_numbers(c.input)) inputs.push_back(number);
  for (const std::uint32_t input : inputs) add_scalar(to, ScalarCase{c.verb, c.type, input});
}

}  // namespace

std::vector<Case> simplify(const Case& c) {
  std::vector<Case> smaller;
  std::visit([&](const auto& one) { candidates(one, smaller); }, c);
  const std::uint64_t most = weight(c);
  std::erase_if(smaller, [&](const Case& candidate) { return weight(candidate) >= most; });
  return smaller;
}

}  // namespace qb::laws
