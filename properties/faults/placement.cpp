// Faults that leave their buffers: the verbs of the codec, each with one access too many. They run
// unchecked by sanitizers, which would end the program: the laws must see them without.
#include <algorithm>

#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

#define QB_UNCHECKED __attribute__((noinline, no_sanitize("address", "undefined")))

// Volatile, since nothing is done with what was read.
QB_UNCHECKED void read(const void* start, std::ptrdiff_t offset) {
  static_cast<void>(static_cast<const volatile std::uint8_t*>(start)[offset]);
}
QB_UNCHECKED void write(void* start, std::ptrdiff_t offset) {
  auto& byte = static_cast<volatile std::uint8_t*>(start)[offset];
  byte = static_cast<std::uint8_t>(byte + 1);
}
template <typename T>
std::ptrdiff_t size_of(std::span<T> items) {
  return static_cast<std::ptrdiff_t>(items.size_bytes());
}

using Encoded = Result<std::uint64_t>;
using Bytes = std::span<const std::uint8_t>;

Encoded reads_past_codes(const Scheme& scheme, Shape shape, const TensorView& tensor,
                         std::span<std::uint8_t> out) {
  // Eight codes at a time, whatever is left of the last eight.
  if (!tensor.codes.empty()) read(tensor.codes.data(), (size_of(tensor.codes) + 7) / 8 * 8 - 1);
  return encode(scheme, shape, tensor, out);
}
Encoded reads_before_scales(const Scheme& scheme, Shape shape, const TensorView& tensor,
                            std::span<std::uint8_t> out) {
  if (!tensor.scales.empty()) read(tensor.scales.data(), -1);
  return encode(scheme, shape, tensor, out);
}
Encoded writes_past_output(const Scheme& scheme, Shape shape, const TensorView& tensor,
                           std::span<std::uint8_t> out) {
  const Encoded size = encode(scheme, shape, tensor, out);
  if (size) write(out.data(), static_cast<std::ptrdiff_t>(*size));
  return size;
}
Encoded clears_output(const Scheme& scheme, Shape shape, const TensorView& tensor,
                      std::span<std::uint8_t> out) {
  const Encoded size = encode(scheme, shape, tensor, out);
  if (size) std::fill(out.begin() + static_cast<std::ptrdiff_t>(*size), out.end(), 0);
  return size;
}
Result<Decoded> reads_past_bytes(const Scheme& scheme, Shape shape, Bytes bytes,
                                 std::span<std::int8_t> codes, std::span<float> scales) {
  const auto decoded = decode(scheme, shape, bytes, codes, scales);
  if (decoded) read(bytes.data(), size_of(bytes) + 3);
  return decoded;
}
Result<Decoded> reads_last_word_whole(const Scheme& scheme, Shape shape, Bytes bytes,
                                      std::span<std::int8_t> codes, std::span<float> scales) {
  const auto decoded = decode(scheme, shape, bytes, codes, scales);
  if (decoded && size_of(bytes) % 64 == 61) read(bytes.data(), size_of(bytes) + 2);
  return decoded;
}
Result<Decoded> reads_before_bytes(const Scheme& scheme, Shape shape, Bytes bytes,
                                   std::span<std::int8_t> codes, std::span<float> scales) {
  if (!bytes.empty()) read(bytes.data(), -1);
  return decode(scheme, shape, bytes, codes, scales);
}
Result<Decoded> writes_past_codes(const Scheme& scheme, Shape shape, Bytes bytes,
                                  std::span<std::int8_t> codes, std::span<float> scales) {
  const auto decoded = decode(scheme, shape, bytes, codes, scales);
  if (decoded && decoded->elements % 2 != 0)  // both codes of the last byte
    write(codes.data(), static_cast<std::ptrdiff_t>(decoded->elements));
  return decoded;
}
Result<Decoded> clears_codes(const Scheme& scheme, Shape shape, Bytes bytes,
                             std::span<std::int8_t> codes, std::span<float> scales) {
  const auto decoded = decode(scheme, shape, bytes, codes, scales);
  if (decoded)
    std::fill(codes.begin() + static_cast<std::ptrdiff_t>(decoded->elements), codes.end(), 0);
  return decoded;
}
Encoded audit_reads_on(const Scheme& scheme, Shape shape, Bytes bytes,
                       std::span<Finding> findings) {
  const Encoded count = audit(scheme, shape, bytes, findings);
  if (count) read(bytes.data(), size_of(bytes));
  return count;
}
Result<Done> validate_reads_first(const Scheme& scheme, Shape shape, Bytes bytes) {
  read(bytes.data(), std::max<std::ptrdiff_t>(size_of(bytes), 4) - 1);
  return validate(scheme, shape, bytes);
}

Result<Summary> quantize_reads_on(const Scheme& scheme, Shape shape, Calibration calibration,
                                  std::span<const float> input, std::span<std::uint64_t> scratch,
                                  std::span<std::uint8_t> out) {
  // Four floats at a time, whatever is left of the last four.
  if (!input.empty()) read(input.data(), (size_of(input) + 15) / 16 * 16 - 1);
  return BufferVerbs{}.quantize(scheme, shape, calibration, input, scratch, out);
}
Result<Summary> quantize_writes_on(const Scheme& scheme, Shape shape, Calibration calibration,
                                   std::span<const float> input, std::span<std::uint64_t> scratch,
                                   std::span<std::uint8_t> out) {
  auto summary = BufferVerbs{}.quantize(scheme, shape, calibration, input, scratch, out);
  if (summary && !scratch.empty()) write(scratch.data(), size_of(scratch));
  return summary;
}
Encoded dequantize_reads_on(const Scheme& scheme, Shape shape, Bytes bytes,
                            std::span<float> values) {
  const Encoded count = dequantize(scheme, shape, bytes, values);
  if (count) read(bytes.data(), size_of(bytes));
  return count;
}
Encoded dequantize_writes_on(const Scheme& scheme, Shape shape, Bytes bytes,
                             std::span<float> values) {
  const Encoded count = dequantize(scheme, shape, bytes, values);
  if (count && *count % 2 != 0) write(values.data(), size_of(values));
  return count;
}

/// The codec with `fault` in place of one of its verbs.
template <auto verb, auto fault>
Implementation codec_with() {
  BufferVerbs verbs;
  verbs.*verb = fault;
  return codec(verbs);
}

constexpr Fault kFaults[] = {
    {"encode_reads_past_codes", Layer::verb,
     "Codes are read eight at a time, and fewer may be left.",
     "own: what vector code without a tail does",
     &codec_with<&BufferVerbs::encode, &reads_past_codes>, "F11 F29"},
    {"encode_reads_before_scales", Layer::verb, "Nothing in front of the scales is read.",
     "own: an index that starts at -1", &codec_with<&BufferVerbs::encode, &reads_before_scales>,
     "F11 F29"},
    {"encode_writes_past_output", Layer::verb, "Nothing beyond the result is written.",
     "own: a store wider than what is left", &codec_with<&BufferVerbs::encode, &writes_past_output>,
     "F29"},
    {"encode_clears_output", Layer::verb, "Of a longer output only the result is written.",
     "own: packing by OR wants zeros, and all of the output is cleared",
     &codec_with<&BufferVerbs::encode, &clears_output>, "F29"},
    {"decode_reads_past_bytes", Layer::verb, "A buffer ends with its last byte.",
     "own: a load wider than what is left", &codec_with<&BufferVerbs::decode, &reads_past_bytes>,
     "F18 F29"},
    {"decode_reads_last_word_whole", Layer::verb,
     "The end of a buffer is no whole word, at one length in 64.",
     "own: a load of a whole word where three of its bytes are there",
     &codec_with<&BufferVerbs::decode, &reads_last_word_whole>, "F18 F29"},
    {"decode_reads_before_bytes", Layer::verb, "A buffer begins with its first byte.",
     "own: a loop that looks back", &codec_with<&BufferVerbs::decode, &reads_before_bytes>,
     "F11 F29"},
    {"decode_writes_past_codes", Layer::verb, "An odd count leaves half of the last byte.",
     "own: two codes a byte, written in pairs",
     &codec_with<&BufferVerbs::decode, &writes_past_codes>, "F29"},
    {"decode_clears_codes", Layer::verb, "Of longer outputs only the result is written.",
     "own: all of the output is cleared first", &codec_with<&BufferVerbs::decode, &clears_codes>,
     "F29"},
    {"audit_reads_past_bytes", Layer::verb, "An audit ends with the last byte.",
     "own: an end that is one too far", &codec_with<&BufferVerbs::audit, &audit_reads_on>,
     "F18 F27"},
    {"validate_reads_first", Layer::verb, "validate tests the length before it reads.",
     "own: a header is read before its length is known",
     &codec_with<&BufferVerbs::validate, &validate_reads_first>, "F18 F27"},
    {"quantize_reads_past_input", Layer::verb,
     "Inputs are read four at a time, and fewer may be left.",
     "own: what vector code without a tail does",
     &codec_with<&BufferVerbs::quantize, &quantize_reads_on>, "F29"},
    {"quantize_writes_past_scratch", Layer::verb, "Scratch is a buffer of the caller too.",
     "own: room for one thing more than was asked for",
     &codec_with<&BufferVerbs::quantize, &quantize_writes_on>, "F29"},
    {"dequantize_reads_past_bytes", Layer::verb, "A buffer to dequantize ends with its last byte.",
     "own: a load wider than what is left",
     &codec_with<&BufferVerbs::dequantize, &dequantize_reads_on>, "F18 F29"},
    {"dequantize_writes_past_values", Layer::verb, "An odd count leaves half of the last pair.",
     "own: two values at a time", &codec_with<&BufferVerbs::dequantize, &dequantize_writes_on>,
     "F29"},
};

}  // namespace

std::span<const Fault> placement_faults() { return kFaults; }

}  // namespace qb::laws
