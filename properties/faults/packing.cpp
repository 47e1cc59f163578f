// Faults of fields, words and lines: one step of the reference replaced.
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
     },
     "F14 F56"},
    {"halves_interleaved", Layer::step,
     "Neighbours of a line are neighbours in the word; its second half does not sit between.",
     "imp#567",
     [] {
       return spoilt([](Steps& s) {
         s.field_shift = [](unsigned lane, unsigned bits, unsigned lanes) {
           const unsigned half = lanes / 2;
           return (half == 0 ? lane : lane < half ? 2 * lane : 2 * (lane - half) + 1) * bits;
         };
       });
     },
     "F14"},
    {"field_leaks", Layer::step, "A code is cut to its bits, or its sign fills its neighbours.",
     "sgl-project/sglang#25733",
     [] {
       return spoilt([](Steps& s) {
         s.to_field = [](std::int8_t code, unsigned) {
           return std::uint32_t{static_cast<std::uint8_t>(code)};
         };
       });
     },
     "F14"},
    {"lowest_saturates", Layer::step, "-128 is stored as it is, not as -127.",
     "microsoft/onnxruntime#3442",
     [] {
       return spoilt([](Steps& s) {
         s.to_field = [](std::int8_t code, unsigned bits) {
           return right::to_field(code == -128 ? std::int8_t{-127} : code, bits);
         };
       });
     },
     "F22"},
    {"no_sign_extension", Layer::step, "Field F of Q4S is -1, not 15.", "tracel-ai/burn#3617",
     [] {
       return spoilt([](Steps& s) {
         s.extend = [](Value, std::uint32_t field, unsigned) {
           return static_cast<std::int8_t>(field & 0xff);
         };
       });
     },
     "F24"},
    {"fields_biased", Layer::step, "A field is two's complement, not a number less 7.",
     "tile-ai/tilelang#2477",
     [] {
       return spoilt([](Steps& s) {
         s.extend = [](Value value, std::uint32_t field, unsigned bits) {
           const bool biased = bits == 4 && value != Value::E2M1;
           return biased ? static_cast<std::int8_t>(static_cast<int>(field) - 7)
                         : right::extend(value, field, bits);
         };
       });
     },
     "F24"},
    {"lines_run_on", Layer::step,
     "Each line is padded on its own: [3,3] of Q4S is 12 bytes, not 8.", "tracel-ai/burn#5349",
     [] {
       return spoilt([](Steps& s) {
         s.line_length = [](StoreKind, std::uint64_t elements, std::uint64_t) { return elements; };
       });
     },
     "F14 F56"},
    {"line_tail_dropped", Layer::step, "A line that does not fill its last word keeps that word.",
     "ikawrakow/ik_llama.cpp#213",
     [] {
       return spoilt([](Steps& s) {
         s.words_per_line = [](std::uint64_t length, unsigned lanes) { return length / lanes; };
       });
     },
     "F14"},
    {"padding_repeats", Layer::step, "Unused fields of a line's last word are zero.",
     "own: what a loop leaves that does not clear its word",
     [] {
       return spoilt(
           [](Steps& s) { s.padding_field = [](std::uint32_t last, unsigned) { return last; }; });
     },
     "F14 F25"},
    {"words_big_endian", Layer::step, "Words are little-endian on every host.",
     "ggml-org/llama.cpp#12863",
     [] {
       return spoilt([](Steps& s) {
         s.byte_in_word = [](unsigned place, unsigned size) { return size - 1 - place; };
       });
     },
     "F11"},
    {"native_below_a_byte", Layer::step, "Native takes a byte for every code: bits / 8 is no byte.",
     "tracel-ai/burn#5349",
     [] {
       return spoilt([](Steps& s) {
         s.word = [](StoreKind store, Value value, unsigned bits) {
           reference::Word word = right::word(store, value, bits);
           if (store == StoreKind::Native) word.size_bytes = bits / 8;
           return word;
         };
       });
     },
     "F12 F2"},
    {"native_is_cut", Layer::step, "A Native byte comes back whole, whatever the value's bits.",
     "own: a mask meant for packed words",
     [] {
       return spoilt(
           [](Steps& s) { s.field_bits = [](StoreKind, unsigned bits) { return bits; }; });
     },
     "F24"},
    {"two_codes_a_byte", Layer::step, "Under PackedNative an integer has a byte to itself.",
     "own: E2M1 packs two, which invites to do so with Q4S",
     [] {
       return spoilt([](Steps& s) {
         s.word = [](StoreKind store, Value value, unsigned bits) {
           return right::word(store, bits == 4 ? Value::E2M1 : value, bits);
         };
       });
     },
     "F2"},
};

}  // namespace

std::span<const Fault> packing_faults() { return kFaults; }

}  // namespace qb::laws
