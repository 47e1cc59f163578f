// Laws about sizes, permuted axes and the text of schemes.
#include "properties/laws/judging.h"
#include "properties/laws/tables.h"

namespace qb::laws {
namespace {

using I = Implementation;

Outcome compare_sizes(const Reply& expected, const Reply& got) {
  const auto& wanted = std::get<SizeAnswer>(expected);
  const auto* size = std::get_if<SizeAnswer>(&got);
  if (size == nullptr) return no_answer(got, expected);
  const auto same = [](const auto& a, const auto& b) { return !b || a == b; };
  if (wanted.total_bytes == size->total_bytes && same(wanted.scales_offset, size->scales_offset) &&
      same(wanted.global_offset, size->global_offset))
    return Held{};
  return differs("other sizes", expected, got);
}

Outcome sizes_are_exact(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  const SizeRequest request{tensor.scheme, tensor.shape};
  const Reply expected = oracle.ask(request);
  if (!std::holds_alternative<SizeAnswer>(expected) || zero_beside_huge(tensor.shape))
    return Vacuous{};
  return compare_sizes(expected, subject.ask(request));
}

Outcome size_refuses(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  const SizeRequest request{tensor.scheme, tensor.shape};
  const Reply expected = oracle.ask(request);
  if (!std::holds_alternative<Refused>(expected)) return Vacuous{};
  return compare_replies(oracle, tensor.scheme, tensor.shape, expected, subject.ask(request),
                         Nans::same_bits);
}

/// The announced size is the written size, whatever the oracle thinks of either.
Outcome size_is_what_is_written(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  if (!writable(oracle, tensor)) return Vacuous{};
  const Reply written = subject.ask(to_encode(tensor));
  const auto* bytes = std::get_if<BytesAnswer>(&written);
  if (bytes == nullptr) return Vacuous{};
  const Reply got = subject.ask(SizeRequest{tensor.scheme, tensor.shape});
  const auto* size = std::get_if<SizeAnswer>(&got);
  if (size == nullptr) return no_answer(got, written);
  if (size->total_bytes == bytes->bytes.size()) return Held{};
  return differs("the size announced is not the size written", written, got);
}

/// Written and read back by the subject alone: what it refuses on the way is legal.
Outcome zero_beside_huge_is_empty(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  if (!zero_beside_huge(tensor.shape)) return Vacuous{};
  const Reply expected = oracle.ask(to_encode(tensor));
  if (!std::holds_alternative<BytesAnswer>(expected)) return Vacuous{};
  const Reply got = subject.ask(to_encode(tensor));
  const Outcome outcome =
      compare_replies(oracle, tensor.scheme, tensor.shape, expected, got, Nans::same_bits);
  if (!std::holds_alternative<Held>(outcome)) return outcome;
  const Reply back = subject.ask(
      to_read(BytesVerb::decode, tensor.scheme, tensor.shape, std::get<BytesAnswer>(got).bytes));
  if (std::holds_alternative<TensorAnswer>(back)) return Held{};
  return no_answer(back, TensorAnswer{{}, tensor.scales, tensor.global});
}

Outcome permuted_scheme(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  if (tensor.axes.empty() && !tensor.shape.empty()) return Vacuous{};
  const PermuteRequest request{tensor.scheme, tensor.shape.size(), tensor.axes};
  return compare_replies(oracle, tensor.scheme, tensor.shape, oracle.ask(request),
                         subject.ask(request), Nans::same_bits);
}

Outcome scheme_text(const I& subject, const I& oracle, const Case& c) {
  const auto& scheme = std::get<TensorCase>(c).scheme;
  const Reply expected = oracle.ask(TextRequest{scheme});
  const Reply got = subject.ask(TextRequest{scheme});
  const auto& wanted = std::get<TextAnswer>(expected);
  if (wanted.json == "") return Vacuous{};  // a block size that others may not even hold
  const auto* text = std::get_if<TextAnswer>(&got);
  if (text == nullptr) return no_answer(got, expected);
  if (wanted.text != text->text) return differs("another text form", expected, got);
  if (text->json && wanted.json != text->json) return differs("another JSON form", expected, got);
  return Held{};
}

/// Of any tensor that can be written: its codes under one scale for the tensor.
Outcome no_level_writes_as_f32(const I& subject, const I& oracle, const Case& c) {
  TensorCase tensor = std::get<TensorCase>(c);
  if (!writable(oracle, tensor)) return Vacuous{};
  tensor.scheme.block.reset();
  tensor.global.reset();
  tensor.scales.resize(1, 0x3f800000);
  tensor.scheme.tensor = ScaleDtype::F32;
  const Reply expected = subject.ask(to_encode(tensor));
  if (!std::holds_alternative<BytesAnswer>(expected)) return Vacuous{};
  tensor.scheme.tensor.reset();
  return compare_replies(oracle, tensor.scheme, tensor.shape, expected,
                         subject.ask(to_encode(tensor)), Nans::same_bits);
}

/// The same for every case: what a name stands for depends on nothing.
Outcome presets(const I& subject, const I& oracle, const Case&) {
  for (const std::string_view name : kPresetNames) {
    const Reply expected = oracle.ask(PresetRequest{name});
    const Scheme& scheme = std::get<SchemeAnswer>(expected).scheme;
    const Outcome outcome = compare_replies(oracle, scheme, {}, expected,
                                            subject.ask(PresetRequest{name}), Nans::same_bits);
    if (!std::holds_alternative<Held>(outcome)) return outcome;
  }
  return Held{};
}

constexpr Law kLaws[] = {
    {"sizes_are_exact", "F7 F18 F19", Level::required, CaseKind::tensor, kSize,
     "Sizes and offsets are exact in unbounded arithmetic.", sizes_are_exact},
    {"size_refuses", "F19 F30", Level::recommended, CaseKind::tensor, kSize,
     "A scheme or shape without bytes has no size, and says why.", size_refuses},
    {"size_is_what_is_written", "F18", Level::required, CaseKind::tensor, kSize | kEncode,
     "The size announced is the size written.", size_is_what_is_written},
    {"zero_beside_huge_is_empty", "F19", Level::recommended, CaseKind::tensor, kEncode | kDecode,
     "A zero extent makes a tensor empty and legal, however large the others are.",
     zero_beside_huge_is_empty},
    {"permuted_scheme", "F8", Level::recommended, CaseKind::tensor, kPermute,
     "Permuting axes moves block extents and the packed axis with their axes, or is refused.",
     permuted_scheme},
    {"scheme_text", "F54 F55", Level::recommended, CaseKind::tensor, kText,
     "A scheme has one text form and one JSON form.", scheme_text},
    {"no_level_writes_as_f32", "F9", Level::required, CaseKind::tensor, kEncode,
     "A scheme without any level writes the bytes of one tensor scale in F32.",
     no_level_writes_as_f32},
    {"presets", "F10", Level::recommended, CaseKind::tensor, kPreset,
     "The presets, and the default scheme, are the schemes of F10.", presets},
};

}  // namespace

std::span<const Law> scheme_laws() { return kLaws; }

}  // namespace qb::laws
