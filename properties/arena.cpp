#include "properties/arena.h"

#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cfenv>
#include <cstring>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#define QB_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define QB_ASAN 1
#endif
#endif
#ifdef QB_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace qb::laws {
namespace {

constexpr std::uint8_t kCanaryByte = 0xa5;
constexpr std::size_t kAlignment = 64;

// A power of two, and more than a page, since a loop that runs away need not begin with the next
// byte.
std::size_t guard_size() {
  static const std::size_t kSize =
      std::max(std::size_t{64} << 10, static_cast<std::size_t>(sysconf(_SC_PAGESIZE)));
  return kSize;
}

bool is_canary(std::span<const std::uint8_t> bytes) {
  if (bytes.empty()) return true;
  return bytes[0] == kCanaryByte &&
         std::memcmp(bytes.data(), bytes.data() + 1, bytes.size() - 1) == 0;
}

// ---- leaving a call ----------------------------------------------------------------------------

// Darwin reports a protected page by SIGBUS, Linux by SIGSEGV.
constexpr std::array<int, 2> kSignals{SIGSEGV, SIGBUS};
std::array<struct sigaction, kSignals.size()> handled_before;

thread_local sigjmp_buf* way_back = nullptr;  // set while a call runs
thread_local const Arenas* arenas_of_call = nullptr;

void on_fault(int signal, siginfo_t* info, void*) {
  if (way_back != nullptr) {
    const Arenas& own = *arenas_of_call;
    if (own.codes.guards(info->si_addr) || own.scales.guards(info->si_addr) ||
        own.bytes.guards(info->si_addr))
      siglongjmp(*way_back, 1);
  }
  // On return the instruction faults again, now under the handler from before.
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    if (kSignals[i] == signal) sigaction(signal, &handled_before[i], nullptr);
}

bool install() {
  struct sigaction action{};
  action.sa_sigaction = &on_fault;
  // The handler is left by a jump that restores no mask, so it must block nothing.
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigemptyset(&action.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i)
    sigaction(kSignals[i], &action, &handled_before[i]);
  return true;
}

}  // namespace

bool stays_inside(void (*call)(void* data), void* data) {
  static const bool kInstalled = install();
  static_cast<void>(kInstalled);
  arenas_of_call = &arenas();
  std::fenv_t environment;  // of the caller, which a call may have changed when it is left
  std::fegetenv(&environment);
  sigjmp_buf back;
  if (sigsetjmp(back, 0) != 0) {
    way_back = nullptr;
    std::fesetenv(&environment);
    return false;
  }
  way_back = &back;
  call(data);
  way_back = nullptr;
  return true;
}

Arenas& arenas() {
  thread_local Arenas own;
  return own;
}

// ---- placing -----------------------------------------------------------------------------------

Arena::Arena(std::size_t room) : room_(std::bit_ceil(std::max(room, guard_size()))) {
  const std::size_t all = room_ + 2 * guard_size();
  void* const mapped = mmap(nullptr, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  mapping_ = static_cast<std::uint8_t*>(mapped);
  if (mprotect(mapping_ + guard_size(), room_, PROT_READ | PROT_WRITE) == 0) return;
  munmap(mapped, all);
  throw std::bad_alloc();
}

Arena::~Arena() {
  poison(false);
  munmap(mapping_, room_ + 2 * guard_size());
}

std::span<std::uint8_t> Arena::place(std::size_t size, Placement placement, std::uint64_t offset) {
  poison(false);
  if (const std::size_t needed = size + 2 * kCanary + kAlignment; needed > room_) {
    Arena larger(needed);
    std::swap(mapping_, larger.mapping_);
    std::swap(room_, larger.room_);
    around_ = {};
  }
  const std::span room(mapping_ + guard_size(), room_);
  std::size_t at = kCanary + offset % kAlignment;
  if (placement == Placement::front) at = 0;
  if (placement == Placement::behind) at = room_ - size;
  const std::size_t from = at - std::min(at, kCanary);
  const std::size_t to = std::min(at + size + kCanary, room_);
  buffer_ = room.subspan(at, size);
  around_ = room.subspan(from, to - from);
  std::memset(around_.data(), kCanaryByte, around_.size());
  poison(true);
  return buffer_;
}

bool Arena::touched_beyond(std::size_t written) const {
  poison(false);
  const auto in_front = static_cast<std::size_t>(buffer_.data() - around_.data());
  const bool touched = !is_canary(around_.first(in_front)) ||
                       !is_canary(around_.subspan(in_front + std::min(written, buffer_.size())));
  poison(true);
  return touched;
}

bool Arena::guards(const void* address) const {
  const auto* const byte = static_cast<const std::uint8_t*>(address);
  const std::size_t all = room_ + 2 * guard_size();
  if (byte < mapping_ || byte >= mapping_ + all) return false;
  return byte < mapping_ + guard_size() || byte >= mapping_ + guard_size() + room_;
}

void Arena::poison([[maybe_unused]] bool is_poisoned) const {
#ifdef QB_ASAN
  ASAN_UNPOISON_MEMORY_REGION(around_.data(), around_.size());
  if (!is_poisoned) return;
  const auto in_front = static_cast<std::size_t>(buffer_.data() - around_.data());
  ASAN_POISON_MEMORY_REGION(around_.data(), in_front);
  ASAN_POISON_MEMORY_REGION(buffer_.data() + buffer_.size(),
                            around_.size() - in_front - buffer_.size());
#endif
}

}  // namespace qb::laws
