#include "sweep/faults.h"

#include <algorithm>

#include "qb/convert.h"
#include "sweep/codec_subject.h"

namespace qb::sweep {
namespace {

using enum ScalarType;
using enum ScalarVerb;
using U = std::uint32_t;

U magnitude(U x) { return x & 0x7fffffff; }
U sign8(U x) { return x >> 31 << 7; }

/// The code on the other side of the one that is nearest, where x lies in the middle of two.
U tie_away(ScalarType type, U x, U right) {
  return is_nan(x) || encode_scalar(type, x + 1) == right ? right : encode_scalar(type, x + 1);
}

constexpr Fault kFaults[] = {
    {"f16_sticky_lost",
     "Just above 2^-25 is not half way to 2^-24, but above it.",
     "numpy#12721",
     {encode, F16},
     [](U x, U right) { return is_nan(x) ? right : encode_scalar(F16, x & ~0x1fffu); },
     {0x33000001, 0x0001, 0x0000}},
    {"f16_ties_away",
     "A tie goes to the even code.",
     "half-rs#26",
     {encode, F16},
     [](U x, U right) { return tie_away(F16, x, right); },
     {0x33000000, 0x0000, 0x0001}},
    {"f16_subnormals_vanish",
     "Results below 2^-14 are subnormal, not zero.",
     "half-rs#10",
     {encode, F16},
     [](U, U right) { return (right & 0x7c00) == 0 ? right & 0x8000 : right; },
     {0x33000001, 0x0001, 0x0000}},
    {"f16_low_bits_ignored",
     "1 + 2^-11 + 2^-22 is above the middle: 3c01.",
     "half-rs#116",
     {encode, F16},
     [](U x, U right) {
       const bool is_normal = magnitude(x) >= 0x38800000 && !is_nan(x);
       return is_normal ? encode_scalar(F16, x & ~3u) : right;
     },
     {0x38801001, 0x0401, 0x0400}},
    {"f16_carry_or",
     "Rounding up adds one, with carry.",
     "dotnet#46515",
     {encode, F16},
     [](U x, U right) {
       const bool is_up = !is_nan(x) && magnitude(decode_scalar(F16, right)) > magnitude(x);
       return is_up ? (right - 1) | 1 : right;
     },
     {0x33c00000, 0x0002, 0x0001}},
    {"bf16_truncated",
     "BF16 rounds to nearest.",
     "universal#1133",
     {encode, BF16},
     [](U x, U right) { return is_nan(x) ? right : x >> 16; },
     {0x00008001, 0x0001, 0x0000}},
    {"bf16_snan_to_infinity",
     "A NaN stays one when its payload is cut off.",
     "gorse#1240",
     {encode, BF16},
     [](U x, U right) { return is_nan(x) ? x >> 16 : right; },
     {0x7f800001, 0x7fc0, 0x7f80}},
    {"e4m3_stops_at_416",
     "The largest E4M3 is 448.",
     "cubecl#1472",
     {encode, E4M3},
     [](U, U right) { return (right & 0x7f) == 0x7e ? right - 1 : right; },
     {0x43d80000, 0x7e, 0x7d}},
    {"e4m3_saturates_from_256",
     "256 is a number of its own.",
     "sglang#40581",
     {encode, E4M3},
     [](U x, U right) {
       return magnitude(x) >= 0x43800000 && !is_nan(x) ? sign8(x) | 0x7e : right;
     },
     {0x43800000, 0x78, 0x7e}},
    {"e4m3_nan_past_464",
     "Everything above 448 saturates: 672 is 7e.",
     "saturn-vectors#101",
     {encode, E4M3},
     [](U x, U right) { return magnitude(x) > 0x43e80000 ? sign8(x) | 0x7f : right; },
     {0x43e80001, 0x7e, 0x7f}},
    {"e4m3_infinity_is_240",
     "Infinity saturates at 448.",
     "onnx#6220",
     {encode, E4M3},
     [](U x, U right) { return magnitude(x) == 0x7f800000 ? sign8(x) | 0x77 : right; },
     {0x7f800000, 0x7e, 0x77}},
    {"e4m3_subnormals_vanish",
     "Results below 2^-6 are subnormal, not zero.",
     "surogate#162",
     {encode, E4M3},
     [](U, U right) { return (right & 0x78) == 0 ? right & 0x80 : right; },
     {0x3a800001, 0x01, 0x00}},
    {"e4m3_odd_codes_lost",
     "Each finite code is what its value is encoded to.",
     "tt-metal#51971",
     {encode, E4M3},
     [](U x, U right) { return is_nan(x) ? right : right & ~1u; },
     {0x3a800001, 0x01, 0x00}},
    {"e4m3_shift_modulo_64",
     "Tiny numbers vanish, however far they are shifted.",
     "rocm-systems#10591",
     {encode, E4M3},
     [](U x, U right) {
       const U field = std::max(magnitude(x) >> 23, 1u);
       const U significand = (x & 0x7fffff) | (magnitude(x) >> 23 != 0 ? 0x800000u : 0);
       const U shift = 141 - std::min(field, 141u);
       if (shift < 64) return right;
       return sign8(x) | (shift % 64 > 31 ? 0 : std::min(significand >> shift % 64, 0x7eu));
     },
     {0x00001000, 0x00, 0x01}},
    {"e5m2_stops_at_49152",
     "The largest E5M2 is 57344.",
     "cubecl#1472",
     {encode, E5M2},
     [](U, U right) { return (right & 0x7f) == 0x7b ? right - 1 : right; },
     {0x47500001, 0x7b, 0x7a}},
    {"e2m1_ties_away",
     "-1.25 is -1, of even code, not -1.5.",
     "aiter#974",
     {encode, E2M1},
     [](U x, U right) { return tie_away(E2M1, x, right); },
     {0x3e800000, 0x0, 0x1}},
    {"ue8m0_tiny_to_nan",
     "What is below 2^-127 becomes 2^-127.",
     "gfloat#62",
     {encode, UE8M0},
     [](U x, U right) { return x != 0 && x < 0x00400000 ? 0xffu : right; },
     {0x00000001, 0x00, 0xff}},
    {"ue8m0_to_nearest",
     "UE8M0 rounds up.",
     "mlx#4353",
     {encode, UE8M0},
     [](U x, U right) {
       const bool is_low = x > 0x00400000 && x < 0x7f000000 &&
                           (x < 0x00800000 ? x <= 0x00600000 : (x & 0x7fffff) - 1 < 0x400000);
       return is_low ? right - 1 : right;
     },
     {0x00400001, 0x01, 0x00}},
    {"ue8m0_log2_ceil",
     "Next above a power of two is the next power.",
     "torchao#4725",
     {encode, UE8M0},
     [](U x, U right) {
       return (x & 0x807fffff) == 1 && x > 1 && x < 0x7f000000 ? right - 1 : right;
     },
     {0x00800001, 0x02, 0x01}},
    {"f16_read_subnormals_as_zero",
     "F16 codes below 0400 are numbers.",
     "rocm-libraries#11325",
     {decode, F16},
     [](U code, U right) { return (code & 0x7c00) == 0 ? right & 0x80000000 : right; },
     {0x0001, 0x33800000, 0x00000000}},
    {"f16_read_nan_as_infinity",
     "A NaN code is no infinity.",
     "rocm-libraries#11325",
     {decode, F16},
     [](U, U right) { return is_nan(right) ? (right & 0x80000000) | 0x7f800000 : right; },
     {0x7c01, 0x7fc02000, 0x7f800000}},
    {"e4m3_read_nan_as_480",
     "7f is a NaN.",
     "mlx#4135",
     {decode, E4M3},
     [](U, U right) { return is_nan(right) ? (right & 0x80000000) | 0x43f00000 : right; },
     {0x7f, 0x7fc00000, 0x43f00000}},
    {"e4m3_read_as_infinite",
     "E4M3 has numbers in its highest exponent.",
     "cutlass#3602",
     {decode, E4M3},
     [](U code, U right) {
       return (code & 0x78) == 0x78 && !is_nan(right) ? (right & 0x80000000) | 0x7f800000 : right;
     },
     {0x78, 0x43800000, 0x7f800000}},
    {"e5m2_read_with_hidden_one",
     "Zeros and subnormals have no hidden one.",
     "tvm#20315",
     {decode, E5M2},
     [](U code, U right) {
       if ((code & 0x7c) != 0) return right;
       return (right & 0x80000000) | (0x38000000 + ((code & 3) << 21));
     },
     {0x00, 0x00000000, 0x38000000}},
    {"e2m1_read_as_integer",
     "Code 7 is 6, and 1 is 0.5.",
     "cubek#549",
     {decode, E2M1},
     [](U code, U right) {
       constexpr U kIntegers[] = {0,          0x3f800000, 0x40000000, 0x40400000,
                                  0x40800000, 0x40a00000, 0x40c00000, 0x40e00000};
       return (right & 0x80000000) | kIntegers[code & 7];
     },
     {0x1, 0x3f000000, 0x3f800000}},
    {"ue4m3_read_as_ue8m0",
     "38 is 1, not 2^-71.",
     "cubecl#1450",
     {decode, UE4M3},
     [](U code, U) { return decode_scalar(UE8M0, code); },
     {0x00, 0x00000000, 0x00400000}},
    {"ue8m0_read_lowest_as_zero",
     "00 is 2^-127, subnormal in f32.",
     "torchao#4725",
     {decode, UE8M0},
     [](U code, U right) { return code == 0 ? 0 : right; },
     {0x00, 0x00400000, 0x00000000}},
    {"ue8m0_read_134_as_nan",
     "134 is 2^7.",
     "sglang#25519",
     {decode, UE8M0},
     [](U code, U right) { return code == 134 ? 0x7fc00000 : right; },
     {134, 0x43000000, 0x7fc00000}},
    {"ue8m0_read_255_as_infinity",
     "255 is a NaN.",
     "sglang#25519",
     {decode, UE8M0},
     [](U code, U right) { return code == 255 ? 0x7f800000 : right; },
     {255, 0x7fc00000, 0x7f800000}},
    {"round_up_to_nearest",
     "A scale is rounded up, or the block's maximum clips.",
     "burn#5261",
     {round_up, F16},
     [](U x, U right) {
       return is_nan(x) || magnitude(x) >= 0x477fe000 ? right
                                                      : decode_scalar(F16, encode_scalar(F16, x));
     },
     {0x00000001, 0x33800000, 0x00000000}},
};

}  // namespace

std::span<const Fault> faults() { return kFaults; }

Subject faulty(const Fault& fault) {
  return [&fault, right = codec_subject(fault.conversion)](std::span<const U> inputs,
                                                           std::span<U> outputs) {
    right(inputs, outputs);
    for (std::size_t i = 0; i < inputs.size(); ++i) outputs[i] = fault.wrong(inputs[i], outputs[i]);
  };
}

}  // namespace qb::sweep
