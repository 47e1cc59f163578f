#include "sweep/lanes.h"

#include <algorithm>
#include <array>
#include <mutex>

#include "qb/names.h"

namespace qb::sweep {
namespace {

constexpr std::uint64_t kWords = std::uint64_t{1} << 32;
constexpr std::uint64_t kPairs = std::uint64_t{1} << 16;
constexpr std::size_t kBatchWords = std::size_t{1} << 16;
constexpr std::array<std::uint8_t, 4> kScale{0, 0, 0x80, 0x3f};  // 1

constexpr Lanes kLanes[] = {
    {Value::Q8S, StoreKind::PackedU32, true, 8, 1, kWords, 4},
    {Value::Q4S, StoreKind::PackedU32, true, 4, 2, kWords, 4},
    {Value::Q2S, StoreKind::PackedU32, true, 2, 4, kWords, 4},
    {Value::E2M1, StoreKind::PackedU32, false, 4, 2, kWords, 4},
    {Value::Q8S, StoreKind::PackedNative, true, 8, 1, kPairs, 2},
    {Value::Q4S, StoreKind::PackedNative, true, 4, 1, kPairs, 2},
    {Value::Q2S, StoreKind::PackedNative, true, 2, 1, kPairs, 2},
    {Value::E2M1, StoreKind::PackedNative, false, 4, 2, kPairs, 2},
};
/// The codes of each byte. No lane crosses the end of a byte, so those of a word are those of its
/// bytes: floor(w / 2^(8j + b)) mod 2^bits = floor(byte j / 2^b) mod 2^bits.
class CodesOfBytes {
 public:
  explicit CodesOfBytes(const Lanes& lanes) : count_(lanes.codes_per_byte), codes_(256 * count_) {
    for (int byte = 0; byte < 256; ++byte)
      for (unsigned lane = 0; lane < count_; ++lane) {
        const int field = byte / (1 << (lane * lanes.bits)) % (1 << lanes.bits);
        const bool is_negative = lanes.is_signed && field >= 1 << (lanes.bits - 1);
        codes_[static_cast<unsigned>(byte) * count_ + lane] =
            static_cast<std::int8_t>(is_negative ? field - (1 << lanes.bits) : field);
      }
  }

  void fill(std::span<const std::uint8_t> bytes, std::span<std::int8_t> codes) const {
    switch (count_) {
      case 1:
        return fill<1>(bytes, codes);
      case 2:
        return fill<2>(bytes, codes);
      default:
        return fill<4>(bytes, codes);
    }
  }

 private:
  template <std::size_t count>
  void fill(std::span<const std::uint8_t> bytes, std::span<std::int8_t> codes) const {
    std::int8_t* to = codes.data();
    for (const std::uint8_t byte : bytes)
      for (std::size_t lane = 0; lane < count; ++lane) *to++ = codes_[byte * count + lane];
  }

  std::size_t count_;
  std::vector<std::int8_t> codes_;
};

std::string text_of(std::span<const std::uint8_t> bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text;
  for (const std::uint8_t byte : bytes) {
    text += text.empty() ? "" : " ";
    text += {kDigits[byte >> 4], kDigits[byte & 15]};
  }
  return text;
}

class Batch {
 public:
  Batch(const Lanes& lanes, const CodesOfBytes& codes_of_bytes)
      : lanes_(lanes), codes_of_bytes_(codes_of_bytes) {}

  /// Sweeps these words, at most `kBatchWords` of them.
  std::optional<LanesDifference> sweep(const LanesSubject& subject, const Range& words) {
    resize(words.count());
    for (std::size_t i = 0; i < words.count(); ++i)
      for (unsigned byte = 0; byte < lanes_.word_bytes; ++byte)
        tensor_[i * lanes_.word_bytes + byte] =
            static_cast<std::uint8_t>((words.first + i) >> (8 * byte));
    const auto bytes = std::span(tensor_).first(tensor_.size() - kScale.size());
    codes_of_bytes_.fill(bytes, expected_);
    subject.unpack(tensor_, got_);
    subject.pack(expected_, packed_);
    keep_used_bits(bytes);
    if (expected_ == got_ && tensor_ == packed_) return std::nullopt;
    const std::size_t wrong = std::min(first_wrong_code(), first_wrong_byte());
    return described(words.first + static_cast<std::uint32_t>(wrong), wrong);
  }

 private:
  void resize(std::size_t words) {
    const std::size_t bytes = words * lanes_.word_bytes;
    tensor_.resize(bytes + kScale.size());
    packed_.assign(tensor_.size(), 0xa5);
    std::ranges::copy(kScale, tensor_.end() - kScale.size());
    expected_.resize(bytes * lanes_.codes_per_byte);
    got_.assign(expected_.size(), 0x55);
  }

  void keep_used_bits(std::span<std::uint8_t> bytes) const {
    const unsigned used = lanes_.bits * lanes_.codes_per_byte;
    if (used == 8) return;
    for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(byte % (1 << used));
  }

  std::size_t codes_per_word() const {
    return std::size_t{lanes_.word_bytes} * lanes_.codes_per_byte;
  }

  /// As the index of its word; past all words where none is wrong.
  std::size_t first_wrong_code() const {
    const auto found = std::ranges::mismatch(expected_, got_).in1 - expected_.begin();
    return static_cast<std::size_t>(found) / codes_per_word();
  }
  std::size_t first_wrong_byte() const {
    const auto found = std::ranges::mismatch(tensor_, packed_).in1 - tensor_.begin();
    const std::size_t words = (tensor_.size() - kScale.size()) / lanes_.word_bytes;
    const std::size_t word = static_cast<std::size_t>(found) / lanes_.word_bytes;
    // A wrong scale is laid to the last word.
    return static_cast<std::size_t>(found) == tensor_.size() ? words : std::min(word, words - 1);
  }

  LanesDifference described(std::uint32_t word, std::size_t at) const {
    for (std::size_t lane = 0; lane < codes_per_word(); ++lane) {
      const int expected = expected_[at * codes_per_word() + lane];
      const int got = got_[at * codes_per_word() + lane];
      const std::string name = "lane " + std::to_string(lane) + ": ";
      if (expected != got)
        return {word, name + std::to_string(expected), name + std::to_string(got)};
    }
    const auto bytes_in = [&](std::span<const std::uint8_t> tensor) {
      return "packed " + text_of(tensor.subspan(at * lanes_.word_bytes, lanes_.word_bytes));
    };
    return {word, bytes_in(tensor_), bytes_in(packed_)};
  }

  const Lanes& lanes_;
  const CodesOfBytes& codes_of_bytes_;
  std::vector<std::uint8_t> tensor_;
  std::vector<std::uint8_t> packed_;
  std::vector<std::int8_t> expected_;
  std::vector<std::int8_t> got_;
};

}  // namespace

std::span<const Lanes> all_lanes() { return kLanes; }

std::string name(const Lanes& lanes) {
  return (lanes.store == StoreKind::PackedU32 ? "lanes." : "bytes.") +
         std::string(qb::name(lanes.value));
}

std::optional<Lanes> lanes_named(std::string_view wanted) {
  const auto found =
      std::ranges::find_if(kLanes, [&](const Lanes& l) { return name(l) == wanted; });
  if (found == std::end(kLanes)) return std::nullopt;
  return *found;
}

LanesResult sweep_lanes(const Lanes& lanes, const LanesSubject& subject,
                        std::span<const Range> ranges, unsigned jobs, const Progress& progress) {
  const CodesOfBytes codes_of_bytes(lanes);
  std::mutex mutex;
  LanesResult result;
  const auto sweep_range = [&](std::size_t at) {
    Batch batch(lanes, codes_of_bytes);
    std::uint64_t done = 0;
    std::optional<LanesDifference> difference;
    for (std::uint64_t first = ranges[at].first; first <= ranges[at].last && !difference;
         first += kBatchWords) {
      const std::uint64_t last = std::min<std::uint64_t>(first + kBatchWords - 1, ranges[at].last);
      const Range words{static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)};
      difference = batch.sweep(subject, words);
      done += words.count();
    }
    const std::lock_guard lock(mutex);
    result.words += done;
    if (difference && (!result.difference || difference->word < result.difference->word))
      result.difference = difference;
  };
  for_each_range(ranges, jobs, progress, sweep_range);
  return result;
}

std::vector<Range> slices(const Lanes& lanes, const Shard& shard) {
  if (lanes.words != kWords) {
    const Range all{0, static_cast<std::uint32_t>(lanes.words - 1)};
    return shard.number == shard.of ? std::vector{all} : std::vector<Range>{};
  }
  return slices(Conversion{ScalarVerb::encode, ScalarType::F16}, shard);  // also 2^32 patterns
}

}  // namespace qb::sweep
