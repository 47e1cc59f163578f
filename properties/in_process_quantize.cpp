#include <bit>

#include "properties/in_process_buffers.h"
#include "qb/quantize.h"

namespace qb::laws {
namespace {

/// Whether the outputs are worth making: requests that small data cannot fill are refused before
/// the outputs are looked at.
bool fits(const Result<Sizes>& sizes, const QuantizeRequest& request) {
  return sizes && sizes->elements == request.input.size();
}

}  // namespace

Reply answer_quantize(const BufferVerbs& verbs, const QuantizeRequest& request) {
  const auto sizes = encoded_size(request.scheme, request.shape);
  const bool is_worth = fits(sizes, request);
  auto& [words, floats, bytes] = arenas();
  const Placed placed{request.placement, 0};
  const auto out = placed.output<std::uint8_t>(
      bytes, is_worth ? shortened(sizes->total_bytes, request.short_by) : 0);
  const auto scratch = placed.output<std::uint64_t>(
      words, is_worth ? *quantize_scratch(request.scheme, request.shape) : 0);
  const auto input = placed.input<float>(floats, request.input.data(), request.input.size_bytes());
  Result<Summary> summary = Summary{};
  auto call = [&] {
    summary =
        verbs.quantize(request.scheme, request.shape, request.calibration, input, scratch, out);
  };
  if (!stays_inside(call) || floats.touched_beyond(input.size_bytes()) ||
      words.touched_beyond(scratch.size_bytes()) || bytes.touched_beyond(out.size()))
    return died_outside();
  if (!summary)
    return refused(summary.refusal(), request.scheme, request.shape, bytes.touched_beyond(0));
  if (sizes->total_bytes > out.size() || bytes.touched_beyond(sizes->total_bytes))
    return died_outside();
  const auto written = out.first(sizes->total_bytes);
  return QuantizedAnswer{{written.begin(), written.end()}, *summary};
}

Reply answer_dequantize(const BufferVerbs& verbs, const BytesRequest& request,
                        std::span<const std::uint8_t> bytes) {
  const auto sizes = encoded_size(request.scheme, request.shape);
  const bool is_worth = sizes && sizes->total_bytes == bytes.size();
  Arena& floats = arenas().scales;
  const Placed placed{request.placement, request.input_offset};
  const auto values =
      placed.output<float>(floats, is_worth ? shortened(sizes->elements, request.short_by) : 0);
  Result<std::uint64_t> count = 0;
  auto call = [&] { count = verbs.dequantize(request.scheme, request.shape, bytes, values); };
  if (!stays_inside(call) || floats.touched_beyond(values.size_bytes()) ||
      arenas().bytes.touched_beyond(bytes.size()))
    return died_outside();
  if (!count)
    return refused(count.refusal(), request.scheme, request.shape, floats.touched_beyond(0));
  if (*count > values.size() || floats.touched_beyond(*count * sizeof(float)))
    return died_outside();
  ValuesAnswer answer;
  for (float value : values.first(*count))
    answer.values.push_back(std::bit_cast<std::uint32_t>(value));
  return answer;
}

}  // namespace qb::laws
