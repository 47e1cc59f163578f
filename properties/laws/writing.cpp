// Laws about the bytes of a tensor that can be written.
#include <utility>

#include "properties/laws/blocks.h"
#include "properties/laws/environment.h"
#include "properties/laws/judging.h"
#include "properties/laws/tables.h"

namespace qb::laws {
namespace {

using I = Implementation;

Outcome encode_bytes(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  if (!writable(oracle, tensor)) return Vacuous{};
  return compare_replies(oracle, tensor.scheme, tensor.shape, oracle.ask(to_encode(tensor)),
                         subject.ask(to_encode(tensor)), Nans::same_bits);
}

/// What the subject reads from what it wrote; nothing where it wrote nothing.
std::optional<Reply> read_back(const I& subject, const TensorCase& tensor) {
  const Reply written = subject.ask(to_encode(tensor));
  const auto* bytes = std::get_if<BytesAnswer>(&written);
  if (bytes == nullptr) return std::nullopt;
  return subject.ask(to_read(BytesVerb::decode, tensor.scheme, tensor.shape, bytes->bytes));
}

Outcome codes_come_back(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  if (!writable(oracle, tensor)) return Vacuous{};
  const auto back = read_back(subject, tensor);
  if (!back) return Vacuous{};
  const TensorAnswer expected{tensor.codes, {}, {}};
  const auto* answer = std::get_if<TensorAnswer>(&*back);
  if (answer == nullptr) return no_answer(*back, expected);
  return compare_tensors(expected, {answer->codes, {}, {}}, Nans::same_bits);
}

ScalarType scalar_type(const Scheme& scheme) {
  constexpr ScalarType kTypes[] = {ScalarType::F32, ScalarType::F16, ScalarType::BF16,
                                   ScalarType::UE8M0, ScalarType::UE4M3};
  const ScaleDtype dtype =
      scheme.block ? scheme.block->dtype : scheme.tensor.value_or(ScaleDtype::F32);
  return kTypes[static_cast<std::size_t>(dtype)];
}

std::vector<std::uint32_t> converted(const I& oracle, ScalarVerb verb, ScalarType type,
                                     std::span<const std::uint32_t> inputs) {
  Reply reply = oracle.ask(ScalarRequest{verb, type, inputs});
  auto* answer = std::get_if<ScalarAnswer>(&reply);
  return answer == nullptr ? std::vector<std::uint32_t>{} : std::move(answer->outputs);
}

Outcome scales_come_back(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  if (!writable(oracle, tensor)) return Vacuous{};
  const auto back = read_back(subject, tensor);
  if (!back) return Vacuous{};
  const ScalarType type = scalar_type(tensor.scheme);
  const auto codes = converted(oracle, ScalarVerb::encode, type, tensor.scales);
  const TensorAnswer expected{
      {}, converted(oracle, ScalarVerb::decode, type, codes), tensor.global};
  const auto* answer = std::get_if<TensorAnswer>(&*back);
  if (answer == nullptr) return no_answer(*back, expected);
  return compare_tensors(expected, {{}, answer->scales, answer->global}, Nans::same_bits);
}

/// Packing along an outer axis is packing along the last of the tensor with the two exchanged.
Outcome outer_axis_is_a_swap(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  const std::uint64_t d = tensor.scheme.store.packed_dim;
  if (tensor.scheme.store.kind == StoreKind::Native || d == 0) return Vacuous{};
  if (!writable(oracle, tensor)) return Vacuous{};

  const std::size_t last = tensor.shape.size() - 1;
  const std::size_t axis = last - d;
  std::vector<std::uint64_t> axes(tensor.shape.size());
  for (std::size_t i = 0; i < axes.size(); ++i) axes[i] = i;
  std::swap(axes[axis], axes[last]);
  const Reply permuted = oracle.ask(PermuteRequest{tensor.scheme, axes.size(), axes});
  const auto* scheme = std::get_if<SchemeAnswer>(&permuted);
  if (scheme == nullptr) return Vacuous{};

  TensorCase swapped = tensor;
  swapped.scheme = scheme->scheme;
  std::swap(swapped.shape[axis], swapped.shape[last]);
  swapped.codes = gathered(tensor.codes, permuted_indices(tensor.shape, axes));
  if (tensor.scheme.block)
    swapped.scales =
        gathered(tensor.scales, permuted_indices(grid_extents(tensor.scheme, tensor.shape), axes));
  const Reply expected = subject.ask(to_encode(swapped));
  if (!std::holds_alternative<BytesAnswer>(expected)) return Vacuous{};
  return compare_replies(oracle, tensor.scheme, tensor.shape, expected,
                         subject.ask(to_encode(tensor)), Nans::same_bits);
}

Outcome written_alike_at_every_address(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  if (tensor.input_offset == 0 || !writable(oracle, tensor)) return Vacuous{};
  EncodeRequest request = to_encode(tensor);
  const Reply expected = subject.ask(request);
  if (!std::holds_alternative<BytesAnswer>(expected)) return Vacuous{};
  request.input_offset = tensor.input_offset;
  return compare_replies(oracle, tensor.scheme, tensor.shape, expected, subject.ask(request),
                         Nans::same_bits);
}

Outcome written_alike_in_every_environment(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  const Reply expected = subject.ask(to_encode(tensor));
  if (!std::holds_alternative<BytesAnswer>(expected)) return Vacuous{};
  const auto in_other_environment = [&] {
    const Environment environment;
    return subject.ask(to_encode(tensor));
  };
  return compare_replies(oracle, tensor.scheme, tensor.shape, expected, in_other_environment(),
                         Nans::same_bits);
}

constexpr Law kLaws[] = {
    {"encode_bytes", "F2 F11 F12 F13 F14 F15 F16 F17 F23 F25", Level::required, CaseKind::tensor,
     kEncode, "A tensor that can be written has exactly the bytes of the format.", encode_bytes},
    {"codes_come_back", "F14 F20 F22 F24", Level::required, CaseKind::tensor, kEncode | kDecode,
     "Decoding what was written gives the codes back.", codes_come_back},
    {"scales_come_back", "F16 F23 F26", Level::required, CaseKind::tensor, kEncode | kDecode,
     "Decoding what was written gives each scale rounded to its dtype, and the global scale.",
     scales_come_back},
    {"outer_axis_is_a_swap", "F13 F15", Level::required, CaseKind::tensor, kEncode,
     "Packing along an outer axis writes what packing along the last axis writes with the two "
     "exchanged.",
     outer_axis_is_a_swap},
    {"written_alike_at_every_address", "F11", Level::required, CaseKind::tensor,
     kEncode | kPlacement, "The bytes do not depend on where the codes lie.",
     written_alike_at_every_address},
    {"written_alike_in_every_environment", "F40", Level::required, CaseKind::tensor,
     kEncode | kSeesBuffers, "The bytes do not depend on rounding mode, FTZ or DAZ.",
     written_alike_in_every_environment},
};

}  // namespace

std::span<const Law> writing_laws() { return kLaws; }

}  // namespace qb::laws
