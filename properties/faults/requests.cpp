// Faults at the edge of a verb: the codec is asked another thing than was asked of it.
#include <algorithm>
#include <bit>

#include "properties/case.h"
#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

/// The codec, encoding and reading as if the scheme were what `change` makes of it.
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

/// The same for buffers that are read alone, or for tensors that are written alone.
enum class Of : std::uint8_t { reading, writing };
template <typename Change>
Implementation with_scheme(Of verbs, Change change) {
  const Implementation wrong = with_scheme(change);
  return around_codec([verbs, wrong](const Implementation& right, const Request& request) {
    const bool writes = std::holds_alternative<EncodeRequest>(request);
    return (verbs == Of::writing ? writes ? wrong : right : writes ? right : wrong).ask(request);
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

constexpr Fault kFaults[] = {
    {"lookup_as_symmetric", Layer::verb, "A lookup scheme has no bytes.",
     "own: a codebook looks like a detail of the values",
     [] { return with_scheme([](Scheme& scheme, std::size_t) { scheme.mode = Mode::Symmetric; }); },
     "F3"},
    {"block_cut_to_rank", Layer::verb,
     "A block with more extents than the tensor has axes is refused, not cut.",
     "own: a block for matrices meets a vector",
     [] {
       return with_scheme([](Scheme& scheme, std::size_t rank) {
         if (!scheme.block) return;
         auto extents = scheme.block->size.extents();
         if (extents.size() > rank) extents = extents.last(rank);
         scheme.block->size = *BlockSize::from(extents);
       });
     },
     "F6"},
    {"packed_dim_wraps", Layer::verb,
     "A packed dimension the tensor lacks is refused, not wrapped.",
     "own: negative axes of other libraries are taken modulo the rank",
     [] {
       return with_scheme([](Scheme& scheme, std::size_t rank) {
         scheme.store.packed_dim %= std::max<std::size_t>(rank, 1);
       });
     },
     "F13"},
    {"global_of_any_dtype", Layer::verb, "A global scale is F32; another dtype is refused.",
     "own: the global scale is always stored in F32, so its dtype seems not to matter",
     [] {
       return with_scheme([](Scheme& scheme, std::size_t) {
         if (scheme.two_level()) scheme.tensor = ScaleDtype::F32;
       });
     },
     "F5"},
    {"byte_per_value_written", Layer::verb, "The writer packs as the reader unpacks.",
     "burn-std 0.22.1",
     [] {
       return with_scheme(Of::writing, [](Scheme& scheme, std::size_t rank) {
         if (scheme.store.packed_dim >= std::max<std::size_t>(rank, 1)) return;
         scheme.store = {StoreKind::Native, 0};
       });
     },
     "F14"},
    {"packed_dim_not_read", Layer::verb, "A reader unpacks along the axis that was packed.",
     "tracel-ai/burn#4310",
     [] {
       return with_scheme(Of::reading, [](Scheme& scheme, std::size_t rank) {
         if (scheme.store.packed_dim < std::max<std::size_t>(rank, 1)) scheme.store.packed_dim = 0;
       });
     },
     "F13"},
    {"scales_read_as_f32", Layer::verb, "Scales are read in the dtype they were stored in.",
     "tracel-ai/burn#4769",
     [] {
       return with_scheme(Of::reading, [](Scheme& scheme, std::size_t) {
         if (scheme.block)
           scheme.block->dtype = ScaleDtype::F32;
         else if (scheme.tensor)
           scheme.tensor = ScaleDtype::F32;
       });
     },
     "F16"},
    {"codes_cut_or_filled", Layer::verb, "Missing codes are not zeros.",
     "own: a buffer that is resized to what it should be",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (refused_as(reply, Error::value_count_mismatch) && needed_by(reply) < 4096)
           tensor.codes.resize(needed_by(reply));
       });
     },
     "F21"},
    {"extra_scales_ignored", Layer::verb, "More scales than cells are refused.",
     "burn-std 0.22.1 and 0.23.0-pre.1",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (refused_as(reply, Error::scale_count_mismatch) &&
             needed_by(reply) < tensor.scales.size())
           tensor.scales.resize(needed_by(reply));
       });
     },
     "F21"},
    {"codes_masked", Layer::verb, "8 does not fit Q4S and does not become -8.",
     "burn-std 0.23.0-pre.1",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (!refused_as(reply, Error::code_out_of_range)) return;
         for (std::int8_t& code : tensor.codes) code = static_cast<std::int8_t>(code & 1);
       });
     },
     "F22"},
    {"bad_scale_saturates", Layer::verb, "A scale that cannot be stored is refused, not replaced.",
     "tracel-ai/burn burn-flex",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (!refused_as(reply, Error::invalid_scale)) return;
         for (std::uint32_t& scale : tensor.scales)
           if (scale > 0x43e00000) scale = 0x43e00000;
         if (tensor.global && *tensor.global > 0x43e00000) tensor.global = 0x43e00000;
       });
     },
     "F23"},
    {"global_taken_as_one", Layer::verb, "A missing global scale is not 1.0.",
     "own: a default argument",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (refused_as(reply, Error::global_scale_required)) tensor.global = 0x3f800000;
       });
     },
     "F21"},
    {"global_dropped_on_write", Layer::verb, "A global scale nobody asked for is refused.",
     "tracel-ai/cubek#498",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (refused_as(reply, Error::global_scale_unexpected)) tensor.global.reset();
       });
     },
     "F21"},
    {"global_as_divisor", Layer::verb,
     "The global scale is stored as it is given, not its inverse.", "modular/modular#6600",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (std::holds_alternative<BytesAnswer>(reply) && tensor.global.value_or(0) != 0)
           tensor.global = std::bit_cast<std::uint32_t>(
               std::min(1 / std::bit_cast<float>(*tensor.global), 3e38f));
       });
     },
     "F17"},
    {"global_through_f16", Layer::verb, "The global scale is F32: 1e-8 is not 0.",
     "tracel-ai/cubecl#1514",
     [] {
       return with_tensor([](TensorCase& tensor, const Reply& reply) {
         if (!std::holds_alternative<BytesAnswer>(reply) || !tensor.global) return;
         const reference::Steps steps;
         const std::uint32_t half = steps.encode_scalar(steps, ScalarType::F16, *tensor.global);
         tensor.global = steps.decode_scalar(steps, ScalarType::F16, std::min(half, 0x7bffu));
       });
     },
     "F17"},
};

}  // namespace

std::span<const Fault> request_faults() { return kFaults; }

}  // namespace qb::laws
