// The rules of feasible.h, from the clauses of docs/format.md.
#include <algorithm>

#include "properties/feasible.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

using enum Axis;
using Scope = const Axis[];

// Levels by name, where a rule needs them. Numbers are those of axes.cpp.
enum Length { kEmpty, kOne, kBelowWord, kWord, kAboveWord, kVector, kAboveVector };
enum PackedAxis { kNotPacked, kInner, kMiddle, kOuter };
enum Fit { kNoBlock, kWhole, kPartial };

Value value_of(const Levels& l) { return static_cast<Value>(at(l, value)); }
StoreKind store_of(const Levels& l) { return static_cast<StoreKind>(at(l, store)); }
unsigned bits(const Levels& l) { return plausible_bits(value_of(l)); }
bool is_u32(const Levels& l) { return store_of(l) == StoreKind::PackedU32; }
bool is_native(const Levels& l) { return store_of(l) == StoreKind::Native; }
// Two codes in a byte.
bool is_paired(const Levels& l) {
  return store_of(l) == StoreKind::PackedNative && value_of(l) == Value::E2M1;
}
bool is_bytewise(const Levels& l) { return !is_u32(l) && !is_paired(l); }

bool is(const Levels& l, Axis axis, int level) { return at(l, axis) == level; }
bool is_power(const Levels& l) { return is(l, length, kWord) || is(l, length, kVector); }
bool has_tail(const Levels& l) { return at(l, tail) == 1; }

// Bytes of a dtype by its level; "none" is F32 where it is what the scales are stored as (F16).
unsigned bytes_of(const Levels& l, Axis dtype) {
  constexpr unsigned kBytes[] = {4, 4, 2, 2, 1, 1};
  return kBytes[at(l, dtype)];
}
// What the scale region's residue would be with so many cells.
bool fits_cells(const Levels& l, unsigned cells) {
  return cells * bytes_of(l, block_dtype) % 4 == at(l, scales_mod_4);
}

// ---- schemes and shapes ------------------------------------------------------------------------

constexpr Scope kStorePacked = {store, packed_axis};
constexpr Scope kPackedRank = {packed_axis, rank};
constexpr Scope kBlockFit = {block_rank, block_fit};
constexpr Scope kBlockDtype = {block_rank, block_dtype};
constexpr Scope kFitDtype = {block_fit, block_dtype};
constexpr Scope kBlockRank = {block_rank, rank};
constexpr Scope kRankLength = {rank, length};
constexpr Scope kSizeLength = {size, length};
constexpr Scope kRankFit = {rank, block_fit, length};
constexpr Scope kOneFit = {block_rank, block_fit, length};

bool native_is_not_packed(const Levels& l) {
  return is_native(l) != is(l, packed_axis, kNotPacked);
}
bool packed_dim_below_rank(const Levels& l) {
  return (is(l, packed_axis, kMiddle) && at(l, rank) < 3) ||
         (is(l, packed_axis, kOuter) && at(l, rank) < 2);
}
bool block_or_not(const Levels& l) { return is(l, block_rank, 0) != is(l, block_fit, kNoBlock); }
bool block_has_dtype(const Levels& l) { return is(l, block_rank, 0) != is(l, block_dtype, 0); }
bool fit_has_dtype(const Levels& l) { return is(l, block_fit, kNoBlock) != is(l, block_dtype, 0); }
bool single_element_blocks(const Levels& l) {
  return is(l, block_rank, 1) && is(l, block_fit, kPartial);
}
bool block_above_rank(const Levels& l) { return at(l, block_rank) > 1 + at(l, rank); }
bool rank_0_has_one(const Levels& l) { return is(l, rank, 0) && !is(l, length, kOne); }
bool empty_rank_1_fits(const Levels& l) {
  return is(l, rank, 1) && is(l, length, kEmpty) && is(l, block_fit, kPartial);
}
bool larger_blocks_do_not_fit_one(const Levels& l) {
  return at(l, block_rank) > 1 && is(l, length, kOne) && is(l, block_fit, kWhole);
}
bool huge_is_long(const Levels& l) { return at(l, size) != 0 && !is(l, length, kAboveVector); }

// ---- lines and words ---------------------------------------------------------------------------

constexpr Scope kWords = {value, store, tail};
constexpr Scope kTailLength = {tail, length};
constexpr Scope kWordsLength = {value, store, tail, length};
constexpr Scope kWordsRank = {value, store, tail, length, rank};

bool one_code_a_word(const Levels& l) { return has_tail(l) && is_bytewise(l); }
bool nothing_has_no_tail(const Levels& l) { return has_tail(l) && is(l, length, kEmpty); }
bool short_line_has_tail(const Levels& l) {
  const bool is_short = is(l, length, kOne) || (is_u32(l) && is(l, length, kBelowWord));
  return !is_bytewise(l) && is_short && !has_tail(l);
}
bool one_line_of_words(const Levels& l) {
  return !is_bytewise(l) && at(l, rank) < 2 && is_power(l) && has_tail(l);
}

// ---- bytes of the value region -----------------------------------------------------------------

constexpr Scope kValues = {store, values_mod_4};
constexpr Scope kValuesEmpty = {length, values_mod_4};
constexpr Scope kValuesLength = {value, store, length, values_mod_4};
constexpr Scope kValuesPairs = {value, store, tail, length, values_mod_4};

bool words_are_4_bytes(const Levels& l) { return is_u32(l) && at(l, values_mod_4) != 0; }
bool nothing_is_0_bytes(const Levels& l) {
  return is(l, length, kEmpty) && at(l, values_mod_4) != 0;
}
bool powers_are_0_mod_4(const Levels& l) { return is_power(l) && at(l, values_mod_4) != 0; }
bool one_is_1_byte(const Levels& l) {
  return is(l, length, kOne) && !is_u32(l) && at(l, values_mod_4) != 1;
}
bool two_or_three(const Levels& l) {
  return is(l, length, kBelowWord) && bits(l) == 8 && !is_u32(l) && at(l, values_mod_4) < 2;
}
bool two_four_or_six(const Levels& l) {
  return is_paired(l) && !has_tail(l) && is(l, length, kBelowWord) && at(l, values_mod_4) == 0;
}

// ---- bytes of the scale region -----------------------------------------------------------------

constexpr Scope kScalesNoBlock = {block_rank, tensor_dtype, scales_mod_4};
constexpr Scope kScales = {block_dtype, scales_mod_4};
constexpr Scope kScalesLength = {block_dtype, length, scales_mod_4};
constexpr Scope kScalesElements = {value, block_rank, block_dtype, length, scales_mod_4};
constexpr Scope kScalesWhole = {value, block_rank, block_fit, block_dtype, length, scales_mod_4};
constexpr Scope kScalesShort = {value, block_dtype, length, scales_mod_4};

bool one_scale(const Levels& l) {
  return is(l, block_rank, 0) && bytes_of(l, tensor_dtype) % 4 != at(l, scales_mod_4);
}
bool scales_are_whole(const Levels& l) {
  return !is(l, block_dtype, 0) && at(l, scales_mod_4) % bytes_of(l, block_dtype) != 0;
}
bool no_cells_or_one(const Levels& l) {
  if (is(l, block_dtype, 0)) return false;
  return (is(l, length, kEmpty) && !fits_cells(l, 0)) || (is(l, length, kOne) && !fits_cells(l, 1));
}
bool cell_each_element(const Levels& l) {
  if (!is(l, block_rank, 1)) return false;
  if (is_power(l)) return at(l, scales_mod_4) != 0;
  return is(l, length, kBelowWord) && bits(l) == 8 && !fits_cells(l, 2) && !fits_cells(l, 3);
}
// Whole blocks of more than one element: the cells divide the elements.
bool whole_blocks_divide(const Levels& l) {
  if (at(l, block_rank) < 2 || !is(l, block_fit, kWhole)) return false;
  if (is(l, length, kBelowWord) && bits(l) == 8) return !fits_cells(l, 1);
  if (is(l, length, kWord) && bits(l) == 8) return !fits_cells(l, 1) && !fits_cells(l, 2);
  return is_power(l) && !fits_cells(l, 1) && !fits_cells(l, 2) && !fits_cells(l, 4);
}
// Never three cells of four elements; never four of two or three.
bool few_elements_few_cells(const Levels& l) {
  if (is(l, block_dtype, 0) || bits(l) != 8 || bytes_of(l, block_dtype) != 1) return false;
  return (is(l, length, kWord) && at(l, scales_mod_4) == 3) ||
         (is(l, length, kBelowWord) && at(l, scales_mod_4) == 0);
}

constexpr Rule kRules[] = {
    {"F2", "Native has no packed axis, the packed stores have one", kStorePacked,
     native_is_not_packed},
    {"F13", "the packed axis is one of the tensor's", kPackedRank, packed_dim_below_rank},
    {"F5", "a block level has blocks, and blocks a level", kBlockFit, block_or_not},
    {"F5", "a block level has a dtype, and no other has", kBlockDtype, block_has_dtype},
    {"F5", "blocks have a dtype", kFitDtype, fit_has_dtype},
    {"F6", "blocks of one element fit everywhere", kBlockFit, single_element_blocks},
    {"F6", "a block has no more extents than the tensor", kBlockRank, block_above_rank},
    {"F13", "rank 0 has one element", kRankLength, rank_0_has_one},
    {"F7", "an extent of 0 is a multiple of every block's", kRankFit, empty_rank_1_fits},
    {"F7", "a block of several elements is partial in a tensor of one", kOneFit,
     larger_blocks_do_not_fit_one},
    {"F18", "many bytes have many elements", kSizeLength, huge_is_long},
    {"F14", "words of one code are full", kWords, one_code_a_word},
    {"F14", "no elements, no last word", kTailLength, nothing_has_no_tail},
    {"F14", "fewer codes than a word do not fill it", kWordsLength, short_line_has_tail},
    {"F14", "one line of whole words has no tail", kWordsRank, one_line_of_words},
    {"F18", "words of PackedU32 are 4 bytes", kValues, words_are_4_bytes},
    {"F18", "no elements, no bytes of values", kValuesEmpty, nothing_is_0_bytes},
    {"F18", "elements that fill words or vectors take a multiple of 4 bytes", kValuesEmpty,
     powers_are_0_mod_4},
    {"F18", "one element takes one byte outside PackedU32", kValuesLength, one_is_1_byte},
    {"F18", "two or three codes of 8 bits take as many bytes", kValuesLength, two_or_three},
    {"F18", "two, four or six E2M1 codes in pairs take one to three bytes", kValuesPairs,
     two_four_or_six},
    {"F16", "one scale, of the tensor's dtype", kScalesNoBlock, one_scale},
    {"F18", "scales are never padded or cut", kScales, scales_are_whole},
    {"F7", "no elements have no cells, one element has one", kScalesLength, no_cells_or_one},
    {"F7", "blocks of one element: a cell each", kScalesElements, cell_each_element},
    {"F7", "whole blocks divide the elements", kScalesWhole, whole_blocks_divide},
    {"F7", "few elements have few cells", kScalesShort, few_elements_few_cells},
};

}  // namespace

std::span<const Rule> rules() { return kRules; }

}  // namespace qb::laws
