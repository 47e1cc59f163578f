// Laws about buffers of the right length, whatever is in them.
#include <algorithm>

#include "properties/laws/judging.h"
#include "properties/laws/tables.h"

namespace qb::laws {
namespace {

using I = Implementation;

Outcome decode_any_bits(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  if (!readable(oracle, buffer)) return Vacuous{};
  return compare_replies(oracle, buffer.scheme, buffer.shape,
                         oracle.ask(to_read(BytesVerb::decode, buffer)),
                         subject.ask(to_read(BytesVerb::decode, buffer)), nans_of(subject));
}

Outcome read_alike_at_every_address(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  if (buffer.input_offset == 0 || !readable(oracle, buffer)) return Vacuous{};
  BytesRequest request = to_read(BytesVerb::decode, buffer);
  const Reply expected = subject.ask(request);
  if (!std::holds_alternative<TensorAnswer>(expected)) return Vacuous{};
  request.input_offset = buffer.input_offset;
  return compare_replies(oracle, buffer.scheme, buffer.shape, expected, subject.ask(request),
                         Nans::same_bits);
}

/// Lengths around the right one, and up to eight in between.
Outcome every_other_length_refused(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  if (!readable(oracle, buffer)) return Vacuous{};
  std::vector<std::uint8_t> longer = buffer.bytes;
  longer.resize(longer.size() + 4, 0);
  const std::size_t right = buffer.bytes.size();
  std::vector<std::size_t> lengths{right + 1, right + 4};
  for (std::size_t length = 0; length < right; length += 1 + right / 8) lengths.push_back(length);
  if (right != 0) lengths.push_back(right - 1);
  for (std::size_t length : lengths) {
    const auto bytes = std::span(longer).first(length);
    const BytesRequest request = to_read(BytesVerb::decode, buffer.scheme, buffer.shape, bytes);
    const Outcome outcome =
        compare_replies(oracle, buffer.scheme, buffer.shape, oracle.ask(request),
                        subject.ask(request), Nans::same_bits);
    if (const auto* broken = std::get_if<Broken>(&outcome)) {
      Broken at = *broken;
      at.first_difference =
          "length " + std::to_string(length) + " in place of " + std::to_string(right);
      return at;
    }
    if (!std::holds_alternative<Held>(outcome)) return outcome;
  }
  return Held{};
}

Outcome validate_as_decode(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  const Reply decoded = subject.ask(to_read(BytesVerb::decode, buffer));
  if (!std::holds_alternative<TensorAnswer>(decoded) && !std::holds_alternative<Refused>(decoded))
    return no_answer(decoded, ValidAnswer{});
  const Reply expected =
      std::holds_alternative<TensorAnswer>(decoded) ? Reply{ValidAnswer{}} : decoded;
  return compare_replies(oracle, buffer.scheme, buffer.shape, expected,
                         subject.ask(to_read(BytesVerb::validate, buffer)), Nans::same_bits);
}

Outcome audit_findings(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  const Reply expected = oracle.ask(to_read(BytesVerb::audit, buffer));
  return compare_replies(oracle, buffer.scheme, buffer.shape, expected,
                         subject.ask(to_read(BytesVerb::audit, buffer)), Nans::same_bits);
}

Reply rewritten(const I& implementation, const BytesCase& buffer) {
  const Reply decoded = implementation.ask(to_read(BytesVerb::decode, buffer));
  const auto* tensor = std::get_if<TensorAnswer>(&decoded);
  if (tensor == nullptr) return decoded;
  return implementation.ask(
      EncodeRequest{buffer.scheme, buffer.shape, tensor->codes, tensor->scales, tensor->global});
}

Outcome canonical_bytes_come_back(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  if (!readable(oracle, buffer)) return Vacuous{};
  const Reply expected = rewritten(oracle, buffer);
  const auto* bytes = std::get_if<BytesAnswer>(&expected);
  if (bytes == nullptr || bytes->bytes != buffer.bytes) return Vacuous{};
  return compare_replies(oracle, buffer.scheme, buffer.shape, expected, rewritten(subject, buffer),
                         Nans::same_bits);
}

bool spoils_canonical(const Finding& finding) {
  return finding.kind == FindingKind::padding_not_zero || finding.kind == FindingKind::scale_nan ||
         finding.kind == FindingKind::scale_infinite || finding.kind == FindingKind::scale_negative;
}

/// The audit and writing again must say the same of a buffer, each for itself.
Outcome audit_knows_canonical(const I& subject, const I&, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  const Reply audited = subject.ask(to_read(BytesVerb::audit, buffer));
  const auto* findings = std::get_if<FindingsAnswer>(&audited);
  if (findings == nullptr) return Vacuous{};
  const Reply again = rewritten(subject, buffer);
  const auto* refused = std::get_if<Refused>(&again);
  const bool code_does_not_fit = refused != nullptr && refused->error == Error::code_out_of_range &&
                                 buffer.scheme.store.kind == StoreKind::Native;
  if (code_does_not_fit) return Vacuous{};
  const bool clean =
      std::none_of(findings->findings.begin(), findings->findings.end(), spoils_canonical);
  const auto* bytes = std::get_if<BytesAnswer>(&again);
  const bool canonical = bytes != nullptr && bytes->bytes == buffer.bytes;
  if (clean == canonical) return Held{};
  return differs(
      clean ? "no finding, yet the bytes do not come back" : "a finding, yet the bytes come back",
      audited, again);
}

constexpr Law kLaws[] = {
    {"decode_any_bits", "F2 F20 F24 F25 F26", Level::required, CaseKind::bytes, kDecode,
     "Any bits of the right length decode to exactly what is there, padding ignored.",
     decode_any_bits},
    {"read_alike_at_every_address", "F11", Level::required, CaseKind::bytes, kDecode | kPlacement,
     "What is read does not depend on where the buffer lies.", read_alike_at_every_address},
    {"every_other_length_refused", "F18 F30", Level::required, CaseKind::bytes, kDecode,
     "One byte less or more is refused, and so is every other length.", every_other_length_refused},
    {"validate_as_decode", "F30", Level::recommended, CaseKind::bytes, kValidate | kDecode,
     "validate refuses exactly what decode refuses, for the same reason.", validate_as_decode},
    {"audit_findings", "F27", Level::recommended, CaseKind::bytes, kAudit,
     "An audit lists every finding there is, in buffer order.", audit_findings},
    {"canonical_bytes_come_back", "F28", Level::required, CaseKind::bytes, kDecode | kEncode,
     "Canonical bytes are written again bit for bit from what was read.",
     canonical_bytes_come_back},
    {"audit_knows_canonical", "F27 F28", Level::recommended, CaseKind::bytes,
     kAudit | kDecode | kEncode,
     "An audit without padding and bad-scale findings means that the bytes come back.",
     audit_knows_canonical},
};

}  // namespace

std::span<const Law> reading_laws() { return kLaws; }

}  // namespace qb::laws
