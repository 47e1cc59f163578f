#include "cli/npy.h"

#include <charconv>
#include <optional>

#include "cli/exit_codes.h"
#include "conformance/protocol.h"

namespace qb::cli {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";

/// The header: a Python dictionary of three entries, as NumPy writes it.
class Header {
 public:
  explicit Header(std::string_view text) : left_(text) {}

  /// None where it is not exactly that.
  struct Entries {
    std::optional<std::string_view> descr;
    std::optional<bool> fortran_order;
    std::optional<std::vector<std::uint64_t>> shape;
  };
  std::optional<Entries> read() {
    Entries entries;
    if (!take("{")) return std::nullopt;
    while (!take("}")) {
      if (!read_entry(entries)) return std::nullopt;
      if (take(",")) continue;
      if (!take("}")) return std::nullopt;
      break;
    }
    skip_blanks();
    const bool is_whole = entries.descr && entries.fortran_order && entries.shape;
    return left_.empty() && is_whole ? std::optional(entries) : std::nullopt;
  }

 private:
  void skip_blanks() {
    while (!left_.empty() && (left_.front() == ' ' || left_.front() == '\n'))
      left_.remove_prefix(1);
  }
  bool take(std::string_view token) {
    skip_blanks();
    if (!left_.starts_with(token)) return false;
    left_.remove_prefix(token.size());
    return true;
  }
  std::optional<std::string_view> text() {
    if (!take("'")) return std::nullopt;
    const std::size_t end = left_.find('\'');
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view text = left_.substr(0, end);
    left_.remove_prefix(end + 1);
    return text;
  }
  std::optional<bool> truth() {
    if (take("True")) return true;
    if (take("False")) return false;
    return std::nullopt;
  }
  std::optional<std::vector<std::uint64_t>> extents() {
    if (!take("(")) return std::nullopt;
    std::vector<std::uint64_t> extents;
    while (!take(")")) {
      skip_blanks();
      std::uint64_t extent = 0;
      const auto [end, error] = std::from_chars(left_.data(), left_.data() + left_.size(), extent);
      if (error != std::errc()) return std::nullopt;
      left_.remove_prefix(static_cast<std::size_t>(end - left_.data()));
      extents.push_back(extent);
      const bool is_listed = take(",");
      if (!is_listed && (extents.size() == 1 || !take(")")))
        return std::nullopt;  // (3) is no tuple
      if (!is_listed) break;
    }
    return extents;
  }
  /// A key that is there already is refused, as is any other key.
  bool read_entry(Entries& entries) {
    const auto key = text();
    if (!key || !take(":")) return false;
    if (*key == "descr" && !entries.descr) return (entries.descr = text()).has_value();
    if (*key == "fortran_order" && !entries.fortran_order)
      return (entries.fortran_order = truth()).has_value();
    if (*key == "shape" && !entries.shape) return (entries.shape = extents()).has_value();
    return false;
  }

  std::string_view left_;
};

std::uint32_t little(std::string_view bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    number = number << 8 | static_cast<std::uint8_t>(bytes[i]);
  return number;
}

[[noreturn]] void refuse_npy(const std::string& name, const std::string& what) {
  throw Stop(kUsage, name + ": " + what);
}

}  // namespace

bool is_npy(std::string_view content) { return content.starts_with(kMagic); }

Floats floats_from_raw(std::string_view content, const std::vector<std::uint64_t>& shape,
                       const std::string& name) {
  // What is left after each division must come out even, so nothing is ever multiplied.
  bool is_empty = false;
  for (std::uint64_t extent : shape) is_empty = is_empty || extent == 0;
  std::uint64_t left = content.size() / 4;
  bool fits = content.size() % 4 == 0 && (!is_empty || left == 0);
  for (std::uint64_t extent : shape) {
    if (is_empty || !fits) break;
    fits = left % extent == 0 && left != 0;
    left /= extent;
  }
  if (!fits || (!is_empty && left != 1))
    refuse_npy(name, std::to_string(content.size()) + " bytes of data do not fill the shape; " +
                         "expected 4 for each element");
  Floats floats{shape, std::vector<std::uint32_t>(content.size() / 4)};
  for (std::size_t i = 0; i < floats.bits.size(); ++i)
    floats.bits[i] = little(content.substr(4 * i, 4));
  return floats;
}

Floats floats_from_npy(std::string_view content, const std::string& name) {
  if (!is_npy(content)) refuse_npy(name, "no .npy file; give raw f32 with --shape");
  if (content.size() < 8 || content[6] < 1 || content[6] > 3 || content[7] != 0)
    refuse_npy(name, "a .npy version that is none of 1.0, 2.0, 3.0");
  const std::size_t width = content[6] == 1 ? 2 : 4;
  const std::size_t start = 8 + width;
  if (content.size() < start) refuse_npy(name, "the .npy header is cut off");
  const std::size_t length = little(content.substr(8, width));
  if (content.size() - start < length) refuse_npy(name, "the .npy header is cut off");
  const auto entries = Header(content.substr(start, length)).read();
  if (!entries)
    refuse_npy(name, "the .npy header is not descr, fortran_order and shape: " +
                         conformance::excerpt(content.substr(start, length), 60));
  if (*entries->descr != "<f4")
    refuse_npy(name, "elements of type " + conformance::excerpt(*entries->descr, 20) +
                         "; expected <f4, as astype('<f4') makes them");
  if (*entries->fortran_order && entries->shape->size() > 1)
    refuse_npy(name, "Fortran order; expected C order, as numpy.ascontiguousarray makes it");
  return floats_from_raw(content.substr(start + length), *entries->shape, name);
}

std::string npy_of(Shape shape, std::span<const std::uint32_t> bits) {
  std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
  for (std::uint64_t extent : shape) header += std::to_string(extent) + ", ";
  if (shape.size() > 1) header.resize(header.size() - 2);
  if (shape.size() == 1) header.pop_back();
  header += "), }";
  const std::size_t width = header.size() + 128 > 65535 ? 4 : 2;
  while ((8 + width + header.size() + 1) % 64 != 0) header += ' ';
  header += '\n';
  std::string out(kMagic);
  out += width == 2 ? '\1' : '\2';
  out += '\0';
  for (std::size_t i = 0; i < width; ++i) out += static_cast<char>(header.size() >> (8 * i) & 0xff);
  out += header;
  for (std::uint32_t number : bits)
    for (unsigned i = 0; i < 4; ++i) out += static_cast<char>(number >> (8 * i) & 0xff);
  return out;
}

}  // namespace qb::cli
