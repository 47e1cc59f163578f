// Draws for one law alone, where draws of all kinds seldom lie in its premise.
#ifndef QB_PROPERTIES_DRAW_FOR_H
#define QB_PROPERTIES_DRAW_FOR_H

#include <cstdint>

#include "properties/case.h"
#include "properties/law.h"

namespace qb::laws {

/// Draw number k for that law: a case of its kind in a cell that can be written, often changed into
/// what the law is about. It depends on the seed, the id of the law and k alone; most lie in the
/// premise of a law about a refusal, one in ten or more in that of any other. Cost: that of `draw`.
Case draw_for(const Law& law, std::uint64_t seed, std::uint64_t k);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_DRAW_FOR_H
