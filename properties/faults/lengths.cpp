// Faults of lengths, at the edge of a verb.
#include <algorithm>

#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

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

/// The codec, announcing the size that `change` makes of the right one.
template <typename Change>
Implementation announcing(Change change) {
  return with_reply<SizeRequest>([change](const SizeRequest& request, Reply& reply) {
    if (auto* size = std::get_if<SizeAnswer>(&reply)) change(request, *size);
  });
}

constexpr Fault kFaults[] = {
    {"truncated_reads_zeros", Layer::verb, "A short buffer is refused, not filled with zeros.",
     "osaurus-ai/vmlx-swift#217", [] { return any_length(Error::truncated); }, "F18"},
    {"trailing_bytes_ignored", Layer::verb, "A long buffer is refused.", "burn-std 0.22.1",
     [] { return any_length(Error::trailing_bytes); }, "F18"},
    {"short_output_filled", Layer::verb, "An output that is too small is refused.",
     "own: the check of the caller is trusted",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         const auto* r = std::get_if<EncodeRequest>(&request);
         if (r == nullptr) return right.ask(request);
         return right.ask(EncodeRequest{r->scheme, r->shape, r->codes, r->scales, r->global});
       });
     },
     "F30"},
    {"short_codes_filled", Layer::verb, "An output too small for the codes is refused.",
     "own: the check of the caller is trusted",
     [] {
       return around_codec([](const Implementation& right, const Request& request) {
         const auto* r = std::get_if<BytesRequest>(&request);
         if (r == nullptr) return right.ask(request);
         return right.ask(BytesRequest{r->verb, r->scheme, r->shape, r->bytes});
       });
     },
     "F30"},
    {"validate_forgives_length", Layer::verb, "What validate accepts, decode reads.",
     "own: two verbs, two lists of checks",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest& r, Reply& reply) {
         if (r.verb == BytesVerb::validate && refused_as(reply, Error::trailing_bytes))
           reply = ValidAnswer{};
       });
     },
     "F30"},
    {"overflow_encoded", Layer::verb, "A shape whose size does not fit is refused on writing.",
     "own: a size that does not fit is easily no error but nothing",
     [] {
       return with_reply<EncodeRequest>([](const EncodeRequest&, Reply& reply) {
         if (refused_as(reply, Error::shape_overflow)) reply = BytesAnswer{};
       });
     },
     "F19"},
    {"overflow_decoded", Layer::verb, "A shape whose size does not fit is refused on reading.",
     "own: a size that does not fit is easily no error but nothing",
     [] {
       return with_reply<BytesRequest>([](const BytesRequest&, Reply& reply) {
         if (refused_as(reply, Error::shape_overflow)) reply = TensorAnswer{};
       });
     },
     "F19"},
    {"size_forgets_padding", Layer::verb, "The size announced is the size written.",
     "tracel-ai/burn#5349",
     [] {
       return with_reply<SizeRequest>([](const SizeRequest&, Reply& reply) {
         if (auto* size = std::get_if<SizeAnswer>(&reply)) size->total_bytes &= ~std::uint64_t{3};
       });
     },
     "F18"},
    {"size_is_elements", Layer::verb,
     "A length counts packing and scales: Q4S [512,512] is no MiB.", "tracel-ai/burn#4179",
     [] {
       return announcing([](const SizeRequest& request, SizeAnswer& size) {
         size.total_bytes = 1;
         for (const std::uint64_t extent : request.shape) size.total_bytes *= extent;
       });
     },
     "F18"},
    {"size_pads_values", Layer::verb, "Q8S [2,3] is 10 bytes: no padding before the scales.",
     "tracel-ai/burn#5349",
     [] {
       return announcing([](const SizeRequest&, SizeAnswer& size) {
         size.total_bytes += (4 - *size.scales_offset % 4) % 4;
       });
     },
     "F18"},
};

}  // namespace

std::span<const Fault> size_faults() { return kFaults; }

}  // namespace qb::laws
