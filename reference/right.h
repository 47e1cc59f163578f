// The right steps: what docs/format.md says, one small decision a function. Those of its section 6
// stand in right_quantizing.h. `Steps` (steps.h) holds
// a pointer to each, so that a fault can put another in the place of one of them and still call the
// right one from there.
//
// Steps that work through others take `const Steps&`. No step may be undefined on any input: behind
// a fault they meet figures that a right reference never lets through.
#ifndef QB_REFERENCE_RIGHT_H
#define QB_REFERENCE_RIGHT_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qb/error.h"
#include "qb/finding.h"
#include "qb/scalar.h"
#include "qb/scheme.h"

namespace qb::reference {

struct Steps;
struct Question;

/// A refusal, or nothing wrong.
using Verdict = std::optional<Refusal>;
/// A permutation of the four axes [before, packed, between, last].
using Axes = std::array<int, 4>;
using Extents = std::span<const std::uint32_t>;
using AxisList = std::span<const std::uint64_t>;

/// One storage unit of the value region (F2).
struct Word {
  unsigned size_bytes;
  unsigned lanes;
};

/// Where regions lie in the buffer, in bytes (F11). `global_offset` = `total_bytes` without one.
struct Regions {
  std::uint64_t scales_offset;
  std::uint64_t global_offset;
  std::uint64_t total_bytes;
};

/// A finding and what it is sorted by (F27): where its bytes begin, and the bit in that byte, 8 for
/// padding.
struct Placed {
  std::uint64_t offset;
  unsigned bit;
  Finding finding;
};

namespace right {

// --- Sizes (F18, F19). Arithmetic stops at 2^64 - 1, which stands for "that or more".

/// a · b, or 2^64 - 1 where it is larger. Zero times anything is zero.
std::uint64_t times(std::uint64_t a, std::uint64_t b);
/// a + b, or 2^64 - 1 where it is larger.
std::uint64_t plus(std::uint64_t a, std::uint64_t b);
/// The most that each of the four figures may be: 2^63 - 1.
std::uint64_t largest_size();
/// Dense, in the order values, scales, global (F11).
Regions regions(const Steps&, std::uint64_t value_bytes, std::uint64_t scale_bytes,
                std::uint64_t global_bytes);

// --- Values and words (F1, F2, F12, F14).

unsigned width_bits(Value);
/// `bits` is the width of the value. 1 to 4 bytes; at least one lane.
Word word(StoreKind, Value, unsigned bits);
/// Bits a code takes in its word: 8 under Native, else the width of the value.
unsigned field_bits(StoreKind, unsigned bits);
/// Lowest bit of a field in its word. At 32 and above nothing is stored and 0 is read.
unsigned field_shift(unsigned lane, unsigned bits, unsigned lanes);
/// The code modulo 2^bits.
std::uint32_t to_field(std::int8_t code, unsigned bits);
/// What stands in an unused field behind the last one of a line: 0.
std::uint32_t padding_field(std::uint32_t last_field, unsigned bits);
/// A field as a code: integers sign-extended from `bits`, floats as their bits (F24).
std::int8_t extend(Value, std::uint32_t field, unsigned bits);
/// Which byte of a number of `size_bytes` stands in that place: little-endian, so the same (F11).
unsigned byte_in_word(unsigned place, unsigned size_bytes);
unsigned byte_in_scale(unsigned place, unsigned size_bytes);

// --- Lines (F13, F14) and the order of the grid (F7, F15).

/// The packed axis of a tensor of that rank (0 counts as 1); 0 where the rank has no such axis.
std::uint64_t packed_axis(std::uint64_t rank, std::uint64_t packed_dim);
bool swaps_values(const Scheme&);
bool swaps_grid(const Scheme&);
/// Order in which [before, packed, between, last] are read: packed and last exchanged.
Axes value_axes();
Axes grid_axes();
/// Codes that are packed together: all under Native, else the extent of the packed axis. Not 0
/// where there are elements.
std::uint64_t line_length(StoreKind, std::uint64_t elements, std::uint64_t packed_extent);
std::uint64_t words_per_line(std::uint64_t length, unsigned lanes);
/// Extent of the block along an axis: ones are put on the left up to the rank (F6).
std::uint64_t block_extent(Extents block, std::uint64_t rank, std::uint64_t axis);
/// Blocks along an axis, the last one perhaps partial.
std::uint64_t grid_extent(std::uint64_t extent, std::uint64_t block);
/// Grid cells; 1 without a block level.
std::uint64_t scale_count(const Steps&, const Scheme&, Shape);

// --- Scales (F4, F5, F16, F17, F23).

/// Two-level.
bool has_global(const Scheme&);
ScaleDtype stored_dtype(const Scheme&);
unsigned scale_bytes(ScaleDtype);
bool scale_sign_accepted(std::uint32_t f32_bits);
bool scale_is_finite(std::uint32_t f32_bits);
/// Not past the bounds of F23. |x| is judged; F32 has no bound but being finite.
bool scale_in_range(ScaleDtype, std::uint32_t f32_bits);
std::uint32_t encode_scale(const Steps&, ScaleDtype, std::uint32_t f32_bits);
std::uint32_t decode_scale(const Steps&, ScaleDtype, std::uint32_t code);

// --- Checks (F30). Block checks do not look at the rank but for the last of them (F6).

Verdict check_block_extents(Extents, std::uint64_t rank);
Verdict check_block_count(Extents, std::uint64_t rank);
Verdict check_block_rank(Extents, std::uint64_t rank);
Verdict check_dim(const Scheme&, std::uint64_t rank);

Verdict check_mode(const Steps&, const Question&);
Verdict check_block(const Steps&, const Question&);
Verdict check_packed_dim(const Steps&, const Question&);
Verdict check_overflow(const Steps&, const Question&);
Verdict check_value_count(const Steps&, const Question&);
Verdict check_scale_count(const Steps&, const Question&);
Verdict check_global_required(const Steps&, const Question&);
Verdict check_global_unexpected(const Steps&, const Question&);
Verdict check_global_dtype(const Steps&, const Question&);
Verdict check_block_dtype(const Steps&, const Question&);
Verdict check_calibration(const Steps&, const Question&);
Verdict check_truncated(const Steps&, const Question&);
Verdict check_trailing(const Steps&, const Question&);
Verdict check_codes(const Steps&, const Question&);
Verdict check_scales(const Steps&, const Question&);
Verdict check_input(const Steps&, const Question&);
/// Part of `check_codes` (F22).
bool code_fits(Value, std::int8_t code);
/// Part of `check_scales`: all three scale steps above.
bool scale_accepted(const Steps&, ScaleDtype, std::uint32_t f32_bits);

// --- Audit (F27). `byte` and `unused`: a byte of the value region and which of its bits no code
// takes. Scales are judged by their stored code.

bool padding_not_zero(std::uint8_t byte, std::uint8_t unused);
bool code_out_of_range(Value, std::int8_t code);
bool code_nan(Value, std::int8_t code);
bool code_infinite(Value, std::int8_t code);
bool scale_nan(ScaleDtype, std::uint32_t code);
bool scale_infinite(ScaleDtype, std::uint32_t code);
bool scale_negative(ScaleDtype, std::uint32_t code);
bool scale_zero(ScaleDtype, std::uint32_t code);
bool scale_subnormal(ScaleDtype, std::uint32_t code);
/// Of a code or scale that is number `stored` in the buffer: the row-major index.
std::uint64_t finding_index(std::uint64_t row_major, std::uint64_t stored);
std::uint64_t global_index(std::uint64_t cells);
/// A strict weak order; two findings that are equal in it may come in any order.
bool comes_before(const Placed&, const Placed&);

// --- Scalars (F32 to F39).

std::uint32_t encode_scalar(const Steps&, ScalarType, std::uint32_t f32_bits);
std::uint32_t decode_scalar(const Steps&, ScalarType, std::uint32_t code);
std::uint32_t round_up(const Steps&, ScalarType, std::uint32_t f32_bits);
/// Index of the value nearest to x >= 0; a tie goes to the even index; the last above them all.
/// `values` ascend strictly and are not empty.
std::size_t nearest(std::span<const double> values, double x);
/// Index of the smallest value not below x; the last above them all.
std::size_t not_below(std::span<const double> values, double x);
/// The code of a NaN given as f32 bits, and the f32 bits of a NaN code.
std::uint32_t nan_code(ScalarType, std::uint32_t f32_bits);
std::uint32_t nan_bits(ScalarType, std::uint32_t code);

// --- Permuting axes (F8).

Verdict permute_block(const Steps&, const Scheme&, std::uint64_t rank, AxisList);
Verdict permute_packed_dim(const Steps&, const Scheme&, std::uint64_t rank, AxisList);
Verdict permute_axes(const Steps&, const Scheme&, std::uint64_t rank, AxisList);
/// New extents, as many as axes; `axes` hold each of 0 ... `extents.size()` - 1 once.
std::vector<std::uint32_t> permuted_extents(std::span<const std::uint32_t> extents, AxisList axes);
std::uint64_t permuted_dim(std::uint64_t packed_dim, AxisList axes);

// --- Text (F54), JSON (F55), messages (F31), presets (F10).

/// "nvfp4", "mxfp4"; any other name is the default scheme.
Scheme preset(std::string_view name);

std::string_view value_name(Value);
std::string text_store(const Store&);
std::string text_mode(Mode);
std::string text_tensor(const std::optional<ScaleDtype>&);
std::string text_block(const std::optional<BlockScale>&);
std::string text_shape(Shape);
std::string json_store(const Store&);
std::string json_tensor(const std::optional<ScaleDtype>&);
/// At most 5 extents.
std::string json_block(const std::optional<BlockScale>&);
/// With `<scheme>`, `<shape>`, `<given>`, `<needed>` as in the table of F31; empty for errors that
/// need a path.
std::string_view message(Error);
/// The same where there is a `<rank>` and no shape.
std::string_view permute_message(Error);

}  // namespace right
}  // namespace qb::reference

#endif  // QB_REFERENCE_RIGHT_H
