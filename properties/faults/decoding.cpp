// Faults of codes on their way back to numbers: one step of the reference replaced.
#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

using reference::Steps;
namespace right = reference::right;

bool is_e4m3(ScalarType type) { return type == ScalarType::E4M3 || type == ScalarType::UE4M3; }

using Decode = std::uint32_t(const Steps&, ScalarType, std::uint32_t);
using NanBits = std::uint32_t(ScalarType, std::uint32_t);

/// The reference with another way to decode, and with other NaNs.
Implementation decoding(Decode* decode) {
  return spoilt([decode](Steps& s) { s.decode_scalar = decode; });
}
Implementation nans(NanBits* nan_bits) {
  return spoilt([nan_bits](Steps& s) { s.nan_bits = nan_bits; });
}

constexpr Fault kFaults[] = {
    {"ue4m3_read_as_ue8m0", Layer::step, "UE4M3 38 is 1.0, not 2^-71.", "tracel-ai/cubecl#1450",
     [] {
       return spoilt([](Steps& s) {
         s.decode_scale = [](const Steps& steps, ScaleDtype dtype, std::uint32_t code) {
           return right::decode_scale(steps, dtype == ScaleDtype::UE4M3 ? ScaleDtype::UE8M0 : dtype,
                                      code);
         };
       });
     },
     "F38"},
    {"f16_subnormals_flushed", Layer::step, "F16 subnormals are numbers, not zero.",
     "ROCm/rocm-libraries#11325",
     [] {
       return decoding([](const Steps& steps, ScalarType type, std::uint32_t code) {
         const bool subnormal = type == ScalarType::F16 && (code & 0x7c00) == 0;
         return right::decode_scalar(steps, type, subnormal ? code & 0x8000 : code);
       });
     },
     "F38"},
    {"f16_subnormals_as_normal", Layer::step, "A subnormal has no hidden bit.",
     "VoidStarKat/half-rs#10",
     [] {
       return decoding([](const Steps& steps, ScalarType type, std::uint32_t code) {
         const bool subnormal = type == ScalarType::F16 && (code & 0x7c00) == 0 && (code & 0x3ff);
         if (!subnormal) return right::decode_scalar(steps, type, code);
         return (code & 0x8000) << 16 | (((code & 0x3ff) << 13) + (112u << 23));
       });
     },
     "F38"},
    {"f16_nan_is_infinity", Layer::step, "A NaN of F16 is a NaN, not infinity.",
     "ROCm/rocm-libraries#11325",
     [] {
       return nans([](ScalarType type, std::uint32_t code) {
         return type == ScalarType::F16 ? 0x7f800000 | (code & 0x8000) << 16
                                        : right::nan_bits(type, code);
       });
     },
     "F38"},
    {"e4m3_nan_is_480", Layer::step, "E4M3 7F is a NaN, not 480.", "ml-explore/mlx#4135",
     [] {
       return nans([](ScalarType type, std::uint32_t code) {
         return is_e4m3(type) ? 0x43f00000 | (code & 0x80) << 24 : right::nan_bits(type, code);
       });
     },
     "F38 F1"},
    {"e4m3_last_bit_cut", Layer::step, "Every finite code is what its own value is encoded to.",
     "tenstorrent/tt-metal#51971",
     [] {
       return decoding([](const Steps& steps, ScalarType type, std::uint32_t code) {
         const bool finite = is_e4m3(type) && (code & 0x7f) != 0x7f;
         return right::decode_scalar(steps, type, finite ? code & ~1u : code);
       });
     },
     "F38"},
    {"e5m2_finite_is_infinity", Layer::step, "E5M2 78 to 7B are finite; only 7C is infinity.",
     "NVIDIA/cutlass#3602",
     [] {
       return decoding([](const Steps& steps, ScalarType type, std::uint32_t code) {
         const bool top = type == ScalarType::E5M2 && (code & 0x7c) == 0x78;
         return right::decode_scalar(steps, type, top ? (code & 0x80) | 0x7c : code);
       });
     },
     "F38"},
    {"e5m2_subnormals_flushed", Layer::step, "E5M2 01 is 2^-16, not zero.", "apache/tvm#20315",
     [] {
       return decoding([](const Steps& steps, ScalarType type, std::uint32_t code) {
         const bool subnormal = type == ScalarType::E5M2 && (code & 0x7c) == 0;
         return right::decode_scalar(steps, type, subnormal ? code & 0x80 : code);
       });
     },
     "F38"},
    {"ue8m0_ff_is_infinity", Layer::step, "UE8M0 FF is a NaN, not infinity.",
     "sgl-project/sglang#25519",
     [] {
       return nans([](ScalarType type, std::uint32_t code) {
         return type == ScalarType::UE8M0 ? 0x7f800000 : right::nan_bits(type, code);
       });
     },
     "F38"},
    {"ue8m0_00_is_zero", Layer::step, "UE8M0 00 is 2^-127: that format has no zero.",
     "pytorch/ao#4725",
     [] {
       return decoding([](const Steps& steps, ScalarType type, std::uint32_t code) {
         const bool lowest = type == ScalarType::UE8M0 && code == 0;
         return lowest ? 0 : right::decode_scalar(steps, type, code);
       });
     },
     "F38 F4"},
    {"e2m1_is_an_integer", Layer::step, "E2M1 7 is 6, not 7.", "tracel-ai/cubek#549",
     [] {
       return decoding([](const Steps& steps, ScalarType type, std::uint32_t code) {
         if (type != ScalarType::E2M1 || (code & 7) == 0)
           return right::decode_scalar(steps, type, code);
         constexpr std::uint32_t kIntegers[] = {0,          0x3f800000, 0x40000000, 0x40400000,
                                                0x40800000, 0x40a00000, 0x40c00000, 0x40e00000};
         return (code & 8) << 28 | kIntegers[code & 7];
       });
     },
     "F38 F1"},
};

}  // namespace

std::span<const Fault> decoding_faults() { return kFaults; }

}  // namespace qb::laws
