#include "conformance/covered.h"

#include "properties/coverage.h"
#include "properties/labels.h"

namespace qb::conformance {
namespace {

Covered covered_cells(const Report& report) {
  const auto cells = visited(report);
  Covered covered{cells.count(), laws::kCells, {}};
  for (std::uint64_t number = 0; number < laws::kCells; ++number)
    if (!cells[number]) covered.missing.push_back(laws::describe(laws::cell_at(number)));
  return covered;
}

Covered covered_tuples(const Report& report, unsigned strength) {
  laws::Coverage all;
  for (const SubjectReport& subject : report.subjects) all.merge(subject.result.tally.coverage());
  Covered covered;
  covered.of = laws::feasible_tuples(strength).size();
  for (const laws::Tuple& tuple : all.missing(strength))
    covered.missing.push_back(laws::describe(tuple));
  covered.reached = covered.of - covered.missing.size();
  return covered;
}

Covered covered_labels(const Report& report) {
  laws::LabelSet all;
  for (const SubjectReport& subject : report.subjects) all |= subject.result.tally.labels();
  Covered covered;
  covered.of = laws::all_labels().size();
  for (const laws::Label& label : laws::all_labels())
    if (!all[label.number]) covered.missing.push_back(label.name);
  covered.reached = covered.of - covered.missing.size();
  return covered;
}

}  // namespace

Covered covered(const Report& report, Measure measure) {
  switch (measure) {
    case Measure::cells:
      return covered_cells(report);
    case Measure::pairs:
      return covered_tuples(report, 2);
    case Measure::triples:
      return covered_tuples(report, 3);
    case Measure::labels:
      break;
  }
  return covered_labels(report);
}

}  // namespace qb::conformance
