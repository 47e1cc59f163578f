// Faults of what a scheme means: one step of the reference replaced.
#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

using reference::Steps;
namespace right = reference::right;

constexpr Fault kFaults[] = {
    {"symmetric_reaches_lowest", Layer::step, "Quantizing to Q4S stops at -7, though -8 fits.",
     "own: the range of two's complement, as Q4F has it",
     [] {
       return spoilt([](Steps& s) {
         s.clamp = [](reference::Limits limits, float quotient) {
           if (limits.highest == 7 || limits.highest == 127 || limits.highest == 1)
             limits.lowest = -limits.highest - 1;
           return right::clamp(limits, quotient);
         };
       });
     },
     "F1 F46"},
    {"ue4m3_sign_ignored", Layer::step, "UE4M3 b8 is -1, though no scale is written so.",
     "own: the name says that it has no sign",
     [] {
       return spoilt([](Steps& s) {
         s.decode_scalar = [](const Steps& steps, ScalarType type, std::uint32_t code) {
           return right::decode_scalar(steps, type, type == ScalarType::UE4M3 ? code & 0x7f : code);
         };
       });
     },
     "F4 F38"},
    {"no_level_is_f16", Layer::step, "Without any level the one scale is an F32.",
     "own: the dtype of the activations is taken for what is left out",
     [] {
       return spoilt([](Steps& s) {
         s.stored_dtype = [](const Scheme& scheme) {
           return scheme.tensor || scheme.block ? right::stored_dtype(scheme) : ScaleDtype::F16;
         };
       });
     },
     "F9 F16"},
    {"nvfp4_blocks_of_32", Layer::step, "Blocks of nvfp4 have 16 elements, those of mxfp4 32.",
     "own: the two formats are easily taken for one another",
     [] {
       return spoilt([](Steps& s) {
         s.preset = [](std::string_view name) {
           Scheme scheme = right::preset(name);
           if (scheme.block) scheme.block->size = right::preset("mxfp4").block->size;
           return scheme;
         };
       });
     },
     "F10"},
    {"e2m1_code_signed", Layer::step, "An E2M1 code is 0 to 15 at an interface: 8, not -8.",
     "jax-ml/jax#17672",
     [] {
       return spoilt([](Steps& s) {
         s.extend = [](Value value, std::uint32_t field, unsigned bits) {
           return right::extend(value == Value::E2M1 && bits == 4 ? Value::Q4S : value, field,
                                bits);
         };
       });
     },
     "F20 F24"},
    {"high_bits_not_masked", Layer::step,
     "The unused bits of a byte of PackedNative are zero, and ignored.",
     "own: a code that has a byte to itself seems to need no mask",
     [] {
       return spoilt([](Steps& s) {
         s.field_bits = [](StoreKind store, unsigned bits) {
           return store == StoreKind::PackedNative && bits == 2 ? 8
                                                                : right::field_bits(store, bits);
         };
       });
     },
     "F25 F2"},
    {"json_storage_filled_with_zeros", Layer::step,
     "Storage has ones behind the extents, up to five numbers.",
     "own: an array is filled with zeros",
     [] {
       return spoilt([](Steps& s) {
         s.json_block = [](const std::optional<BlockScale>& block) {
           std::string text = right::json_block(block);
           if (!block) return text;
           std::size_t comma = text.find('[');
           for (std::size_t i = 0; i < block->size.extents().size(); ++i)
             comma = text.find(',', comma + 1);
           for (std::size_t i = comma; i < text.find(']'); ++i)
             if (text[i] == '1') text[i] = '0';
           return text;
         };
       });
     },
     "F55"},
};

}  // namespace

std::span<const Fault> scheme_faults() { return kFaults; }

}  // namespace qb::laws
