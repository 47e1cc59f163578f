// From floats to codes and scales, and back (docs/format.md, F41–F53).
//
// Pure, without allocation or exceptions; the same bits in every floating-point environment, which
// is restored (F40), for any vector width, compiler and optimisation. Partial blocks are blocks of
// the elements they have. Inputs and outputs must not overlap; on a refusal no output has changed,
// but scratch may have.
#ifndef QB_QUANTIZE_H
#define QB_QUANTIZE_H

#include <cstdint>
#include <optional>
#include <span>

#include "qb/calibration.h"
#include "qb/result.h"
#include "qb/scheme.h"

namespace qb {

/// IEEE binary16 and bfloat16 inputs, by their bits.
struct Half {
  std::uint16_t bits;
};
struct Bfloat {
  std::uint16_t bits;
};

/// Row-major inputs, one an element: f32, or widened exactly to it.
class Floats {
 public:
  Floats(std::span<const float> floats) : f32_(floats), size_(floats.size()) {}
  Floats(std::span<const Half> halves) : f16_(halves), size_(halves.size()) {}
  Floats(std::span<const Bfloat> bfloats) : bf16_(bfloats), size_(bfloats.size()) {}

  std::size_t size() const { return size_; }
  /// The f32 bits of an element.
  std::uint32_t operator[](std::size_t i) const;

 private:
  std::span<const float> f32_;
  std::span<const Half> f16_;
  std::span<const Bfloat> bf16_;
  std::size_t size_;
};

/// Memory that `quantize` works in, in 8-byte units: one a grid cell, and one for every 8 elements.
/// Refuses as `encoded_size`.
Result<std::uint64_t> quantize_scratch(const Scheme& scheme, Shape shape);

/// Quantizes to the front of `out`, as `encode` would write the codes and scales. Integer codes
/// round to nearest, ties to even; float codes to the nearest encoding; block scales up (F43, F44).
/// Refuses, in the order of F30: as `encoded_size`; `value_count_mismatch`; two-level schemes with
/// a block dtype other than F16 or UE4M3 (`unsupported_block_dtype`) or AbsMean
/// (`unsupported_calibration`); `output_too_small`, `scratch_too_small`; `non_finite_input`;
/// `value_overflow` (a value would come back infinite). Cost: some passes over the elements.
Result<Summary> quantize(const Scheme& scheme, Shape shape, Calibration calibration, Floats input,
                         std::span<std::uint64_t> scratch, std::span<std::uint8_t> out);

/// What `quantize_to` fills in besides codes and scales.
struct Quantized {
  Summary summary;
  std::optional<float> global;
};

/// The same to row-major codes and scales, scales as they are stored and used. Needs scratch for
/// the cells alone, no more than `quantize_scratch` says.
Result<Quantized> quantize_to(const Scheme& scheme, Shape shape, Calibration calibration,
                              Floats input, std::span<std::uint64_t> scratch,
                              std::span<std::int8_t> codes, std::span<float> scales);

/// Values of a buffer, row-major, to the front of `values`: step · value(code), the step of a
/// two-level scheme computed first (F48). Any scales are taken as they are read. Gives the number
/// of elements. Refuses as `validate`, and `output_too_small`. Cost: two passes.
Result<std::uint64_t> dequantize(const Scheme& scheme, Shape shape,
                                 std::span<const std::uint8_t> bytes, std::span<float> values);

}  // namespace qb

#endif  // QB_QUANTIZE_H
