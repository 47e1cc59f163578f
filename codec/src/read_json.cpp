// The JSON form of a scheme (F55). A general library would allocate and knows nothing of "first
// thing wrong in the order of the text"; what is read here is one small, fixed shape.
#include <array>
#include <bit>

#include "json.h"
#include "qb/codec.h"
#include "qb/names.h"
#include "writer.h"

namespace qb {
namespace {

/// Reads a scheme up to the first thing wrong, whose place stays in the path.
class SchemeReader {
 public:
  explicit SchemeReader(std::string_view text) : json_(text) {}

  Result<Scheme> read() {
    if (!json_.skip_value() || !json_.at_end()) return Refusal{Error::invalid_text, json_.at()};
    json_.go_to(0);
    if (find_old_key()) return Refusal{Error::old_scheme, json_.at()};
    json_.go_to(0);
    Scheme scheme;
    const bool read = object({"value", "store", "mode", "tensor", "block"}, 0b00111,
                             [&](int key) { return read_member(key, scheme); });
    if (!read) return Refusal{Error::invalid_text, json_.at()};
    return scheme;
  }

  void write_path(Writer& to) const {
    to << "$";
    for (int i = 0; i < depth_; ++i) {
      const Step& step = path_[static_cast<std::size_t>(i)];
      if (step.key.data() == nullptr)
        to << "[" << step.index << "]";
      else
        write_key(to << ".", step.key);
    }
  }

 private:
  /// What the key spells, as far as that can be printed.
  static void write_key(Writer& to, std::string_view raw) {
    for (std::size_t at = 0; at < raw.size();) {
      const std::size_t start = at;
      const unsigned character = next_character(raw, at);
      const char printable = static_cast<char>(character);
      if (character >= 0x20 && character < 0x7f)
        to << std::string_view(&printable, 1);
      else
        to << raw.substr(start, at - start);
    }
  }

  struct Step {
    std::string_view key;  // null for an index
    std::uint64_t index = 0;
  };

  void push(Step step) { path_[static_cast<std::size_t>(depth_++)] = step; }
  void pop() { --depth_; }

  bool find_old_key() {
    std::string_view key;
    if (!json_.take('{') || json_.take('}')) return false;
    do {
      json_.take_string(key);
      if (says(key, "level") || says(key, "param")) return push({key}), true;
      json_.take(':');
      json_.skip_value();
    } while (json_.take(','));
    return false;
  }

  /// An object with these keys, each at most once, those in `required` at least once. The path
  /// stays on the first key that is wrong. The text is known to be well-formed.
  template <std::size_t N, typename Member>
  bool object(const std::string_view (&keys)[N], unsigned required, Member member) {
    if (!json_.take('{')) return false;
    unsigned seen = 0;
    if (!json_.take('}')) {
      do {
        std::string_view raw;
        json_.take_string(raw);
        push({raw});
        std::size_t key = 0;
        while (key < N && !says(raw, keys[key])) ++key;
        if (key == N || (seen >> key & 1) != 0) return false;
        seen |= 1u << key;
        json_.take(':');
        if (!member(static_cast<int>(key))) return false;
        pop();
      } while (json_.take(','));
      json_.take('}');
    }
    const unsigned missing = required & ~seen;
    if (missing == 0) return true;
    push({keys[static_cast<std::size_t>(std::countr_zero(missing))]});
    return false;
  }

  bool read_member(int key, Scheme& scheme) {
    switch (key) {
      case 0:
        return name_of(kValueNames, scheme.value);
      case 1:
        return read_store(scheme.store);
      case 2:
        return name_of(kModeNames, scheme.mode);
      case 3: {
        if (json_.take_null()) return true;
        scheme.tensor.emplace();
        return name_of(kScaleDtypeNames, *scheme.tensor);
      }
      default: {
        if (json_.take_null()) return true;
        scheme.block.emplace();
        BlockScale& block = *scheme.block;
        return object({"size", "dtype"}, 0b11, [&](int part) {
          return part == 0 ? read_size(block.size) : name_of(kScaleDtypeNames, block.dtype);
        });
      }
    }
  }

  bool read_store(Store& store) {
    const std::size_t start = json_.at();
    std::string_view raw;
    if (json_.take_string(raw)) {
      store = {};
      if (says(raw, "Native")) return true;
      json_.go_to(start);
      return false;
    }
    int members = 0;
    const bool read = object({"PackedNative", "PackedU32"}, 0, [&](int kind) {
      store.kind = kind == 0 ? StoreKind::PackedNative : StoreKind::PackedU32;
      return ++members == 1 && json_.take_integer(store.packed_dim);
    });
    return read && members == 1;
  }

  bool read_size(BlockSize& size) {
    std::array<std::uint32_t, 5> storage{};
    std::uint64_t length = 0;
    const bool read = object({"storage", "len"}, 0b11, [&](int part) {
      if (part == 0) return read_storage(storage);
      const std::size_t start = json_.at();
      if (json_.take_integer(length) && length <= 5) return true;
      json_.go_to(start);
      return false;
    });
    if (read) size = *BlockSize::from(std::span(storage).first(length));
    return read;
  }

  bool read_storage(std::array<std::uint32_t, 5>& storage) {
    const std::size_t start = json_.at();
    if (!json_.take('[')) return false;
    for (std::size_t i = 0; i < storage.size(); ++i) {
      std::uint64_t number = 0;
      if (i != 0 && !json_.take(',')) return json_.go_to(start), false;
      push({{}, i});
      if (!json_.take_integer(number) || number > 255) return i == 0 ? too_few(start) : false;
      pop();
      storage[i] = static_cast<std::uint32_t>(number);
    }
    if (json_.take(']')) return true;
    return json_.go_to(start), false;
  }
  /// An empty array is about the array, a bad first number about that number.
  bool too_few(std::size_t start) {
    if (json_.take(']')) {
      pop();
      json_.go_to(start);
    }
    return false;
  }

  template <typename Enum, std::size_t N>
  bool name_of(const std::array<std::string_view, N>& names, Enum& into) {
    const std::size_t start = json_.at();
    std::string_view raw;
    if (json_.take_string(raw))
      for (std::string_view name : names)
        if (says(raw, name)) return into = *named_in<Enum>(names, name), true;
    json_.go_to(start);
    return false;
  }

  Json json_;
  std::array<Step, 8> path_{};
  int depth_ = 0;
};

}  // namespace

Result<Scheme> read_json(std::string_view json) { return SchemeReader(json).read(); }

std::uint64_t write_json_message(const Refusal& refusal, std::string_view json,
                                 std::span<char> out) {
  Writer to(out);
  SchemeReader reader(json);
  const auto again = reader.read();
  const bool old = refusal.error == Error::old_scheme;
  to << (old ? "old scheme at " : "invalid scheme text at ");
  if (!again) reader.write_path(to);
  if (old)
    to << ": it has level and param in place of tensor and block";
  else
    to << ": not what a scheme has there, byte " << refusal.given;
  return to.length();
}

}  // namespace qb
