// Packing and unpacking of every word (F2, F14, F24, F25).
#ifndef QB_SWEEP_LANES_H
#define QB_SWEEP_LANES_H

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qb/scheme.h"
#include "sweep/conversion.h"
#include "sweep/parallel.h"

namespace qb::sweep {

/// Codes of a value in words of a store. Lane k of a word w is floor(w / 2^(k bits)) mod 2^bits, an
/// integer of which is signed. `words` are all of them: 2^32 under PackedU32; under PackedNative,
/// whose words are bytes, all 2^16 pairs of bytes.
struct Lanes {
  Value value;
  StoreKind store;
  bool is_signed;
  unsigned bits;
  unsigned codes_per_byte;
  std::uint64_t words;
  unsigned word_bytes;
};

/// "lanes.Q4S" and so on under PackedU32, "bytes.Q4S" and so on under PackedNative.
std::span<const Lanes> all_lanes();
std::string name(const Lanes&);
std::optional<Lanes> lanes_named(std::string_view name);

/// Reads and writes tensors of one axis and one F32 scale: little-endian words, then the scale.
/// Called from several threads at once where there are several jobs.
struct LanesSubject {
  std::function<void(std::span<const std::uint8_t> tensor, std::span<std::int8_t> codes)> unpack;
  std::function<void(std::span<const std::int8_t> codes, std::span<std::uint8_t> tensor)> pack;
};

/// The lowest word from which another code is read, or that is written otherwise.
struct LanesDifference {
  std::uint32_t word;
  std::string expected;  // "lane 3: -1", or the bytes of the word
  std::string got;
};

struct LanesResult {
  std::uint64_t words = 0;
  std::optional<LanesDifference> difference;
};

/// Unpacks the words of these ranges, and packs their codes, 2^16 words a call. Writing leaves the
/// bits zero that no code takes. Cost: that of the subject, and some 10 ns a word; 2.5 MiB a job.
LanesResult sweep_lanes(const Lanes&, const LanesSubject&, std::span<const Range> ranges,
                        unsigned jobs, const Progress&);

/// The words of a shard, cut at multiples of 2^24.
std::vector<Range> slices(const Lanes&, const Shard&);

}  // namespace qb::sweep

#endif  // QB_SWEEP_LANES_H
