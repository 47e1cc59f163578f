// Faults at the edge of a verb: what the codec replies is spoilt.
#include <algorithm>

#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

constexpr Fault kFaults[] = {
    {"extra_scales_written", Layer::verb, "One scale too many shifts every byte behind it.",
     "burn-std 0.22.1",
     [] {
       return with_reply<EncodeRequest>([](const EncodeRequest& r, Reply& reply) {
         if (refused_as(reply, Error::scale_count_mismatch) && r.scales.size() > 1)
           reply = BytesAnswer{std::vector<std::uint8_t>(r.codes.size() + 4 * r.scales.size())};
       });
     },
     "F21"},
    {"last_number_big_endian", Layer::verb, "The last number is little-endian as well.",
     "ggml-org/llama.cpp#12863",
     [] {
       return with_reply<EncodeRequest>([](const EncodeRequest& r, Reply& reply) {
         auto* answer = std::get_if<BytesAnswer>(&reply);
         if (answer != nullptr && r.scheme.two_level())
           std::reverse(answer->bytes.end() - 4, answer->bytes.end());
       });
     },
     "F17"},
    {"global_dropped_on_read", Layer::verb, "Reading gives the global scale back.",
     "tracel-ai/cubecl#1479",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest&, Reply& reply) {
         if (auto* tensor = std::get_if<TensorAnswer>(&reply)) tensor->global.reset();
       });
     },
     "F26"},
    {"scale_nan_replaced", Layer::verb, "A NaN scale is read as a NaN.", "tracel-ai/burn burn-flex",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest&, Reply& reply) {
         auto* tensor = std::get_if<TensorAnswer>(&reply);
         if (tensor == nullptr) return;
         for (std::uint32_t& scale : tensor->scales)
           if ((scale & 0x7fffffff) > 0x7f800000) scale = 1;
       });
     },
     "F26"},
    {"scale_infinity_replaced", Layer::verb, "An infinite scale is read as infinity.",
     "tracel-ai/burn burn-flex",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest&, Reply& reply) {
         auto* tensor = std::get_if<TensorAnswer>(&reply);
         if (tensor == nullptr) return;
         for (std::uint32_t& scale : tensor->scales)
           if ((scale & 0x7fffffff) == 0x7f800000) --scale;
       });
     },
     "F26"},
    {"encode_writes_then_refuses", Layer::verb, "A refusal leaves the output as it was.",
     "own: checking while writing is the shorter program",
     [] {
       return with_reply<EncodeRequest>([](const EncodeRequest&, Reply& reply) {
         if (refused_as(reply, Error::invalid_scale))
           std::get<Refused>(reply).buffers_touched = true;
       });
     },
     "F29"},
    {"decode_writes_then_refuses", Layer::verb, "A refusal leaves the outputs as they were.",
     "own: checking while reading is the shorter program",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest& r, Reply& reply) {
         if (r.verb == BytesVerb::decode && refused_as(reply, Error::truncated))
           std::get<Refused>(reply).buffers_touched = true;
       });
     },
     "F29"},
    {"reads_at_aligned_address", Layer::verb, "A buffer may start at any address.",
     "tracel-ai/burn#4708",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest& r, Reply& reply) {
         auto* tensor = std::get_if<TensorAnswer>(&reply);
         if (tensor != nullptr && r.input_offset % 4 != 0 && !tensor->scales.empty())
           tensor->scales.front() ^= 0x100;
         auto* values = std::get_if<ValuesAnswer>(&reply);
         if (values != nullptr && r.input_offset % 4 != 0 && !values->values.empty())
           values->values.front() ^= 0x100;
       });
     },
     "F11"},
    {"codes_at_aligned_address", Layer::verb, "Codes may start at any address.",
     "own: the same for what is written, as vector code has it",
     [] {
       return with_reply<EncodeRequest>([](const EncodeRequest& r, Reply& reply) {
         auto* answer = std::get_if<BytesAnswer>(&reply);
         if (answer != nullptr && r.input_offset % 8 != 0 && r.codes.size() > 8)
           answer->bytes.front() ^= 1;
       });
     },
     "F11"},
    {"rounding_mode_leaks", Layer::verb, "The caller's rounding mode changes nothing.",
     "own: the mode is a global of the thread",
     [] {
       return with_reply<EncodeRequest>([](const EncodeRequest&, Reply& reply) {
         const volatile float tiny = 1e-30f;
         auto* answer = std::get_if<BytesAnswer>(&reply);
         if (answer != nullptr && 1.0f + tiny != 1.0f && !answer->bytes.empty())
           ++answer->bytes.back();
       });
     },
     "F40"},
    {"padding_strict_in_validate", Layer::verb, "Padding is ignored by every reader, or by none.",
     "ruvnet/RuView#1522",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         Reply reply = right.ask(request);
         const auto* r = std::get_if<BytesRequest>(&request);
         if (r == nullptr || r->verb != BytesVerb::validate) return reply;
         const Reply audit =
             right.ask(BytesRequest{BytesVerb::audit, r->scheme, r->shape, r->bytes});
         const auto* found = std::get_if<FindingsAnswer>(&audit);
         if (found != nullptr && !found->findings.empty() &&
             found->findings.front().kind == FindingKind::padding_not_zero)
           reply = Refused{Error::trailing_bytes, "trailing_bytes", "", false};
         return reply;
       });
     },
     "F25"},
    {"zero_scale_replaced", Layer::verb, "A zero scale is read, and written again, as zero.",
     "own: a guard against division by zero",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest&, Reply& reply) {
         auto* tensor = std::get_if<TensorAnswer>(&reply);
         if (tensor == nullptr) return;
         for (std::uint32_t& scale : tensor->scales)
           if (scale == 0) scale = 0x3f800000;
       });
     },
     "F28 F26"},
    {"audit_stops_at_first", Layer::verb, "An audit lists all there is.",
     "own: a check that was made to refuse stops at the first",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest&, Reply& reply) {
         auto* found = std::get_if<FindingsAnswer>(&reply);
         if (found != nullptr && found->findings.size() > 1) found->findings.resize(1);
       });
     },
     "F27"},
    {"one_error_for_all", Layer::verb, "Each refusal has its own name of a closed set.",
     "own: an enumeration whose one member is invalid_input",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         Reply reply = right.ask(request);
         if (auto* refused = std::get_if<Refused>(&reply)) {
           refused->error.reset();
           refused->name = "invalid_input";
         }
         return reply;
       });
     },
     "F30"},
    {"message_without_scheme", Layer::verb, "A message carries the scheme's text form.",
     "own: a text without the numbers",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         Reply reply = right.ask(request);
         if (auto* refused = std::get_if<Refused>(&reply)) refused->message = "bad input";
         return reply;
       });
     },
     "F31"},
};

}  // namespace

std::span<const Fault> reply_faults() { return kFaults; }

}  // namespace qb::laws
