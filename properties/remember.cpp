#include "properties/remember.h"

#include <algorithm>
#include <array>
#include <cfenv>
#include <memory>
#include <utility>

namespace qb::laws {
namespace {

template <typename T>
bool equal(const std::vector<T>& a, std::span<const T> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}
template <typename T>
std::vector<T> owned(std::span<const T> items) {
  return {items.begin(), items.end()};
}

/// What an encode, bytes or quantize request held, so that it can be compared after its owner is
/// gone. The input of a quantize stands in `scales`.
struct Asked {
  std::size_t kind = 0;
  BytesVerb verb{};
  Scheme scheme;
  std::vector<std::uint64_t> shape;
  std::vector<std::int8_t> codes;
  std::vector<std::uint32_t> scales;
  std::vector<std::uint8_t> bytes;
  std::optional<std::uint32_t> global;
  std::uint64_t input_offset = 0;
  std::uint64_t short_by = 0;
  Calibration calibration{};
  Placement placement{};

  bool is(const QuantizeRequest& r) const {
    return kind == 3 && short_by == r.short_by && calibration == r.calibration &&
           scheme == r.scheme && equal(shape, r.shape) && equal(scales, r.input);
  }
  bool is(const EncodeRequest& r) const {
    return kind == 1 && short_by == r.short_by && input_offset == r.input_offset &&
           placement == r.placement && global == r.global && scheme == r.scheme &&
           equal(shape, r.shape) && equal(codes, r.codes) && equal(scales, r.scales);
  }
  bool is(const BytesRequest& r) const {
    return kind == 2 && verb == r.verb && short_by == r.short_by && placement == r.placement &&
           input_offset == r.input_offset && scheme == r.scheme && equal(shape, r.shape) &&
           equal(bytes, r.bytes);
  }
};

Asked asked(const EncodeRequest& r) {
  return {1,
          {},
          r.scheme,
          owned(r.shape),
          owned(r.codes),
          owned(r.scales),
          {},
          r.global,
          r.input_offset,
          r.short_by,
          {},
          r.placement};
}
Asked asked(const BytesRequest& r) {
  return {2,  r.verb,         r.scheme, owned(r.shape), {},
          {}, owned(r.bytes), {},       r.input_offset, r.short_by,
          {}, r.placement};
}
Asked asked(const QuantizeRequest& r) {
  return {3,  {}, r.scheme,   owned(r.shape), {}, owned(r.input), {},
          {}, 0,  r.short_by, r.calibration,  {}};
}

class Memory {
 public:
  explicit Memory(Implementation inner) : inner_(std::move(inner)) {}

  Reply ask(const Request& request) {
    // Whoever changed the environment wants to know what changes with it.
    if (std::fegetround() != FE_TONEAREST) return inner_.ask(request);
    if (const auto* encode = std::get_if<EncodeRequest>(&request))
      return recalled(*encode, request);
    if (const auto* bytes = std::get_if<BytesRequest>(&request)) return recalled(*bytes, request);
    if (const auto* floats = std::get_if<QuantizeRequest>(&request))
      return recalled(*floats, request);
    return inner_.ask(request);
  }

 private:
  struct Entry {
    Asked question;
    Reply reply;
    std::uint64_t last_use = 0;
  };

  template <typename R>
  Reply recalled(const R& r, const Request& request) {
    ++now_;
    for (Entry& entry : entries_) {
      if (!entry.question.is(r)) continue;
      entry.last_use = now_;
      return entry.reply;
    }
    // Laws make variants of a case, each asked once, and come back to the case itself.
    Entry& oldest = *std::ranges::min_element(entries_, {}, &Entry::last_use);
    oldest = {asked(r), inner_.ask(request), now_};
    return oldest.reply;
  }

  Implementation inner_;
  std::array<Entry, 6> entries_;
  std::uint64_t now_ = 0;
};

}  // namespace

Implementation remembering(Implementation inner) {
  Implementation outer = inner;
  outer.ask = [memory = std::make_shared<Memory>(std::move(inner))](const Request& request) {
    return memory->ask(request);
  };
  return outer;
}

}  // namespace qb::laws
