// Faults of numbers on their way into a format: one step of the reference replaced.
#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

using reference::Steps;
namespace right = reference::right;

constexpr std::uint32_t kMagnitude = 0x7fffffff;
constexpr std::uint32_t kInfinity = 0x7f800000;

bool is_e4m3(ScalarType type) { return type == ScalarType::E4M3 || type == ScalarType::UE4M3; }

std::uint32_t sign_of(std::uint32_t bits, unsigned place) { return bits >> 31 << place; }

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
  return sign_of(bits, 15) | (significand >> ((126 - field) % 32) & 0x3ff);
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
     "F35"},
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
         return lost ? sign_of(bits, 15) : right::encode_scalar(steps, type, bits);
       });
     },
     "F32"},
    {"f16_shift_wraps", Layer::step, "A number far below F16 is zero, whatever the shifter does.",
     "ROCm/rocm-systems#10591", [] { return encoding(shifted_round); }, "F32"},
    {"rounding_by_or", Layer::step, "Rounding up adds one and carries; setting a bit does not.",
     "dotnet/runtime#46515", [] { return encoding(rounded_by_or); }, "F32"},
    {"e4m3_through_bf16", Layer::step, "A number is rounded once: -431.99999 is -416, not -448.",
     "jax-ml/ml_dtypes#401",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         if (is_e4m3(type) && (bits & kMagnitude) < kInfinity)
           bits = right::encode_scalar(steps, ScalarType::BF16, bits) << 16;
         return right::encode_scalar(steps, type, bits);
       });
     },
     "F34"},
    {"e4m3_stops_at_416", Layer::step, "The largest E4M3 is 448, not 416.", "tracel-ai/cubecl#1472",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         const std::uint32_t code = right::encode_scalar(steps, type, bits);
         return is_e4m3(type) && (code & 0x7f) == 0x7e ? code - 1 : code;
       });
     },
     "F34"},
    {"e4m3_saturates_from_256", Layer::step, "256 is a number of E4M3 and not its largest.",
     "sgl-project/sglang#40581",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         const std::uint32_t code = right::encode_scalar(steps, type, bits);
         return is_e4m3(type) && (code & 0x7f) >= 0x78 ? code | 0x7e : code;
       });
     },
     "F34"},
    {"e4m3_overflow_is_nan", Layer::step, "E4M3 saturates: 672 is 448 and no NaN.",
     "ucb-bar/saturn-vectors#101",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         const bool over = is_e4m3(type) && (bits & kMagnitude) > 0x43e80000;
         return over ? sign_of(bits, 7) | 0x7f : right::encode_scalar(steps, type, bits);
       });
     },
     "F34"},
    {"infinity_is_240", Layer::step, "Infinity saturates to the largest number, 448.",
     "onnx/onnx#6220",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         const bool infinite = is_e4m3(type) && (bits & kMagnitude) == kInfinity;
         return infinite ? sign_of(bits, 7) | 0x77 : right::encode_scalar(steps, type, bits);
       });
     },
     "F34"},
    {"e4m3_subnormals_flushed", Layer::step, "E4M3 has numbers below 2^-6.",
     "invergent-ai/surogate#162",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         const std::uint32_t code = right::encode_scalar(steps, type, bits);
         return is_e4m3(type) && (code & 0x7f) < 8 ? code & 0x80 : code;
       });
     },
     "F34"},
    {"e5m2_stops_at_49152", Layer::step, "The largest E5M2 is 57344, not 49152.",
     "tracel-ai/cubecl#1472",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         const std::uint32_t code = right::encode_scalar(steps, type, bits);
         return type == ScalarType::E5M2 && (code & 0x7f) == 0x7b ? code - 1 : code;
       });
     },
     "F36"},
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
