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

Reply answer_quantize(const QuantizeRequest& request) {
  const auto sizes = encoded_size(request.scheme, request.shape);
  const bool is_worth = fits(sizes, request);
  Guarded<std::uint8_t> out(is_worth ? shortened(sizes->total_bytes, request.short_by) : 0);
  std::vector<std::uint64_t> scratch(is_worth ? *quantize_scratch(request.scheme, request.shape)
                                              : 0);
  const Placed input(request.input.data(), request.input.size_bytes(), 0);
  const auto summary = quantize(request.scheme, request.shape, request.calibration,
                                Floats(input.span<float>()), scratch, out.span());
  if (!summary)
    return refused(summary.refusal(), request.scheme, request.shape, out.touched_beyond(0));
  if (out.touched_beyond(sizes->total_bytes))
    return Died{Died::How::garbage, "quantize wrote outside its output"};
  const auto bytes = out.span().first(sizes->total_bytes);
  return QuantizedAnswer{{bytes.begin(), bytes.end()}, *summary};
}

Reply answer_dequantize(const BytesRequest& request, std::span<const std::uint8_t> bytes) {
  const auto sizes = encoded_size(request.scheme, request.shape);
  const bool is_worth = sizes && sizes->total_bytes == bytes.size();
  Guarded<float> values(is_worth ? shortened(sizes->elements, request.short_by) : 0);
  const auto count = dequantize(request.scheme, request.shape, bytes, values.span());
  if (!count)
    return refused(count.refusal(), request.scheme, request.shape, values.touched_beyond(0));
  if (values.touched_beyond(*count))
    return Died{Died::How::garbage, "dequantize wrote outside its output"};
  ValuesAnswer answer;
  for (float value : values.span().first(*count))
    answer.values.push_back(std::bit_cast<std::uint32_t>(value));
  return answer;
}

}  // namespace qb::laws
