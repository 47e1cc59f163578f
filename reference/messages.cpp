// Messages of refusals (F31): the table of the document, and its blanks filled in.
#include <array>

#include "reference.h"

namespace qb::reference {
namespace {

struct Pattern {
  Error error;
  std::string_view text;
};

// In the order of the table of F31.
constexpr std::array kPatterns{
    Pattern{Error::unsupported_mode, "<scheme> has mode Lookup, only Symmetric has a byte form"},
    Pattern{Error::invalid_block,
            "the block size of <scheme> is invalid: got <given>, the limit is <needed>"},
    Pattern{Error::packed_dim_out_of_range,
            "<scheme> packs dimension <given>, a tensor of shape <shape> has <needed>"},
    Pattern{Error::shape_overflow, "the sizes of a <shape> tensor under <scheme> exceed <needed>"},
    Pattern{Error::value_count_mismatch,
            "<given> quantized values do not fill a tensor of shape <shape> under <scheme>, it "
            "needs <needed>"},
    Pattern{Error::scale_count_mismatch,
            "<given> scales do not fill the grid of a <shape> tensor under <scheme>, it needs "
            "<needed>"},
    Pattern{Error::global_scale_required, "<scheme> requires a per-tensor scale"},
    Pattern{Error::global_scale_unexpected, "<scheme> does not take a per-tensor scale"},
    Pattern{Error::global_scale_dtype,
            "a two-level scheme stores its per-tensor scale as f32, got <scheme>"},
    Pattern{Error::unsupported_block_dtype,
            "quantizing with two levels needs block scales in F16 or UE4M3, got <scheme>"},
    Pattern{Error::unsupported_calibration,
            "quantizing with two levels needs MinMax, got AbsMean for <scheme>"},
    Pattern{Error::truncated,
            "the values and scales of a <shape> tensor under <scheme> take <needed> bytes in "
            "total, not <given>"},
    Pattern{Error::trailing_bytes,
            "the values and scales of a <shape> tensor under <scheme> take <needed> bytes in "
            "total, not <given>"},
    Pattern{Error::output_too_small,
            "the output under <scheme> needs <needed> places, got <given>"},
    Pattern{Error::scratch_too_small,
            "the scratch space under <scheme> needs <needed> places, got <given>"},
    Pattern{Error::code_out_of_range,
            "the code at index <given> does not fit the bits of <scheme>"},
    Pattern{Error::invalid_scale,
            "the scale at index <given> is negative, not finite or too large for <scheme>"},
    Pattern{Error::non_finite_input,
            "the input at index <given> is not finite, which <scheme> needs"},
    Pattern{Error::value_overflow,
            "the value at index <given> would not come back finite under <scheme>"},
    Pattern{Error::invalid_axes,
            "the axes do not permute a tensor of rank <needed> under <scheme>: got <given>"},
};

}  // namespace

namespace right {

std::string_view message(Error error) {
  for (const Pattern& pattern : kPatterns)
    if (pattern.error == error) return pattern.text;
  return {};
}

std::string_view permute_message(Error error) {
  if (error == Error::packed_dim_out_of_range)
    return "<scheme> packs dimension <given>, rank <rank> has <needed>";
  return message(error);
}

}  // namespace right

namespace {

struct Blank {
  std::string_view name;
  std::string text;
};

std::string filled(std::string_view pattern, std::span<const Blank> blanks) {
  std::string text;
  while (!pattern.empty()) {
    const Blank* found = nullptr;
    for (const Blank& blank : blanks)
      if (pattern.starts_with(blank.name)) found = &blank;
    text += found ? std::string_view(found->text) : pattern.substr(0, 1);
    pattern.remove_prefix(found ? found->name.size() : 1);
  }
  return text;
}

}  // namespace

std::string message(const Steps& steps, const Refusal& refusal, const Scheme& scheme, Shape shape) {
  const std::array<Blank, 4> blanks{{{"<scheme>", text(steps, scheme)},
                                     {"<shape>", steps.text_shape(shape)},
                                     {"<given>", std::to_string(refusal.given)},
                                     {"<needed>", std::to_string(refusal.needed)}}};
  return filled(steps.message(refusal.error), blanks);
}

std::string permute_message(const Steps& steps, const Refusal& refusal, const Scheme& scheme,
                            std::uint64_t rank) {
  const std::array<Blank, 4> blanks{{{"<scheme>", text(steps, scheme)},
                                     {"<rank>", std::to_string(rank)},
                                     {"<given>", std::to_string(refusal.given)},
                                     {"<needed>", std::to_string(refusal.needed)}}};
  return filled(steps.permute_message(refusal.error), blanks);
}

}  // namespace qb::reference
