#include "properties/kept_request.h"

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

namespace qb::laws {
namespace {

template <typename T>
std::vector<T> owned(std::span<const T> items) {
  return {items.begin(), items.end()};
}

template <typename T>
bool equal(const std::vector<T>& a, std::span<const T> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

constexpr std::size_t kSizeKind = 1, kEncodeKind = 2, kBytesKind = 3, kPermuteKind = 4,
                      kTextKind = 5, kScalarKind = 6, kQuantizeKind = 7, kPresetKind = 8;

template <typename T>
bool same_answer(const T& a, const T& b) {
  if constexpr (std::is_same_v<T, SizeAnswer>)
    return std::tie(a.total_bytes, a.scales_offset, a.global_offset) ==
           std::tie(b.total_bytes, b.scales_offset, b.global_offset);
  else if constexpr (std::is_same_v<T, BytesAnswer>)
    return a.bytes == b.bytes;
  else if constexpr (std::is_same_v<T, TensorAnswer>)
    return std::tie(a.codes, a.scales, a.global) == std::tie(b.codes, b.scales, b.global);
  else if constexpr (std::is_same_v<T, FindingsAnswer>)
    return a.findings == b.findings;
  else if constexpr (std::is_same_v<T, ValidAnswer>)
    return true;
  else if constexpr (std::is_same_v<T, SchemeAnswer>)
    return a.scheme == b.scheme;
  else if constexpr (std::is_same_v<T, TextAnswer>)
    return std::tie(a.text, a.json) == std::tie(b.text, b.json);
  else if constexpr (std::is_same_v<T, ScalarAnswer>)
    return a.outputs == b.outputs;
  else if constexpr (std::is_same_v<T, ValuesAnswer>)
    return a.values == b.values;
  else if constexpr (std::is_same_v<T, QuantizedAnswer>)
    return std::tie(a.bytes, a.summary) == std::tie(b.bytes, b.summary);
  else if constexpr (std::is_same_v<T, Refused>)
    return std::tie(a.error, a.name, a.message, a.buffers_touched) ==
           std::tie(b.error, b.name, b.message, b.buffers_touched);
  else
    return false;
}

}  // namespace

std::optional<KeptRequest> KeptRequest::from(const Request& request) {
  KeptRequest kept;
  const bool known = std::visit([&](const auto& one) -> bool { return kept.keep(one); }, request);
  return known ? std::optional(std::move(kept)) : std::nullopt;
}

bool KeptRequest::keep(const SizeRequest& r) {
  kind_ = kSizeKind;
  scheme_ = r.scheme;
  numbers_ = owned(r.shape);
  return true;
}
bool KeptRequest::keep(const EncodeRequest& r) {
  kind_ = kEncodeKind;
  scheme_ = r.scheme;
  numbers_ = owned(r.shape);
  codes_ = owned(r.codes);
  scales_ = owned(r.scales);
  global_ = r.global;
  input_offset_ = r.input_offset;
  short_by_ = r.short_by;
  placement_ = r.placement;
  return true;
}
bool KeptRequest::keep(const BytesRequest& r) {
  kind_ = kBytesKind;
  verb_ = static_cast<int>(r.verb);
  scheme_ = r.scheme;
  numbers_ = owned(r.shape);
  bytes_ = owned(r.bytes);
  input_offset_ = r.input_offset;
  short_by_ = r.short_by;
  placement_ = r.placement;
  return true;
}
bool KeptRequest::keep(const PermuteRequest& r) {
  kind_ = kPermuteKind;
  scheme_ = r.scheme;
  rank_ = r.rank;
  numbers_ = owned(r.axes);
  return true;
}
bool KeptRequest::keep(const TextRequest& r) {
  kind_ = kTextKind;
  scheme_ = r.scheme;
  return true;
}
bool KeptRequest::keep(const ScalarRequest& r) {
  kind_ = kScalarKind;
  verb_ = static_cast<int>(r.verb);
  type_ = r.type;
  scales_ = owned(r.inputs);
  return true;
}

bool KeptRequest::keep(const QuantizeRequest& r) {
  kind_ = kQuantizeKind;
  verb_ = static_cast<int>(r.calibration);
  scheme_ = r.scheme;
  numbers_ = owned(r.shape);
  scales_ = owned(r.input);
  short_by_ = r.short_by;
  placement_ = r.placement;
  return true;
}

bool KeptRequest::keep(const PresetRequest& r) {
  kind_ = kPresetKind;
  name_ = r.name;
  return true;
}

bool KeptRequest::is(const Request& request) const {
  return std::visit([this](const auto& one) { return same(one); }, request);
}

bool KeptRequest::same(const SizeRequest& r) const {
  return kind_ == kSizeKind && scheme_ == r.scheme && equal(numbers_, r.shape);
}
bool KeptRequest::same(const EncodeRequest& r) const {
  return kind_ == kEncodeKind && short_by_ == r.short_by && input_offset_ == r.input_offset &&
         placement_ == r.placement && global_ == r.global && scheme_ == r.scheme &&
         equal(numbers_, r.shape) && equal(codes_, r.codes) && equal(scales_, r.scales);
}
bool KeptRequest::same(const BytesRequest& r) const {
  return kind_ == kBytesKind && verb_ == static_cast<int>(r.verb) && short_by_ == r.short_by &&
         placement_ == r.placement && input_offset_ == r.input_offset && scheme_ == r.scheme &&
         equal(numbers_, r.shape) && equal(bytes_, r.bytes);
}
bool KeptRequest::same(const PermuteRequest& r) const {
  return kind_ == kPermuteKind && scheme_ == r.scheme && rank_ == r.rank && equal(numbers_, r.axes);
}
bool KeptRequest::same(const TextRequest& r) const {
  return kind_ == kTextKind && scheme_ == r.scheme;
}
bool KeptRequest::same(const ScalarRequest& r) const {
  return kind_ == kScalarKind && verb_ == static_cast<int>(r.verb) && type_ == r.type &&
         equal(scales_, r.inputs);
}
bool KeptRequest::same(const QuantizeRequest& r) const {
  return kind_ == kQuantizeKind && verb_ == static_cast<int>(r.calibration) &&
         short_by_ == r.short_by && placement_ == r.placement && scheme_ == r.scheme &&
         equal(numbers_, r.shape) && equal(scales_, r.input);
}

bool KeptRequest::same(const PresetRequest& r) const {
  return kind_ == kPresetKind && name_ == r.name;
}

Request KeptRequest::request() const {
  switch (kind_) {
    case kSizeKind:
      return SizeRequest{scheme_, numbers_};
    case kEncodeKind:
      return EncodeRequest{scheme_, numbers_,      codes_,    scales_,
                           global_, input_offset_, short_by_, placement_};
    case kBytesKind:
      return BytesRequest{static_cast<BytesVerb>(verb_),
                          scheme_,
                          numbers_,
                          bytes_,
                          input_offset_,
                          short_by_,
                          placement_};
    case kPermuteKind:
      return PermuteRequest{scheme_, rank_, numbers_};
    case kTextKind:
      return TextRequest{scheme_};
    case kPresetKind:
      return PresetRequest{name_};
    case kQuantizeKind:
      return QuantizeRequest{scheme_, numbers_,  static_cast<Calibration>(verb_),
                             scales_, short_by_, placement_};
    default:
      return ScalarRequest{static_cast<ScalarVerb>(verb_), type_, scales_};
  }
}

bool same_reply(const Reply& a, const Reply& b) {
  if (a.index() != b.index()) return false;
  return std::visit(
      [&](const auto& one) {
        return same_answer(one, std::get<std::remove_cvref_t<decltype(one)>>(b));
      },
      a);
}

}  // namespace qb::laws
