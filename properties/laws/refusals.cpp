// Laws about what is refused, in which order, and what a refusal leaves behind.
#include "properties/laws/judging.h"
#include "properties/laws/tables.h"

namespace qb::laws {
namespace {

using I = Implementation;

bool refuses(const Reply& reply, Error error) {
  const auto* refused = std::get_if<Refused>(&reply);
  return refused != nullptr && refused->error == error;
}

// The order of F30 is in these laws too: where two things are wrong, the oracle names the first.
template <Error error>
Outcome encode_refuses(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  const Reply expected = oracle.ask(to_encode(tensor));
  if (!refuses(expected, error)) return Vacuous{};
  return compare_replies(oracle, tensor.scheme, tensor.shape, expected,
                         subject.ask(to_encode(tensor)), Nans::same_bits);
}

template <Error error>
Outcome decode_refuses(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  const Reply expected = oracle.ask(to_read(BytesVerb::decode, buffer));
  if (!refuses(expected, error)) return Vacuous{};
  return compare_replies(oracle, buffer.scheme, buffer.shape, expected,
                         subject.ask(to_read(BytesVerb::decode, buffer)), Nans::same_bits);
}

/// A request that the oracle answers, or refuses for its data alone, is refused first for an output
/// that is too small.
Outcome encode_refuses_short_output(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  if (tensor.short_by == 0) return Vacuous{};
  const Reply exact = oracle.ask(to_encode(tensor));
  if (!std::holds_alternative<BytesAnswer>(exact) && !refuses(exact, Error::code_out_of_range) &&
      !refuses(exact, Error::invalid_scale))
    return Vacuous{};
  EncodeRequest request = to_encode(tensor);
  request.short_by = tensor.short_by;
  const Reply got = subject.ask(request);
  // An empty tensor needs no byte, and then no output is too small.
  const auto* bytes = std::get_if<BytesAnswer>(&exact);
  if (bytes != nullptr && bytes->bytes.empty()) return Vacuous{};
  const Reply expected = Refused{Error::output_too_small, "output_too_small", {}, false};
  return compare_replies(oracle, tensor.scheme, tensor.shape, expected, got, Nans::same_bits);
}

Outcome decode_refuses_short_output(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  if (buffer.short_by == 0) return Vacuous{};
  const Reply exact = oracle.ask(to_read(BytesVerb::decode, buffer));
  const auto* tensor = std::get_if<TensorAnswer>(&exact);
  if (tensor == nullptr || tensor->codes.empty()) return Vacuous{};
  BytesRequest request = to_read(BytesVerb::decode, buffer);
  request.short_by = buffer.short_by;
  const Reply expected = Refused{Error::output_too_small, "output_too_small", {}, false};
  return compare_replies(oracle, buffer.scheme, buffer.shape, expected, subject.ask(request),
                         Nans::same_bits);
}

Outcome encode_refusal_touches_nothing(const I& subject, const I&, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  EncodeRequest request = to_encode(tensor);
  request.short_by = tensor.short_by;
  return untouched(subject.ask(request));
}

Outcome decode_refusal_touches_nothing(const I& subject, const I&, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  BytesRequest request = to_read(BytesVerb::decode, buffer);
  request.short_by = buffer.short_by;
  return untouched(subject.ask(request));
}

bool about_global_scale(Error error) {
  return error == Error::global_scale_required || error == Error::global_scale_unexpected ||
         error == Error::global_scale_dtype;
}

/// The three texts of the global-scale rule, with the scheme's text form in them.
Outcome global_scale_messages(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  const Reply expected = oracle.ask(to_encode(tensor));
  const auto* wanted = std::get_if<Refused>(&expected);
  if (wanted == nullptr || !wanted->error || !about_global_scale(*wanted->error)) return Vacuous{};
  const Reply got = subject.ask(to_encode(tensor));
  const auto* refused = std::get_if<Refused>(&got);
  if (refused == nullptr) return Vacuous{};  // the law about the refusal itself
  if (refused->message.find(wanted->message) != std::string::npos) return Held{};
  return differs("a message without the fixed text", expected, got);
}

Outcome encode_messages(const I& subject, const I& oracle, const Case& c) {
  const EncodeRequest request = to_encode(std::get<TensorCase>(c));
  return same_message(oracle.ask(request), subject.ask(request));
}
Outcome decode_messages(const I& subject, const I& oracle, const Case& c) {
  const BytesRequest request = to_read(BytesVerb::decode, std::get<BytesCase>(c));
  return same_message(oracle.ask(request), subject.ask(request));
}

/// Every order begins with index 0. So where all the others are bad, two orders differ in the
/// first.
template <typename Item>
bool spoil_all_but_first(std::vector<Item>& items, Item bad) {
  for (std::size_t i = 1; i < items.size(); ++i) items[i] = bad;
  return items.size() > 1;
}

Outcome first_bad_is_named(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  if (!writable(oracle, tensor)) return Vacuous{};
  TensorCase codes = tensor, scales = tensor;
  Outcome outcome = Vacuous{};
  // 127 fits 8 bits and no fewer (F22), and no dtype takes -1 (F23).
  if (spoil_all_but_first<std::int8_t>(codes.codes, 127))
    outcome = same_message(oracle.ask(to_encode(codes)), subject.ask(to_encode(codes)));
  if (std::holds_alternative<Broken>(outcome) ||
      !spoil_all_but_first<std::uint32_t>(scales.scales, 0xbf800000))
    return outcome;
  return same_message(oracle.ask(to_encode(scales)), subject.ask(to_encode(scales)));
}

#define QB_ENCODE_REFUSES(error, clauses, level, claim)                           \
  {"encode_refuses_" #error,    clauses, level, CaseKind::tensor, kEncode, claim, \
   encode_refuses<Error::error>}
#define QB_DECODE_REFUSES(error, clauses, level, claim)                          \
  {"decode_refuses_" #error,    clauses, level, CaseKind::bytes, kDecode, claim, \
   decode_refuses<Error::error>}

constexpr Law kLaws[] = {
    QB_ENCODE_REFUSES(unsupported_mode, "F3 F30", Level::recommended,
                      "A lookup scheme has no byte form and is refused."),
    QB_ENCODE_REFUSES(invalid_block, "F6 F30", Level::recommended,
                      "A block extent of 0 or above 255, or more extents than the rank or 5, is "
                      "refused."),
    QB_ENCODE_REFUSES(packed_dim_out_of_range, "F13 F30", Level::recommended,
                      "A packed dimension the tensor does not have is refused."),
    QB_ENCODE_REFUSES(shape_overflow, "F19 F30", Level::recommended,
                      "A shape whose sizes do not fit is refused, never wrapped."),
    QB_ENCODE_REFUSES(value_count_mismatch, "F21 F30", Level::recommended,
                      "Too few or too many codes are refused."),
    QB_ENCODE_REFUSES(scale_count_mismatch, "F21 F30", Level::recommended,
                      "Too few or too many scales are refused."),
    QB_ENCODE_REFUSES(global_scale_required, "F21 F30", Level::required,
                      "A two-level scheme without its global scale is refused."),
    QB_ENCODE_REFUSES(global_scale_unexpected, "F21 F30", Level::required,
                      "A global scale beside a one-level scheme is refused."),
    QB_ENCODE_REFUSES(global_scale_dtype, "F5 F30", Level::required,
                      "A two-level scheme whose global scale is not F32 is refused."),
    QB_ENCODE_REFUSES(code_out_of_range, "F22 F30", Level::recommended,
                      "A code that does not fit its bits is refused, not masked."),
    QB_ENCODE_REFUSES(invalid_scale, "F23 F30", Level::recommended,
                      "A scale that is NaN, infinite, negative or too large for its dtype is "
                      "refused."),
    {"encode_refuses_output_too_small", "F30", Level::recommended, CaseKind::tensor,
     kEncode | kSeesBuffers, "An output that is too small is refused before the data is looked at.",
     encode_refuses_short_output},
    QB_DECODE_REFUSES(unsupported_mode, "F3 F30", Level::recommended,
                      "A buffer under a lookup scheme is refused."),
    QB_DECODE_REFUSES(invalid_block, "F6 F30", Level::recommended,
                      "A buffer under an invalid block size is refused."),
    QB_DECODE_REFUSES(packed_dim_out_of_range, "F13 F30", Level::recommended,
                      "A buffer packed along an axis the tensor does not have is refused."),
    QB_DECODE_REFUSES(shape_overflow, "F19 F30", Level::recommended,
                      "A buffer of a shape whose sizes do not fit is refused."),
    QB_DECODE_REFUSES(global_scale_dtype, "F5 F30", Level::recommended,
                      "A two-level buffer whose global scale is not F32 is refused."),
    QB_DECODE_REFUSES(truncated, "F18 F30", Level::required, "A buffer too short is refused."),
    QB_DECODE_REFUSES(trailing_bytes, "F18 F30", Level::required, "A buffer too long is refused."),
    {"decode_refuses_output_too_small", "F30", Level::recommended, CaseKind::bytes,
     kDecode | kSeesBuffers, "An output too small for the codes is refused.",
     decode_refuses_short_output},
    {"encode_refusal_touches_nothing", "F29", Level::required, CaseKind::tensor,
     kEncode | kSeesBuffers, "A refused encode leaves the caller's output as it was.",
     encode_refusal_touches_nothing},
    {"decode_refusal_touches_nothing", "F29", Level::required, CaseKind::bytes,
     kDecode | kSeesBuffers, "A refused decode leaves the caller's outputs as they were.",
     decode_refusal_touches_nothing},
    {"global_scale_messages", "F31", Level::required, CaseKind::tensor, kEncode,
     "A refusal by the global-scale rule carries its fixed text.", global_scale_messages},
    {"encode_messages", "F31", Level::recommended, CaseKind::tensor, kEncode | kMessages,
     "A refused encode says what F31 says.", encode_messages},
    {"decode_messages", "F31", Level::recommended, CaseKind::bytes, kDecode | kMessages,
     "A refused decode says what F31 says.", decode_messages},
    {"first_bad_is_named", "F22 F23 F31", Level::recommended, CaseKind::tensor, kEncode | kMessages,
     "Of several codes or scales that do not fit, the first in row-major order is named.",
     first_bad_is_named},
};

}  // namespace

std::span<const Law> refusal_laws() { return kLaws; }

}  // namespace qb::laws
