// What enumerated cases are made of.
#ifndef QB_PROPERTIES_ENUMERATE_PARTS_H
#define QB_PROPERTIES_ENUMERATE_PARTS_H

#include <cstdint>
#include <map>
#include <vector>

#include "qb/scheme.h"

namespace qb::laws {

/// By the weight that it adds to a case.
template <typename T>
using ByWeight = std::map<std::uint64_t, std::vector<T>>;

/// The schemes of the scope for tensors of that rank, at most 3.
const ByWeight<Scheme>& schemes_by_weight(std::uint64_t rank);

/// The shapes of the scope.
const ByWeight<std::vector<std::uint64_t>>& shapes_by_weight();

}  // namespace qb::laws

#endif  // QB_PROPERTIES_ENUMERATE_PARTS_H
