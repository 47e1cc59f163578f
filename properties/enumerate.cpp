#include "properties/enumerate.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <numeric>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "properties/draw.h"
#include "properties/enumerate_data.h"
#include "properties/enumerate_parts.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

constexpr std::uint32_t kOne = 0x3f800000;
constexpr std::uint64_t kMostItems = 40;

// ---- one thing besides --------------------------------------------------------------------------

/// Collects a case, and the cases with one thing other.
template <typename C, typename Add>
class Variants {
 public:
  Variants(const C& c, Add add) : c_(c), add_(add) {}

  template <typename Change>
  void with(Change change) {
    C changed = c_;
    change(changed);
    if (!(changed == c_)) add_(changed);
  }
  template <typename Items>
  void one_more_or_less(Items C::* items, typename Items::value_type item) {
    with([&](C& t) { (t.*items).push_back(item); });
    with([&](C& t) {
      if (!(t.*items).empty()) (t.*items).pop_back();
    });
  }
  void permuted() {
    std::vector<std::uint64_t> axes(c_.shape.size());
    std::iota(axes.begin(), axes.end(), 0u);
    do with([&](C& t) { t.axes = axes; });
    while (std::next_permutation(axes.begin(), axes.end()));
  }

 private:
  const C& c_;
  Add add_;
};

template <typename C, typename Add>
void with_one_thing(const C& c, Add add) {
  add(c);
  Variants<C, Add> variants(c, add);
  variants.with([](C& t) { t.scheme.mode = Mode::Lookup; });
  variants.with([](C& t) { t.short_by = 1; });
  if constexpr (requires { c.input_offset; }) variants.with([](C& t) { t.input_offset = 1; });
  if constexpr (requires { c.axes; }) variants.permuted();
  if constexpr (requires { c.bytes; }) variants.one_more_or_less(&C::bytes, 0);
  if constexpr (requires { c.input; }) {
    variants.one_more_or_less(&C::input, 0);
    variants.with([](C& t) { t.calibration = Calibration::AbsMean; });
  }
  if constexpr (requires { c.codes; }) {
    variants.one_more_or_less(&C::codes, 0);
    variants.one_more_or_less(&C::scales, kOne);
    variants.with([](C& t) {
      if (t.global)
        t.global.reset();
      else
        t.global = kOne;
    });
  }
}

// ---- the plainest -------------------------------------------------------------------------------

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
std::optional<FloatsCase> plainest(const Scheme& scheme, Shape shape, const FloatsCase*) {
  const auto size = plausible(scheme, shape);
  if (size.codes > kMostItems) return std::nullopt;
  FloatsCase c{scheme, {shape.begin(), shape.end()}, Calibration::MinMax, {}, {}, 0};
  c.input.resize(size.codes);
  return c;
}

/// Whether a scheme is made of what another one has, and of the plainest.
bool is_made_of(const Scheme& scheme, const Scheme& parts) {
  const auto has = [&](std::optional<ScaleDtype> dtype) {
    return dtype == ScaleDtype::F32 || dtype == parts.tensor ||
           (parts.block && dtype == parts.block->dtype);
  };
  const bool is_packed = parts.store.kind != StoreKind::Native;  // what matters may be the width
  return (is_packed || scheme.value == Value::Q8S || scheme.value == parts.value) &&
         scheme.store.kind <= parts.store.kind && (!scheme.tensor || has(scheme.tensor)) &&
         (!scheme.block || (parts.block && has(scheme.block->dtype)));
}

ByWeight<Scheme> schemes_of(std::uint64_t rank, const std::optional<Scheme>& parts) {
  if (!parts) return schemes_by_weight(rank);
  ByWeight<Scheme> some;
  for (const auto& [weight, schemes] : schemes_by_weight(rank))
    for (const Scheme& scheme : schemes)
      if (is_made_of(scheme, *parts)) some[weight].push_back(scheme);
  return some;
}

/// That the data of a shape weighs under any scheme.
template <typename C>
std::uint64_t least_data(Shape shape) {
  const std::uint64_t codes = plausible({}, shape).codes;
  if (std::is_same_v<C, BytesCase>) return codes == 0 ? 0 : 16;
  return (std::is_same_v<C, FloatsCase> ? 32 : 16) * codes;
}

}  // namespace

/// Made for some weights at a time: going through schemes and shapes takes longer than making
/// cases.
template <typename C>
class Enumeration::Bases {
 public:
  Bases(const std::optional<Scheme>& parts, std::uint64_t at_once) : at_once_(at_once) {
    for (std::uint64_t rank = 0; rank < std::size(schemes_); ++rank)
      schemes_[rank] = schemes_of(rank, parts);
  }

  bool enumerate(std::uint64_t wanted, const Visit& visit) {
    const std::uint64_t most = most_of_data(kind(C{}));
    for (std::uint64_t w = wanted > most ? wanted - most : 0; w <= wanted && w < kEnd; ++w)
      for (const C& base : of(w))
        if (!with_data(base, wanted - w, visit)) return false;
    return true;
  }

 private:
  static constexpr std::uint64_t kEnd = 256;
  static constexpr std::uint64_t kMostAdded = 32;  // by one thing other

  const std::vector<C>& of(std::uint64_t weight) {
    const std::lock_guard lock(making_);
    while (weight >= made_) make(made_, made_ + at_once_);
    return bases_[weight];
  }

  void make(std::uint64_t from, std::uint64_t end) {
    const auto add = [&](const C& c) {
      const std::uint64_t w = weight(c);
      if (w >= from && w < end) bases_[w].push_back(c);
    };
    for (const auto& [shape_weight, shapes] : shapes_by_weight())
      for (const auto& shape : shapes)
        for (const auto& [scheme_weight, schemes] : schemes_[shape.size()]) {
          const std::uint64_t least = shape_weight + scheme_weight;
          if (least >= end) break;
          const bool has_data = least + least_data<C>(shape) < end + kMostAdded;
          for (const Scheme& scheme : schemes) make_of(scheme, shape, has_data, from, end, add);
        }
    made_ = end;
  }

  template <typename Add>
  void make_of(const Scheme& scheme, Shape shape, bool has_data, std::uint64_t from,
               std::uint64_t end, Add add) {
    C bare;
    bare.scheme = scheme;
    bare.shape = {shape.begin(), shape.end()};
    add(bare);
    if (!has_data) return;
    const auto plain = plainest(scheme, shape, static_cast<const C*>(nullptr));
    if (!plain || *plain == bare)
      return with_one_thing(bare, [&](const C& c) {
        if (!(c == bare)) add(c);
      });
    const std::uint64_t w = weight(*plain);
    if (w < end + kMostAdded && w + kMostAdded >= from) with_one_thing(*plain, add);
  }

  const std::uint64_t at_once_;
  ByWeight<Scheme> schemes_[4];
  std::mutex making_;
  std::uint64_t made_ = 0;
  std::array<std::vector<C>, 2 * kEnd> bases_;  // by weight; those below made_ never change
};

struct Enumeration::All {
  All(const std::optional<Scheme>& parts, std::uint64_t at_once)
      : tensors(parts, at_once), bytes(parts, at_once), floats(parts, at_once) {}
  Bases<TensorCase> tensors;
  Bases<BytesCase> bytes;
  Bases<FloatsCase> floats;
};

Enumeration::Enumeration() : all_(std::make_unique<All>(std::nullopt, 4)) {}
Enumeration::Enumeration(const Scheme& parts) : all_(std::make_unique<All>(parts, 6)) {}
Enumeration::~Enumeration() = default;

bool Enumeration::visit(CaseKind kind, std::uint64_t weight, const Visit& visit) {
  if (kind == CaseKind::tensor) return all_->tensors.enumerate(weight, visit);
  if (kind == CaseKind::bytes) return all_->bytes.enumerate(weight, visit);
  if (kind == CaseKind::floats) return all_->floats.enumerate(weight, visit);
  return enumerate_scalars(weight, visit);
}

}  // namespace qb::laws
