// The two tables of the text report.
#ifndef QB_CONFORMANCE_REPORT_TABLE_H
#define QB_CONFORMANCE_REPORT_TABLE_H

#include <cstddef>
#include <string>
#include <vector>

#include "conformance/report.h"

namespace qb::conformance {

/// Columns in groups. A group's name stands above its first column; the columns that follow have an
/// empty name. All rows are as long as `heads`.
struct Table {
  std::vector<std::string> groups;
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;
};

/// The table in ASCII, the first `names` columns to the left and the others to the right; no blanks
/// at the ends of lines.
std::string to_text(const Table& table, std::size_t names);

/// Value × store by kind of scale levels: the worst verdict over cells and required laws.
std::string matrix(const Report& report, bool is_coloured);

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_REPORT_TABLE_H
