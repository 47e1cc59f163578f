// Requests that outlive whoever asked them, so that they can be put to another implementation.
#ifndef QB_PROPERTIES_KEPT_REQUEST_H
#define QB_PROPERTIES_KEPT_REQUEST_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "properties/implementation.h"

namespace qb::laws {

/// A request with all that it views. Cost: a copy.
class KeptRequest {
 public:
  /// None for a kind of request that is not kept.
  static std::optional<KeptRequest> from(const Request& request);

  /// Views this; valid while this lives and stays where it is.
  Request request() const;

  /// Whether it was kept from an equal request. Cost: the comparison, no copy.
  bool is(const Request& request) const;

 private:
  bool keep(const SizeRequest&);
  bool keep(const EncodeRequest&);
  bool keep(const BytesRequest&);
  bool keep(const PermuteRequest&);
  bool keep(const TextRequest&);
  bool keep(const ScalarRequest&);
  bool keep(const QuantizeRequest&);
  bool keep(const PresetRequest&);
  template <typename Other>
  bool keep(const Other&) {
    return false;
  }

  bool same(const SizeRequest&) const;
  bool same(const EncodeRequest&) const;
  bool same(const BytesRequest&) const;
  bool same(const PermuteRequest&) const;
  bool same(const TextRequest&) const;
  bool same(const ScalarRequest&) const;
  bool same(const QuantizeRequest&) const;
  bool same(const PresetRequest&) const;
  template <typename Other>
  bool same(const Other&) const {
    return false;
  }

  std::size_t kind_ = 0;
  int verb_ = 0;
  Scheme scheme_;
  std::vector<std::uint64_t> numbers_;  // shape or axes
  std::uint64_t rank_ = 0;
  std::string name_;
  std::vector<std::int8_t> codes_;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint32_t> scales_;  // or scalar inputs, or floats
  std::optional<std::uint32_t> global_;
  ScalarType type_{};
  std::uint64_t input_offset_ = 0;
  std::uint64_t short_by_ = 0;
  Placement placement_{};
};

/// Whether two replies are the same in every member, messages and touched buffers included. False
/// for kinds of reply that are not known here.
bool same_reply(const Reply& a, const Reply& b);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_KEPT_REQUEST_H
