#include "properties/other_kinds.h"

#include <type_traits>

#include "properties/plausible.h"

namespace qb::laws {
namespace {

constexpr std::uint32_t kOne = 0x3f800000;

/// All items the plainest, or one of them other.
template <typename C, typename Items>
void one_item_other(const C& c, Items C::* items, typename Items::value_type other,
                    std::vector<Case>& to) {
  constexpr std::size_t kMost = 16;
  for (std::size_t i = 0; i < (c.*items).size() && i < kMost; ++i) {
    C changed = c;
    (changed.*items)[i] = other;
    to.push_back(changed);
  }
}

/// The plainest cases of the other kinds, of the same scheme and shape.
template <typename C>
void other_kinds_as(const C& c, std::vector<Case>& to) {
  const Plausible size = plausible(c.scheme, c.shape);
  if constexpr (!std::is_same_v<C, TensorCase>) {
    TensorCase tensor{c.scheme, c.shape, {}, {}, {}, {}, 0, c.short_by};
    tensor.codes.assign(size.codes, 0);
    tensor.scales.assign(size.scales, kOne);
    if (c.scheme.two_level()) tensor.global = kOne;
    to.push_back(tensor);
    one_item_other(tensor, &TensorCase::codes, 1, to);
    one_item_other(tensor, &TensorCase::codes, -1, to);
    one_item_other(tensor, &TensorCase::scales, 0, to);
  }
  if constexpr (!std::is_same_v<C, BytesCase>) {
    BytesCase buffer{c.scheme, c.shape, std::vector<std::uint8_t>(size.total_bytes()), 0, 0};
    to.push_back(buffer);
    one_item_other(buffer, &BytesCase::bytes, 1, to);
    one_item_other(buffer, &BytesCase::bytes, 0x80, to);
  }
  if constexpr (!std::is_same_v<C, FloatsCase>) {
    FloatsCase floats{c.scheme, c.shape, Calibration::MinMax, {}, {}, 0};
    floats.input.assign(size.codes, 0);
    to.push_back(floats);
    one_item_other(floats, &FloatsCase::input, kOne, to);
  }
}

/// Schemes under which the same mistake may need less data: the least scales, and codes of half a
/// byte.
std::vector<Scheme> lighter_for_other_kinds(const Scheme& scheme) {
  std::vector<Scheme> lighter{scheme};
  for (const ScaleDtype dtype : {ScaleDtype::F32, ScaleDtype::UE8M0}) {
    Scheme one_level = scheme;
    one_level.tensor.reset();
    if (one_level.block)
      one_level.block->dtype = dtype;
    else if (dtype == ScaleDtype::UE8M0)
      one_level.tensor = dtype;
    lighter.push_back(one_level);
  }
  lighter.push_back(lighter.back());
  lighter.back().value = Value::E2M1;
  return lighter;
}

/// What fails on a buffer mostly fails on a tensor too, and the other way round.
template <typename C>
void other_kinds_of(const C& from, std::vector<Case>& to) {
  for (const Scheme& scheme : lighter_for_other_kinds(from.scheme)) {
    C c = from;
    c.scheme = scheme;
    other_kinds_as(c, to);
  }
}

}  // namespace

void other_kinds(const TensorCase& c, std::vector<Case>& to) { other_kinds_of(c, to); }
void other_kinds(const BytesCase& c, std::vector<Case>& to) { other_kinds_of(c, to); }
void other_kinds(const FloatsCase& c, std::vector<Case>& to) { other_kinds_of(c, to); }

}  // namespace qb::laws
