#include <algorithm>
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

Reply answer(const BufferVerbs& verbs, const EncodeRequest& request) {
  const Placed placed{request.placement, request.input_offset};
  auto& [code_arena, scale_arena, byte_arena] = arenas();
  const auto out = placed.output<std::uint8_t>(byte_arena, output_bytes(request));
  TensorView tensor{
      placed.input<std::int8_t>(code_arena, request.codes.data(), request.codes.size()),
      placed.input<float>(scale_arena, request.scales.data(), request.scales.size_bytes()),
      std::nullopt};
  if (request.global) tensor.global = std::bit_cast<float>(*request.global);

  Result<std::uint64_t> size = 0;
  auto call = [&] { size = verbs.encode(request.scheme, request.shape, tensor, out); };
  if (!stays_inside(call) || code_arena.touched_beyond(request.codes.size()) ||
      scale_arena.touched_beyond(request.scales.size_bytes()) ||
      byte_arena.touched_beyond(out.size()))
    return died_outside();
  if (!size)
    return refused(size.refusal(), request.scheme, request.shape, byte_arena.touched_beyond(0));
  if (*size > out.size() || byte_arena.touched_beyond(*size)) return died_outside();
  const auto bytes = out.first(*size);
  return BytesAnswer{{bytes.begin(), bytes.end()}};
}

Reply answer_decode(const BufferVerbs& verbs, const BytesRequest& request,
                    std::span<const std::uint8_t> bytes) {
  const Placed placed{request.placement, request.input_offset};
  auto& [code_arena, scale_arena, byte_arena] = arenas();
  const auto sizes = encoded_size(request.scheme, request.shape);
  const bool fits = sizes && sizes->total_bytes == bytes.size();
  // An empty grid or a dtype of one byte: scales and codes are at most as many as there are bytes,
  // times the lanes of a byte.
  const auto codes = placed.output<std::int8_t>(
      code_arena, fits ? shortened(sizes->elements, request.short_by) : 0);
  const auto scales = placed.output<float>(scale_arena, fits ? sizes->scales : 0);

  Result<Decoded> decoded = Decoded{};
  auto call = [&] { decoded = verbs.decode(request.scheme, request.shape, bytes, codes, scales); };
  if (!stays_inside(call) || code_arena.touched_beyond(codes.size()) ||
      scale_arena.touched_beyond(scales.size_bytes()) || byte_arena.touched_beyond(bytes.size()))
    return died_outside();
  if (!decoded)
    return refused(decoded.refusal(), request.scheme, request.shape,
                   code_arena.touched_beyond(0) || scale_arena.touched_beyond(0));
  if (decoded->elements > codes.size() || decoded->scales > scales.size() ||
      code_arena.touched_beyond(decoded->elements) ||
      scale_arena.touched_beyond(decoded->scales * sizeof(float)))
    return died_outside();

  TensorAnswer answer;
  answer.codes.assign(codes.begin(), codes.begin() + decoded->elements);
  for (float scale : scales.first(decoded->scales))
    answer.scales.push_back(std::bit_cast<std::uint32_t>(scale));
  if (decoded->global) answer.global = std::bit_cast<std::uint32_t>(*decoded->global);
  return answer;
}

Reply answer_audit(const BufferVerbs& verbs, const BytesRequest& request,
                   std::span<const std::uint8_t> bytes) {
  std::vector<Finding> findings(64);
  Result<std::uint64_t> count = 0;
  auto call = [&] { count = verbs.audit(request.scheme, request.shape, bytes, findings); };
  if (!stays_inside(call)) return died_outside();
  if (count && *count > findings.size()) {
    findings.resize(*count);
    if (!stays_inside(call)) return died_outside();
  }
  if (arenas().bytes.touched_beyond(bytes.size())) return died_outside();
  if (!count) return refused(count.refusal(), request.scheme, request.shape);
  findings.resize(*count);
  return FindingsAnswer{std::move(findings)};
}

Reply answer_validate(const BufferVerbs& verbs, const BytesRequest& request,
                      std::span<const std::uint8_t> bytes) {
  Result<Done> valid = Done{};
  auto call = [&] { valid = verbs.validate(request.scheme, request.shape, bytes); };
  if (!stays_inside(call) || arenas().bytes.touched_beyond(bytes.size())) return died_outside();
  if (!valid) return refused(valid.refusal(), request.scheme, request.shape);
  return ValidAnswer{};
}

Reply answer(const BufferVerbs& verbs, const BytesRequest& request) {
  const Placed placed{request.placement, request.input_offset};
  const auto bytes =
      placed.input<std::uint8_t>(arenas().bytes, request.bytes.data(), request.bytes.size());
  if (request.verb == BytesVerb::decode) return answer_decode(verbs, request, bytes);
  if (request.verb == BytesVerb::audit) return answer_audit(verbs, request, bytes);
  if (request.verb == BytesVerb::dequantize) return answer_dequantize(verbs, request, bytes);
  return answer_validate(verbs, request, bytes);
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

Reply answer(const PresetRequest& request) {
  if (request.name == "nvfp4") return SchemeAnswer{nvfp4()};
  if (request.name == "mxfp4") return SchemeAnswer{mxfp4()};
  return SchemeAnswer{Scheme{}};
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
Reply answer(const BufferVerbs& verbs, const QuantizeRequest& request) {
  return answer_quantize(verbs, request);
}

}  // namespace

Implementation codec(const BufferVerbs& verbs) {
  Implementation implementation;
  implementation.name = "codec";
  implementation.capabilities = kSize | kEncode | kValidate | kDecode | kAudit | kPermute | kText |
                                kPreset | kScalar | kQuantize | kDequantize | kSeesBuffers |
                                kPlacement | kRequiredNans | kMessages;
  implementation.ask = [verbs](const Request& request) {
    return std::visit(
        [&verbs](const auto& asked) {
          if constexpr (requires { answer(verbs, asked); })
            return answer(verbs, asked);
          else
            return answer(asked);
        },
        request);
  };
  return implementation;
}

}  // namespace qb::laws
