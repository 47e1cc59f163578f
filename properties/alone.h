// One item of a case, in a case of its own.
#ifndef QB_PROPERTIES_ALONE_H
#define QB_PROPERTIES_ALONE_H

#include <vector>

#include "properties/case.h"

namespace qb::laws {

/// Adds cases of rank 0 whose one code, scale or float is one that the case has, pairs of a float
/// and the largest, and some without any of its items: what fails for an item often fails for it
/// alone. Each item once, of the first so many. Cost: some dozen cases.
void alone(const TensorCase& c, std::vector<Case>& to);
void alone(const BytesCase& c, std::vector<Case>& to);
void alone(const FloatsCase& c, std::vector<Case>& to);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_ALONE_H
