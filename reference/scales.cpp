// What scales are stored as, and which are accepted (F4, F5, F16, F23).
#include "exact.h"
#include "steps.h"

namespace qb::reference::right {

bool has_global(const Scheme& scheme) {
  return scheme.tensor.has_value() && scheme.block.has_value();
}

ScaleDtype stored_dtype(const Scheme& scheme) {
  if (scheme.block) return scheme.block->dtype;
  return scheme.tensor.value_or(ScaleDtype::F32);
}

unsigned scale_bytes(ScaleDtype dtype) {
  switch (dtype) {
    case ScaleDtype::F32:
      return 4;
    case ScaleDtype::F16:
    case ScaleDtype::BF16:
      return 2;
    case ScaleDtype::UE8M0:
    case ScaleDtype::UE4M3:
      break;
  }
  return 1;
}

bool scale_sign_accepted(std::uint32_t f32_bits) {
  return !parts_of(ScalarType::F32, f32_bits).negative;
}

bool scale_is_finite(std::uint32_t f32_bits) {
  return !is_nan(ScalarType::F32, f32_bits) && !is_infinite(ScalarType::F32, f32_bits);
}

bool scale_in_range(ScaleDtype dtype, std::uint32_t f32_bits) {
  const double x = magnitude_of(f32_bits);
  switch (dtype) {  // F23
    case ScaleDtype::F16:
      return x < 65520;
    case ScaleDtype::BF16:
      return x < magnitude_of(0x7f7f8000);
    case ScaleDtype::UE4M3:
      return x <= 464;
    case ScaleDtype::UE8M0:
      return x <= magnitude_of(0x7f000000);  // 2^127
    case ScaleDtype::F32:
      break;
  }
  return true;
}

bool scale_accepted(const Steps& steps, ScaleDtype dtype, std::uint32_t f32_bits) {
  return steps.scale_is_finite(f32_bits) && steps.scale_sign_accepted(f32_bits) &&
         steps.scale_in_range(dtype, f32_bits);
}

std::uint32_t encode_scale(const Steps& steps, ScaleDtype dtype, std::uint32_t f32_bits) {
  return steps.encode_scalar(steps, scalar_type(dtype), f32_bits);
}

std::uint32_t decode_scale(const Steps& steps, ScaleDtype dtype, std::uint32_t code) {
  return steps.decode_scalar(steps, scalar_type(dtype), code);
}

}  // namespace qb::reference::right
