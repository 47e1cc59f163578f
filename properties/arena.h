// Memory whose edges show: where the buffers of a call lie, and whether the call stayed inside.
#ifndef QB_PROPERTIES_ARENA_H
#define QB_PROPERTIES_ARENA_H

#include <cstddef>
#include <cstdint>
#include <span>

#include "properties/implementation.h"

namespace qb::laws {

/// One buffer at a time, between pages that nobody may touch. It is mapped once, and anew only for
/// a buffer larger than any before; so a thread keeps its arenas and maps nothing for a case.
class Arena {
 public:
  static constexpr std::size_t kCanary = 64;  // bytes on a side that has no guard page
  static constexpr std::size_t kFirstRoom = std::size_t{64} << 10;

  Arena() : Arena(kFirstRoom) {}
  ~Arena();
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  /// A buffer of `size` bytes, the one before it being gone: `front` starts where a guard page
  /// ends, `behind` ends where one starts, `amid` starts `offset` mod 64 bytes after an address
  /// divisible by 64. All of the buffer and of its canaries has the canary's value; under
  /// AddressSanitizer the canaries are poisoned. Throws std::bad_alloc. Cost: linear in `size`.
  std::span<std::uint8_t> place(std::size_t size, Placement placement, std::uint64_t offset);

  /// Whether a canary has changed, or a byte of the buffer from `written` on. Cost: linear.
  bool touched_beyond(std::size_t written) const;

  /// Whether the address lies in a guard page.
  bool guards(const void* address) const;

 private:
  explicit Arena(std::size_t room);
  void poison(bool is_poisoned) const;

  std::uint8_t* mapping_ = nullptr;  // guard, room, guard
  std::size_t room_ = 0;
  std::span<std::uint8_t> buffer_;
  std::span<std::uint8_t> around_;  // the buffer with its canaries
};

/// The arenas of one thread: one for each thing that a call takes or gives, since each of these
/// wants guard pages of its own.
struct Arenas {
  Arena codes, scales, bytes;
};
Arenas& arenas();

/// Runs `call(data)`; false where it touched a guard page of this thread's arenas and was left
/// there, by siglongjmp from the signal's handler. So `call` must be a function that can be
/// abandoned anywhere: no allocation, no lock, nothing to restore but the floating-point
/// environment, which is put back as it was. A fault at any other address goes to who handled it
/// before. Cost: some nanoseconds.
bool stays_inside(void (*call)(void* data), void* data);

template <typename Call>
bool stays_inside(Call& call) {
  return stays_inside([](void* data) { (*static_cast<Call*>(data))(); }, &call);
}

}  // namespace qb::laws

#endif  // QB_PROPERTIES_ARENA_H
