// Quantizing (F41 to F53), a block at a time: each is gathered into an array and worked on as one.
#include <algorithm>
#include <bit>
#include <utility>

#include "arrays.h"
#include "environment.h"
#include "exact.h"
#include "figures.h"
#include "reference.h"

namespace qb::reference {
namespace {

using Array = Eigen::ArrayXf;
using Cell = std::vector<std::size_t>;

struct Draft {
  Quantized made;
  std::vector<float> back;  // what each element would come back as
};

Array gathered(std::span<const std::uint32_t> input, const Cell& cell) {
  Array block = Array::Zero(static_cast<Eigen::Index>(cell.size()));
  for (std::size_t i = 0; i < cell.size(); ++i)
    if (cell[i] < input.size())  // only behind a fault is there an element without an input
      block[static_cast<Eigen::Index>(i)] = std::bit_cast<float>(input[cell[i]]);
  return block;
}

// As it will be read from the bytes (F45).
float as_stored(const Steps& steps, ScaleDtype dtype, float scale) {
  const auto code = steps.encode_scale(steps, dtype, std::bit_cast<std::uint32_t>(scale));
  return std::bit_cast<float>(steps.decode_scale(steps, dtype, code));
}

float alpha_of(const Steps& steps, const Question& asked, const Array& x) {
  return steps.alpha(steps.range(asked.calibration, span_of(x)));
}

std::optional<float> global_of(const Steps& steps, const Question& asked, Floats raw_scales) {
  if (!asked.figures.global) return {};
  const float global = steps.global_scale(steps, asked.figures.dtype, raw_scales);
  return as_stored(steps, ScaleDtype::F32, global);
}

float scale_of(const Steps& steps, const Question& asked, float wanted) {
  const ScaleDtype dtype = asked.figures.dtype;
  const auto rounded = asked.figures.global ? steps.two_level_scale : steps.one_level_scale;
  return as_stored(steps, dtype, rounded(steps, dtype, wanted));
}

std::int8_t code_of(const Steps& steps, Value value, float clamped) {
  return float_type(value) ? steps.float_code(steps, value, clamped) : steps.integer_code(clamped);
}

void quantize_block(const Steps& steps, const Question& asked, const Cell& cell, const Array& x,
                    float step, Draft& draft) {
  const Value value = asked.scheme.value;
  const Limits limits = steps.limits(value);
  const Array q = x.unaryExpr([&](float one) { return steps.quotient(one, step); });
  const Eigen::Array<std::int8_t, Eigen::Dynamic, 1> codes =
      q.unaryExpr([&](float one) { return code_of(steps, value, steps.clamp(limits, one)); });
  const Array values =
      codes.unaryExpr([&](std::int8_t one) { return steps.code_value(steps, value, one); });

  for (std::size_t i = 0; i < cell.size(); ++i) {
    draft.made.tensor.codes[cell[i]] = codes[static_cast<Eigen::Index>(i)];
    draft.back[cell[i]] = steps.value_back(step, values[static_cast<Eigen::Index>(i)]);
  }
  Summary& summary = draft.made.summary;
  summary.clipped_values += static_cast<std::uint64_t>(
      std::ranges::count_if(q, [&](float one) { return steps.is_clipped(limits, one); }));
  if (steps.is_vanished(span_of(x), span_of(values))) ++summary.vanished_blocks;
  if (steps.is_zero(span_of(x))) ++summary.zero_blocks;
}

[[gnu::noinline]] Draft draft_of(const Steps& steps, const Question& asked) {
  const auto elements = static_cast<std::size_t>(asked.figures.elements);
  Draft draft;
  draft.made.tensor.codes.resize(elements);
  draft.back.resize(elements);
  const std::vector<Cell> cells = cells_of(steps, asked);

  const float half = steps.half(steps.limits(asked.scheme.value));
  std::vector<Array> blocks;
  std::vector<float> alphas, raw_scales;
  for (const Cell& cell : cells) {
    blocks.push_back(gathered(asked.input, cell));
    alphas.push_back(alpha_of(steps, asked, blocks.back()));
    raw_scales.push_back(steps.raw_scale(alphas.back(), half));
  }
  const std::optional<float> global = global_of(steps, asked, raw_scales);
  if (global) draft.made.tensor.global = std::bit_cast<std::uint32_t>(*global);

  for (std::size_t i = 0; i < cells.size(); ++i) {
    const float wanted = steps.wanted_scale(steps, alphas[i], half, global);
    if (steps.is_saturated(steps, asked.figures.dtype, wanted))
      ++draft.made.summary.saturated_blocks;
    const float scale = scale_of(steps, asked, wanted);
    draft.made.tensor.scales.push_back(std::bit_cast<std::uint32_t>(scale));
    quantize_block(steps, asked, cells[i], blocks[i], steps.step_of(global, scale), draft);
  }
  return draft;
}

[[gnu::noinline]] Verdict overflow_of(const Steps& steps, const Draft& draft) {
  const auto first = std::ranges::find_if(draft.back, steps.overflows);
  if (first == draft.back.end()) return {};
  return Refusal{Error::value_overflow, static_cast<std::uint64_t>(first - draft.back.begin())};
}

}  // namespace

Result<Quantized> quantize(const Steps& steps, const Scheme& scheme, Shape shape,
                           Calibration calibration, std::span<const std::uint32_t> input) {
  Question asked = question(kQuantize, steps, scheme, shape, {});
  asked.input = input;
  asked.calibration = calibration;
  if (const Verdict refusal = first_refusal(steps, asked)) return *refusal;
  const DefaultEnvironment environment;
  Draft draft = draft_of(steps, asked);
  if (const Verdict refusal = overflow_of(steps, draft)) return *refusal;
  asked.codes = draft.made.tensor.codes;
  asked.scales = draft.made.tensor.scales;
  asked.global = draft.made.tensor.global;
  draft.made.bytes = written(steps, asked);
  return std::move(draft.made);
}

}  // namespace qb::reference
