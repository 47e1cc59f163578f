#include "sweep/codec_subject.h"

#include "qb/convert.h"

namespace qb::sweep {

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

}  // namespace qb::sweep
