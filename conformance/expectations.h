// Known failures of a testee, as data: which laws it is expected to break in which cells, and why.
#ifndef QB_CONFORMANCE_EXPECTATIONS_H
#define QB_CONFORMANCE_EXPECTATIONS_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace qb::conformance {

/// `law` and `cell` are shell patterns (fnmatch): `*` is any text, '/' too, `?` any character,
/// `[...]` one of a set; a backslash stands for itself. Upper and lower case differ.
struct Expectation {
  std::string law;
  std::string cell;
  std::string reason;
  std::uint64_t line = 0;     // in its file, from 1
  std::uint64_t matches = 0;  // failures that it was the first to match
};

/// Whether a text fits such a pattern.
bool fits(const std::string& pattern, const std::string& text);

/// The place of scalar cases, which lie in no cell.
inline constexpr const char* kScalarPlace = "scalar";

/// One line: where, what, and what to do.
struct ExpectationError {
  std::string what;
};

class Expectations {
 public:
  /// Nothing is expected to fail.
  Expectations() = default;

  /// Each line is `LAW CELL  # REASON`, empty, or a comment that begins with `#`. The reason is
  /// needed: an expectation nobody can explain is a failure. `name` is for messages.
  static std::variant<Expectations, ExpectationError> parse(std::string_view text,
                                                            const std::string& name);
  /// The same from a file; an error too where it cannot be read.
  static std::variant<Expectations, ExpectationError> read(const std::string& path);

  /// The index in `all()` of the first line that fits a broken law in a cell, which has the form
  /// value/store/tensor/block/global ("Q4S/PackedU32/F32/none/absent"); counts it. Cost: at most
  /// one walk over all lines.
  std::optional<std::size_t> match(const std::string& law, const std::string& cell);

  /// In the order of the file.
  const std::vector<Expectation>& all() const { return all_; }

 private:
  std::vector<Expectation> all_;
};

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_EXPECTATIONS_H
