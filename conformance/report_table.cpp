#include "conformance/report_table.h"

#include <algorithm>
#include <array>

#include "qb/names.h"

namespace qb::conformance {
namespace {

// ---- any table ---------------------------------------------------------------------------------

std::string padded(const std::string& text, std::size_t width, bool to_left) {
  const std::string blanks(width - std::min(width, text.size()), ' ');
  return to_left ? text + blanks : blanks + text;
}

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  widths.reserve(table.heads.size());
  for (const std::string& head : table.heads) widths.push_back(head.size());
  for (const auto& row : table.rows)
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  return widths;
}

// The blanks before each column. A group that is wider than its columns pushes the next one away.
std::vector<std::size_t> gaps_of(const Table& table, const std::vector<std::size_t>& widths) {
  std::vector<std::size_t> gaps;
  std::size_t spare = 0;  // what the name of the group still needs
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const bool is_first = !table.groups[i].empty();
    gaps.push_back(is_first ? 2 + spare : 1);
    const std::size_t needed = is_first ? table.groups[i].size() : spare;
    const std::size_t taken = widths[i] + (is_first ? 0 : 1);
    spare = needed - std::min(needed, taken);
  }
  return gaps;
}

std::string line_of(const std::vector<std::string>& row, const std::vector<std::size_t>& widths,
                    const std::vector<std::size_t>& gaps, std::size_t names) {
  std::string line;
  for (std::size_t i = 0; i < row.size(); ++i)
    line += std::string(gaps[i], ' ') + padded(row[i], widths[i], i < names);
  end_line(line);
  return line;
}

std::string group_line(const Table& table, const std::vector<std::size_t>& widths,
                       const std::vector<std::size_t>& gaps) {
  std::string line;
  std::size_t at = 0;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    at += gaps[i];
    if (!table.groups[i].empty()) line += std::string(at - line.size(), ' ') + table.groups[i];
    at += widths[i];
  }
  end_line(line);
  return line;
}

// ---- the matrix --------------------------------------------------------------------------------

constexpr std::array<const char*, 5> kGlyphs{".", ".", "+", "e", "x"};
constexpr std::array<const char*, 5> kColours{"", "", "\033[32m", "\033[33m", "\033[1;31m"};
constexpr std::array<const char*, 4> kLevels{"-", "T", "B", "2"};

std::size_t level_of(const laws::Cell& cell) {
  return (cell.tensor ? 1u : 0u) + (cell.block ? 2u : 0u);
}

using Row = std::array<Verdict, kLevels.size()>;
using Rows = std::array<Row, kValues.size() * kStores.size()>;

Rows rows_of(const Tally& tally) {
  Rows rows{};
  for (std::uint64_t number = 0; number < laws::kCells; ++number) {
    const laws::Cell cell = laws::cell_at(number);
    const std::size_t row = static_cast<std::size_t>(cell.value) * kStores.size() +
                            static_cast<std::size_t>(cell.store);
    Verdict& worst = rows[row][level_of(cell)];
    worst = worse(worst, tally.cell(number));
  }
  return rows;
}

// Tables are aligned by bytes, so colour comes after: a glyph between blanks is one of the matrix.
std::string coloured(const std::string& line, std::size_t from) {
  std::string text = line.substr(0, from);
  for (std::size_t i = from; i < line.size(); ++i) {
    std::size_t verdict = kGlyphs.size() - 1;
    while (verdict > 1 && line[i] != kGlyphs[verdict][0]) --verdict;
    const std::string colour = kColours[verdict];
    text += colour.empty() ? std::string(1, line[i]) : colour + line[i] + "\033[0m";
  }
  return text;
}

Table table_of(const Report& report) {
  Table table;
  table.groups = {"value", "store"};
  table.heads = {"", ""};
  for (std::size_t i = 0; i < kValues.size() * kStores.size(); ++i)
    table.rows.push_back({std::string(qb::name(kValues[i / kStores.size()])),
                          std::string(qb::name(kStores[i % kStores.size()]))});
  for (const SubjectReport& subject : report.subjects) {
    const Rows rows = rows_of(subject.result.tally);
    for (std::size_t level = 0; level < kLevels.size(); ++level) {
      table.groups.push_back(level == 0 ? subject.label : "");
      table.heads.emplace_back(kLevels[level]);
      for (std::size_t i = 0; i < rows.size(); ++i)
        table.rows[i].emplace_back(kGlyphs[static_cast<std::size_t>(rows[i][level])]);
    }
  }
  return table;
}

}  // namespace

std::string to_text(const Table& table, std::size_t names) {
  const auto widths = widths_of(table);
  const auto gaps = gaps_of(table, widths);
  std::string text = group_line(table, widths, gaps) + line_of(table.heads, widths, gaps, names);
  for (const auto& row : table.rows) text += line_of(row, widths, gaps, names);
  return text;
}

std::string matrix(const Report& report, bool is_coloured) {
  constexpr std::size_t kNames = 21;  // as wide as "Q8F" and "PackedNative" with their gaps
  const std::string plain = to_text(table_of(report), 2);
  std::string text =
      "\nscale levels: - none, T tensor, B block, 2 both; worst over cells and required laws:\n"
      "+ well, x broken, e broken as expected, . not visited or unsupported\n";
  std::size_t number = 0;
  for (std::size_t at = 0; at < plain.size(); ++number) {
    const std::size_t end = plain.find('\n', at) + 1;
    const std::string line = plain.substr(at, end - at);
    const bool is_row = number >= 2 && is_coloured;
    text += is_row ? coloured(line, std::min(kNames, line.size())) : line;
    at = end;
  }
  return text;
}

}  // namespace qb::conformance
