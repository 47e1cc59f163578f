#include "conformance/expectations_check.h"

#include "conformance/protocol.h"
#include "properties/cell.h"

namespace qb::conformance {
namespace {

constexpr std::size_t kShown = 80;

std::string shown(const std::string& pattern) { return "`" + excerpt(pattern, kShown) + "`"; }

// A `]` that comes first in a set is one of the set.
bool has_open_set(const std::string& pattern) {
  for (std::size_t at = pattern.find('['); at != std::string::npos; at = pattern.find('[', at)) {
    ++at;
    if (at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^')) ++at;
    at = pattern.find(']', at + 1);
    if (at == std::string::npos) return true;
  }
  return false;
}

// Cases of such a law lie in no cell.
bool is_scalar(const LawRow& row) {
  return row.law ? row.law->kind == laws::CaseKind::scalar : row.vector_law == VectorLaw::scalar;
}

bool fits_a_cell(const std::string& pattern) {
  for (std::uint64_t number = 0; number < laws::kCells; ++number)
    if (fits(pattern, laws::describe(laws::cell_at(number)))) return true;
  return false;
}

// What is wrong with the line, or empty.
std::string problem_of(const Expectation& line, std::span<const LawRow> rows) {
  for (const std::string& pattern : {line.law, line.cell})
    if (has_open_set(pattern)) return shown(pattern) + " has a `[` without its `]`; close it";
  bool in_cells = false;
  bool in_scalars = false;
  for (const LawRow& row : rows)
    if (fits(line.law, std::string(row.id))) (is_scalar(row) ? in_scalars : in_cells) = true;
  if (!in_cells && !in_scalars)
    return "no law fits " + shown(line.law) + "; qbytes laws lists them";
  const bool fits_scalar = fits(line.cell, kScalarPlace);
  const bool fits_cell = fits_a_cell(line.cell);
  if (!fits_scalar && !fits_cell)
    return "no cell fits " + shown(line.cell) +
           "; cells are value/store/tensor/block/global, such as Q4S/PackedU32/F32/none/absent";
  if ((in_scalars && fits_scalar) || (in_cells && fits_cell)) return "";
  return shown(line.law) +
         (in_scalars ? " is about scalars, which lie in no cell; write `scalar`"
                     : " is about tensors, which lie in cells; write `*`") +
         " in place of " + shown(line.cell);
}

}  // namespace

std::optional<ExpectationError> find_unfit(const Expectations& expectations,
                                           std::span<const LawRow> rows, const std::string& name) {
  for (const Expectation& line : expectations.all()) {
    const std::string problem = problem_of(line, rows);
    if (!problem.empty())
      return ExpectationError{name + ":" + std::to_string(line.line) + ": " + problem};
  }
  return std::nullopt;
}

}  // namespace qb::conformance
