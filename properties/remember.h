// A decorator that remembers the last few replies, since the laws of one case ask much the same.
#ifndef QB_PROPERTIES_REMEMBER_H
#define QB_PROPERTIES_REMEMBER_H

#include "properties/implementation.h"

namespace qb::laws {

/// The same implementation, with the replies to recent requests about bytes, codes or floats kept
/// and given again to an equal request, what it saw of buffers included. In a floating-point
/// environment that does not round to nearest nothing is kept or given again. Only for
/// implementations that answer equal requests alike, and not for use by several threads at once.
/// Cost: a copy of what is asked, and of the reply.
Implementation remembering(Implementation inner);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_REMEMBER_H
