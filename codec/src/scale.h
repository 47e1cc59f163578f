// Scales in their stored dtype (F4, F16, F23).
#ifndef QB_SRC_SCALE_H
#define QB_SRC_SCALE_H

#include <cstdint>
#include <span>

#include "qb/convert.h"
#include "qb/scheme.h"

namespace qb {

constexpr unsigned size_bytes(ScaleDtype dtype) {
  switch (dtype) {
    case ScaleDtype::F32:
      return 4;
    case ScaleDtype::F16:
    case ScaleDtype::BF16:
      return 2;
    default:
      return 1;
  }
}

constexpr ScalarType scalar_type(ScaleDtype dtype) {
  switch (dtype) {
    case ScaleDtype::F16:
      return ScalarType::F16;
    case ScaleDtype::BF16:
      return ScalarType::BF16;
    case ScaleDtype::UE8M0:
      return ScalarType::UE8M0;
    case ScaleDtype::UE4M3:
      return ScalarType::UE4M3;
    default:
      return ScalarType::F32;
  }
}

/// Largest f32 pattern that does not round past the largest finite value of the dtype (F23). Signs
/// set, infinities and NaNs all lie above it, so one comparison accepts a scale.
constexpr std::uint32_t largest_accepted(ScaleDtype dtype) {
  switch (dtype) {
    case ScaleDtype::F16:
      return 0x477fefff;  // 65520 is halfway to 65536 and ties to it
    case ScaleDtype::BF16:
      return 0x7f7f7fff;
    case ScaleDtype::UE8M0:
      return 0x7f000000;  // 2^127
    case ScaleDtype::UE4M3:
      return 0x43e80000;  // 464, written as 448
    default:
      return 0x7f7fffff;
  }
}

inline bool accepted(ScaleDtype dtype, std::uint32_t f32_bits) {
  return f32_bits <= largest_accepted(dtype);
}

/// A little-endian number of 1 to 4 bytes, at any address.
inline std::uint32_t load_little(const std::uint8_t* from, unsigned bytes) {
  std::uint32_t number = 0;
  for (unsigned i = 0; i < bytes; ++i) number |= static_cast<std::uint32_t>(from[i]) << (8 * i);
  return number;
}
inline void store_little(std::uint8_t* to, unsigned bytes, std::uint32_t number) {
  for (unsigned i = 0; i < bytes; ++i)
    to[i] = static_cast<std::uint8_t>((number >> (8 * i)) & 0xff);
}

}  // namespace qb

#endif  // QB_SRC_SCALE_H
