// The reference as a struct of named steps. `Steps{}` is right; a fault is a copy with one of them
// replaced:
//
//     Steps wrong;
//     wrong.padding_field = [](std::uint32_t last, unsigned) { return last; };
//     std::swap(wrong.checks[kValueCount], wrong.checks[kScaleCount]);
//
// What each step is asked, and what it must answer, stands in right.h and right_quantizing.h.
#ifndef QB_REFERENCE_STEPS_H
#define QB_REFERENCE_STEPS_H

#include <array>

#include "question.h"
#include "right.h"
#include "right_quantizing.h"

namespace qb::reference {

struct Steps {
  // Sizes.
  decltype(right::times)* times = right::times;
  decltype(right::plus)* plus = right::plus;
  decltype(right::largest_size)* largest_size = right::largest_size;
  decltype(right::regions)* regions = right::regions;

  // Values and words.
  decltype(right::width_bits)* width_bits = right::width_bits;
  decltype(right::word)* word = right::word;
  decltype(right::field_bits)* field_bits = right::field_bits;
  decltype(right::field_shift)* field_shift = right::field_shift;
  decltype(right::to_field)* to_field = right::to_field;
  decltype(right::padding_field)* padding_field = right::padding_field;
  decltype(right::extend)* extend = right::extend;
  decltype(right::byte_in_word)* byte_in_word = right::byte_in_word;
  decltype(right::byte_in_scale)* byte_in_scale = right::byte_in_scale;

  // Lines and grid.
  decltype(right::packed_axis)* packed_axis = right::packed_axis;
  decltype(right::swaps_values)* swaps_values = right::swaps_values;
  decltype(right::swaps_grid)* swaps_grid = right::swaps_grid;
  decltype(right::value_axes)* value_axes = right::value_axes;
  decltype(right::grid_axes)* grid_axes = right::grid_axes;
  decltype(right::line_length)* line_length = right::line_length;
  decltype(right::words_per_line)* words_per_line = right::words_per_line;
  decltype(right::block_extent)* block_extent = right::block_extent;
  decltype(right::grid_extent)* grid_extent = right::grid_extent;
  decltype(right::scale_count)* scale_count = right::scale_count;

  // Scales.
  decltype(right::has_global)* has_global = right::has_global;
  decltype(right::stored_dtype)* stored_dtype = right::stored_dtype;
  decltype(right::scale_bytes)* scale_bytes = right::scale_bytes;
  decltype(right::scale_sign_accepted)* scale_sign_accepted = right::scale_sign_accepted;
  decltype(right::scale_is_finite)* scale_is_finite = right::scale_is_finite;
  decltype(right::scale_in_range)* scale_in_range = right::scale_in_range;
  decltype(right::encode_scale)* encode_scale = right::encode_scale;
  decltype(right::decode_scale)* decode_scale = right::decode_scale;

  // Checks. The order of the array is the order of the checks; 0 for `verbs` takes one out.
  std::array<decltype(right::check_block_extents)*, 3> block_checks{
      right::check_block_extents, right::check_block_count, right::check_block_rank};
  decltype(right::check_dim)* check_dim = right::check_dim;
  decltype(right::code_fits)* code_fits = right::code_fits;
  decltype(right::scale_accepted)* scale_accepted = right::scale_accepted;
  std::array<Check, 16> checks{{
      {kEveryVerb, right::check_mode},
      {kEveryVerb, right::check_block},
      {kEveryVerb, right::check_packed_dim},
      {kEveryVerb, right::check_overflow},
      {kEncode | kQuantize, right::check_value_count},
      {kEncode, right::check_scale_count},
      {kEncode, right::check_global_required},
      {kEncode, right::check_global_unexpected},
      {kEveryVerb, right::check_global_dtype},
      {kQuantize, right::check_block_dtype},
      {kQuantize, right::check_calibration},
      {kValidate | kDecode | kDequantize, right::check_truncated},
      {kValidate | kDecode | kDequantize, right::check_trailing},
      {kEncode, right::check_codes},
      {kEncode, right::check_scales},
      {kQuantize, right::check_input},
  }};

  // Audit.
  decltype(right::padding_not_zero)* padding_not_zero = right::padding_not_zero;
  decltype(right::code_out_of_range)* code_out_of_range = right::code_out_of_range;
  decltype(right::code_nan)* code_nan = right::code_nan;
  decltype(right::code_infinite)* code_infinite = right::code_infinite;
  decltype(right::scale_nan)* scale_nan = right::scale_nan;
  decltype(right::scale_infinite)* scale_infinite = right::scale_infinite;
  decltype(right::scale_negative)* scale_negative = right::scale_negative;
  decltype(right::scale_zero)* scale_zero = right::scale_zero;
  decltype(right::scale_subnormal)* scale_subnormal = right::scale_subnormal;
  decltype(right::finding_index)* finding_index = right::finding_index;
  decltype(right::global_index)* global_index = right::global_index;
  decltype(right::comes_before)* comes_before = right::comes_before;

  // Scalars.
  decltype(right::encode_scalar)* encode_scalar = right::encode_scalar;
  decltype(right::decode_scalar)* decode_scalar = right::decode_scalar;
  decltype(right::round_up)* round_up = right::round_up;
  decltype(right::nearest)* nearest = right::nearest;
  decltype(right::not_below)* not_below = right::not_below;
  decltype(right::nan_code)* nan_code = right::nan_code;
  decltype(right::nan_bits)* nan_bits = right::nan_bits;

  // Quantizing and dequantizing.
  decltype(right::block_of)* block_of = right::block_of;
  decltype(right::limits)* limits = right::limits;
  decltype(right::range)* range = right::range;
  decltype(right::alpha)* alpha = right::alpha;
  decltype(right::half)* half = right::half;
  decltype(right::raw_scale)* raw_scale = right::raw_scale;
  decltype(right::largest_scale)* largest_scale = right::largest_scale;
  decltype(right::smallest_scale)* smallest_scale = right::smallest_scale;
  decltype(right::global_scale)* global_scale = right::global_scale;
  decltype(right::wanted_scale)* wanted_scale = right::wanted_scale;
  decltype(right::one_level_scale)* one_level_scale = right::one_level_scale;
  decltype(right::two_level_scale)* two_level_scale = right::two_level_scale;
  decltype(right::step_of)* step_of = right::step_of;
  decltype(right::quotient)* quotient = right::quotient;
  decltype(right::clamp)* clamp = right::clamp;
  decltype(right::integer_code)* integer_code = right::integer_code;
  decltype(right::float_code)* float_code = right::float_code;
  decltype(right::code_value)* code_value = right::code_value;
  decltype(right::value_back)* value_back = right::value_back;
  decltype(right::overflows)* overflows = right::overflows;
  decltype(right::is_saturated)* is_saturated = right::is_saturated;
  decltype(right::is_clipped)* is_clipped = right::is_clipped;
  decltype(right::is_vanished)* is_vanished = right::is_vanished;
  decltype(right::is_zero)* is_zero = right::is_zero;

  // Permuting axes. The order of the array is the order of the checks.
  std::array<decltype(right::permute_axes)*, 3> permute_checks{
      right::permute_block, right::permute_packed_dim, right::permute_axes};
  decltype(right::permuted_extents)* permuted_extents = right::permuted_extents;
  decltype(right::permuted_dim)* permuted_dim = right::permuted_dim;

  // Text, JSON, messages, presets.
  decltype(right::preset)* preset = right::preset;
  decltype(right::value_name)* value_name = right::value_name;
  decltype(right::text_store)* text_store = right::text_store;
  decltype(right::text_mode)* text_mode = right::text_mode;
  decltype(right::text_tensor)* text_tensor = right::text_tensor;
  decltype(right::text_block)* text_block = right::text_block;
  decltype(right::text_shape)* text_shape = right::text_shape;
  decltype(right::json_store)* json_store = right::json_store;
  decltype(right::json_tensor)* json_tensor = right::json_tensor;
  decltype(right::json_block)* json_block = right::json_block;
  decltype(right::message)* message = right::message;
  decltype(right::permute_message)* permute_message = right::permute_message;
};

}  // namespace qb::reference

#endif  // QB_REFERENCE_STEPS_H
