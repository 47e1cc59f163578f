// Faults of blocks, steps and zeros of quantizing: one step of the reference replaced.
#include <bit>
#include <cmath>
#include <limits>

#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

using reference::Floats;
using reference::Steps;
namespace right = reference::right;

/// Whether the dtype has just that number.
bool is_exact(const Steps& steps, ScaleDtype dtype, float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto code = right::encode_scale(steps, dtype, bits);
  return right::decode_scale(steps, dtype, code) == bits;
}

/// As division with more bits does before it rounds to an integer: a half that is none.
float quotient_of_more_bits(float x, float step) {
  const float rounded = right::quotient(x, step);
  if (step == 0 || rounded - std::floor(rounded) != 0.5f) return rounded;
  const double exact = static_cast<double>(x) / static_cast<double>(step);
  const double half = static_cast<double>(rounded);
  if (exact == half) return rounded;
  return std::nextafter(rounded, exact > half ? std::numeric_limits<float>::infinity()
                                              : -std::numeric_limits<float>::infinity());
}

constexpr Fault kFaults[] = {
    {"first_float_left_out", Layer::step, "The range of a block begins with its first float.",
     "own: a loop that starts behind the number it was seeded with",
     [] {
       return spoilt([](Steps& s) {
         s.range = [](Calibration calibration, Floats block) {
           return right::range(calibration, block.size() > 1 ? block.subspan(1) : block);
         };
       });
     },
     "F41"},
    {"scale_past_the_exact", Layer::step, "A scale that its dtype has is stored as it is.",
     "own: rounding up by adding one to what was cut",
     [] {
       return spoilt([](Steps& s) {
         s.one_level_scale = [](const Steps& steps, ScaleDtype dtype, float wanted) {
           const bool next =
               wanted > 0 && dtype != ScaleDtype::F32 && is_exact(steps, dtype, wanted);
           return right::one_level_scale(
               steps, dtype,
               next ? std::nextafter(wanted, std::numeric_limits<float>::infinity()) : wanted);
         };
       });
     },
     "F43"},
    {"global_of_one", Layer::step, "The global scale follows the largest raw scale.",
     "own: a default that nobody fitted",
     [] {
       return spoilt([](Steps& s) {
         s.global_scale = [](const Steps&, ScaleDtype, Floats) { return 1.0f; };
       });
     },
     "F44"},
    {"empty_tensor_has_global_of_one", Layer::step,
     "The global scale of a tensor without elements is 2^-126, not 1.",
     "own: the neutral element of a product",
     [] {
       return spoilt([](Steps& s) {
         s.global_scale = [](const Steps& steps, ScaleDtype dtype, Floats raw) {
           return raw.empty() ? 1.0f : right::global_scale(steps, dtype, raw);
         };
       });
     },
     "F51 F44"},
    {"zero_block_has_scale_of_one", Layer::step,
     "A block of zeros has the scale that 2^-126 rounds up to, not 1.", "ggml-org/llama.cpp#7805",
     [] { return spoilt([](Steps& s) { s.smallest_scale = [] { return 1.0f; }; }); }, "F51 F43"},
    {"blocks_share_the_first_scale", Layer::step,
     "The step of an element is that of its own block.", "own: an index that is never advanced",
     [] {
       return spoilt([](Steps& s) {
         s.block_of = [](const Steps&, const Scheme&, Shape, std::uint64_t) {
           return std::uint64_t{0};
         };
       });
     },
     "F45 F7 F41"},
    {"float_code_negated", Layer::step, "A float code has a sign bit, no two's complement.",
     "own: integers are negated so",
     [] {
       return spoilt([](Steps& s) {
         s.float_code = [](const Steps& steps, Value value, float clamped) {
           const int code = right::float_code(steps, value, std::abs(clamped));
           const int mask = value == Value::E2M1 ? 0x0f : 0xff;
           return static_cast<std::int8_t>((std::signbit(clamped) ? -code : code) & mask);
         };
       });
     },
     "F47"},
    {"code_as_value", Layer::step, "What comes back is the number of a code, not the code.",
     "tracel-ai/cubek#549",
     [] {
       return spoilt([](Steps& s) {
         s.code_value = [](const Steps&, Value, std::int8_t code) {
           return static_cast<float>(code);
         };
       });
     },
     "F48"},
    {"quotient_of_more_bits", Layer::step,
     "x / step is an f32 before it is rounded: 0.265 / 0.01 is exactly 26.5.",
     "own: excess precision, or a fused division",
     [] { return spoilt([](Steps& s) { s.quotient = quotient_of_more_bits; }); }, "F53 F46"},
};

}  // namespace

std::span<const Fault> block_faults() { return kFaults; }

}  // namespace qb::laws
