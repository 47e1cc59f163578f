// The kill matrix for people, for programs and for a browser.
#ifndef QB_PROPERTIES_KILL_REPORT_H
#define QB_PROPERTIES_KILL_REPORT_H

#include <string>

#include "properties/kill_matrix.h"

namespace qb::laws {

std::string_view name(Layer layer);

/// The web page of an origin: the report, by its number; empty where there is none.
std::string link_of(const Fault& fault);

/// "158 faults, 0 alive after 20000 draws; ...": how many of what, in one line.
std::string counts_of(const KillMatrix& matrix);

/// A line a fault: id, layer, clause, and the laws that convict it, with the draws until each did,
/// fewest first. Then the laws that convict nothing, and a line that counts.
std::string kill_text(const KillMatrix& matrix);

/// {"draws","seeds","faults":[{"id","layer","clauses","lesson","origin","link","first_kill",
/// "kills":{law: draws}}],"alive":[id],"idle":[law]}; draws are medians.
std::string kill_json(const KillMatrix& matrix);

/// The same as a page that needs nothing else: faults down, laws across, the fewer draws the
/// darker.
std::string kill_html(const KillMatrix& matrix);

/// The rows of the table in docs/laws.md: each law, and the faults that it convicts.
std::string kill_markdown(const KillMatrix& matrix);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_KILL_REPORT_H
