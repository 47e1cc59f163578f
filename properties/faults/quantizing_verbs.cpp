// Faults that wrap the codec where it quantizes and dequantizes.
#include <vector>

#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

/// Codes by the scales of `used`, stored under the scheme that was asked for: its bytes.
Reply stored_otherwise(const Implementation& right, const QuantizeRequest& r, const Scheme& used) {
  Reply quantized = right.ask(QuantizeRequest{used, r.shape, r.calibration, r.input});
  const auto* answer = std::get_if<QuantizedAnswer>(&quantized);
  if (answer == nullptr) return right.ask(r);
  const Reply decoded = right.ask(BytesRequest{BytesVerb::decode, used, r.shape, answer->bytes});
  const auto* tensor = std::get_if<TensorAnswer>(&decoded);
  if (tensor == nullptr) return right.ask(r);
  const Reply written =
      right.ask(EncodeRequest{r.scheme, r.shape, tensor->codes, tensor->scales, tensor->global});
  const auto* bytes = std::get_if<BytesAnswer>(&written);
  if (bytes == nullptr) return right.ask(r);
  return QuantizedAnswer{bytes->bytes, answer->summary};
}

template <typename R>
bool is_in_other_environment(const R&) {
  const volatile float tiny = 1e-30f;
  return 1.0f + tiny != 1.0f;
}

constexpr Fault kFaults[] = {
    {"scale_used_is_not_stored", Layer::verb,
     "The scale that is stored is the scale that was used: 0.1 used, 0.1015625 stored.",
     "tracel-ai/burn#5253",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         const auto* r = std::get_if<QuantizeRequest>(&request);
         if (r == nullptr || r->scheme.two_level()) return right.ask(request);
         Scheme exact = r->scheme;
         if (exact.block) exact.block->dtype = ScaleDtype::F32;
         if (exact.tensor) exact.tensor = ScaleDtype::F32;
         return stored_otherwise(right, *r, exact);
       });
     },
     "F45"},
    {"summary_of_zeros", Layer::verb, "Saturation is never silent.",
     "own: a summary that nobody filled in",
     [] {
       return with_reply<QuantizeRequest>([](const QuantizeRequest&, Reply& reply) {
         if (auto* answer = std::get_if<QuantizedAnswer>(&reply)) answer->summary = Summary{};
       });
     },
     "F50"},
    {"floats_cut_or_filled", Layer::verb, "Missing floats are not zeros.",
     "own: buffers rounded up to a block",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         Reply reply = right.ask(request);
         const auto* r = std::get_if<QuantizeRequest>(&request);
         if (r == nullptr || !refused_as(reply, Error::value_count_mismatch)) return reply;
         std::uint64_t elements = 1;
         for (std::uint64_t extent : r->shape) elements *= extent;
         if (elements > 4096) return reply;
         std::vector<std::uint32_t> input(r->input.begin(), r->input.end());
         input.resize(elements, 0);
         return right.ask(QuantizeRequest{r->scheme, r->shape, r->calibration, input});
       });
     },
     "F30"},
    {"non_finite_becomes_zero", Layer::verb, "A NaN is refused and does not become 0.",
     "tracel-ai/burn burn-flex",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         Reply reply = right.ask(request);
         const auto* r = std::get_if<QuantizeRequest>(&request);
         if (r == nullptr || !refused_as(reply, Error::non_finite_input)) return reply;
         std::vector<std::uint32_t> input(r->input.begin(), r->input.end());
         for (std::uint32_t& bits : input)
           if ((bits & 0x7f800000) == 0x7f800000) bits = 0;
         return right.ask(QuantizeRequest{r->scheme, r->shape, r->calibration, input});
       });
     },
     "F52"},
    {"quantize_writes_then_refuses", Layer::verb, "A refusal leaves the output as it was.",
     "own: checks inside of the loop that writes",
     [] {
       return with_reply<QuantizeRequest>([](const QuantizeRequest&, Reply& reply) {
         if (refused_as(reply, Error::non_finite_input))
           std::get<Refused>(reply).buffers_touched = true;
       });
     },
     "F29"},
    {"dequantize_writes_then_refuses", Layer::verb, "A refusal leaves the output as it was.",
     "own: checks after the loop that writes",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest& r, Reply& reply) {
         if (r.verb == BytesVerb::dequantize && refused_as(reply, Error::trailing_bytes))
           std::get<Refused>(reply).buffers_touched = true;
       });
     },
     "F29"},
    {"short_bytes_filled", Layer::verb, "An output too small for the bytes is refused.",
     "own: writing what fits",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         const auto* r = std::get_if<QuantizeRequest>(&request);
         if (r == nullptr) return right.ask(request);
         return right.ask(QuantizeRequest{r->scheme, r->shape, r->calibration, r->input});
       });
     },
     "F30"},
    {"quantize_in_callers_environment", Layer::verb,
     "Quantizing sets the rounding mode that it needs.", "own: nobody sets the rounding mode",
     [] {
       return with_reply<QuantizeRequest>([](const QuantizeRequest& r, Reply& reply) {
         auto* answer = std::get_if<QuantizedAnswer>(&reply);
         if (answer != nullptr && is_in_other_environment(r) && !answer->bytes.empty())
           ++answer->bytes.front();
       });
     },
     "F40 F53"},
    {"dequantize_in_callers_environment", Layer::verb,
     "Dequantizing sets the rounding mode that it needs.", "own: nobody sets the rounding mode",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest& r, Reply& reply) {
         auto* answer = std::get_if<ValuesAnswer>(&reply);
         if (answer != nullptr && is_in_other_environment(r) && !answer->values.empty())
           ++answer->values.front();
       });
     },
     "F40 F53"},
};

}  // namespace

std::span<const Fault> quantizing_verb_faults() { return kFaults; }

}  // namespace qb::laws
