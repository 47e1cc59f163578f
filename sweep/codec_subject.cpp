#include "sweep/codec_subject.h"

#include <array>
#include <stdexcept>

#include "qb/codec.h"
#include "qb/convert.h"

namespace qb::sweep {
namespace {

Scheme scheme_of(const Lanes& lanes) {
  Scheme scheme;
  scheme.value = lanes.value;
  scheme.store = {lanes.store, 0};
  return scheme;
}

[[noreturn]] void refuse(Error error) {
  throw std::runtime_error("the codec refuses a tensor of a sweep: " + std::string(name(error)));
}

}  // namespace

Subject codec_subject(const Conversion& conversion) {
  return [conversion](std::span<const std::uint32_t> inputs, std::span<std::uint32_t> outputs) {
    switch (conversion.verb) {
      case ScalarVerb::encode:
        return encode_scalar(conversion.type, inputs, outputs);
      case ScalarVerb::decode:
        return decode_scalar(conversion.type, inputs, outputs);
      case ScalarVerb::round_up:
        return round_up(conversion.type, inputs, outputs);
    }
  };
}

LanesSubject codec_lanes(const Lanes& lanes) {
  const Scheme scheme = scheme_of(lanes);
  LanesSubject subject;
  subject.unpack = [scheme](std::span<const std::uint8_t> tensor, std::span<std::int8_t> codes) {
    const std::array<std::uint64_t, 1> shape{codes.size()};
    std::array<float, 1> scale;
    const auto decoded = decode(scheme, shape, tensor, codes, scale);
    if (!decoded) refuse(decoded.refusal().error);
  };
  subject.pack = [scheme](std::span<const std::int8_t> codes, std::span<std::uint8_t> tensor) {
    const std::array<std::uint64_t, 1> shape{codes.size()};
    const std::array<float, 1> scale{1};
    const auto size = encode(scheme, shape, {codes, scale, std::nullopt}, tensor);
    if (!size) refuse(size.refusal().error);
  };
  return subject;
}

}  // namespace qb::sweep
