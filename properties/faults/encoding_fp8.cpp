// Faults of numbers on their way into the formats of 8 bits: one step of the reference replaced.
#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

using reference::Steps;
namespace right = reference::right;

constexpr std::uint32_t kMagnitude = 0x7fffffff;
constexpr std::uint32_t kInfinity = 0x7f800000;

bool is_e4m3(ScalarType type) { return type == ScalarType::E4M3 || type == ScalarType::UE4M3; }

std::uint32_t sign_of(std::uint32_t bits) { return bits >> 31 << 7; }

using Encode = std::uint32_t(const Steps&, ScalarType, std::uint32_t);

/// The reference with another way to encode.
Implementation encoding(Encode* encode) {
  return spoilt([encode](Steps& s) { s.encode_scalar = encode; });
}

constexpr Fault kFaults[] = {
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
         return over ? sign_of(bits) | 0x7f : right::encode_scalar(steps, type, bits);
       });
     },
     "F34"},
    {"infinity_is_240", Layer::step, "Infinity saturates to the largest number, 448.",
     "onnx/onnx#6220",
     [] {
       return encoding([](const Steps& steps, ScalarType type, std::uint32_t bits) {
         const bool infinite = is_e4m3(type) && (bits & kMagnitude) == kInfinity;
         return infinite ? sign_of(bits) | 0x77 : right::encode_scalar(steps, type, bits);
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
};

}  // namespace

std::span<const Fault> encoding_fp8_faults() { return kFaults; }

}  // namespace qb::laws
