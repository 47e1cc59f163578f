// Every case of a small scope, in the order of their weight.
#ifndef QB_PROPERTIES_ENUMERATE_H
#define QB_PROPERTIES_ENUMERATE_H

#include <cstdint>
#include <functional>

#include "properties/case.h"

namespace qb::laws {

/// Calls `visit` with each case of that kind in the scope whose weight is `weight`, in an order
/// that is always the same. The scope:
///
/// - scalar: every code of decode; else numbers of at most two fraction bits, of either sign, and
///   with any exponent.
/// - tensor and bytes: rank 0 to 3, extents 0 to 5, 8, 9, 17 and some huge ones, at most 40 codes
/// or
///   bytes; every value, store, packed dimension (one too large among them), mode, dtype; block
///   sizes of up to two extents out of 0, 2, 3, 256, and one extent more than the rank.
/// - data: the plainest, but for at most two items, each one of about a dozen others.
/// - at most one thing besides: a code, scale or byte too few or too many, the global scale missing
///   or too much, the mode Lookup, an offset of 1, an output short by 1, or a permutation.
///
/// Cost: grows with the weight; 60 is a second, 100 minutes.
void enumerate(CaseKind kind, std::uint64_t weight, const std::function<void(const Case&)>& visit);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_ENUMERATE_H
