// Faults of the codes, the checks and the summary of quantizing: one step of the reference
// replaced.
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

constexpr Fault kFaults[] = {
    {"halves_away_from_zero", Layer::step, "x = 0.265 with step 0.01 is 26.5, which is 26, not 27.",
     "huggingface/candle#3629",
     [] {
       return spoilt([](Steps& s) {
         s.integer_code = [](float clamped) { return right::integer_code(std::round(clamped)); };
       });
     },
     "F46"},
    {"halves_up", Layer::step, "Adding a half and cutting rounds -2.5 up and 2.5 up.",
     "ggml-org/llama.cpp#972",
     [] {
       return spoilt([](Steps& s) {
         s.integer_code = [](float clamped) {
           return right::integer_code(std::floor(clamped + 0.5f));
         };
       });
     },
     "F46"},
    {"code_truncated", Layer::step, "A quotient is rounded to the nearest integer, not cut.",
     "own: a cast to an integer cuts",
     [] {
       return spoilt([](Steps& s) {
         s.integer_code = [](float clamped) { return right::integer_code(std::trunc(clamped)); };
       });
     },
     "F46"},
    {"reciprocal", Layer::step, "x = 0.105 with step 0.07 is 2 by division, 1 by reciprocal.",
     "own: one reciprocal and many products are faster",
     [] {
       return spoilt([](Steps& s) {
         s.quotient = [](float x, float step) {
           const float inverse = 1 / step;
           return step == 0 || std::isinf(inverse) ? right::quotient(x, step) : x * inverse;
         };
       });
     },
     "F46 F53"},
    {"step_zero_divides", Layer::step, "Where the step is zero the quotient is zero, not infinity.",
     "own: a guard that is easily left out",
     [] {
       return spoilt([](Steps& s) { s.quotient = [](float x, float step) { return x / step; }; });
     },
     "F46"},
    {"step_zero_clamps", Layer::step, "Over a step of zero a small input is zero, not the highest.",
     "own: a guard for 0 over 0 alone",
     [] {
       return spoilt([](Steps& s) {
         s.quotient = [](float x, float step) {
           return x == 0 ? right::quotient(x, step) : x / step;
         };
       });
     },
     "F46"},
    {"q8f_stops_at_minus_127", Layer::step, "The lowest of Q8F is -128.",
     "microsoft/onnxruntime#3442",
     [] {
       return spoilt([](Steps& s) {
         s.clamp = [](Limits limits, float quotient) {
           return std::max(right::clamp(limits, quotient), -limits.highest);
         };
       });
     },
     "F46 F1"},
    {"clamp_left_out", Layer::step, "A quotient past the highest is clamped and does not wrap.",
     "own: a scale from the maximum seems to make it needless",
     [] {
       return spoilt([](Steps& s) { s.clamp = [](Limits, float quotient) { return quotient; }; });
     },
     "F46"},
    {"clamp_loses_minus_zero", Layer::step, "-0 keeps its sign in a float value.",
     "own: minimum and maximum of the two zeros are either",
     [] {
       return spoilt([](Steps& s) {
         s.clamp = [](Limits limits, float quotient) {
           return right::clamp(limits, quotient) + 0.0f;
         };
       });
     },
     "F47"},
    {"float_as_integer", Layer::step, "Code 7 of E2M1 is 6, and 1.5 is a number of its own.",
     "tracel-ai/cubek#549",
     [] {
       return spoilt([](Steps& s) {
         s.float_code = [](const Steps& steps, Value value, float clamped) {
           return right::float_code(steps, value, std::nearbyint(clamped));
         };
       });
     },
     "F47"},
    {"nan_lost_in_maximum", Layer::step, "A NaN is refused, though no maximum sees it.",
     "NVIDIA/TransformerEngine#3550",
     [] {
       return spoilt([](Steps& s) {
         s.checks[reference::kInput].verbs = 0;
         s.range = [](Calibration, reference::Floats block) {
           Range range{0, 0};
           for (float x : block) range = {std::fmin(range.min, x), std::fmax(range.max, x)};
           return range;
         };
       });
     },
     "F52"},
    {"overflow_comes_back", Layer::step, "What would come back infinite is refused.",
     "own: the product of two finite numbers seems finite",
     [] { return spoilt([](Steps& s) { s.overflows = [](float) { return false; }; }); }, "F49"},
    {"saturation_is_silent", Layer::step, "A scale above the largest of its dtype is counted.",
     "own: clamping a scale looks harmless",
     [] {
       return spoilt([](Steps& s) {
         s.is_saturated = [](const Steps&, ScaleDtype, float) { return false; };
       });
     },
     "F50"},
    {"floats_before_scheme", Layer::step, "What the request is made of is judged before its data.",
     "own: a scan of the input comes first where it is fused with the maximum",
     [] {
       return spoilt(
           [](Steps& s) { std::swap(s.checks[reference::kInput], s.checks[reference::kMode]); });
     },
     "F30"},
    {"any_block_dtype", Layer::step, "Two levels take block scales in F16 and UE4M3 alone.",
     "own: one-level schemes take them all",
     [] { return spoilt([](Steps& s) { s.checks[reference::kBlockDtype].verbs = 0; }); },
     "F44 F30"},
    {"mean_with_two_levels", Layer::step, "AbsMean and two levels do not go together.",
     "own: both exist on their own",
     [] { return spoilt([](Steps& s) { s.checks[reference::kCalibration].verbs = 0; }); },
     "F41 F30"},
    {"sign_of_zero_dropped_back", Layer::step, "A value of -0 comes back as -0.",
     "own: adding a zero loses it",
     [] {
       return spoilt([](Steps& s) {
         s.value_back = [](float step, float value) { return step * value + 0.0f; };
       });
     },
     "F48"},
    {"float_code_saturates_early", Layer::step, "E4M3 reaches 448.", "sgl-project/sglang#40581",
     [] {
       return spoilt([](Steps& s) {
         s.float_code = [](const Steps& steps, Value value, float clamped) {
           const float limit = value == Value::E4M3 ? 256 : 57344;
           return right::float_code(steps, value, std::clamp(clamped, -limit, limit));
         };
       });
     },
     "F47"},
};

}  // namespace

std::span<const Fault> code_faults() { return kFaults; }

}  // namespace qb::laws
