// Quantized tensor bytes: sizes, writing, reading and naming schemes (docs/format.md, clauses F…).
//
// Every function here is pure, allocates nothing, throws nothing and never aborts; it gives the
// same bits in every floating-point environment (F40). Spans need no alignment, may be null where
// they are empty, and inputs must not overlap outputs. On a refusal no output has changed (F29).
// Checks run in the order of F30 and the first that fails names the refusal. Sizes are exact: any
// shape, of any rank, is a legal question.
#ifndef QB_CODEC_H
#define QB_CODEC_H

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "qb/error.h"
#include "qb/result.h"
#include "qb/scheme.h"

namespace qb {

// ---- sizes -------------------------------------------------------------------------------------

/// What a tensor takes. Offsets are in bytes from the start of the buffer.
struct Sizes {
  std::uint64_t elements;       // codes, row-major
  std::uint64_t scales;         // grid cells, or 1 without a block level (F7)
  std::uint64_t scales_offset;  // = bytes of the value region
  std::uint64_t global_offset;  // = total_bytes where there is no global scale
  std::uint64_t total_bytes;    // exact (F18)
};

/// Sizes under a scheme (F11–F19). Refuses a scheme or shape without bytes: `unsupported_mode`,
/// `invalid_block`, `packed_dim_out_of_range`, `shape_overflow` (a count or size above 2^63 − 1),
/// `global_scale_dtype`. Cost: one pass over the shape.
Result<Sizes> encoded_size(const Scheme& scheme, Shape shape);

// ---- bytes -------------------------------------------------------------------------------------

/// Whether `bytes` can be read as such a tensor: the refusals of `encoded_size`, then `truncated`
/// or `trailing_bytes` (given: its length; needed: the exact total). Any bit pattern of the right
/// length is valid (F24). Cost: as `encoded_size`.
Result<Done> validate(const Scheme& scheme, Shape shape, std::span<const std::uint8_t> bytes);

/// What is written: codes row-major (integers, or the bits of float codes, F20), scales row-major
/// over the grid, and the global scale of a two-level scheme.
struct TensorView {
  std::span<const std::int8_t> codes;
  std::span<const float> scales;
  std::optional<float> global;
};

/// Writes a tensor to the front of `out` and gives the number of bytes written. Scales round to
/// nearest, ties to even, and UE8M0 scales up (F34, F35). Refuses what could not be given back:
/// counts that do not match, a global scale missing or not asked for, `output_too_small`,
/// `code_out_of_range` (given: the first index), and a scale that is NaN, infinite, negative (−0
/// too) or rounds past the largest of its dtype: `invalid_scale` (given: the grid index, the
/// number of cells for the global scale). Cost: two passes over the codes.
Result<std::uint64_t> encode(const Scheme& scheme, Shape shape, const TensorView& tensor,
                             std::span<std::uint8_t> out);

/// What `decode` filled in.
struct Decoded {
  std::uint64_t elements;
  std::uint64_t scales;
  std::optional<float> global;  // of a two-level scheme; any pattern
};

/// Reads a buffer of exactly the right length: codes row-major, integers sign-extended, padding
/// ignored; Native bytes come back whole; scales exactly, whatever they are (F24–F26). Refuses as
/// `validate`, and `output_too_small`. Cost: one pass.
Result<Decoded> decode(const Scheme& scheme, Shape shape, std::span<const std::uint8_t> bytes,
                       std::span<std::int8_t> codes, std::span<float> scales);

// ---- schemes -----------------------------------------------------------------------------------

/// The scheme of the tensor of that rank whose axis i is the old axis `axes[i]`: block extents and
/// the packed axis move with the axes they belong to (F8). Refuses `invalid_block` and
/// `packed_dim_out_of_range` of `scheme` at that rank, `invalid_axes` where `axes` is no
/// permutation, `invalid_block` where the result needs more than 5 extents. Cost: linear in the
/// rank up to 4096 axes.
Result<Scheme> permute(const Scheme& scheme, std::uint64_t rank,
                       std::span<const std::uint64_t> axes);

/// Whether the two are equal once a scheme without levels is read as a per-tensor F32 scale (F9):
/// then they write the same bytes. Schemes that differ otherwise can agree on single tensors.
bool same_bytes(const Scheme& a, const Scheme& b);

/// Presets (F10): E2M1, PackedNative(0), blocks of 16 UE4M3 under a global F32, or of 32 UE8M0.
Scheme nvfp4();
Scheme mxfp4();

// ---- text --------------------------------------------------------------------------------------

// Writers fill `out` from the front, never past its end, and give the length of the whole text: a
// larger result than `out.size()` says that it was cut. No terminating zero.

/// `QuantScheme { value: Q8S, … }` (F54); any scheme, refused ones too.
std::uint64_t write_text(const Scheme& scheme, std::span<char> out);

/// `{"value":"Q8S",…}` (F55). Refuses `invalid_block` where five extents of 1..255 cannot say it.
Result<std::uint64_t> write_json(const Scheme& scheme, std::span<char> out);

/// Reads what `write_text` writes; blanks between tokens are free. Refuses `invalid_text` (given:
/// the byte where reading stopped).
Result<Scheme> read_text(std::string_view text);

/// Reads the JSON form, keys in any order, nesting up to 64 deep (F55). Refuses `invalid_text` and
/// `old_scheme` (given: the byte it is about). A block size it reads may still be `invalid_block`
/// to the verbs that use the scheme.
Result<Scheme> read_json(std::string_view json);

/// The message of a refusal by `read_json` of this very text, with the path of the place (F31). It
/// reads the text again.
std::uint64_t write_json_message(const Refusal& refusal, std::string_view json,
                                 std::span<char> out);

/// The message of a refusal of this scheme and shape (F31), and of `permute`, which has no shape.
std::uint64_t write_message(const Refusal& refusal, const Scheme& scheme, Shape shape,
                            std::span<char> out);
std::uint64_t write_permute_message(const Refusal& refusal, const Scheme& scheme,
                                    std::uint64_t rank, std::span<char> out);

}  // namespace qb

#endif  // QB_CODEC_H
