#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <memory>
#include <new>

#include "properties/in_process.h"
#include "qb/audit.h"
#include "qb/codec.h"
#include "qb/convert.h"

namespace qb::laws {
namespace {

constexpr std::size_t kCanary = 16;
constexpr std::uint8_t kCanaryByte = 0xa5;

/// An output buffer with canaries on both sides, all of it set beforehand, so that any write shows.
template <typename T>
class Guarded {
 public:
  explicit Guarded(std::uint64_t count)
      : bytes_(2 * kCanary + count * sizeof(T), kCanaryByte), count_(count) {}

  std::span<T> span() { return {reinterpret_cast<T*>(bytes_.data() + kCanary), count_}; }

  /// Whether any byte outside the first `written` elements has changed.
  bool touched_beyond(std::uint64_t written) const {
    const auto is_canary = [](std::uint8_t byte) { return byte == kCanaryByte; };
    const auto from = bytes_.begin() + static_cast<std::ptrdiff_t>(kCanary + written * sizeof(T));
    return !std::all_of(bytes_.begin(), bytes_.begin() + kCanary, is_canary) ||
           !std::all_of(from, bytes_.end(), is_canary);
  }

 private:
  std::vector<std::uint8_t> bytes_;  // operator new aligns it for any T used here
  std::uint64_t count_;
};

/// A copy of the input that starts `offset` bytes after an address divisible by 64 and ends where
/// its memory ends, so that a sanitizer sees one byte read past it.
class Placed {
 public:
  Placed(const void* data, std::size_t size, std::uint64_t offset)
      : offset_(offset % 64), size_(size), bytes_(allocate(offset_ + size)) {
    if (size != 0) std::memcpy(bytes_.get() + offset_, data, size);
  }
  template <typename T>
  std::span<const T> span() const {
    return {reinterpret_cast<const T*>(bytes_.get() + offset_), size_ / sizeof(T)};
  }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Release {
    void operator()(std::uint8_t* bytes) const { ::operator delete(bytes, kAlignment); }
  };
  static std::uint8_t* allocate(std::size_t size) {
    return static_cast<std::uint8_t*>(::operator new(size, kAlignment));
  }

  std::size_t offset_;
  std::size_t size_;
  std::unique_ptr<std::uint8_t, Release> bytes_;
};

template <typename Write>
std::string written(Write write) {
  std::string text(400, '\0');
  std::uint64_t length = write(std::span<char>(text));
  if (length > text.size()) {
    text.resize(length);
    length = write(std::span<char>(text));
  }
  text.resize(length);
  return text;
}

Refused refused(const Refusal& refusal, std::string message, bool touched = false) {
  return {refusal.error, std::string(name(refusal.error)), std::move(message), touched};
}
Refused refused(const Refusal& refusal, const Scheme& scheme, Shape shape, bool touched = false) {
  return refused(refusal,
                 written([&](auto out) { return write_message(refusal, scheme, shape, out); }),
                 touched);
}

std::uint64_t shortened(std::uint64_t needed, std::uint64_t by) {
  return by < needed ? needed - by : 0;
}

Reply answer(const SizeRequest& request) {
  const auto sizes = encoded_size(request.scheme, request.shape);
  if (!sizes) return refused(sizes.refusal(), request.scheme, request.shape);
  return SizeAnswer{sizes->total_bytes, sizes->scales_offset, sizes->global_offset};
}

/// The most an output can need, so that a wrong size never becomes a giant allocation: requests
/// that small data cannot fill are refused before the output is looked at.
std::uint64_t output_bytes(const EncodeRequest& request) {
  const auto sizes = encoded_size(request.scheme, request.shape);
  if (!sizes || sizes->elements != request.codes.size()) return 0;
  return shortened(sizes->total_bytes, request.short_by);
}

Reply answer(const EncodeRequest& request) {
  Guarded<std::uint8_t> out(output_bytes(request));
  const Placed codes(request.codes.data(), request.codes.size(), request.input_offset);
  const Placed scales(request.scales.data(), request.scales.size_bytes(), 0);
  TensorView tensor{codes.span<std::int8_t>(), scales.span<float>(), std::nullopt};
  if (request.global) tensor.global = std::bit_cast<float>(*request.global);

  const auto size = encode(request.scheme, request.shape, tensor, out.span());
  if (!size) return refused(size.refusal(), request.scheme, request.shape, out.touched_beyond(0));
  if (*size > out.span().size() || out.touched_beyond(*size))
    return Died{Died::How::garbage, "encode wrote outside its output"};
  const auto bytes = out.span().first(*size);
  return BytesAnswer{{bytes.begin(), bytes.end()}};
}

Reply answer_decode(const BytesRequest& request, std::span<const std::uint8_t> bytes) {
  const auto sizes = encoded_size(request.scheme, request.shape);
  const bool fits = sizes && sizes->total_bytes == bytes.size();
  // An empty grid or a dtype of one byte: scales and codes are at most as many as there are bytes,
  // times the lanes of a byte.
  Guarded<std::int8_t> codes(fits ? shortened(sizes->elements, request.short_by) : 0);
  Guarded<float> scales(fits ? sizes->scales : 0);
  const auto decoded = decode(request.scheme, request.shape, bytes, codes.span(), scales.span());
  if (!decoded)
    return refused(decoded.refusal(), request.scheme, request.shape,
                   codes.touched_beyond(0) || scales.touched_beyond(0));
  if (codes.touched_beyond(decoded->elements) || scales.touched_beyond(decoded->scales))
    return Died{Died::How::garbage, "decode wrote outside its output"};

  TensorAnswer answer;
  const auto code_span = codes.span().first(decoded->elements);
  answer.codes.assign(code_span.begin(), code_span.end());
  for (float scale : scales.span().first(decoded->scales))
    answer.scales.push_back(std::bit_cast<std::uint32_t>(scale));
  if (decoded->global) answer.global = std::bit_cast<std::uint32_t>(*decoded->global);
  return answer;
}

Reply answer_audit(const BytesRequest& request, std::span<const std::uint8_t> bytes) {
  std::array<Finding, 64> first;
  const auto count = audit(request.scheme, request.shape, bytes, first);
  if (!count) return refused(count.refusal(), request.scheme, request.shape);
  FindingsAnswer answer;
  answer.findings.assign(
      first.begin(),
      first.begin() + std::min<std::ptrdiff_t>(static_cast<std::ptrdiff_t>(*count), 64));
  if (*count > first.size()) {
    answer.findings.resize(*count);
    // The first call has shown that this one answers.
    if (const auto again = audit(request.scheme, request.shape, bytes, answer.findings); !again)
      return refused(again.refusal(), request.scheme, request.shape);
  }
  return answer;
}

Reply answer(const BytesRequest& request) {
  const Placed placed(request.bytes.data(), request.bytes.size(), request.input_offset);
  const auto bytes = placed.span<std::uint8_t>();
  if (request.verb == BytesVerb::decode) return answer_decode(request, bytes);
  if (request.verb == BytesVerb::audit) return answer_audit(request, bytes);
  const auto valid = validate(request.scheme, request.shape, bytes);
  if (!valid) return refused(valid.refusal(), request.scheme, request.shape);
  return ValidAnswer{};
}

Reply answer(const PermuteRequest& request) {
  const auto permuted = permute(request.scheme, request.rank, request.axes);
  if (permuted) return SchemeAnswer{*permuted};
  return refused(permuted.refusal(), written([&](auto out) {
                   return write_permute_message(permuted.refusal(), request.scheme, request.rank,
                                                out);
                 }));
}

Reply answer(const TextRequest& request) {
  TextAnswer answer;
  answer.text = written([&](auto out) { return write_text(request.scheme, out); });
  answer.json = "";
  if (write_json(request.scheme, {}))
    answer.json = written([&](auto out) { return *write_json(request.scheme, out); });
  return answer;
}

Reply answer(const ScalarRequest& request) {
  ScalarAnswer answer{std::vector<std::uint32_t>(request.inputs.size())};
  switch (request.verb) {
    case ScalarVerb::encode:
      encode_scalar(request.type, request.inputs, answer.outputs);
      break;
    case ScalarVerb::decode:
      decode_scalar(request.type, request.inputs, answer.outputs);
      break;
    case ScalarVerb::round_up:
      round_up(request.type, request.inputs, answer.outputs);
      break;
  }
  return answer;
}

Reply answer(const DigestRequest&) { return Unsupported{"only other processes do"}; }

}  // namespace

Implementation codec() {
  Implementation implementation;
  implementation.name = "codec";
  implementation.capabilities = kSize | kEncode | kValidate | kDecode | kAudit | kPermute | kText |
                                kScalar | kSeesBuffers | kPlacement | kRequiredNans | kMessages;
  implementation.ask = [](const Request& request) {
    return std::visit([](const auto& asked) { return answer(asked); }, request);
  };
  return implementation;
}

}  // namespace qb::laws
