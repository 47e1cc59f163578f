#include "properties/laws/judging.h"

#include <algorithm>

#include "properties/scheme_json.h"

namespace qb::laws {
namespace {

constexpr std::size_t kShown = 24;

template <typename List, typename Text>
std::string some(const List& list, Text text) {
  std::string out;
  for (std::size_t i = 0; i < list.size() && i < kShown; ++i)
    out.append(i == 0 ? "" : " ").append(text(list[i]));
  if (list.size() > kShown)
    out.append(" … (").append(std::to_string(list.size())).append(" in all)");
  return list.empty() ? "none" : out;
}

std::string number(std::uint64_t n) { return std::to_string(n); }

struct Text {
  std::string operator()(const SizeAnswer& a) const {
    std::string out = number(a.total_bytes) + " bytes";
    if (a.scales_offset) out += ", scales at " + number(*a.scales_offset);
    if (a.global_offset) out += ", global at " + number(*a.global_offset);
    return out;
  }
  std::string operator()(const BytesAnswer& a) const {
    return some(a.bytes, [](std::uint8_t byte) { return to_hex(std::span(&byte, 1)); });
  }
  std::string operator()(const TensorAnswer& a) const {
    return "codes " + some(a.codes, [](int code) { return std::to_string(code); }) + "; scales " +
           some(a.scales, hex8) + (a.global ? "; global " + hex8(*a.global) : "");
  }
  std::string operator()(const FindingsAnswer& a) const {
    return some(a.findings, [](const Finding& finding) {
      return std::string(name(finding.kind)) + " " + number(finding.index);
    });
  }
  std::string operator()(const ValidAnswer&) const { return "valid"; }
  std::string operator()(const SchemeAnswer& a) const {
    std::string out = "{";
    append_scheme_fields(out, a.scheme);
    return out + "}";
  }
  std::string operator()(const TextAnswer& a) const {
    return a.text + " | " + a.json.value_or("(no JSON given)");
  }
  std::string operator()(const ScalarAnswer& a) const { return some(a.outputs, hex8); }
  std::string operator()(const DigestAnswer& a) const { return a.sha256; }
  std::string operator()(const ValuesAnswer& a) const { return some(a.values, hex8); }
  std::string operator()(const QuantizedAnswer& a) const {
    std::string out = (*this)(BytesAnswer{a.bytes});
    if (a.summary)
      out += "; saturated " + number(a.summary->saturated_blocks) + ", clipped " +
             number(a.summary->clipped_values) + ", vanished " +
             number(a.summary->vanished_blocks) + ", zero " + number(a.summary->zero_blocks);
    return out;
  }
  std::string operator()(const Refused& a) const {
    const std::string named{a.error ? qb::name(*a.error) : std::string_view(a.name)};
    return "refused" + (named.empty() ? std::string(", without a name") : " as " + named) +
           (a.message.empty() ? "" : ": " + a.message.substr(0, 240));
  }
  std::string operator()(const Unsupported& a) const { return "unsupported: " + a.why; }
  std::string operator()(const Died& a) const {
    constexpr const char* kHow[] = {"ended", "hung", "wrote garbage", "given up"};
    return std::string("no reply, ") + kHow[static_cast<std::size_t>(a.how)] + ": " + a.detail;
  }
};

std::string dtype_at(const Scheme& scheme) {
  return std::string(
      name(scheme.block ? scheme.block->dtype : scheme.tensor.value_or(ScaleDtype::F32)));
}

/// "byte 6: scale 0, F16": which region a byte lies in.
std::string place_of(const Implementation& oracle, const Scheme& scheme, Shape shape,
                     std::uint64_t byte) {
  std::string place = "byte " + number(byte) + ": ";
  const Reply reply = oracle.ask(SizeRequest{scheme, shape});
  const auto* size = std::get_if<SizeAnswer>(&reply);
  if (size == nullptr || !size->scales_offset || !size->global_offset) return place + "?";
  if (byte >= size->total_bytes) return place + "past the end";
  if (byte >= *size->global_offset) return place + "global scale, F32";
  if (byte < *size->scales_offset) {
    if (scheme.store.kind == StoreKind::PackedU32)
      return place + "values, word " + number(byte / 4);
    return place + "values";
  }
  const std::string dtype = dtype_at(scheme);
  const std::uint64_t width = dtype == "F32" ? 4 : dtype.back() == '6' ? 2 : 1;
  return place + "scale " + number((byte - *size->scales_offset) / width) + ", " + dtype;
}

}  // namespace

std::string hex8(std::uint32_t bits) { return to_hex(bits); }

EncodeRequest to_encode(const TensorCase& c) {
  return {c.scheme, c.shape, c.codes, c.scales, c.global};
}
BytesRequest to_read(BytesVerb verb, const BytesCase& c) {
  return {verb, c.scheme, c.shape, c.bytes};
}
BytesRequest to_read(BytesVerb verb, const Scheme& scheme, Shape shape,
                     std::span<const std::uint8_t> bytes) {
  return {verb, scheme, shape, bytes};
}

QuantizeRequest to_quantize(const FloatsCase& c) {
  return {c.scheme, c.shape, c.calibration, c.input};
}

bool zero_beside_huge(Shape shape) {
  constexpr std::uint64_t kMost = INT64_MAX;
  bool has_zero = false, is_huge = false;
  std::uint64_t product = 1;
  for (std::uint64_t extent : shape) {
    if (extent == 0) has_zero = true;
    if (extent == 0 || is_huge) continue;
    is_huge = extent > kMost / product;
    product *= extent;
  }
  return has_zero && is_huge;
}

bool writable(const Implementation& oracle, const TensorCase& tensor) {
  return !zero_beside_huge(tensor.shape) &&
         std::holds_alternative<BytesAnswer>(oracle.ask(to_encode(tensor)));
}

bool readable(const Implementation& oracle, const BytesCase& buffer) {
  return !zero_beside_huge(buffer.shape) &&
         std::holds_alternative<ValidAnswer>(oracle.ask(to_read(BytesVerb::validate, buffer)));
}

std::string text_of(const Reply& reply) { return std::visit(Text{}, reply); }

Broken differs(std::string what, const Reply& expected, const Reply& got, std::string where) {
  return {std::move(what), text_of(expected), text_of(got), std::move(where)};
}

Outcome no_answer(const Reply& got, const Reply& expected) {
  if (const auto* unsupported = std::get_if<Unsupported>(&got))
    return NotSupported{unsupported->why};
  if (std::holds_alternative<Died>(got)) return differs("no reply came", expected, got);
  if (std::holds_alternative<Refused>(got)) return differs("refused what is legal", expected, got);
  return differs("answered with something else", expected, got);
}

bool same_number(std::uint32_t a, std::uint32_t b, Nans nans) {
  const auto is_nan = [](std::uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; };
  return a == b || (nans == Nans::all_equal && is_nan(a) && is_nan(b));
}

Outcome compare_bytes(const Implementation& oracle, const Scheme& scheme, Shape shape,
                      const BytesAnswer& expected, const BytesAnswer& got) {
  if (expected.bytes == got.bytes) return Held{};
  const auto [want, have] = std::mismatch(expected.bytes.begin(), expected.bytes.end(),
                                          got.bytes.begin(), got.bytes.end());
  const auto at = static_cast<std::uint64_t>(want - expected.bytes.begin());
  std::string where = place_of(oracle, scheme, shape, at);
  if (expected.bytes.size() != got.bytes.size())
    where += " (" + number(expected.bytes.size()) + " bytes expected, " + number(got.bytes.size()) +
             " got)";
  return differs("other bytes", expected, got, std::move(where));
}

Outcome compare_tensors(const TensorAnswer& expected, const TensorAnswer& got, Nans nans) {
  const auto same = [&](std::uint32_t a, std::uint32_t b) { return same_number(a, b, nans); };
  if (expected.codes.size() != got.codes.size())
    return differs("another number of codes", expected, got);
  for (std::size_t i = 0; i < expected.codes.size(); ++i)
    if (expected.codes[i] != got.codes[i])
      return differs("other codes", expected, got,
                     "code " + number(i) + ": " + std::to_string(expected.codes[i]) + " and " +
                         std::to_string(got.codes[i]));
  if (expected.scales.size() != got.scales.size())
    return differs("another number of scales", expected, got);
  for (std::size_t i = 0; i < expected.scales.size(); ++i)
    if (!same(expected.scales[i], got.scales[i]))
      return differs(
          "other scales", expected, got,
          "scale " + number(i) + ": " + hex8(expected.scales[i]) + " and " + hex8(got.scales[i]));
  if (expected.global.has_value() != got.global.has_value() ||
      (expected.global && !same(*expected.global, *got.global)))
    return differs("another global scale", expected, got);
  return Held{};
}

Outcome compare_values(const ValuesAnswer& expected, const ValuesAnswer& got) {
  if (expected.values.size() != got.values.size())
    return differs("another number of values", expected, got);
  for (std::size_t i = 0; i < expected.values.size(); ++i)
    if (!same_number(expected.values[i], got.values[i], Nans::all_equal))
      return differs(
          "other values", expected, got,
          "value " + number(i) + ": " + hex8(expected.values[i]) + " and " + hex8(got.values[i]));
  return Held{};
}

Outcome compare_replies(const Implementation& oracle, const Scheme& scheme, Shape shape,
                        const Reply& expected, const Reply& got, Nans nans) {
  // Also where the other is none: two that give no reply do not agree.
  if (std::holds_alternative<Unsupported>(got) || std::holds_alternative<Died>(got))
    return no_answer(got, expected);
  if (const auto* wanted = std::get_if<Refused>(&expected)) {
    const auto* refused = std::get_if<Refused>(&got);
    if (refused != nullptr) {
      const bool is_nameless = !refused->error && refused->name.empty();
      if (is_nameless || refused->error == wanted->error) return Held{};
      return differs("refused for another reason", expected, got);
    }
    return differs("accepted what must be refused", expected, got);
  }
  if (expected.index() != got.index()) return no_answer(got, expected);
  if (const auto* bytes = std::get_if<BytesAnswer>(&expected))
    return compare_bytes(oracle, scheme, shape, *bytes, std::get<BytesAnswer>(got));
  if (const auto* tensor = std::get_if<TensorAnswer>(&expected))
    return compare_tensors(*tensor, std::get<TensorAnswer>(got), nans);
  if (const auto* values = std::get_if<ValuesAnswer>(&expected))
    return compare_values(*values, std::get<ValuesAnswer>(got));
  if (const auto* quantized = std::get_if<QuantizedAnswer>(&expected))
    return compare_bytes(oracle, scheme, shape, {quantized->bytes},
                         {std::get<QuantizedAnswer>(got).bytes});
  if (const auto* findings = std::get_if<FindingsAnswer>(&expected))
    return findings->findings == std::get<FindingsAnswer>(got).findings
               ? Outcome{Held{}}
               : differs("other findings", expected, got);
  if (const auto* answer = std::get_if<SchemeAnswer>(&expected))
    return answer->scheme == std::get<SchemeAnswer>(got).scheme
               ? Outcome{Held{}}
               : differs("another scheme", expected, got);
  return Held{};
}

Outcome untouched(const Reply& reply) {
  const auto* refused = std::get_if<Refused>(&reply);
  if (refused == nullptr) return Vacuous{};
  if (!refused->buffers_touched) return Held{};
  return Broken{"a buffer changed although the request was refused",
                "no byte of any output changed",
                text_of(reply),
                {}};
}

Outcome same_message(const Reply& expected, const Reply& got) {
  const auto* wanted = std::get_if<Refused>(&expected);
  const auto* refused = std::get_if<Refused>(&got);
  if (wanted == nullptr || refused == nullptr || wanted->error != refused->error) return Vacuous{};
  if (wanted->message == refused->message) return Held{};
  return differs("another message", expected, got);
}

}  // namespace qb::laws
