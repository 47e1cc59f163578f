#include "conformance/expectations.h"

#include <fnmatch.h>

#include <sstream>

#include "conformance/files.h"

namespace qb::conformance {
namespace {

constexpr const char* kBlanks = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// What is wrong with the line, or empty.
std::string read_line(std::string_view line, Expectation& expectation) {
  const std::size_t hash = line.find('#');
  if (hash == std::string_view::npos || trimmed(line.substr(hash + 1)).empty())
    return "no reason; end the line with `# why it fails`";
  expectation.reason = trimmed(line.substr(hash + 1));
  std::istringstream words{std::string(line.substr(0, hash))};
  std::string further;
  if (!(words >> expectation.law >> expectation.cell) || words >> further)
    return "expected a law and a cell before `#`, such as `encode_bytes Q4S/PackedU32/*`";
  return "";
}

}  // namespace

bool fits(const std::string& pattern, const std::string& text) {
  return ::fnmatch(pattern.c_str(), text.c_str(), FNM_NOESCAPE) == 0;
}

std::variant<Expectations, ExpectationError> Expectations::parse(std::string_view text,
                                                                 const std::string& name) {
  Expectations expectations;
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = trimmed(text.substr(0, end));
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    if (line.empty() || line.front() == '#') continue;
    Expectation expectation;
    const std::string wrong = read_line(line, expectation);
    if (!wrong.empty()) return ExpectationError{name + ":" + std::to_string(number) + ": " + wrong};
    expectation.line = number;
    expectations.all_.push_back(expectation);
  }
  return expectations;
}

std::variant<Expectations, ExpectationError> Expectations::read(const std::string& path) {
  try {
    return parse(read_file(path), path == "-" ? "stdin" : path);
  } catch (const FileError& error) {
    return ExpectationError{error.what()};
  }
}

std::optional<std::size_t> Expectations::match(const std::string& law, const std::string& cell) {
  for (std::size_t i = 0; i < all_.size(); ++i) {
    if (!fits(all_[i].law, law) || !fits(all_[i].cell, cell)) continue;
    ++all_[i].matches;
    return i;
  }
  return std::nullopt;
}

}  // namespace qb::conformance
