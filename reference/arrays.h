// Floats as arrays of Eigen.
#ifndef QB_REFERENCE_ARRAYS_H
#define QB_REFERENCE_ARRAYS_H

#include <Eigen/Core>

#include "right_quantizing.h"

namespace qb::reference {

/// A view: `floats` must stay.
inline Eigen::Map<const Eigen::ArrayXf> array_of(Floats floats) {
  return {floats.data(), static_cast<Eigen::Index>(floats.size())};
}

/// A view: `array` must stay.
inline Floats span_of(const Eigen::ArrayXf& array) {
  return {array.data(), static_cast<std::size_t>(array.size())};
}

}  // namespace qb::reference

#endif  // QB_REFERENCE_ARRAYS_H
