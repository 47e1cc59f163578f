// A walk over JSON text without allocation, as much as F55 needs of JSON.
#ifndef QB_SRC_JSON_H
#define QB_SRC_JSON_H

#include <charconv>
#include <cstdint>
#include <string_view>

namespace qb {

inline constexpr int kMaxDepth = 64;

/// One walk over JSON text. A failed step leaves the place in `at` and changes nothing after it.
class Json {
 public:
  explicit Json(std::string_view text) : text_(text) {}

  std::size_t at() const { return at_; }
  void go_to(std::size_t at) { at_ = at; }

  bool take(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  bool take_null() { return take_literal("null"); }

  /// A string, given raw: between its quotes, escapes and all.
  bool take_string(std::string_view& raw) {
    if (!take('"')) return false;
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (static_cast<unsigned char>(text_[at_]) < 0x20) return false;
      if (text_[at_] == '\\' && !skip_escape()) return false;
      ++at_;
    }
    if (at_ == text_.size()) return false;
    raw = text_.substr(start, at_++ - start);
    return true;
  }

  /// An integer without sign, fraction or exponent.
  bool take_integer(std::uint64_t& number) {
    skip_blanks();
    const std::size_t start = at_;
    if (!skip_number()) return false;
    const std::string_view digits = text_.substr(start, at_ - start);
    const auto [stop, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error == std::errc{} && stop == digits.data() + digits.size()) return true;
    at_ = start;
    return false;
  }

  bool skip_value(int depth = 0) {
    skip_blanks();
    if (at_ == text_.size()) return false;
    std::string_view raw;
    switch (text_[at_]) {
      case '{':
      case '[':
        return skip_container(depth);
      case '"':
        return take_string(raw);
      case 't':
        return take_literal("true");
      case 'f':
        return take_literal("false");
      case 'n':
        return take_null();
      default:
        return skip_number();
    }
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
      ++at_;
  }
  bool take_literal(std::string_view word) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  /// Leaves `at_` on the last character of the escape.
  bool skip_escape() {
    ++at_;
    if (at_ == text_.size()) return false;
    if (std::string_view("\"\\/bfnrt").find(text_[at_]) != std::string_view::npos) return true;
    if (text_[at_] != 'u' || text_.size() - at_ < 5) return false;
    for (int i = 0; i < 4; ++i) {
      ++at_;
      if (std::string_view("0123456789abcdefABCDEF").find(text_[at_]) == std::string_view::npos)
        return false;
    }
    return true;
  }
  bool skip_digits() {
    const std::size_t start = at_;
    while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    return at_ != start;
  }
  bool skip_number() {
    const auto here = [&](std::string_view any) {
      return at_ < text_.size() && any.find(text_[at_]) != std::string_view::npos;
    };
    if (here("-")) ++at_;
    if (here("0"))
      ++at_;
    else if (!skip_digits())
      return false;
    if (here(".")) {
      ++at_;
      if (!skip_digits()) return false;
    }
    if (!here("eE")) return true;
    ++at_;
    if (here("+-")) ++at_;
    return skip_digits();
  }
  bool skip_container(int depth) {
    if (depth >= kMaxDepth) return false;
    const bool object = text_[at_++] == '{';
    const char end = object ? '}' : ']';
    if (take(end)) return true;
    std::string_view key;
    do {
      if (object && !(take_string(key) && take(':'))) return false;
      if (!skip_value(depth + 1)) return false;
    } while (take(','));
    return take(end);
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// The next character of a raw JSON string, its escape undone, and `at` behind it: a byte, or the
/// 16 bits of a \u escape.
inline unsigned next_character(std::string_view raw, std::size_t& at) {
  const char c = raw[at++];
  if (c != '\\') return static_cast<unsigned char>(c);
  const char escaped = raw[at++];
  if (escaped == 'u') {
    unsigned code = 0;
    std::from_chars(raw.data() + at, raw.data() + at + 4, code, 16);
    at += 4;
    return code;
  }
  constexpr std::string_view kShort = "bfnrt";
  const std::size_t control = kShort.find(escaped);
  if (control == std::string_view::npos) return static_cast<unsigned char>(escaped);
  return static_cast<unsigned char>("\b\f\n\r\t"[control]);
}

/// Whether a raw JSON string says `name`, which is plain ASCII.
inline bool says(std::string_view raw, std::string_view name) {
  std::size_t at = 0;
  for (char expected : name)
    if (at == raw.size() || next_character(raw, at) != static_cast<unsigned char>(expected))
      return false;
  return at == raw.size();
}

}  // namespace qb

#endif  // QB_SRC_JSON_H
