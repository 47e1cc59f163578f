// Faults of checks, audits, permuting and text: one step of the reference replaced.
#include <algorithm>

#include "properties/faults/tables.h"
#include "reference/figures.h"

namespace qb::laws {
namespace {

using reference::Steps;
namespace right = reference::right;

reference::Verdict codes_as_packed(const Steps& steps, const reference::Question& asked) {
  for (std::size_t i : reference::value_order(steps, asked.scheme, asked.shape, asked.figures))
    if (!steps.code_fits(asked.scheme.value, asked.codes[i]))
      return Refusal{Error::code_out_of_range, i};
  return {};
}
reference::Verdict scales_as_stored(const Steps& steps, const reference::Question& asked) {
  for (std::size_t i : reference::scale_order(steps, asked.scheme, asked.shape, asked.figures))
    if (!steps.scale_accepted(steps, asked.figures.dtype, asked.scales[i]))
      return Refusal{Error::invalid_scale, i};
  return right::check_scales(steps, asked);
}

constexpr Fault kFaults[] = {
    {"extent_as_byte", Layer::step, "A block extent of 256 is refused, not taken as 0.",
     "own: extents fit a byte, so one is easily kept in one",
     [] {
       return spoilt([](Steps& s) {
         s.block_checks[0] = [](reference::Extents, std::uint64_t) { return reference::Verdict{}; };
       });
     },
     "F6"},
    {"block_stays_behind", Layer::step, "Block extents move with the axes they belong to.",
     "tracel-ai/burn#5278",
     [] {
       return spoilt([](Steps& s) {
         s.permuted_extents = [](std::span<const std::uint32_t> extents, reference::AxisList) {
           return std::vector<std::uint32_t>(extents.begin(), extents.end());
         };
       });
     },
     "F8"},
    {"packed_dim_stays_behind", Layer::step, "The packed axis moves with its axis.",
     "tracel-ai/burn#4310",
     [] {
       return spoilt([](Steps& s) {
         s.permuted_dim = [](std::uint64_t dim, reference::AxisList) { return dim; };
       });
     },
     "F8"},
    {"swap_counts_from_front", Layer::step,
     "Swapping axes 0 and 1 of three leaves an innermost packed axis where it is.",
     "tracel-ai/cubecl swap_packing_dim",
     [] {
       return spoilt([](Steps& s) {
         s.permuted_dim = [](std::uint64_t dim, reference::AxisList axes) {
           for (std::uint64_t i = 0; i < axes.size(); ++i)
             if (axes[i] == dim) return i;
           return dim;
         };
       });
     },
     "F8"},
    {"audit_misses_lowest", Layer::step, "Q4S -8 fits its bits but lies below the lowest.",
     "own: a range check that stops at the bits",
     [] {
       return spoilt(
           [](Steps& s) { s.code_out_of_range = [](Value, std::int8_t) { return false; }; });
     },
     "F27"},
    {"audit_misses_padding", Layer::step, "Bits set in padding are worth knowing.",
     "ruvnet/RuView#1522",
     [] {
       return spoilt(
           [](Steps& s) { s.padding_not_zero = [](std::uint8_t, std::uint8_t) { return false; }; });
     },
     "F27"},
    {"audit_misses_nan_scale", Layer::step, "A scale that is NaN is a finding.",
     "NVIDIA/TransformerEngine#3550",
     [] {
       return spoilt(
           [](Steps& s) { s.scale_nan = [](ScaleDtype, std::uint32_t) { return false; }; });
     },
     "F27"},
    {"no_level_is_f32", Layer::step, "A scheme without levels prints None, not Some(F32).",
     "own: the two write the same bytes",
     [] {
       return spoilt([](Steps& s) {
         s.text_tensor = [](const std::optional<ScaleDtype>& tensor) {
           return right::text_tensor(tensor.value_or(ScaleDtype::F32));
         };
       });
     },
     "F54"},
    {"data_before_counts", Layer::step, "Counts are judged before what they count.",
     "own: the order of F30 is a choice, which must be the same everywhere",
     [] {
       return spoilt([](Steps& s) {
         std::swap(s.checks[reference::kValueCount], s.checks[reference::kCodes]);
       });
     },
     "F30"},
    {"global_dtype_last", Layer::step, "A wrong global dtype is refused before the length.",
     "own: the order of F30 is a choice, which must be the same everywhere",
     [] {
       return spoilt([](Steps& s) {
         std::swap(s.checks[reference::kGlobalDtype], s.checks[reference::kTruncated]);
       });
     },
     "F30"},
    {"elements_not_limited", Layer::step,
     "A tensor has at most 2^63 - 1 elements, however few bytes they take.",
     "own: bytes are what is allocated, so bytes are what is limited",
     [] {
       return spoilt([](Steps& s) {
         s.checks[reference::kOverflow].test = [](const Steps& steps,
                                                  const reference::Question& asked) {
           reference::Question uncounted = asked;
           uncounted.figures.elements = 0;
           return right::check_overflow(steps, uncounted);
         };
       });
     },
     "F19"},
    {"first_code_as_packed", Layer::step, "The first bad code is the first in row-major order.",
     "own: codes are judged while they are packed",
     [] { return spoilt([](Steps& s) { s.checks[reference::kCodes].test = &codes_as_packed; }); },
     "F31 F22"},
    {"first_scale_as_stored", Layer::step, "The first bad scale is the first in row-major order.",
     "own: scales are judged while they are stored",
     [] { return spoilt([](Steps& s) { s.checks[reference::kScales].test = &scales_as_stored; }); },
     "F31 F23"},
    {"last_error_wins", Layer::step, "Of two errors the first in the order of F30 is given.",
     "own: checks that set a variable and go on",
     [] { return spoilt([](Steps& s) { std::reverse(s.checks.begin(), s.checks.end()); }); },
     "F30"},
    {"lowest_is_refused", Layer::step, "-8 in Q4S fits its bits and is stored as it is.",
     "own: lowest and highest of F1 bound quantizing alone",
     [] {
       return spoilt([](Steps& s) {
         s.code_fits = [](Value value, std::int8_t code) {
           return right::code_fits(value, code) && !(value == Value::Q4S && code == -8);
         };
       });
     },
     "F22 F28"},
    {"minus_zero_scale_accepted", Layer::step, "A scale of -0 is refused.",
     "own: -0 is not below 0, as numbers go",
     [] {
       return spoilt([](Steps& s) {
         s.scale_sign_accepted = [](std::uint32_t bits) { return bits <= 0x80000000; };
       });
     },
     "F23"},
};

}  // namespace

std::span<const Fault> check_faults() { return kFaults; }

}  // namespace qb::laws
