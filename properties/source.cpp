#include "properties/source.h"

#include <cstring>

namespace qb::laws {
namespace {

constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;

std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

RandomSource::RandomSource(std::uint64_t seed, std::uint64_t draw)
    : state_(mixed(seed + kGolden) ^ mixed(mixed(draw + kGolden) + kGolden)) {}

std::uint64_t RandomSource::next() { return mixed(state_ += kGolden); }

std::uint64_t RandomSource::below(std::uint64_t bound) {
  if (bound < 2) return 0;
  // Rejection keeps every number equally likely. For small bounds it all but never happens, and the
  // first comparison saves a division.
  std::uint64_t number = next();
  while (number > UINT64_MAX - bound && number >= UINT64_MAX - UINT64_MAX % bound) number = next();
  return number % bound;
}

void RandomSource::fill(std::span<std::uint8_t> bytes) {
  while (!bytes.empty()) {
    const std::uint64_t number = next();
    const std::size_t count = bytes.size() < 8 ? bytes.size() : 8;
    for (std::size_t i = 0; i < count; ++i)
      bytes[i] = static_cast<std::uint8_t>((number >> (8 * i)) & 0xff);
    bytes = bytes.subspan(count);
  }
}

std::uint64_t BytesSource::below(std::uint64_t bound) {
  if (bound < 2) return 0;
  std::uint64_t number = 0;
  for (std::uint64_t reach = bound - 1; reach != 0 && !left_.empty(); reach >>= 8) {
    number = number << 8 | left_.back();
    left_ = left_.first(left_.size() - 1);
  }
  return number % bound;
}

void BytesSource::fill(std::span<std::uint8_t> bytes) {
  const std::size_t count = bytes.size() < left_.size() ? bytes.size() : left_.size();
  if (count != 0) std::memcpy(bytes.data(), left_.data(), count);
  left_ = left_.subspan(count);
  for (std::size_t i = count; i < bytes.size(); ++i) bytes[i] = 0;
}

}  // namespace qb::laws
