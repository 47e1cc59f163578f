// Refusals (F30, F31).
#include <algorithm>

#include "exact.h"
#include "figures.h"

namespace qb::reference {
namespace right {

Verdict check_block_extents(Extents block, std::uint64_t) {
  for (std::uint32_t extent : block) {  // F6
    if (extent == 0) return Refusal{Error::invalid_block, 0, 1};
    if (extent > 255) return Refusal{Error::invalid_block, extent, 255};
  }
  return {};
}

Verdict check_block_count(Extents block, std::uint64_t) {
  if (block.size() > 5) return Refusal{Error::invalid_block, block.size(), 5};
  return {};
}

Verdict check_block_rank(Extents block, std::uint64_t rank) {
  if (block.size() > rank) return Refusal{Error::invalid_block, block.size(), rank};
  return {};
}

Verdict check_dim(const Scheme& scheme, std::uint64_t rank) {
  const std::uint64_t d = scheme.store.packed_dim;
  if (scheme.store.kind == StoreKind::Native || d < counted_rank(rank)) return {};
  return Refusal{Error::packed_dim_out_of_range, d, counted_rank(rank)};
}

Verdict check_mode(const Steps&, const Question& asked) {
  if (asked.scheme.mode == Mode::Lookup) return Refusal{Error::unsupported_mode};
  return {};
}

Verdict check_block(const Steps& steps, const Question& asked) {
  if (!asked.scheme.block) return {};
  for (const auto check : steps.block_checks)
    if (const Verdict bad = check(asked.scheme.block->size.extents(), asked.shape.size()))
      return bad;
  return {};
}

Verdict check_packed_dim(const Steps& steps, const Question& asked) {
  return steps.check_dim(asked.scheme, asked.shape.size());
}

Verdict check_overflow(const Steps& steps, const Question& asked) {
  const Figures& all = asked.figures;
  const std::uint64_t most = steps.largest_size();
  if (all.elements <= most && all.value_bytes <= most && all.scales <= most &&
      all.regions.total_bytes <= most)
    return {};
  return Refusal{Error::shape_overflow, 0, most};
}

Verdict check_value_count(const Steps&, const Question& asked) {
  const std::uint64_t given = asked.verb == kQuantize ? asked.input.size() : asked.codes.size();
  if (given == asked.figures.elements) return {};
  return Refusal{Error::value_count_mismatch, given, asked.figures.elements};
}

Verdict check_scale_count(const Steps&, const Question& asked) {
  if (asked.scales.size() == asked.figures.scales) return {};
  return Refusal{Error::scale_count_mismatch, asked.scales.size(), asked.figures.scales};
}

Verdict check_global_required(const Steps&, const Question& asked) {
  if (!asked.figures.global || asked.global) return {};
  return Refusal{Error::global_scale_required, 0, 1};
}

Verdict check_global_unexpected(const Steps&, const Question& asked) {
  if (asked.figures.global || !asked.global) return {};
  return Refusal{Error::global_scale_unexpected, 1, 0};
}

Verdict check_global_dtype(const Steps&, const Question& asked) {
  if (!asked.figures.global || asked.scheme.tensor == ScaleDtype::F32) return {};
  return Refusal{Error::global_scale_dtype};
}

Verdict check_block_dtype(const Steps&, const Question& asked) {
  const ScaleDtype dtype = asked.figures.dtype;
  if (!asked.figures.global || dtype == ScaleDtype::F16 || dtype == ScaleDtype::UE4M3) return {};
  return Refusal{Error::unsupported_block_dtype};
}

Verdict check_calibration(const Steps&, const Question& asked) {
  if (!asked.figures.global || asked.calibration == Calibration::MinMax) return {};
  return Refusal{Error::unsupported_calibration};
}

Verdict check_truncated(const Steps&, const Question& asked) {
  const std::uint64_t total = asked.figures.regions.total_bytes;
  if (asked.bytes.size() >= total) return {};
  return Refusal{Error::truncated, asked.bytes.size(), total};
}

Verdict check_trailing(const Steps&, const Question& asked) {
  const std::uint64_t total = asked.figures.regions.total_bytes;
  if (asked.bytes.size() <= total) return {};
  return Refusal{Error::trailing_bytes, asked.bytes.size(), total};
}

Verdict check_codes(const Steps& steps, const Question& asked) {
  for (std::size_t i = 0; i < asked.codes.size(); ++i)
    if (!steps.code_fits(asked.scheme.value, asked.codes[i]))
      return Refusal{Error::code_out_of_range, i};
  return {};
}

Verdict check_scales(const Steps& steps, const Question& asked) {
  for (std::size_t i = 0; i < asked.scales.size(); ++i)
    if (!steps.scale_accepted(steps, asked.figures.dtype, asked.scales[i]))
      return Refusal{Error::invalid_scale, i};
  if (asked.global && !steps.scale_accepted(steps, ScaleDtype::F32, *asked.global))
    return Refusal{Error::invalid_scale, asked.figures.scales};
  return {};
}

Verdict check_input(const Steps&, const Question& asked) {
  for (std::size_t i = 0; i < asked.input.size(); ++i)
    if (is_nan(ScalarType::F32, asked.input[i]) || is_infinite(ScalarType::F32, asked.input[i]))
      return Refusal{Error::non_finite_input, i};
  return {};
}

}  // namespace right

namespace {

// With right steps, data that passed the checks bear the sizes out: 16 codes take 4 bytes at the
// least, one code 4 bytes at the most, and so does its scale, which quantizing adds. A fault that
// drops a check must not cost unbounded memory.
Verdict out_of_proportion(const Steps& steps, const Question& asked) {
  if (asked.verb == kSize || asked.verb == kValidate) return {};
  const Figures& all = asked.figures;
  const std::uint64_t given =
      asked.codes.size() + asked.scales.size() + asked.bytes.size() + 2 * asked.input.size();
  const std::uint64_t wanted = std::max(
      {all.elements, all.scales, all.words_per_line, all.value_bytes, all.regions.total_bytes});
  if (wanted / 4 <= given + 65536) return {};
  return Refusal{Error::shape_overflow, 0, steps.largest_size()};
}

}  // namespace

Verdict first_refusal(const Steps& steps, const Question& asked) {
  for (const Check& check : steps.checks) {
    if ((check.verbs & asked.verb) == 0) continue;
    if (const Verdict refusal = check.test(steps, asked)) return refusal;
  }
  return out_of_proportion(steps, asked);
}

}  // namespace qb::reference
