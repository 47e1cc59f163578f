// Text into a span that may be too short: what fits is written, everything is counted.
#ifndef QB_SRC_WRITER_H
#define QB_SRC_WRITER_H

#include <charconv>
#include <cstdint>
#include <span>
#include <string_view>

namespace qb {

class Writer {
 public:
  explicit Writer(std::span<char> out) : out_(out) {}

  Writer& operator<<(std::string_view text) {
    for (char c : text) {
      if (length_ < out_.size()) out_[length_] = c;
      ++length_;
    }
    return *this;
  }
  Writer& operator<<(std::uint64_t number) {
    char digits[20];  // 2^64 − 1 has 20
    const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    return *this << std::string_view(digits, static_cast<std::size_t>(end - digits));
  }

  template <typename Range>
  Writer& list(const Range& numbers, std::string_view separator = ", ") {
    std::string_view before;
    for (auto number : numbers) {
      *this << before << static_cast<std::uint64_t>(number);
      before = separator;
    }
    return *this;
  }

  std::uint64_t length() const { return length_; }

 private:
  std::span<char> out_;
  std::uint64_t length_ = 0;
};

}  // namespace qb

#endif  // QB_SRC_WRITER_H
