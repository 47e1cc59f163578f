// The plainest cases of other kinds than a case, for making it smaller.
#ifndef QB_PROPERTIES_OTHER_KINDS_H
#define QB_PROPERTIES_OTHER_KINDS_H

#include <vector>

#include "properties/case.h"

namespace qb::laws {

/// Adds tensors, buffers and floats of the shape of a case, under its scheme and lighter ones,
/// whose items are all the plainest, or all but one. Cost: some hundred cases.
void other_kinds(const TensorCase& c, std::vector<Case>& to);
void other_kinds(const BytesCase& c, std::vector<Case>& to);
void other_kinds(const FloatsCase& c, std::vector<Case>& to);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_OTHER_KINDS_H
