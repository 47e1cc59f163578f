// Faults of the scales of quantizing: one step of the reference replaced.
#include <algorithm>
#include <bit>
#include <cmath>

#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

using reference::Limits;
using reference::Range;
using reference::Steps;
namespace right = reference::right;

/// What a scale is once it was stored.
float through(ScaleDtype dtype, float scale) {
  const Steps steps;
  const auto bits = std::bit_cast<std::uint32_t>(scale);
  const auto code = right::encode_scale(steps, dtype, bits);
  return std::bit_cast<float>(right::decode_scale(steps, dtype, code));
}

constexpr Fault kFaults[] = {
    {"scale_to_nearest", Layer::step,
     "A block scale is rounded up, or the maximum of its block clips.", "tracel-ai/burn#5261",
     [] {
       return spoilt([](Steps& s) {
         s.one_level_scale = [](const Steps& steps, ScaleDtype dtype, float wanted) {
           const float nearest = through(dtype, wanted);
           return nearest > 0 && std::isfinite(nearest)
                      ? nearest
                      : right::one_level_scale(steps, dtype, wanted);
         };
       });
     },
     "F43"},
    {"block_scale_to_nearest", Layer::step, "With two levels as well a block scale is rounded up.",
     "tracel-ai/burn#5261",
     [] {
       return spoilt([](Steps& s) {
         s.two_level_scale = [](const Steps& steps, ScaleDtype dtype, float wanted) {
           const float nearest = through(dtype, wanted);
           return nearest > 0 && std::isfinite(nearest)
                      ? nearest
                      : right::two_level_scale(steps, dtype, wanted);
         };
       });
     },
     "F44"},
    {"ue8m0_by_floor_of_log2", Layer::step,
     "A UE8M0 scale is the power of two not below, not 2^floor(log2).", "chop#5",
     [] {
       return spoilt([](Steps& s) {
         s.one_level_scale = [](const Steps& steps, ScaleDtype dtype, float wanted) {
           if (dtype != ScaleDtype::UE8M0 || wanted < 0x1p-126f)
             return right::one_level_scale(steps, dtype, wanted);
           return std::exp2(std::floor(std::log2(wanted)));
         };
       });
     },
     "F43"},
    {"ue8m0_by_ceil_of_log2", Layer::step,
     "Just above a power of two log2 rounds to a whole number, and the scale is too small.",
     "pytorch/ao#4725",
     [] {
       return spoilt([](Steps& s) {
         s.one_level_scale = [](const Steps& steps, ScaleDtype dtype, float wanted) {
           if (dtype != ScaleDtype::UE8M0 || wanted < 0x1p-126f || wanted > 0x1p126f)
             return right::one_level_scale(steps, dtype, wanted);
           return std::exp2(std::ceil(std::log2(wanted)));
         };
       });
     },
     "F43"},
    {"half_by_reciprocal", Layer::step, "alpha / half is a division, not a product with 1 / half.",
     "own: 1 / half is a constant",
     [] {
       return spoilt([](Steps& s) {
         s.raw_scale = [](float alpha, float half) { return alpha * (1 / half); };
       });
     },
     "F42 F53"},
    {"global_by_reciprocal", Layer::step, "raw / global is a division of its own.",
     "own: one reciprocal serves all blocks",
     [] {
       return spoilt([](Steps& s) {
         s.wanted_scale = [](const Steps& steps, float alpha, float half,
                             std::optional<float> global) {
           const float raw = steps.raw_scale(alpha, half);
           return global ? raw * (1 / *global) : raw;
         };
       });
     },
     "F44 F53"},
    {"divisions_merged", Layer::step, "alpha / half / global is two divisions, each rounded.",
     "own: amax / (6 * global) is one division less",
     [] {
       return spoilt([](Steps& s) {
         s.wanted_scale = [](const Steps& steps, float alpha, float half,
                             std::optional<float> global) {
           return global ? alpha / (half * *global) : steps.raw_scale(alpha, half);
         };
       });
     },
     "F44 F53"},
    {"two_alpha_overflows", Layer::step, "alpha / half, not 2 alpha / 2 half: 3e38 works.",
     "own: max - min is the textbook range",
     [] {
       return spoilt([](Steps& s) {
         s.raw_scale = [](float alpha, float half) { return 2 * alpha / (2 * half); };
       });
     },
     "F42"},
    {"zero_over_zero", Layer::step, "A block of zeros has a scale above zero, and codes of zero.",
     "pytorch/ao#4713",
     [] {
       return spoilt([](Steps& s) {
         s.smallest_scale = [] { return 0.0f; };
         s.quotient = [](float x, float step) { return x / step; };
       });
     },
     "F43 F46 F51"},
    {"step_folded_in_f16", Layer::step, "1e-6 times 0.01 is a step, and not zero as in F16.",
     "tracel-ai/cubecl#1514",
     [] {
       return spoilt([](Steps& s) {
         s.step_of = [](std::optional<float> global, float scale) {
           return global ? through(ScaleDtype::F16, *global * scale) : scale;
         };
       });
     },
     "F45"},
    {"global_left_out", Layer::step, "With two levels the step is global times block scale.",
     "jax-ml/jax#30467",
     [] {
       return spoilt(
           [](Steps& s) { s.step_of = [](std::optional<float>, float scale) { return scale; }; });
     },
     "F45"},
    {"global_applied_twice", Layer::step, "The global scale is applied once.",
     "vllm-project/vllm#35979",
     [] {
       return spoilt([](Steps& s) {
         s.step_of = [](std::optional<float> global, float scale) {
           return global ? *global * (*global * scale) : scale;
         };
       });
     },
     "F45"},
    {"global_divides_the_step", Layer::step, "The global scale multiplies, it does not divide.",
     "modular/modular#6600",
     [] {
       return spoilt([](Steps& s) {
         s.step_of = [](std::optional<float> global, float scale) {
           return global ? scale / *global : scale;
         };
       });
     },
     "F45"},
    {"global_of_first_block", Layer::step, "The global scale comes from the largest raw scale.",
     "own: a loop that computes it too early",
     [] {
       return spoilt([](Steps& s) {
         s.global_scale = [](const Steps& steps, ScaleDtype dtype, reference::Floats raw) {
           return right::global_scale(steps, dtype,
                                      raw.first(std::min<std::size_t>(1, raw.size())));
         };
       });
     },
     "F44"},
    {"blocks_as_runs", Layer::step, "Element 4 of [2,4] in blocks [2,2] is in block 0, not 1.",
     "tracel-ai/burn#5262",
     [] {
       return spoilt([](Steps& s) {
         s.block_of = [](const Steps& steps, const Scheme& scheme, Shape shape, std::uint64_t i) {
           std::uint64_t size = 1;
           if (!scheme.block) return size - 1;
           for (std::uint64_t extent : scheme.block->size.extents()) size *= extent;
           return std::min(i / size, steps.scale_count(steps, scheme, shape) - 1);
         };
       });
     },
     "F7"},
    {"minimum_forgotten", Layer::step, "alpha is the larger of |min| and |max|.",
     "own: the maximum of signed numbers",
     [] {
       return spoilt([](Steps& s) { s.alpha = [](Range range) { return std::abs(range.max); }; });
     },
     "F42"},
    {"e5m2_half_is_49152", Layer::step, "The half of E5M2 is 57344, not 49152.",
     "tracel-ai/cubecl#1472",
     [] {
       return spoilt([](Steps& s) {
         s.half = [](Limits limits) {
           return limits.highest == 57344 ? 49152 : right::half(limits);
         };
       });
     },
     "F42"},
    {"epsilon_for_scales", Layer::step, "Small numbers have small scales, without a floor.",
     "own: a floor against division by zero",
     [] {
       return spoilt([](Steps& s) {
         s.raw_scale = [](float alpha, float half) {
           return std::max(right::raw_scale(alpha, half), 1e-10f);
         };
       });
     },
     "F42"},
    {"subnormal_scales_flushed", Layer::step, "Subnormal scales are kept.",
     "own: FTZ on accelerators",
     [] {
       return spoilt([](Steps& s) {
         s.raw_scale = [](float alpha, float half) {
           const float raw = right::raw_scale(alpha, half);
           return raw < 0x1p-126f ? 0 : raw;
         };
       });
     },
     "F42 F53"},
    {"mean_in_f32", Layer::step, "AbsMean adds up in f64.", "own: the type of the input",
     [] {
       return spoilt([](Steps& s) {
         s.range = [](Calibration calibration, reference::Floats block) {
           if (calibration == Calibration::MinMax || block.empty())
             return right::range(calibration, block);
           float sum = 0;
           for (float x : block) sum += std::abs(x);
           const float mean = sum / static_cast<float>(block.size());
           return Range{-mean, mean};
         };
       });
     },
     "F41"},
};

}  // namespace

std::span<const Fault> scale_faults() { return kFaults; }

}  // namespace qb::laws
