#include <algorithm>
#include <type_traits>

#include "properties/draw.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

constexpr std::uint32_t kOne = 0x3f800000;

// ---- the same data under another scheme or shape -----------------------------------------------

constexpr std::size_t kNoAxis = SIZE_MAX;

/// The part of a row-major array that an array of other extents (same rank) shares with it: its
/// front, but along `tail_axis` its end. What it has beyond that is `fresh`. Arrays that are not as
/// large as their extents say are cut or filled.
template <typename T>
std::vector<T> resized(const std::vector<T>& from, Shape old_shape, Shape new_shape,
                       std::uint64_t new_count, T fresh, std::size_t tail_axis) {
  std::vector<T> to(new_count, fresh);
  for (std::uint64_t i = 0; i < new_count; ++i) {
    std::uint64_t rest = i, source = 0, stride = 1;
    bool inside = old_shape.size() == new_shape.size();
    for (std::size_t axis = new_shape.size(); inside && axis-- > 0;) {
      const std::uint64_t extent = std::max<std::uint64_t>(new_shape[axis], 1);
      std::uint64_t at = rest % extent;
      if (axis == tail_axis && old_shape[axis] > new_shape[axis])
        at += old_shape[axis] - new_shape[axis];
      rest /= extent;
      inside = at < old_shape[axis];
      source += at * stride;
      stride *= old_shape[axis];
    }
    if (!inside) source = i;
    if (source < from.size()) to[i] = from[source];
  }
  return to;
}

/// `needed`, off by as much as the old count was.
std::uint64_t kept_off(std::uint64_t old_count, std::uint64_t old_needed, std::uint64_t needed) {
  if (old_count >= old_needed) return needed + (old_count - old_needed);
  const std::uint64_t missing = old_needed - old_count;
  return needed > missing ? needed - missing : 0;
}

TensorCase under(const TensorCase& c, const Scheme& scheme, const std::vector<std::uint64_t>& shape,
                 std::size_t tail_axis = kNoAxis) {
  TensorCase to = c;
  to.scheme = scheme;
  to.shape = shape;
  const Plausible before = plausible(c.scheme, c.shape);
  const Plausible after = plausible(scheme, shape);
  to.codes = resized<std::int8_t>(
      c.codes, c.shape, shape, kept_off(c.codes.size(), before.codes, after.codes), 0, tail_axis);
  to.scales = resized<std::uint32_t>(c.scales, plausible_grid(c.scheme, c.shape),
                                     plausible_grid(scheme, shape),
                                     kept_off(c.scales.size(), before.scales, after.scales), kOne,
                                     c.scheme.block && scheme.block ? tail_axis : kNoAxis);
  if (c.axes.size() == c.shape.size() && shape.size() != c.shape.size()) to.axes.clear();
  return to;
}

/// Regions keep their front; what they gain is zero.
BytesCase under(const BytesCase& c, const Scheme& scheme, const std::vector<std::uint64_t>& shape) {
  BytesCase to = c;
  to.scheme = scheme;
  to.shape = shape;
  const Plausible before = plausible(c.scheme, c.shape);
  const Plausible after = plausible(scheme, shape);
  const std::uint64_t old_sizes[] = {before.value_bytes, before.scale_bytes, before.global_bytes};
  const std::uint64_t new_sizes[] = {after.value_bytes, after.scale_bytes, after.global_bytes};
  to.bytes.assign(after.total_bytes(), 0);
  std::uint64_t from = 0, at = 0;
  for (int region = 0; region < 3; ++region) {
    for (std::uint64_t i = 0; i < std::min(old_sizes[region], new_sizes[region]); ++i)
      if (from + i < c.bytes.size()) to.bytes[at + i] = c.bytes[from + i];
    from += old_sizes[region];
    at += new_sizes[region];
  }
  to.bytes.resize(kept_off(c.bytes.size(), before.total_bytes(), after.total_bytes()));
  return to;
}

// ---- candidates --------------------------------------------------------------------------------

std::vector<std::uint64_t> smaller_numbers(std::uint64_t number) {
  std::vector<std::uint64_t> smaller;
  for (std::uint64_t candidate : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, number / 2,
                                  number - number / 4, number - 1})
    if (candidate < number) smaller.push_back(candidate);
  return smaller;
}

std::vector<Scheme> simpler(const Scheme& scheme) {
  std::vector<Scheme> schemes;
  const auto add = [&](auto change) {
    Scheme candidate = scheme;
    change(candidate);
    if (!(candidate == scheme)) schemes.push_back(candidate);
  };
  add([](Scheme& s) { s = Scheme{Value::Q8S, {StoreKind::Native, 0}, s.mode, {}, {}}; });
  add([](Scheme& s) { s.mode = Mode::Symmetric; });
  add([](Scheme& s) { s.block.reset(); });
  add([](Scheme& s) { s.tensor.reset(); });
  add([](Scheme& s) { s.store = {StoreKind::Native, 0}; });
  add([](Scheme& s) {
    if (s.store.kind == StoreKind::PackedU32) s.store.kind = StoreKind::PackedNative;
  });
  for (std::uint64_t dim : smaller_numbers(scheme.store.packed_dim))
    add([&](Scheme& s) { s.store.packed_dim = dim; });
  for (Value value : {Value::Q8S, Value::Q8F, Value::Q4F, Value::Q4S, Value::E4M3, Value::E2M1})
    add([&](Scheme& s) { s.value = value; });
  if (scheme.tensor) add([](Scheme& s) { s.tensor = ScaleDtype::F32; });
  if (!scheme.block) return schemes;
  for (ScaleDtype dtype : {ScaleDtype::F32, ScaleDtype::F16})
    add([&](Scheme& s) { s.block->dtype = dtype; });
  const auto extents = scheme.block->size.extents();
  const std::vector<std::uint32_t> old(extents.begin(), extents.end());
  for (std::size_t i = 0; i < old.size(); ++i)
    for (std::uint64_t extent : smaller_numbers(old[i])) {
      auto changed = old;
      changed[i] = static_cast<std::uint32_t>(extent);
      add([&](Scheme& s) { s.block->size = *BlockSize::from(changed); });
    }
  return schemes;
}

/// The scheme of the tensor without one of its axes (which then has extent 1).
Scheme without_axis(Scheme scheme, std::uint64_t rank, std::uint64_t axis) {
  const std::uint64_t from_end = rank - 1 - axis;
  if (scheme.store.packed_dim > from_end) --scheme.store.packed_dim;
  if (!scheme.block) return scheme;
  const auto extents = scheme.block->size.extents();
  std::vector<std::uint32_t> kept(extents.begin(), extents.end());
  if (from_end < kept.size()) kept.erase(kept.end() - static_cast<std::ptrdiff_t>(from_end) - 1);
  scheme.block->size = *BlockSize::from(kept);
  return scheme;
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
      if constexpr (std::is_same_v<C, TensorCase>) to.push_back(under(c, c.scheme, shape, axis));
    }
  for (const Scheme& scheme : simpler(c.scheme)) to.push_back(under(c, scheme, c.shape));
}

template <typename C>
void smaller_placement(const C& c, std::vector<Case>& to) {
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
  changed([](TensorCase& t) {
    if (!t.scales.empty()) t.scales.pop_back();
  });
  changed([](TensorCase& t) {
    if (!t.codes.empty()) t.codes.pop_back();
  });
  plainer_items(c, &TensorCase::codes, std::vector<int>{0, 1, -1, 2}, to);
  plainer_items(c, &TensorCase::scales,
                std::vector<std::uint32_t>{kOne, 0, 0x40000000, 0xbf800000, 0x7f800000}, to);
  for (std::size_t i = 0; i < c.scales.size() && i < 16; ++i)
    changed([&](TensorCase& t) { t.scales[i] &= t.scales[i] - 1; });
  for (std::size_t i = 0; i + 1 < c.axes.size(); ++i)
    changed([&](TensorCase& t) { std::swap(t.axes[i], t.axes[i + 1]); });
  smaller_placement(c, to);
}

void candidates(const BytesCase& c, std::vector<Case>& to) {
  smaller_tensors(c, to);
  if (!c.bytes.empty()) {
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
}

void candidates(const ScalarCase& c, std::vector<Case>& to) {
  for (std::uint32_t input :
       {0u, kOne, c.input & 0x7fffffff, c.input & 0xff800000, c.input & (c.input - 1)}) {
    ScalarCase candidate = c;
    candidate.input = input;
    to.push_back(candidate);
  }
}

}  // namespace

std::vector<Case> simplify(const Case& c) {
  std::vector<Case> smaller;
  std::visit([&](const auto& one) { candidates(one, smaller); }, c);
  const std::uint64_t most = weight(c);
  std::erase_if(smaller, [&](const Case& candidate) { return weight(candidate) >= most; });
  return smaller;
}

Case shrink(Case c, const std::function<bool(const Case&)>& still_broken, std::uint64_t steps) {
  for (bool smaller = true; smaller;) {
    smaller = false;
    for (Case& candidate : simplify(c)) {
      if (steps-- == 0) return c;
      if (!still_broken(candidate)) continue;
      c = std::move(candidate);
      smaller = true;
      break;
    }
  }
  return c;
}

}  // namespace qb::laws
