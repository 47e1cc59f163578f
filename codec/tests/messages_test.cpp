// The words of refusals (F31), and names of errors.
#include <gtest/gtest.h>

#include "support.h"

namespace qb {
namespace {

using enum Value;
using enum ScaleDtype;
using enum Error;

// ---- words, F31 --------------------------------------------------------------------------------

#define TEXT \
  "QuantScheme { value: Q8S, store: Native, mode: Symmetric, tensor: Some(F32), block: None }"

TEST(EveryMessage, IsThatOfTheFormat) {
  const Scheme scheme = per_tensor(Q8S, kNative);
  const struct {
    Refusal refusal;
    const char* message;
  } table[] = {
      {{unsupported_mode}, TEXT " has mode Lookup, only Symmetric has a byte form"},
      {{invalid_block, 256, 255},
       "the block size of " TEXT " is invalid: got 256, the limit is 255"},
      {{packed_dim_out_of_range, 3, 2},
       TEXT " packs dimension 3, a tensor of shape Shape { dims: [2, 3] } has 2"},
      {{shape_overflow, 0, kLargestSize},
       "the sizes of a Shape { dims: [2, 3] } tensor under " TEXT " exceed 9223372036854775807"},
      {{value_count_mismatch, 5, 6},
       "5 quantized values do not fill a tensor of shape Shape { dims: [2, 3] } under " TEXT
       ", it needs 6"},
      {{scale_count_mismatch, 2, 1},
       "2 scales do not fill the grid of a Shape { dims: [2, 3] } tensor under " TEXT
       ", it needs 1"},
      {{global_scale_required, 0, 1}, TEXT " requires a per-tensor scale"},
      {{global_scale_unexpected, 1, 0}, TEXT " does not take a per-tensor scale"},
      {{global_scale_dtype}, "a two-level scheme stores its per-tensor scale as f32, got " TEXT},
      {{unsupported_block_dtype},
       "quantizing with two levels needs block scales in F16 or UE4M3, got " TEXT},
      {{unsupported_calibration}, "quantizing with two levels needs MinMax, got AbsMean for " TEXT},
      {{truncated, 9, 10},
       "the values and scales of a Shape { dims: [2, 3] } tensor under " TEXT
       " take 10 bytes in total, not 9"},
      {{trailing_bytes, 11, 10},
       "the values and scales of a Shape { dims: [2, 3] } tensor under " TEXT
       " take 10 bytes in total, not 11"},
      {{output_too_small, 9, 10}, "the output under " TEXT " needs 10 places, got 9"},
      {{scratch_too_small, 1, 2}, "the scratch space under " TEXT " needs 2 places, got 1"},
      {{code_out_of_range, 4, 0}, "the code at index 4 does not fit the bits of " TEXT},
      {{invalid_scale, 1, 0},
       "the scale at index 1 is negative, not finite or too large for " TEXT},
      {{non_finite_input, 3, 0}, "the input at index 3 is not finite, which " TEXT " needs"},
      {{value_overflow, 2, 0}, "the value at index 2 would not come back finite under " TEXT},
      {{invalid_axes, 7, 2}, "the axes do not permute a tensor of rank 2 under " TEXT ": got 7"},
  };
  for (const auto& row : table)
    EXPECT_EQ(message_of(row.refusal, scheme, {2, 3}), row.message) << name(row.refusal.error);
}

TEST(EveryMessage, PrintsShapesOfAnyRank) {
  const Scheme scheme = per_tensor(Q8S, kNative);
  EXPECT_EQ(message_of({shape_overflow, 0, 1}, scheme, {}),
            "the sizes of a Shape { dims: [] } tensor under " TEXT " exceed 1");
  EXPECT_EQ(message_of({shape_overflow, 0, 1}, scheme, {kLargestExtent}),
            "the sizes of a Shape { dims: [18446744073709551615] } tensor under " TEXT " exceed 1");
}

TEST(AMessageOfPermuting, NamesTheRankInPlaceOfTheShape) {
  const auto permuting = [](const Refusal& refusal, std::uint64_t rank) {
    const Scheme scheme = per_tensor(Q8S, kNative);
    return written(
        [&](std::span<char> out) { return write_permute_message(refusal, scheme, rank, out); });
  };
  EXPECT_EQ(permuting({packed_dim_out_of_range, 1, 1}, 0), TEXT " packs dimension 1, rank 0 has 1");
  EXPECT_EQ(permuting({invalid_axes, 7, 2}, 2),
            "the axes do not permute a tensor of rank 2 under " TEXT ": got 7");
  EXPECT_EQ(permuting({invalid_block, 6, 5}, 6),
            "the block size of " TEXT " is invalid: got 6, the limit is 5");
}

TEST(EveryErrorName, LeadsToItsErrorAndBack) {
  for (const ErrorName& entry : kErrors) {
    EXPECT_EQ(error_named(entry.name), entry.error);
    EXPECT_EQ(name(entry.error), entry.name);
  }
  EXPECT_EQ(error_named("no_such_error"), std::nullopt);
}

}  // namespace
}  // namespace qb
