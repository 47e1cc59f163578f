#include "properties/implementation.h"

namespace qb::laws {
namespace {

struct Needed {
  std::uint32_t operator()(const SizeRequest&) const { return kSize; }
  std::uint32_t operator()(const EncodeRequest&) const { return kEncode; }
  std::uint32_t operator()(const BytesRequest& request) const {
    switch (request.verb) {
      case BytesVerb::validate:
        return kValidate;
      case BytesVerb::audit:
        return kAudit;
      case BytesVerb::dequantize:
        return kDequantize;
      case BytesVerb::decode:
        break;
    }
    return kDecode;
  }
  std::uint32_t operator()(const PermuteRequest&) const { return kPermute; }
  std::uint32_t operator()(const TextRequest&) const { return kText; }
  std::uint32_t operator()(const PresetRequest&) const { return kPreset; }
  std::uint32_t operator()(const ScalarRequest&) const { return kScalar; }
  std::uint32_t operator()(const DigestRequest&) const { return kDigest; }
  std::uint32_t operator()(const QuantizeRequest&) const { return kQuantize; }
};

}  // namespace

std::uint32_t capability_of(const Request& request) { return std::visit(Needed{}, request); }

}  // namespace qb::laws
