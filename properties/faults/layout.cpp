// Faults of axes, grids, regions and sizes: one step of the reference replaced.
#include <algorithm>

#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

using reference::Steps;
namespace right = reference::right;

constexpr Fault kFaults[] = {
    {"values_not_swapped", Layer::step, "Packing along an outer axis reads the codes swapped.",
     "tracel-ai/burn#4310",
     [] { return spoilt([](Steps& s) { s.swaps_values = [](const Scheme&) { return false; }; }); },
     "F13"},
    {"axes_moved", Layer::step, "The packed axis changes places with the last; the rest stay put.",
     "tracel-ai/cubecl swap_packing_dim",
     [] {
       return spoilt([](Steps& s) { s.value_axes = [] { return reference::Axes{0, 2, 3, 1}; }; });
     },
     "F13"},
    {"packed_dim_from_front", Layer::step, "A packed dimension counts from the innermost axis.",
     "own: every other list of axes counts from the front",
     [] {
       return spoilt([](Steps& s) {
         s.packed_axis = [](std::uint64_t rank, std::uint64_t dim) {
           return dim < std::max<std::uint64_t>(rank, 1) ? dim : 0;
         };
       });
     },
     "F13"},
    {"scales_row_major", Layer::step,
     "Block scales of an outer-packed tensor are stored 1 3 2 4, not 1 2 3 4.",
     "burn-std 0.23.0-pre.1",
     [] { return spoilt([](Steps& s) { s.swaps_grid = [](const Scheme&) { return false; }; }); },
     "F15 F56"},
    {"grid_axes_moved", Layer::step,
     "The axes of the grid change places as those of the codes do; none is moved.",
     "tracel-ai/cubecl swap_packing_dim",
     [] {
       return spoilt([](Steps& s) { s.grid_axes = [] { return reference::Axes{0, 2, 3, 1}; }; });
     },
     "F15"},
    {"partial_block_dropped", Layer::step, "A partial block has its scale: 6 by 4 is 2 blocks.",
     "tracel-ai/burn#5262",
     [] {
       return spoilt([](Steps& s) {
         s.grid_extent = [](std::uint64_t extent, std::uint64_t block) {
           return block == 0 ? extent : extent / block;
         };
       });
     },
     "F7"},
    {"empty_axis_has_a_block", Layer::step, "An extent of 0 has no blocks, so no scale.",
     "ggml-org/ggml#1517",
     [] {
       return spoilt([](Steps& s) {
         s.grid_extent = [](std::uint64_t extent, std::uint64_t block) {
           return std::max<std::uint64_t>(right::grid_extent(extent, block), 1);
         };
       });
     },
     "F7"},
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
     },
     "F7 F56"},
    {"block_from_front", Layer::step, "A short block size belongs to the last axes.",
     "own: a list is easily read from its front",
     [] {
       return spoilt([](Steps& s) {
         s.block_extent = [](reference::Extents block, std::uint64_t, std::uint64_t axis) {
           return axis < block.size() ? std::uint64_t{block[axis]} : 1;
         };
       });
     },
     "F6"},
    {"scales_aligned", Layer::step, "Nothing stands between the regions: scales may be unaligned.",
     "tracel-ai/burn#5349",
     [] {
       return spoilt([](Steps& s) {
         s.regions = [](const Steps& steps, std::uint64_t values, std::uint64_t scales,
                        std::uint64_t global) {
           return right::regions(steps, steps.plus(values, (4 - values % 4) % 4), scales, global);
         };
       });
     },
     "F11"},
    {"global_before_scales", Layer::step, "The global scale is the last of the buffer.",
     "own: a header comes first elsewhere",
     [] {
       return spoilt([](Steps& s) {
         s.regions = [](const Steps& steps, std::uint64_t values, std::uint64_t scales,
                        std::uint64_t global) {
           const auto all = right::regions(steps, values, scales, global);
           return reference::Regions{steps.plus(values, global),
                                     global == 0 ? all.total_bytes : values, all.total_bytes};
         };
       });
     },
     "F17"},
    {"scale_dtype_ignored", Layer::step, "A scale is stored in its dtype: 0.1 in F16, not F32.",
     "tracel-ai/burn#5253",
     [] {
       return spoilt(
           [](Steps& s) { s.stored_dtype = [](const Scheme&) { return ScaleDtype::F32; }; });
     },
     "F16"},
    {"tensor_dtype_wins", Layer::step, "With a block level, scales have the block's dtype.",
     "tracel-ai/burn#4769",
     [] {
       return spoilt([](Steps& s) {
         s.stored_dtype = [](const Scheme& scheme) {
           return scheme.tensor.value_or(right::stored_dtype(scheme));
         };
       });
     },
     "F16"},
    {"scales_big_endian", Layer::step, "Scales are little-endian on every host.",
     "ggml-org/llama.cpp#12863",
     [] {
       return spoilt([](Steps& s) {
         s.byte_in_scale = [](unsigned place, unsigned size) { return size - 1 - place; };
       });
     },
     "F11"},
    {"sizes_wrap", Layer::step, "2^32 times 2^32 elements are refused, not none.",
     "ggml-org/llama.cpp#18674",
     [] {
       return spoilt(
           [](Steps& s) { s.times = [](std::uint64_t a, std::uint64_t b) { return a * b; }; });
     },
     "F19"},
    {"sums_wrap", Layer::step, "Values and scales that pass 2^64 together are refused.",
     "ggml-org/llama.cpp#26978",
     [] {
       return spoilt(
           [](Steps& s) { s.plus = [](std::uint64_t a, std::uint64_t b) { return a + b; }; });
     },
     "F19"},
    {"sizes_in_32_bits", Layer::step, "Sizes and offsets have 64 bits: 2^32 elements are not none.",
     "pytorch/ao#4201",
     [] {
       return spoilt([](Steps& s) {
         s.times = [](std::uint64_t a, std::uint64_t b) { return right::times(a, b) & 0xffffffff; };
       });
     },
     "F19"},
    {"largest_is_2_64", Layer::step, "Each figure is at most 2^63 - 1, not 2^64 - 1.",
     "own: unsigned sizes seem to have room for twice as much",
     [] { return spoilt([](Steps& s) { s.largest_size = [] { return UINT64_MAX - 1; }; }); },
     "F19"},
    {"overflow_before_zero", Layer::step, "[2^40, 2^40, 0] has no elements and is legal.",
     "burn-std 0.23.0-pre.1",
     [] {
       return spoilt([](Steps& s) {
         s.times = [](std::uint64_t a, std::uint64_t b) {
           const bool stuck = a == UINT64_MAX || b == UINT64_MAX;
           return stuck ? UINT64_MAX : right::times(a, b);
         };
       });
     },
     "F19"},
};

}  // namespace

std::span<const Fault> layout_faults() { return kFaults; }

}  // namespace qb::laws
