// Expectations that could never come true: a misspelt one would excuse nothing, without a word.
#ifndef QB_CONFORMANCE_EXPECTATIONS_CHECK_H
#define QB_CONFORMANCE_EXPECTATIONS_CHECK_H

#include <optional>
#include <span>
#include <string>

#include "conformance/expectations.h"
#include "conformance/run.h"

namespace qb::conformance {

/// The first line, in the order of the file, that no failure of these laws can fit: its law is none
/// of them, its cell is none, those of its law lie elsewhere (scalar laws at `scalar`, all others
/// in cells), or a `[` has no `]`. `name` is the file's, for the message. Cost: up to all cells a
/// line.
std::optional<ExpectationError> find_unfit(const Expectations& expectations,
                                           std::span<const LawRow> rows, const std::string& name);

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_EXPECTATIONS_CHECK_H
