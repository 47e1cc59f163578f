// Buffers that the codec is given in this process, and its refusals as replies.
#ifndef QB_PROPERTIES_IN_PROCESS_BUFFERS_H
#define QB_PROPERTIES_IN_PROCESS_BUFFERS_H

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "properties/implementation.h"
#include "qb/codec.h"

namespace qb::laws {

inline constexpr std::size_t kCanary = 16;
inline constexpr std::uint8_t kCanaryByte = 0xa5;

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

/// The text that one of the codec's writers gives.
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

inline Refused refused(const Refusal& refusal, std::string message, bool touched = false) {
  return {refusal.error, std::string(name(refusal.error)), std::move(message), touched};
}
inline Refused refused(const Refusal& refusal, const Scheme& scheme, Shape shape,
                       bool touched = false) {
  return refused(refusal,
                 written([&](auto out) { return write_message(refusal, scheme, shape, out); }),
                 touched);
}

/// What is left of an output that is `by` places too short.
inline std::uint64_t shortened(std::uint64_t needed, std::uint64_t by) {
  return by < needed ? needed - by : 0;
}

// What the codec answers to requests of section 6.
Reply answer_quantize(const QuantizeRequest& request);
/// `bytes`: those of the request, where they were placed.
Reply answer_dequantize(const BytesRequest& request, std::span<const std::uint8_t> bytes);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_IN_PROCESS_BUFFERS_H
