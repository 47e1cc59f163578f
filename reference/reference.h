// An independent reading of docs/format.md, sections 1 to 7: slow, obvious, and sharing no
// code with the codec. It is what laws compare a codec with.
//
// Every function takes the steps first; `Steps{}` is the right reference. Any input gives an answer
// or a refusal; nothing throws but `std::bad_alloc`, and memory is only taken in proportion to what
// was given. The answers do not depend on the caller's floating-point environment (F40).
#ifndef QB_REFERENCE_REFERENCE_H
#define QB_REFERENCE_REFERENCE_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "qb/calibration.h"
#include "qb/error.h"
#include "qb/finding.h"
#include "qb/result.h"
#include "qb/scalar.h"
#include "qb/scheme.h"
#include "steps.h"

namespace qb::reference {

/// Counts, and offsets in bytes (F18). `global_offset` = `total_bytes` where there is none.
struct Sizes {
  std::uint64_t elements;
  std::uint64_t scales;
  std::uint64_t scales_offset;
  std::uint64_t global_offset;
  std::uint64_t total_bytes;
  friend bool operator==(const Sizes&, const Sizes&) = default;
};

/// Codes in row-major order of the shape, scales of the grid. Scales are f32 bits.
struct Tensor {
  std::vector<std::int8_t> codes;
  std::vector<std::uint32_t> scales;
  std::optional<std::uint32_t> global;
  friend bool operator==(const Tensor&, const Tensor&) = default;
};

/// F18, F19. Cost: linear in the rank.
Result<Sizes> encoded_size(const Steps&, const Scheme&, Shape);

/// Codes and scales as in `Tensor`, scales before rounding to their dtype (F11 to F23).
Result<std::vector<std::uint8_t>> encode(const Steps&, const Scheme&, Shape,
                                         std::span<const std::int8_t> codes,
                                         std::span<const std::uint32_t> scales,
                                         std::optional<std::uint32_t> global);

/// Whether `decode` would answer (F30).
Result<Done> validate(const Steps&, const Scheme&, Shape, std::span<const std::uint8_t> bytes);

/// F24 to F26.
Result<Tensor> decode(const Steps&, const Scheme&, Shape, std::span<const std::uint8_t> bytes);

/// F27. Cost: that of sorting the findings.
Result<std::vector<Finding>> audit(const Steps&, const Scheme&, Shape,
                                   std::span<const std::uint8_t> bytes);

/// Scales as stored, f32 bits.
struct Quantized {
  Tensor tensor;
  std::vector<std::uint8_t> bytes;
  Summary summary;
  friend bool operator==(const Quantized&, const Quantized&) = default;
};

/// `input`: f32 bits in row-major order (F41 to F53). Cost: elements times rank.
Result<Quantized> quantize(const Steps&, const Scheme&, Shape, Calibration,
                           std::span<const std::uint32_t> input);

/// f32 bits in row-major order (F45, F48); every NaN is 7fc00000. Cost: elements times rank.
Result<std::vector<std::uint32_t>> dequantize(const Steps&, const Scheme&, Shape,
                                              std::span<const std::uint8_t> bytes);

/// New axis i is old axis axes[i] (F8).
Result<Scheme> permute(const Steps&, const Scheme&, std::uint64_t rank,
                       std::span<const std::uint64_t> axes);

/// F54. Any scheme.
std::string text(const Steps&, const Scheme&);

/// F55. Refuses a block size that is invalid whatever the rank.
Result<std::string> json(const Steps&, const Scheme&);

/// The text of a refusal of `json` (with any shape), or of any verb about a tensor (F31). Empty for
/// `invalid_text` and `old_scheme`, which need a path.
std::string message(const Steps&, const Refusal&, const Scheme&, Shape);

/// The text of a refusal of `permute` (F31).
std::string permute_message(const Steps&, const Refusal&, const Scheme&, std::uint64_t rank);

/// F32 to F37. The answer is the code in the low bits.
std::uint32_t encode_scalar(const Steps&, ScalarType, std::uint32_t f32_bits);

/// F38. Bits of `code` above those of the type are ignored.
std::uint32_t decode_scalar(const Steps&, ScalarType, std::uint32_t code);

/// F39, f32 bits to f32 bits. A negative x, which the clause leaves out, comes back unchanged, as
/// does a NaN; E4M3, E5M2 and E2M1 are treated like UE4M3.
std::uint32_t round_up(const Steps&, ScalarType, std::uint32_t f32_bits);

}  // namespace qb::reference

#endif  // QB_REFERENCE_REFERENCE_H
