// Faults of numbers on their way into a scale dtype: one step of the reference replaced.
#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

using reference::Steps;
namespace right = reference::right;

constexpr std::uint32_t kMagnitude = 0x7fffffff;
constexpr std::uint32_t kInfinity = 0x7f800000;

std::uint32_t sign_of(std::uint32_t bits) { return bits >> 31 << 15; }

using Encode = std::uint32_t(const Steps&, ScalarType, std::uint32_t);

/// The reference with another way to encode.
Implementation encoding(Encode* encode) {
  return spoilt([encode](Steps& s) { s.encode_scalar = encode; });
}

/// As a program does that rounds by setting the last bit: nothing is carried.
std::uint32_t rounded_by_or(const Steps& steps, ScalarType type, std::uint32_t bits) {
  const std::uint32_t code = right::encode_scalar(steps, type, bits);
  if (type != ScalarType::F16 && type != ScalarType::BF16) return code;
  const std::uint32_t value = right::decode_scalar(steps, type, code);
  const bool up = (bits & kMagnitude) < kInfinity && (value & kMagnitude) > (bits & kMagnitude);
  return up && code % 2 == 0 ? code - 1 : code;
}

/// As a shifter does that looks at five bits of the distance: far below F16, all comes round again.
std::uint32_t shifted_round(const Steps& steps, ScalarType type, std::uint32_t bits) {
  const std::uint32_t field = bits >> 23 & 0xff;
  if (type != ScalarType::F16 || field == 0 || field > 94)
    return right::encode_scalar(steps, type, bits);
  const std::uint32_t significand = (bits & 0x7fffff) | 0x800000;
  return sign_of(bits) | (significand >> ((126 - field) % 32) & 0x3ff);
}

constexpr Fault kFaults[] = {
    {"ue8m0_to_nearest", Layer::step, "A UE8M0 scale is rounded up: 0.3 is 0.5, not 0.25.",
     "ml-explore/mlx#4353",
     [] {
       return spoilt([](Steps& s) {
         s.encode_scale = [](const Steps& steps, ScaleDtype dtype, std::uint32_t bits) {
           const std::uint32_t code = right::encode_scale(steps, dtype, bits);
           const bool low = (bits & 0x7fffff) != 0 && (bits & 0x7fffff) < 0x400000;
           return dtype == ScaleDtype::UE8M0 && low && code != 0 ? code - 1 : code;
         };
       });
     },
     "F35 F23"},
    {"ue8m0_low_bits_lost", Layer::step, "A power of two and a little is the next power of two.",
     "pytorch/ao#4725",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         return right::encode_scalar(steps, type,
                                     type == ScalarType::UE8M0 ? bits & 0xfffff000 : bits);
       });
     },
     "F35"},
    {"ue8m0_tiny_is_nan", Layer::step, "What lies below 2^-127 is stored as 2^-127.",
     "graphcore-research/gfloat#62",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         const bool tiny = type == ScalarType::UE8M0 && bits < 0x00400000;
         return tiny ? 0xff : right::encode_scalar(steps, type, bits);
       });
     },
     "F35"},
    {"bf16_truncated", Layer::step, "BF16 rounds to nearest, ties to even.",
     "stillwater-sc/universal#1133",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         return type == ScalarType::BF16 ? bits >> 16 : right::encode_scalar(steps, type, bits);
       });
     },
     "F33"},
    {"bf16_subnormals_flushed", Layer::step, "BF16 keeps the subnormals of f32.",
     "ggml-org/llama.cpp#7843",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         const bool flushed = type == ScalarType::BF16 && (bits & kInfinity) == 0;
         return right::encode_scalar(steps, type, flushed ? bits & 0x80000000 : bits);
       });
     },
     "F33"},
    {"snan_is_infinity", Layer::step, "A NaN stays a NaN, wherever its payload lies.",
     "gorse-io/gorse#1240",
     [] {
       return spoilt([](Steps& s) {
         s.nan_code = [](ScalarType type, std::uint32_t bits) {
           return type == ScalarType::BF16 ? bits >> 16 : right::nan_code(type, bits);
         };
       });
     },
     "F33"},
    {"ties_away", Layer::step, "A tie goes to the even code.", "ROCm/aiter#974",
     [] {
       return spoilt([](Steps& s) {
         s.nearest = [](std::span<const double> values, double x) {
           const std::size_t up = right::not_below(values, x);
           if (up == 0) return up;
           return x - values[up - 1] < values[up] - x ? up - 1 : up;
         };
       });
     },
     "F32"},
    {"f16_sticky_lost", Layer::step, "1 + 2^-11 + 2^-22 is above the middle: 3c01, not 3c00.",
     "VoidStarKat/half-rs#116",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         const bool cut = type == ScalarType::F16 && (bits & kMagnitude) < kInfinity;
         return right::encode_scalar(steps, type, cut ? bits & 0xfffff000 : bits);
       });
     },
     "F32"},
    {"f16_above_half_is_zero", Layer::step, "Above 2^-25 a number rounds to 2^-24, not to zero.",
     "numpy/numpy#12721",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         const bool lost = type == ScalarType::F16 && (bits >> 23 & 0xff) == 102;
         return lost ? sign_of(bits) : right::encode_scalar(steps, type, bits);
       });
     },
     "F32 F23"},
    {"f16_shift_wraps", Layer::step, "A number far below F16 is zero, whatever the shifter does.",
     "ROCm/rocm-systems#10591", [] { return encoding(shifted_round); }, "F32"},
    {"rounding_by_or", Layer::step, "Rounding up adds one and carries; setting a bit does not.",
     "dotnet/runtime#46515", [] { return encoding(rounded_by_or); }, "F32"},
    {"minus_zero_lost", Layer::step, "-0 keeps its sign.", "numpy/numpy#31472",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         return right::encode_scalar(steps, type, bits == 0x80000000 ? 0 : bits);
       });
     },
     "F38"},
    {"round_up_to_nearest", Layer::step,
     "A scale is rounded up before quantizing, or the block's maximum clips.",
     "tracel-ai/burn#5261", [] { return spoilt([](Steps& s) { s.not_below = right::nearest; }); },
     "F39"},
};

}  // namespace

std::span<const Fault> encoding_faults() { return kFaults; }

}  // namespace qb::laws
