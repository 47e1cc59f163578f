#include <algorithm>
#include <array>
#include <bit>

#include "properties/in_process.h"
#include "properties/in_process_buffers.h"
#include "qb/audit.h"
#include "qb/codec.h"
#include "qb/convert.h"

namespace qb::laws {
namespace {

Reply answer(const SizeRequest& request) {
  const auto sizes = encoded_size(request.scheme, request.shape);
  if (!sizes) return refused(sizes.refusal(), request.scheme, request.shape);
  return SizeAnswer{sizes->total_bytes, sizes->scales_offset, sizes->global_offset};
}

/// The most an output can need, so that a wrong size never becomes a giant allocation: requests
/// that small data cannot fill are refused before the output is looked at.
std::uint64_t output_bytes(const EncodeRequest& request) {
  const auto sizes = encoded_size(request.scheme, request.shape);
  if (!sizes || sizes->elements != request.codes.size()) return 0;
  return shortened(sizes->total_bytes, request.short_by);
}

Reply answer(const EncodeRequest& request) {
  Guarded<std::uint8_t> out(output_bytes(request));
  const Placed codes(request.codes.data(), request.codes.size(), request.input_offset);
  const Placed scales(request.scales.data(), request.scales.size_bytes(), 0);
  TensorView tensor{codes.span<std::int8_t>(), scales.span<float>(), std::nullopt};
  if (request.global) tensor.global = std::bit_cast<float>(*request.global);

  const auto size = encode(request.scheme, request.shape, tensor, out.span());
  if (!size) return refused(size.refusal(), request.scheme, request.shape, out.touched_beyond(0));
  if (*size > out.span().size() || out.touched_beyond(*size))
    return Died{Died::How::garbage, "encode wrote outside its output"};
  const auto bytes = out.span().first(*size);
  return BytesAnswer{{bytes.begin(), bytes.end()}};
}

Reply answer_decode(const BytesRequest& request, std::span<const std::uint8_t> bytes) {
  const auto sizes = encoded_size(request.scheme, request.shape);
  const bool fits = sizes && sizes->total_bytes == bytes.size();
  // An empty grid or a dtype of one byte: scales and codes are at most as many as there are bytes,
  // times the lanes of a byte.
  Guarded<std::int8_t> codes(fits ? shortened(sizes->elements, request.short_by) : 0);
  Guarded<float> scales(fits ? sizes->scales : 0);
  const auto decoded = decode(request.scheme, request.shape, bytes, codes.span(), scales.span());
  if (!decoded)
    return refused(decoded.refusal(), request.scheme, request.shape,
                   codes.touched_beyond(0) || scales.touched_beyond(0));
  if (codes.touched_beyond(decoded->elements) || scales.touched_beyond(decoded->scales))
    return Died{Died::How::garbage, "decode wrote outside its output"};

  TensorAnswer answer;
  const auto code_span = codes.span().first(decoded->elements);
  answer.codes.assign(code_span.begin(), code_span.end());
  for (float scale : scales.span().first(decoded->scales))
    answer.scales.push_back(std::bit_cast<std::uint32_t>(scale));
  if (decoded->global) answer.global = std::bit_cast<std::uint32_t>(*decoded->global);
  return answer;
}

Reply answer_audit(const BytesRequest& request, std::span<const std::uint8_t> bytes) {
  std::array<Finding, 64> first;
  const auto count = audit(request.scheme, request.shape, bytes, first);
  if (!count) return refused(count.refusal(), request.scheme, request.shape);
  FindingsAnswer answer;
  answer.findings.assign(
      first.begin(),
      first.begin() + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(*count), 64));
  if (*count > first.size()) {
    answer.findings.resize(*count);
    // The first call has shown that this one answers.
    if (const auto again = audit(request.scheme, request.shape, bytes, answer.findings); !again)
      return refused(again.refusal(), request.scheme, request.shape);
  }
  return answer;
}

Reply answer(const BytesRequest& request) {
  const Placed placed(request.bytes.data(), request.bytes.size(), request.input_offset);
  const auto bytes = placed.span<std::uint8_t>();
  if (request.verb == BytesVerb::decode) return answer_decode(request, bytes);
  if (request.verb == BytesVerb::audit) return answer_audit(request, bytes);
  if (request.verb == BytesVerb::dequantize) return answer_dequantize(request, bytes);
  const auto valid = validate(request.scheme, request.shape, bytes);
  if (!valid) return refused(valid.refusal(), request.scheme, request.shape);
  return ValidAnswer{};
}

Reply answer(const PermuteRequest& request) {
  const auto permuted = permute(request.scheme, request.rank, request.axes);
  if (permuted) return SchemeAnswer{*permuted};
  return refused(permuted.refusal(), written([&](auto out) {
                   return write_permute_message(permuted.refusal(), request.scheme, request.rank,
                                                out);
                 }));
}

Reply answer(const TextRequest& request) {
  TextAnswer answer;
  answer.text = written([&](auto out) { return write_text(request.scheme, out); });
  answer.json = "";
  if (write_json(request.scheme, {}))
    answer.json = written([&](auto out) { return *write_json(request.scheme, out); });
  return answer;
}

Reply answer(const ScalarRequest& request) {
  ScalarAnswer answer{std::vector<std::uint32_t>(request.inputs.size())};
  switch (request.verb) {
    case ScalarVerb::encode:
      encode_scalar(request.type, request.inputs, answer.outputs);
      break;
    case ScalarVerb::decode:
      decode_scalar(request.type, request.inputs, answer.outputs);
      break;
    case ScalarVerb::round_up:
      round_up(request.type, request.inputs, answer.outputs);
      break;
  }
  return answer;
}

Reply answer(const DigestRequest&) { return Unsupported{"only other processes do"}; }
Reply answer(const QuantizeRequest& request) { return answer_quantize(request); }

}  // namespace

Implementation codec() {
  Implementation implementation;
  implementation.name = "codec";
  implementation.capabilities = kSize | kEncode | kValidate | kDecode | kAudit | kPermute | kText |
                                kScalar | kQuantize | kDequantize | kSeesBuffers | kPlacement |
                                kRequiredNans | kMessages;
  implementation.ask = [](const Request& request) {
    return std::visit([](const auto& asked) { return answer(asked); }, request);
  };
  return implementation;
}

}  // namespace qb::laws
