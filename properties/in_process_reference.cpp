#include "properties/in_process.h"
#include "reference/reference.h"

namespace qb::laws {
namespace {

Refused refused(const reference::Steps& steps, const Refusal& refusal, const Scheme& scheme,
                Shape shape) {
  return {refusal.error, std::string(name(refusal.error)),
          reference::message(steps, refusal, scheme, shape), false};
}

// The reference gives vectors and has no buffers of a caller, so `short_by` and `input_offset` mean
// nothing to it: what it answers is what any placement must give.
struct Answer {
  const reference::Steps& steps;

  Reply operator()(const SizeRequest& request) const {
    const auto sizes = reference::encoded_size(steps, request.scheme, request.shape);
    if (!sizes) return refused(steps, sizes.refusal(), request.scheme, request.shape);
    return SizeAnswer{sizes->total_bytes, sizes->scales_offset, sizes->global_offset};
  }

  Reply operator()(const EncodeRequest& request) const {
    auto bytes = reference::encode(steps, request.scheme, request.shape, request.codes,
                                   request.scales, request.global);
    if (!bytes) return refused(steps, bytes.refusal(), request.scheme, request.shape);
    return BytesAnswer{std::move(*bytes)};
  }

  Reply operator()(const BytesRequest& request) const {
    const auto& [verb, scheme, shape, bytes, input_offset, short_by, placement] = request;
    if (verb == BytesVerb::validate) {
      const auto valid = reference::validate(steps, scheme, shape, bytes);
      if (!valid) return refused(steps, valid.refusal(), scheme, shape);
      return ValidAnswer{};
    }
    if (verb == BytesVerb::audit) {
      auto findings = reference::audit(steps, scheme, shape, bytes);
      if (!findings) return refused(steps, findings.refusal(), scheme, shape);
      return FindingsAnswer{std::move(*findings)};
    }
    if (verb == BytesVerb::dequantize) {
      auto values = reference::dequantize(steps, scheme, shape, bytes);
      if (!values) return refused(steps, values.refusal(), scheme, shape);
      return ValuesAnswer{std::move(*values)};
    }
    auto tensor = reference::decode(steps, scheme, shape, bytes);
    if (!tensor) return refused(steps, tensor.refusal(), scheme, shape);
    return TensorAnswer{std::move(tensor->codes), std::move(tensor->scales), tensor->global};
  }

  Reply operator()(const QuantizeRequest& request) const {
    auto quantized = reference::quantize(steps, request.scheme, request.shape, request.calibration,
                                         request.input);
    if (!quantized) return refused(steps, quantized.refusal(), request.scheme, request.shape);
    return QuantizedAnswer{std::move(quantized->bytes), quantized->summary};
  }

  Reply operator()(const PermuteRequest& request) const {
    const auto permuted = reference::permute(steps, request.scheme, request.rank, request.axes);
    if (!permuted)
      return Refused{
          permuted.refusal().error, std::string(name(permuted.refusal().error)),
          reference::permute_message(steps, permuted.refusal(), request.scheme, request.rank),
          false};
    return SchemeAnswer{*permuted};
  }

  Reply operator()(const TextRequest& request) const {
    TextAnswer answer{reference::text(steps, request.scheme), ""};
    if (auto json = reference::json(steps, request.scheme)) answer.json = *json;
    return answer;
  }

  Reply operator()(const ScalarRequest& request) const {
    ScalarAnswer answer;
    for (std::uint32_t input : request.inputs)
      answer.outputs.push_back(convert(request.verb, request.type, input));
    return answer;
  }

  Reply operator()(const PresetRequest& request) const {
    return SchemeAnswer{steps.preset(request.name)};
  }

  Reply operator()(const DigestRequest&) const { return Unsupported{"only other processes do"}; }

  std::uint32_t convert(ScalarVerb verb, ScalarType type, std::uint32_t input) const {
    switch (verb) {
      case ScalarVerb::encode:
        return reference::encode_scalar(steps, type, input);
      case ScalarVerb::decode:
        return reference::decode_scalar(steps, type, input);
      default:
        return reference::round_up(steps, type, input);
    }
  }
};

}  // namespace

Implementation reference(const reference::Steps& steps) {
  Implementation implementation;
  implementation.name = "reference";
  implementation.capabilities = kSize | kEncode | kValidate | kDecode | kAudit | kPermute | kText |
                                kScalar | kQuantize | kDequantize | kPreset | kRequiredNans |
                                kMessages;
  implementation.ask = [steps](const Request& request) {
    return std::visit(Answer{steps}, request);
  };
  return implementation;
}

}  // namespace qb::laws
