// The data of enumerated cases.
#ifndef QB_PROPERTIES_ENUMERATE_DATA_H
#define QB_PROPERTIES_ENUMERATE_DATA_H

#include <cstdint>
#include <functional>

#include "properties/case.h"

namespace qb::laws {

using Visit = std::function<bool(const Case&)>;

/// `c`, whose items are all the plainest, with at most two of them others, where these add exactly
/// `more` to its weight. Ends where `visit` gives false, and gives that.
bool with_data(TensorCase c, std::uint64_t more, const Visit& visit);
bool with_data(BytesCase c, std::uint64_t more, const Visit& visit);
bool with_data(FloatsCase c, std::uint64_t more, const Visit& visit);

/// The most that data of that kind can add.
std::uint64_t most_of_data(CaseKind kind);

/// Conversions of that weight.
bool enumerate_scalars(std::uint64_t weight, const Visit& visit);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_ENUMERATE_DATA_H
