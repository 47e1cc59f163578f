// Faults that no reply can show, since there is none: the process ends or never comes back. Each
// says which requests lead there, and these are run in a fork; all others are the codec's.
#include <algorithm>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "properties/faults/tables.h"
#include "properties/forked.h"
#include "qb/codec.h"

namespace qb::laws {
namespace {

// What is wrong here is so on purpose, and no sanitizer shall say it in the laws' place.
#define QB_UNCHECKED __attribute__((noinline, no_sanitize("address", "undefined")))

// No buffer that is given has so many bytes, and no address lies so far behind it.
constexpr std::uint64_t kBeyondMemory = std::uint64_t{1} << 48;

template <typename R>
bool is_empty(const R& request) {
  return std::ranges::find(request.shape, 0u) != request.shape.end();
}
std::uint64_t wanted_bytes(const BytesRequest& request) {
  const auto sizes = encoded_size(request.scheme, request.shape);
  return sizes ? sizes->total_bytes : 0;
}

/// The codec, but for requests of one kind: where `leads_there` holds for one, `run` comes first. A
/// fork that hung has cost some milliseconds: what leads there again is said to hang without one.
template <typename R, typename LeadsThere, typename Run>
Implementation before_codec(LeadsThere leads_there, Run run) {
  return around_codec([leads_there, run, hung = std::make_shared<std::optional<Died>>()](
                          const Implementation& right, const Request& request) -> Reply {
    const R* asked = std::get_if<R>(&request);
    if (asked == nullptr || !leads_there(*asked)) return right.ask(request);
    if (*hung) return **hung;
    auto died = died_in_a_fork([&] { run(*asked); });
    if (!died) return right.ask(request);
    if (died->how == Died::How::hung) *hung = died;
    return *std::move(died);
  });
}

QB_UNCHECKED void counts_down_from(std::uint64_t count) {
  volatile std::uint64_t left = count;
  do left = left - 1;
  while (left != 0);
}

QB_UNCHECKED void doubles_up_to(float maximum) {
  for (volatile float scale = 0x1p-126f; !(scale >= maximum);)
    scale = std::min(2 * scale, std::numeric_limits<float>::max());
}

QB_UNCHECKED void reads_at(const std::uint8_t* bytes, std::uint64_t offset) {
  const auto address = reinterpret_cast<std::uintptr_t>(bytes) + offset;
  static_cast<void>(*reinterpret_cast<const volatile std::uint8_t*>(address));
}

// A frame for each axis, and in it room for what the axis has.
QB_UNCHECKED void takes_frames(Shape shape) {
  if (shape.empty()) return;
  *static_cast<volatile std::uint8_t*>(__builtin_alloca(shape.front() + 1)) = 0;
  takes_frames(shape.subspan(1));
}

constexpr Fault kFaults[] = {
    {"empty_grid_never_ends", Layer::process,
     "A loop that counts down to zero is not entered for a grid without cells.",
     "imp#532: an endless loop on size 0",
     [] {
       return before_codec<EncodeRequest>(
           [](const EncodeRequest& r) { return r.scheme.block && r.scales.empty() && is_empty(r); },
           [](const EncodeRequest& r) { counts_down_from(r.scales.size()); });
     },
     "F19 F21"},
    {"search_of_a_scale_never_ends", Layer::process,
     "NaN is found before a scale is sought that is not below it.",
     "own: no float is at least NaN, so a search upwards does not end",
     [] {
       return before_codec<QuantizeRequest>(
           [](const QuantizeRequest& r) {
             return std::ranges::any_of(
                 r.input, [](std::uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; });
           },
           [](const QuantizeRequest&) { doubles_up_to(std::numeric_limits<float>::quiet_NaN()); });
     },
     "F52"},
    {"extent_zero_divides", Layer::process, "Nothing is divided by an extent, which may be 0.",
     "ggml-org/ggml#1517",
     [] {
       return before_codec<SizeRequest>(
           [](const SizeRequest& r) { return is_empty(r); },
           [](const SizeRequest&) { std::raise(SIGFPE); });  // as x86 does; others give 0
     },
     "F18"},
    {"rank_guarded_by_assert", Layer::process, "Any rank is sized, also one above four.",
     "antirez/gguf-tools#25",
     [] {
       return before_codec<SizeRequest>([](const SizeRequest& r) { return r.shape.size() > 4; },
                                        [](const SizeRequest&) { std::abort(); });
     },
     "F18"},
    {"reserves_what_the_shape_says", Layer::process,
     "The length is tested before memory is taken for what the shape says.",
     "imp#532: reserve(2^60)",
     [] {
       return before_codec<BytesRequest>(
           [](const BytesRequest& r) {
             return r.verb == BytesVerb::decode && wanted_bytes(r) >= kBeyondMemory;
           },
           [](const BytesRequest& r) { std::vector<std::uint8_t>().reserve(wanted_bytes(r)); });
     },
     "F18 F30"},
    {"reads_where_the_shape_says", Layer::process,
     "The length is tested before the global scale is read from its end.",
     "own: an offset that was computed is not yet one that is there",
     [] {
       return before_codec<BytesRequest>(
           [](const BytesRequest& r) {
             return r.verb == BytesVerb::validate && wanted_bytes(r) >= kBeyondMemory;
           },
           [](const BytesRequest& r) { reads_at(r.bytes.data(), wanted_bytes(r) - 4); });
     },
     "F18 F30"},
    {"axes_on_the_stack", Layer::process, "The stack does not grow with the shape.",
     "own: a frame and a row for each axis, which small tensors never show",
     [] {
       return before_codec<EncodeRequest>(
           [](const EncodeRequest& r) {
             return !r.shape.empty() && std::ranges::max(r.shape) >= kBeyondMemory;
           },
           [](const EncodeRequest& r) { takes_frames(r.shape); });
     },
     "F21 F30"},
    {"short_buffer_throws", Layer::process,
     "A length is compared before anything is taken from it.",
     "own: what is left of a buffer without its scale, in an unsigned number",
     [] {
       return before_codec<BytesRequest>(
           [](const BytesRequest& r) { return r.verb == BytesVerb::audit && r.bytes.size() < 4; },
           [](const BytesRequest& r) { std::vector<std::uint8_t>(r.bytes.size() - 4); });
     },
     "F18 F27"},
    {"exits_instead_of_refusing", Layer::process, "A library does not end its program.",
     "own: what was a program of its own has become a library",
     [] {
       return before_codec<EncodeRequest>(
           [](const EncodeRequest& r) { return r.scheme.mode == Mode::Lookup; },
           [](const EncodeRequest&) { std::_Exit(EXIT_SUCCESS); });
     },
     "F3 F30"},
};

}  // namespace

std::span<const Fault> process_faults() { return kFaults; }

}  // namespace qb::laws
