// Faults that replace one step of the reference.
#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

using reference::Steps;
namespace right = reference::right;

constexpr Fault kFaults[] = {
    {"lane_order", Layer::step, "The first code belongs in the lowest bits, not the highest.",
     "tracel-ai/burn#2627",
     [] {
       return spoilt([](Steps& s) {
         s.field_shift = [](unsigned lane, unsigned bits, unsigned lanes) {
           return (lanes - 1 - lane) * bits;
         };
       });
     }},
    {"no_sign_extension", Layer::step, "Field F of Q4S is -1, not 15.", "tracel-ai/burn#3617",
     [] {
       return spoilt([](Steps& s) {
         s.extend = [](Value, std::uint32_t field, unsigned) {
           return static_cast<std::int8_t>(field & 0xff);
         };
       });
     }},
    {"lines_run_on", Layer::step,
     "Each line is padded on its own: [3,3] of Q4S is 12 bytes, not 8.", "tracel-ai/burn#5349",
     [] {
       return spoilt([](Steps& s) {
         s.line_length = [](StoreKind, std::uint64_t elements, std::uint64_t) { return elements; };
       });
     }},
    {"values_not_swapped", Layer::step, "Packing along an outer axis reads the codes swapped.",
     "tracel-ai/burn#4310",
     [] { return spoilt([](Steps& s) { s.swaps_values = [](const Scheme&) { return false; }; }); }},
    {"axes_moved", Layer::step, "The packed axis changes places with the last; the rest stay put.",
     "tracel-ai/cubecl swap_packing_dim",
     [] {
       return spoilt([](Steps& s) { s.value_axes = [] { return reference::Axes{0, 2, 3, 1}; }; });
     }},
    {"scales_row_major", Layer::step,
     "Block scales of an outer-packed tensor are stored 1 3 2 4, not 1 2 3 4.", "",
     [] { return spoilt([](Steps& s) { s.swaps_grid = [](const Scheme&) { return false; }; }); }},
    {"partial_block_dropped", Layer::step, "A partial block has its scale: 6 by 4 is 2 blocks.",
     "tracel-ai/burn#5262",
     [] {
       return spoilt([](Steps& s) {
         s.grid_extent = [](std::uint64_t extent, std::uint64_t block) {
           return block == 0 ? extent : extent / block;
         };
       });
     }},
    {"blocks_as_chunks", Layer::step, "Blocks are rectangles: [2,2] on [2,6] are 3, by axis.",
     "tracel-ai/burn#5262",
     [] {
       return spoilt([](Steps& s) {
         s.scale_count = [](const Steps& steps, const Scheme& scheme, Shape shape) {
           if (!scheme.block) return std::uint64_t{1};
           std::uint64_t elements = 1, size = 1;
           for (std::uint64_t extent : shape) elements = steps.times(elements, extent);
           for (std::uint64_t extent : scheme.block->size.extents())
             size *= extent == 0 ? 1 : extent;
           return (elements + size - 1) / size;
         };
       });
     }},
    {"padding_repeats", Layer::step, "Unused fields of a line's last word are zero.", "",
     [] {
       return spoilt(
           [](Steps& s) { s.padding_field = [](std::uint32_t last, unsigned) { return last; }; });
     }},
    {"words_big_endian", Layer::step, "Words are little-endian on every host.",
     "ggml-org/llama.cpp#12863",
     [] {
       return spoilt([](Steps& s) {
         s.byte_in_word = [](unsigned place, unsigned size) { return size - 1 - place; };
       });
     }},
    {"scales_big_endian", Layer::step, "Scales are little-endian on every host.", "",
     [] {
       return spoilt([](Steps& s) {
         s.byte_in_scale = [](unsigned place, unsigned size) { return size - 1 - place; };
       });
     }},
    {"ue4m3_read_as_ue8m0", Layer::step, "UE4M3 38 is 1.0, not 2^-71.", "tracel-ai/cubecl#1450",
     [] {
       return spoilt([](Steps& s) {
         s.decode_scale = [](const Steps& steps, ScaleDtype dtype, std::uint32_t code) {
           return right::decode_scale(steps, dtype == ScaleDtype::UE4M3 ? ScaleDtype::UE8M0 : dtype,
                                      code);
         };
       });
     }},
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
     }},
    {"bf16_truncated", Layer::step, "BF16 rounds to nearest, ties to even.",
     "stillwater-sc/universal#1133",
     [] {
       return spoilt([](Steps& s) {
         s.encode_scalar = [](const Steps& steps, ScalarType type, std::uint32_t bits) {
           return type == ScalarType::BF16 ? bits >> 16 : right::encode_scalar(steps, type, bits);
         };
       });
     }},
    {"ties_away", Layer::step, "A tie goes to the even code.", "ROCm/aiter#974",
     [] {
       return spoilt([](Steps& s) {
         s.nearest = [](std::span<const double> values, double x) {
           const std::size_t up = right::not_below(values, x);
           if (up == 0) return up;
           return x - values[up - 1] < values[up] - x ? up - 1 : up;
         };
       });
     }},
    {"f16_subnormals_flushed", Layer::step, "F16 subnormals are numbers, not zero.",
     "ROCm/rocm-libraries#11325",
     [] {
       return spoilt([](Steps& s) {
         s.decode_scalar = [](const Steps& steps, ScalarType type, std::uint32_t code) {
           const bool subnormal = type == ScalarType::F16 && (code & 0x7c00) == 0;
           return right::decode_scalar(steps, type, subnormal ? code & 0x8000 : code);
         };
       });
     }},
    {"e4m3_stops_at_416", Layer::step, "The largest E4M3 is 448, not 416.", "tracel-ai/cubecl#1472",
     [] {
       return spoilt([](Steps& s) {
         s.encode_scalar = [](const Steps& steps, ScalarType type, std::uint32_t bits) {
           const std::uint32_t code = right::encode_scalar(steps, type, bits);
           const bool e4m3 = type == ScalarType::E4M3 || type == ScalarType::UE4M3;
           return e4m3 && (code & 0x7f) == 0x7e ? code - 1 : code;
         };
       });
     }},
    {"e4m3_nan_is_480", Layer::step, "E4M3 7F is a NaN, not 480.", "ml-explore/mlx#4135",
     [] {
       return spoilt([](Steps& s) {
         s.nan_bits = [](ScalarType type, std::uint32_t code) {
           return type == ScalarType::E4M3 || type == ScalarType::UE4M3
                      ? 0x43f00000 | (code & 0x80) << 24
                      : right::nan_bits(type, code);
         };
       });
     }},
    {"round_up_to_nearest", Layer::step,
     "A scale is rounded up before quantizing, or the block's maximum clips.",
     "tracel-ai/burn#5261", [] { return spoilt([](Steps& s) { s.not_below = right::nearest; }); }},
    {"sizes_wrap", Layer::step, "2^32 times 2^32 elements are refused, not none.",
     "ggml-org/llama.cpp#18674",
     [] {
       return spoilt(
           [](Steps& s) { s.times = [](std::uint64_t a, std::uint64_t b) { return a * b; }; });
     }},
    {"overflow_before_zero", Layer::step, "[2^40, 2^40, 0] has no elements and is legal.",
     "burn-std 0.23.0-pre.1",
     [] {
       return spoilt([](Steps& s) {
         s.times = [](std::uint64_t a, std::uint64_t b) {
           const bool stuck = a == UINT64_MAX || b == UINT64_MAX;
           return stuck ? UINT64_MAX : right::times(a, b);
         };
       });
     }},
    {"extent_as_byte", Layer::step, "A block extent of 256 is refused, not taken as 0.", "",
     [] {
       return spoilt([](Steps& s) {
         s.block_checks[0] = [](reference::Extents, std::uint64_t) { return reference::Verdict{}; };
       });
     }},
    {"block_stays_behind", Layer::step, "Block extents move with the axes they belong to.",
     "tracel-ai/burn#5278",
     [] {
       return spoilt([](Steps& s) {
         s.permuted_extents = [](std::span<const std::uint32_t> extents, reference::AxisList) {
           return std::vector<std::uint32_t>(extents.begin(), extents.end());
         };
       });
     }},
    {"packed_dim_stays_behind", Layer::step, "The packed axis moves with its axis.",
     "tracel-ai/burn#4310",
     [] {
       return spoilt([](Steps& s) {
         s.permuted_dim = [](std::uint64_t dim, reference::AxisList) { return dim; };
       });
     }},
    {"audit_misses_lowest", Layer::step, "Q4S -8 fits its bits but lies below the lowest.", "",
     [] {
       return spoilt(
           [](Steps& s) { s.code_out_of_range = [](Value, std::int8_t) { return false; }; });
     }},
    {"audit_misses_padding", Layer::step, "Bits set in padding are worth knowing.",
     "ruvnet/RuView#1522",
     [] {
       return spoilt(
           [](Steps& s) { s.padding_not_zero = [](std::uint8_t, std::uint8_t) { return false; }; });
     }},
    {"no_level_is_f32", Layer::step, "A scheme without levels prints None, not Some(F32).", "",
     [] {
       return spoilt([](Steps& s) {
         s.text_tensor = [](const std::optional<ScaleDtype>& tensor) {
           return right::text_tensor(tensor.value_or(ScaleDtype::F32));
         };
       });
     }},
    {"data_before_counts", Layer::step, "Counts are judged before what they count.", "",
     [] {
       return spoilt([](Steps& s) {
         std::swap(s.checks[reference::kValueCount], s.checks[reference::kCodes]);
       });
     }},
    {"global_dtype_last", Layer::step, "A wrong global dtype is refused before the length.", "",
     [] {
       return spoilt([](Steps& s) {
         std::swap(s.checks[reference::kGlobalDtype], s.checks[reference::kTruncated]);
       });
     }},
};

}  // namespace

std::span<const Fault> step_faults() { return kFaults; }

}  // namespace qb::laws
