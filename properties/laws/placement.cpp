// Laws about memory: nothing outside the buffers of a call is read or written, wherever they lie.
#include <array>

#include "properties/laws/blocks.h"
#include "properties/laws/judging.h"
#include "properties/laws/tables.h"

namespace qb::laws {
namespace {

using I = Implementation;

// So many lengths in a row give the start of a buffer that is flush behind every residue mod 64:
// of bytes, and of floats.
constexpr std::uint64_t kLengths = 64;
constexpr std::uint64_t kLengthsOfFloats = 16;
// Of the data that is made longer: what happens at an edge does not need more.
constexpr std::uint64_t kMostElements = 512;

struct Place {
  Placement placement;
  std::uint64_t offset;
  const char* text;
};
constexpr std::array kPlaces{Place{Placement::behind, 0, "flush to a guard page behind"},
                             Place{Placement::front, 0, "flush to a guard page in front"},
                             Place{Placement::amid, 1, "at offset 1, amid canaries"},
                             Place{Placement::amid, 6, "at offset 6, amid canaries"},
                             Place{Placement::roomy, 0, "in outputs longer than needed"}};

Outcome compare(const I& oracle, const EncodeRequest& r, const Reply& plain, const Reply& got) {
  return compare_replies(oracle, r.scheme, r.shape, plain, got, Nans::same_bits);
}
Outcome compare(const I& oracle, const BytesRequest& r, const Reply& plain, const Reply& got) {
  return compare_replies(oracle, r.scheme, r.shape, plain, got, Nans::same_bits);
}
Outcome compare(const I& oracle, const QuantizeRequest& r, const Reply& plain, const Reply& got) {
  return compare_replies(oracle, r.scheme, r.shape, plain, got, Nans::same_bits);
}

bool is_short(const EncodeRequest& request) { return request.short_by != 0; }
bool is_short(const BytesRequest& request) { return request.short_by != 0; }
bool is_short(const QuantizeRequest& request) { return request.short_by != 0; }

/// Held where the subject answers `request`, at that place, as it answers with exact outputs amid
/// canaries: `plain`.
template <typename Request>
Outcome at_place(const I& subject, const I& oracle, Request request, const Place& place,
                 const Reply& plain) {
  request.placement = place.placement;
  if constexpr (requires { request.input_offset; }) request.input_offset = place.offset;
  const Reply got = subject.ask(request);
  if (const auto* died = std::get_if<Died>(&got))
    return differs(died->detail, plain, got, place.text);
  Outcome outcome = compare(oracle, request, plain, got);
  if (auto* broken = std::get_if<Broken>(&outcome))
    broken->first_difference = std::string(place.text) + "; " + broken->first_difference;
  return outcome;
}

template <typename Request>
Outcome at_every_place(const I& subject, const I& oracle, const Request& request) {
  const Reply plain = subject.ask(request);
  if (const auto* died = std::get_if<Died>(&plain))
    return Broken{died->detail, "a reply", text_of(plain), "amid canaries"};
  for (const Place& place : kPlaces) {
    if (place.placement == Placement::roomy && is_short(request)) continue;
    Outcome outcome = at_place(subject, oracle, request, place, plain);
    if (!std::holds_alternative<Held>(outcome)) return outcome;
  }
  return Held{};
}

/// Flush behind, at each of the lengths that `longer(k)` makes, as long as it makes one: it keeps
/// what its request is a view of.
template <typename Longer>
Outcome at_every_length(const I& subject, const I& oracle, Longer longer,
                        std::uint64_t lengths = kLengths) {
  for (std::uint64_t more = 1; more < lengths; ++more) {
    const auto request = longer(more);
    if (!request) return Held{};
    Outcome outcome = at_place(subject, oracle, *request, kPlaces.front(), subject.ask(*request));
    if (auto* broken = std::get_if<Broken>(&outcome))
      broken->first_difference += "; " + std::to_string(more) + " more along the innermost axis";
    if (!std::holds_alternative<Held>(outcome)) return outcome;
  }
  return Held{};
}

std::uint64_t product(const std::vector<std::uint64_t>& extents) {
  std::uint64_t product = 1;
  for (std::uint64_t extent : extents) product *= extent;
  return product;
}

/// `count` items that repeat `items`, or `otherwise` where there is none.
template <typename T>
void repeat(const std::vector<T>& items, std::uint64_t count, T otherwise, std::vector<T>& out) {
  out.resize(count);
  for (std::uint64_t i = 0, from = 0; i < count; ++i) {
    out[i] = items.empty() ? otherwise : items[from];
    if (++from >= items.size()) from = 0;
  }
}

Outcome encodes_inside_its_buffers(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  EncodeRequest request = to_encode(tensor);
  request.short_by = tensor.short_by;
  Outcome outcome = at_every_place(subject, oracle, request);
  if (!std::holds_alternative<Held>(outcome)) return outcome;
  if (tensor.shape.empty() || tensor.short_by != 0 || !writable(oracle, tensor)) return outcome;

  auto shape = tensor.shape;
  std::vector<std::int8_t> codes;
  std::vector<std::uint32_t> scales;
  const auto longer = [&](std::uint64_t more) -> std::optional<EncodeRequest> {
    shape.back() = tensor.shape.back() + more;
    if (product(shape) > kMostElements) return std::nullopt;
    repeat<std::int8_t>(tensor.codes, product(shape), 0, codes);
    const std::uint64_t cells =
        tensor.scheme.block ? product(grid_extents(tensor.scheme, shape)) : 1;
    repeat<std::uint32_t>(tensor.scales, cells, 0x3f800000, scales);
    return EncodeRequest{tensor.scheme, shape, codes, scales, tensor.global};
  };
  return at_every_length(subject, oracle, longer);
}

Outcome reads_inside_its_buffers(BytesVerb verb, const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  BytesRequest request = to_read(verb, buffer);
  request.short_by = buffer.short_by;
  Outcome outcome = at_every_place(subject, oracle, request);
  if (!std::holds_alternative<Held>(outcome)) return outcome;
  if (buffer.shape.empty() || buffer.short_by != 0 || !readable(oracle, buffer)) return outcome;

  auto shape = buffer.shape;
  std::vector<std::uint8_t> bytes;
  const auto longer = [&](std::uint64_t more) -> std::optional<BytesRequest> {
    shape.back() = buffer.shape.back() + more;
    const Reply reply = subject.ask(SizeRequest{buffer.scheme, shape});
    const auto* size = std::get_if<SizeAnswer>(&reply);
    if (size == nullptr || product(shape) > kMostElements) return std::nullopt;
    repeat<std::uint8_t>(buffer.bytes, size->total_bytes, 0, bytes);
    return to_read(verb, buffer.scheme, shape, bytes);
  };
  return at_every_length(subject, oracle, longer);
}

Outcome decodes_inside_its_buffers(const I& subject, const I& oracle, const Case& c) {
  return reads_inside_its_buffers(BytesVerb::decode, subject, oracle, c);
}
Outcome dequantizes_inside_its_buffers(const I& subject, const I& oracle, const Case& c) {
  return reads_inside_its_buffers(BytesVerb::dequantize, subject, oracle, c);
}

Outcome quantizes_inside_its_buffers(const I& subject, const I& oracle, const Case& c) {
  const auto& floats = std::get<FloatsCase>(c);
  QuantizeRequest request = to_quantize(floats);
  request.short_by = floats.short_by;
  Outcome outcome = at_every_place(subject, oracle, request);
  if (!std::holds_alternative<Held>(outcome)) return outcome;
  const Reply plain = subject.ask(request);
  if (floats.shape.empty() || !std::holds_alternative<QuantizedAnswer>(plain)) return outcome;

  auto shape = floats.shape;
  std::vector<std::uint32_t> input;
  const auto longer = [&](std::uint64_t more) -> std::optional<QuantizeRequest> {
    shape.back() = floats.shape.back() + more;
    if (product(shape) > kMostElements) return std::nullopt;
    repeat<std::uint32_t>(floats.input, product(shape), 0x3f800000, input);
    return QuantizeRequest{floats.scheme, shape, floats.calibration, input};
  };
  return at_every_length(subject, oracle, longer, kLengthsOfFloats);
}

Outcome audits_inside_its_buffer(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  for (const BytesVerb verb : {BytesVerb::audit, BytesVerb::validate}) {
    Outcome outcome = at_every_place(subject, oracle, to_read(verb, buffer));
    if (!std::holds_alternative<Held>(outcome)) return outcome;
  }
  return Held{};
}

constexpr Law kLaws[] = {
    {"encodes_inside_its_buffers", "F11 F29", Level::required, CaseKind::tensor,
     kEncode | kSeesBuffers | kPlacement,
     "Writing reads nothing outside codes and scales, and writes nothing outside the output.",
     encodes_inside_its_buffers},
    {"decodes_inside_its_buffers", "F11 F18 F29", Level::required, CaseKind::bytes,
     kDecode | kSize | kSeesBuffers | kPlacement,
     "Reading reads nothing outside the buffer, and writes nothing outside codes and scales.",
     decodes_inside_its_buffers},
    {"audits_inside_its_buffer", "F18 F27", Level::required, CaseKind::bytes,
     kAudit | kValidate | kSeesBuffers | kPlacement,
     "An audit, and validate, read nothing outside the buffer.", audits_inside_its_buffer},
    {"quantizes_inside_its_buffers", "F29", Level::required, CaseKind::floats,
     kQuantize | kSeesBuffers | kPlacement,
     "Quantizing reads nothing outside the input, and writes nothing outside output and scratch.",
     quantizes_inside_its_buffers},
    {"dequantizes_inside_its_buffers", "F18 F29", Level::required, CaseKind::bytes,
     kDequantize | kSize | kSeesBuffers | kPlacement,
     "Dequantizing reads nothing outside the buffer, and writes nothing outside the values.",
     dequantizes_inside_its_buffers},
};

}  // namespace

std::span<const Law> placement_laws() { return kLaws; }

}  // namespace qb::laws
