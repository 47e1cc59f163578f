// Faults that wrap the codec: wrong at the edges of a verb, not inside it.
#include <algorithm>
#include <type_traits>
#include <utility>

#include "properties/case.h"
#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

/// The codec, encoding, reading and quantizing as if the scheme were what `change` makes of it.
template <typename Change>
Implementation with_scheme(Change change) {
  return around_codec([change](const Implementation& right, const Request& request) {
    if (const auto* r = std::get_if<EncodeRequest>(&request)) {
      Scheme scheme = r->scheme;
      change(scheme, r->shape.size());
      return right.ask(EncodeRequest{scheme, r->shape, r->codes, r->scales, r->global,
                                     r->input_offset, r->short_by});
    }
    if (const auto* r = std::get_if<BytesRequest>(&request)) {
      Scheme scheme = r->scheme;
      change(scheme, r->shape.size());
      return right.ask(
          BytesRequest{r->verb, scheme, r->shape, r->bytes, r->input_offset, r->short_by});
    }
    if (const auto* r = std::get_if<QuantizeRequest>(&request)) {
      Scheme scheme = r->scheme;
      change(scheme, r->shape.size());
      return right.ask(QuantizeRequest{scheme, r->shape, r->calibration, r->input, r->short_by});
    }
    return right.ask(request);
  });
}

/// The codec, encoding the tensor that `change` makes of the one it was given.
template <typename Change>
Implementation with_tensor(Change change) {
  return around_codec([change](const Implementation& right, const Request& request) {
    const auto* r = std::get_if<EncodeRequest>(&request);
    if (r == nullptr) return right.ask(request);
    TensorCase tensor{r->scheme, {}, {}, {}, r->global, {}, 0, 0};
    tensor.codes.assign(r->codes.begin(), r->codes.end());
    tensor.scales.assign(r->scales.begin(), r->scales.end());
    change(tensor, right.ask(request));
    return right.ask(EncodeRequest{r->scheme, r->shape, tensor.codes, tensor.scales, tensor.global,
                                   r->input_offset, r->short_by});
  });
}

/// How many codes or scales a refusal says are needed: the number behind "it needs ".
std::size_t needed_by(const Reply& reply) {
  const std::string& message = std::get<Refused>(reply).message;
  return std::stoull(message.substr(message.rfind(' ') + 1));
}

/// The codec, reading no more or less than it needs, whatever it was given.
Implementation any_length(Error forgiven) {
  return around_codec([forgiven](const Implementation& right, const Request& request) {
    Reply reply = right.ask(request);
    const auto* r = std::get_if<BytesRequest>(&request);
    if (r == nullptr || !refused_as(reply, forgiven)) return reply;
    const Reply size = right.ask(SizeRequest{r->scheme, r->shape});
    if (!std::holds_alternative<SizeAnswer>(size)) return reply;
    const std::uint64_t total = std::get<SizeAnswer>(size).total_bytes;
    if (total > r->bytes.size() + 4096) return reply;
    std::vector<std::uint8_t> bytes(r->bytes.begin(), r->bytes.end());
    bytes.resize(total, 0);
    return right.ask(BytesRequest{r->verb, r->scheme, r->shape, bytes});
  });
}

constexpr Fault kFaults[] = {
    {"lookup_as_symmetric", Layer::verb, "A lookup scheme has no bytes.", "",
     [] {
       return with_scheme([](Scheme& scheme, std::size_t) { scheme.mode = Mode::Symmetric; });
     }},
    {"block_cut_to_rank", Layer::verb,
     "A block with more extents than the tensor has axes is refused, not cut.", "",
     [] {
       return with_scheme([](Scheme& scheme, std::size_t rank) {
         if (!scheme.block) return;
         auto extents = scheme.block->size.extents();
         if (extents.size() > rank) extents = extents.last(rank);
         scheme.block->size = *BlockSize::from(extents);
       });
     }},
    {"packed_dim_wraps", Layer::verb,
     "A packed dimension the tensor lacks is refused, not wrapped.", "",
     [] {
       return with_scheme([](Scheme& scheme, std::size_t rank) {
         scheme.store.packed_dim %= std::max<std::size_t>(rank, 1);
       });
     }},
    {"global_of_any_dtype", Layer::verb, "A global scale is F32; another dtype is refused.", "",
     [] {
       return with_scheme([](Scheme& scheme, std::size_t) {
         if (scheme.two_level()) scheme.tensor = ScaleDtype::F32;
       });
     }},
    {"codes_cut_or_filled", Layer::verb, "Missing codes are not zeros.", "",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (refused_as(reply, Error::value_count_mismatch) && needed_by(reply) < 4096)
           tensor.codes.resize(needed_by(reply));
       });
     }},
    {"extra_scales_ignored", Layer::verb, "More scales than cells are refused.",
     "burn-std 0.22.1 and 0.23.0-pre.1",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (refused_as(reply, Error::scale_count_mismatch) &&
             needed_by(reply) < tensor.scales.size())
           tensor.scales.resize(needed_by(reply));
       });
     }},
    {"codes_masked", Layer::verb, "8 does not fit Q4S and does not become -8.",
     "burn-std 0.23.0-pre.1",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (!refused_as(reply, Error::code_out_of_range)) return;
         for (std::int8_t& code : tensor.codes) code = static_cast<std::int8_t>(code & 1);
       });
     }},
    {"bad_scale_saturates", Layer::verb, "A scale that cannot be stored is refused, not replaced.",
     "tracel-ai/burn burn-flex",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (!refused_as(reply, Error::invalid_scale)) return;
         for (std::uint32_t& scale : tensor.scales)
           if (scale > 0x43e00000) scale = 0x43e00000;
         if (tensor.global && *tensor.global > 0x43e00000) tensor.global = 0x43e00000;
       });
     }},
    {"global_taken_as_one", Layer::verb, "A missing global scale is not 1.0.", "",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (refused_as(reply, Error::global_scale_required)) tensor.global = 0x3f800000;
       });
     }},
    {"global_dropped_on_write", Layer::verb, "A global scale nobody asked for is refused.",
     "tracel-ai/cubek#498",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (refused_as(reply, Error::global_scale_unexpected)) tensor.global.reset();
       });
     }},
    {"global_dropped_on_read", Layer::verb, "Reading gives the global scale back.",
     "tracel-ai/cubecl#1479",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest&, Reply& reply) {
         if (auto* tensor = std::get_if<TensorAnswer>(&reply)) tensor->global.reset();
       });
     }},
    {"truncated_reads_zeros", Layer::verb, "A short buffer is refused, not filled with zeros.",
     "osaurus-ai/vmlx-swift#217", [] { return any_length(Error::truncated); }},
    {"trailing_bytes_ignored", Layer::verb, "A long buffer is refused.", "burn-std 0.22.1",
     [] { return any_length(Error::trailing_bytes); }},
    {"encode_writes_then_refuses", Layer::verb, "A refusal leaves the output as it was.", "",
     [] {
       return with_reply<EncodeRequest>([](const EncodeRequest&, Reply& reply) {
         if (refused_as(reply, Error::invalid_scale))
           std::get<Refused>(reply).buffers_touched = true;
       });
     }},
    {"decode_writes_then_refuses", Layer::verb, "A refusal leaves the outputs as they were.", "",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest& r, Reply& reply) {
         if (r.verb == BytesVerb::decode && refused_as(reply, Error::truncated))
           std::get<Refused>(reply).buffers_touched = true;
       });
     }},
    {"short_output_filled", Layer::verb, "An output that is too small is refused.", "",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         const auto* r = std::get_if<EncodeRequest>(&request);
         if (r == nullptr) return right.ask(request);
         return right.ask(EncodeRequest{r->scheme, r->shape, r->codes, r->scales, r->global});
       });
     }},
    {"short_codes_filled", Layer::verb, "An output too small for the codes is refused.", "",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         const auto* r = std::get_if<BytesRequest>(&request);
         if (r == nullptr) return right.ask(request);
         return right.ask(BytesRequest{r->verb, r->scheme, r->shape, r->bytes});
       });
     }},
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
     }},
    {"codes_at_aligned_address", Layer::verb, "Codes may start at any address.", "",
     [] {
       return with_reply<EncodeRequest>([](const EncodeRequest& r, Reply& reply) {
         auto* answer = std::get_if<BytesAnswer>(&reply);
         if (answer != nullptr && r.input_offset % 8 != 0 && r.codes.size() > 8)
           answer->bytes.front() ^= 1;
       });
     }},
    {"rounding_mode_leaks", Layer::verb, "The caller's rounding mode changes nothing.", "",
     [] {
       return with_reply<EncodeRequest>([](const EncodeRequest&, Reply& reply) {
         const volatile float tiny = 1e-30f;
         auto* answer = std::get_if<BytesAnswer>(&reply);
         if (answer != nullptr && 1.0f + tiny != 1.0f && !answer->bytes.empty())
           ++answer->bytes.back();
       });
     }},
    {"validate_forgives_length", Layer::verb, "What validate accepts, decode reads.", "",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest& r, Reply& reply) {
         if (r.verb == BytesVerb::validate && refused_as(reply, Error::trailing_bytes))
           reply = ValidAnswer{};
       });
     }},
    {"overflow_encoded", Layer::verb, "A shape whose size does not fit is refused on writing.", "",
     [] {
       return with_reply<EncodeRequest>([](const EncodeRequest&, Reply& reply) {
         if (refused_as(reply, Error::shape_overflow)) reply = BytesAnswer{};
       });
     }},
    {"overflow_decoded", Layer::verb, "A shape whose size does not fit is refused on reading.", "",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest&, Reply& reply) {
         if (refused_as(reply, Error::shape_overflow)) reply = TensorAnswer{};
       });
     }},
    {"size_forgets_padding", Layer::verb, "The size announced is the size written.",
     "tracel-ai/burn#5349",
     [] {
       return with_reply<SizeRequest>([](const SizeRequest&, Reply& reply) {
         if (auto* size = std::get_if<SizeAnswer>(&reply)) size->total_bytes &= ~std::uint64_t{3};
       });
     }},
    {"message_without_scheme", Layer::verb, "A message carries the scheme's text form.", "",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         Reply reply = right.ask(request);
         if (auto* refused = std::get_if<Refused>(&reply)) refused->message = "bad input";
         return reply;
       });
     }},
    {"scale_nan_replaced", Layer::verb, "A NaN scale is read as a NaN.", "tracel-ai/burn burn-flex",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest&, Reply& reply) {
         auto* tensor = std::get_if<TensorAnswer>(&reply);
         if (tensor == nullptr) return;
         for (std::uint32_t& scale : tensor->scales)
           if ((scale & 0x7fffffff) > 0x7f800000) scale = 1;
       });
     }},
};

}  // namespace

std::span<const Fault> verb_faults() { return kFaults; }

}  // namespace qb::laws
