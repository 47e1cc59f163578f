// Buffers that the codec is given in this process, and its refusals as replies.
#ifndef QB_PROPERTIES_IN_PROCESS_BUFFERS_H
#define QB_PROPERTIES_IN_PROCESS_BUFFERS_H

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <utility>

#include "properties/arena.h"
#include "properties/implementation.h"
#include "properties/in_process.h"
#include "qb/codec.h"

namespace qb::laws {

template <typename T>
std::span<T> elements(std::span<std::uint8_t> bytes) {
  return {reinterpret_cast<T*>(bytes.data()), bytes.size() / sizeof(T)};
}

/// Where the buffers of a request lie. Elements of more than a byte start where they may.
struct Placed {
  Placement placement = Placement::amid;
  std::uint64_t offset = 0;

  template <typename T>
  std::span<T> output(Arena& arena, std::uint64_t count) const {
    // Odd, so that no rounding up of a length explains a store beyond the result.
    constexpr std::uint64_t kRoom = 37;
    const std::uint64_t places = count + (placement == Placement::roomy ? kRoom : 0);
    return elements<T>(arena.place(places * sizeof(T), placement, 0));
  }
  template <typename T>
  std::span<const T> input(Arena& arena, const void* data, std::size_t size) const {
    const auto bytes = arena.place(size, placement, offset - offset % alignof(T));
    if (size != 0) std::memcpy(bytes.data(), data, size);
    return elements<T>(bytes);
  }
};

inline Died died_outside() { return {Died::How::ended, "read or wrote outside its buffers"}; }

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
Reply answer_quantize(const BufferVerbs& verbs, const QuantizeRequest& request);
/// `bytes`: those of the request, where they were placed.
Reply answer_dequantize(const BufferVerbs& verbs, const BytesRequest& request,
                        std::span<const std::uint8_t> bytes);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_IN_PROCESS_BUFFERS_H
