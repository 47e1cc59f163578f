// The implementations that live in this process.
#ifndef QB_PROPERTIES_IN_PROCESS_H
#define QB_PROPERTIES_IN_PROCESS_H

#include "properties/implementation.h"
#include "qb/audit.h"
#include "qb/codec.h"
#include "qb/quantize.h"
#include "reference/steps.h"

namespace qb::laws {

/// The verbs of the codec that are given memory, or something in their place: each may be abandoned
/// where it leaves its buffers (`stays_inside`).
struct BufferVerbs {
  Result<std::uint64_t> (*encode)(const Scheme&, Shape, const TensorView&,
                                  std::span<std::uint8_t>) = &qb::encode;
  Result<Decoded> (*decode)(const Scheme&, Shape, std::span<const std::uint8_t>,
                            std::span<std::int8_t>, std::span<float>) = &qb::decode;
  Result<std::uint64_t> (*audit)(const Scheme&, Shape, std::span<const std::uint8_t>,
                                 std::span<Finding>) = &qb::audit;
  Result<Done> (*validate)(const Scheme&, Shape, std::span<const std::uint8_t>) = &qb::validate;
  Result<Summary> (*quantize)(const Scheme&, Shape, Calibration, std::span<const float>,
                              std::span<std::uint64_t> scratch, std::span<std::uint8_t>) =
      [](const Scheme& scheme, Shape shape, Calibration calibration, std::span<const float> input,
         std::span<std::uint64_t> scratch, std::span<std::uint8_t> out) {
        return qb::quantize(scheme, shape, calibration, Floats(input), scratch, out);
      };
  Result<std::uint64_t> (*dequantize)(const Scheme&, Shape, std::span<const std::uint8_t>,
                                      std::span<float>) = &qb::dequantize;
};

/// The codec. It sees its buffers: they lie in the arenas of the thread, as `input_offset` and
/// `placement` say. A call that leaves them is no reply: it `Died`.
Implementation codec(const BufferVerbs& verbs = {});

/// The reference, with all its steps right, or with those of a fault.
Implementation reference(const reference::Steps& steps = {});

}  // namespace qb::laws

#endif  // QB_PROPERTIES_IN_PROCESS_H
