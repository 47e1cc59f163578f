#include <charconv>

#include "qb/codec.h"
#include "qb/names.h"

namespace qb {
namespace {

/// Tokens of the text form: words, numbers and single signs, blanks between them free.
class Cursor {
 public:
  explicit Cursor(std::string_view text) : text_(text) {}

  /// Takes `token` if it stands here; a word must not go on behind it.
  bool take(std::string_view token) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(token)) return false;
    const std::size_t end = at_ + token.size();
    if (is_word(token.back()) && end < text_.size() && is_word(text_[end])) return false;
    at_ = end;
    return true;
  }

  template <typename Enum, std::size_t N>
  bool take_name(const std::array<std::string_view, N>& names, Enum& into) {
    for (std::string_view name : names)
      if (take(name)) return into = *named_in<Enum>(names, name), true;
    return false;
  }

  template <typename Number>
  bool take_number(Number& into) {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    const auto [stop, error] = std::from_chars(rest.data(), rest.data() + rest.size(), into);
    const auto length = static_cast<std::size_t>(stop - rest.data());
    if (error != std::errc{} || (length > 1 && rest.front() == '0')) return false;
    at_ += length;
    return true;
  }

  bool at_end() {
    skip_blanks();
    return at_ == text_.size();
  }
  std::size_t at() const { return at_; }

 private:
  static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  }
  void skip_blanks() {
    const std::size_t next = text_.find_first_not_of(" \t\n\r", at_);
    at_ = next == std::string_view::npos ? text_.size() : next;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

bool read_store(Cursor& cursor, Store& store) {
  if (!cursor.take_name(kStoreNames, store.kind)) return false;
  if (store.kind == StoreKind::Native) return true;
  return cursor.take("(") && cursor.take_number(store.packed_dim) && cursor.take(")");
}

bool read_block_size(Cursor& cursor, BlockSize& size) {
  std::array<std::uint32_t, BlockSize::kMaxHeld> extents{};
  std::size_t count = 0;
  if (!cursor.take("BlockSize") || !cursor.take("(") || !cursor.take("[")) return false;
  if (!cursor.take("]")) {
    do {
      if (count == extents.size() || !cursor.take_number(extents[count])) return false;
      if (count != 0 || extents[0] != 1) ++count;  // leading 1s are dropped as they come
    } while (cursor.take(","));
    if (!cursor.take("]")) return false;
  }
  size = *BlockSize::from(std::span(extents).first(count));
  return cursor.take(")");
}

bool read_tensor(Cursor& cursor, std::optional<ScaleDtype>& tensor) {
  if (cursor.take("None")) return true;
  ScaleDtype dtype{};
  if (!cursor.take("Some") || !cursor.take("(") || !cursor.take_name(kScaleDtypeNames, dtype))
    return false;
  tensor = dtype;
  return cursor.take(")");
}

bool read_block(Cursor& cursor, std::optional<BlockScale>& block) {
  if (cursor.take("None")) return true;
  BlockScale scale;
  const bool read =
      cursor.take("Some") && cursor.take("(") && cursor.take("BlockScale") && cursor.take("{") &&
      cursor.take("size") && cursor.take(":") && read_block_size(cursor, scale.size) &&
      cursor.take(",") && cursor.take("dtype") && cursor.take(":") &&
      cursor.take_name(kScaleDtypeNames, scale.dtype) && cursor.take("}") && cursor.take(")");
  if (read) block = scale;
  return read;
}

/// `scheme` is the default one, which has no levels.
bool read_scheme(Cursor& cursor, Scheme& scheme) {
  const auto key = [&](std::string_view name) { return cursor.take(name) && cursor.take(":"); };
  return cursor.take("QuantScheme") && cursor.take("{") && key("value") &&
         cursor.take_name(kValueNames, scheme.value) && cursor.take(",") && key("store") &&
         read_store(cursor, scheme.store) && cursor.take(",") && key("mode") &&
         cursor.take_name(kModeNames, scheme.mode) && cursor.take(",") && key("tensor") &&
         read_tensor(cursor, scheme.tensor) && cursor.take(",") && key("block") &&
         read_block(cursor, scheme.block) && cursor.take("}") && cursor.at_end();
}

}  // namespace

Result<Scheme> read_text(std::string_view text) {
  Cursor cursor(text);
  Scheme scheme;
  if (!read_scheme(cursor, scheme)) return Refusal{Error::invalid_text, cursor.at()};
  return scheme;
}

}  // namespace qb
