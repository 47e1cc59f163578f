#include "qb/convert.h"

#include <algorithm>
#include <bit>
#include <type_traits>

namespace qb {
namespace {

constexpr std::uint32_t kSign = 0x80000000;
constexpr std::uint32_t kInfinity = 0x7f800000;
constexpr std::uint32_t kQuietNan = 0x7fc00000;

/// A binary format with a sign above its exponent and mantissa, subnormals, and a largest finite
/// magnitude; what lies above that is up to the clause of the format.
struct Minifloat {
  int mantissa_bits;
  int lowest_exponent;    // of normal numbers, unbiased
  std::uint32_t largest;  // code
  unsigned sign_bit;
};

constexpr Minifloat kF16{10, -14, 0x7bff, 15};
constexpr Minifloat kBf16{7, -126, 0x7f7f, 15};
constexpr Minifloat kE4m3{3, -6, 0x7e, 7};
constexpr Minifloat kE5m2{2, -14, 0x7b, 7};
constexpr Minifloat kE2m1{1, 0, 0x7, 3};

constexpr bool is_nan(std::uint32_t f32_bits) { return (f32_bits & ~kSign) > kInfinity; }

enum class Rounding { nearest_even, up };

/// Without its lowest bits, at least one and at most 25 of them.
constexpr std::uint32_t without(std::uint32_t digits, std::uint32_t lost, Rounding rounding) {
  const std::uint32_t odd = digits >> lost & 1;
  const std::uint32_t ones =
      rounding == Rounding::up ? (1u << lost) - 1 : (1u << (lost - 1)) - 1 + odd;
  return (digits + ones) >> lost;
}

/// Rounds an f32 without sign or NaN, infinity being 2^128, to a magnitude code, which may exceed
/// `largest`: the result is then past it by at least one step of the last place.
constexpr std::uint32_t round_magnitude(const Minifloat& format, std::uint32_t f32_bits,
                                        Rounding rounding) {
  const auto lost = static_cast<std::uint32_t>(23 - format.mantissa_bits);
  const auto lowest = static_cast<std::uint32_t>(format.lowest_exponent + 127);
  const std::uint32_t field = f32_bits >> 23;
  // Of a normal result the exponent is moved over, so that rounding may carry into it. Where the
  // format has the exponents of f32, so do subnormals.
  if (field >= lowest || lowest == 1)
    return without(f32_bits - ((lowest - 1) << 23), lost, rounding);
  // A subnormal result has its last place fixed, so the significand is shifted: by 25 bits where
  // all 24 are lost.
  const std::uint32_t significand = (f32_bits & 0x7fffff) | (field != 0 ? 0x800000u : 0);
  const std::uint32_t exponent = field != 0 ? field : 1;
  return without(significand, std::min(lost + lowest - exponent, 25u), rounding);
}

/// The code of a number: `past_largest` is what the magnitudes above the largest become: that one
/// or the next.
constexpr std::uint32_t encode_number(const Minifloat& format, std::uint32_t f32_bits,
                                      std::uint32_t past_largest) {
  const std::uint32_t sign = (f32_bits >> 31) << format.sign_bit;
  const std::uint32_t code = round_magnitude(format, f32_bits & ~kSign, Rounding::nearest_even);
  return sign | std::min(code, past_largest);
}

template <ScalarType type>
constexpr std::uint32_t encode_nan(std::uint32_t f32_bits) {
  const std::uint32_t sign = f32_bits >> 31;
  switch (type) {
    case ScalarType::F16:
      return sign << 15 | 0x7e00 | ((f32_bits >> 13) & 0x3ff);
    case ScalarType::BF16:
      return f32_bits >> 16 | 0x40;
    case ScalarType::UE8M0:
      return 0xff;
    case ScalarType::UE4M3:
    case ScalarType::E4M3:
      return sign << 7 | 0x7f;
    case ScalarType::E5M2:
      return sign << 7 | ((f32_bits & 0x200000) != 0 ? 0x7f : 0x7e);
    case ScalarType::E2M1:
      return 0x7;
    default:
      return f32_bits | 0x400000;
  }
}

/// Up to a power of two, 2^-127 for all that is not above it (F35).
constexpr std::uint32_t encode_ue8m0(std::uint32_t f32_bits) {
  if ((f32_bits & kSign) != 0 || f32_bits <= 0x00400000) return 0;
  const std::uint32_t up = (f32_bits >> 23) + ((f32_bits & 0x7fffff) != 0 ? 1 : 0);
  return up < 0xfe ? up : 0xfe;
}

/// A finite code as f32 bits, for the formats whose range lies inside that of normal f32 numbers.
constexpr std::uint32_t decode_number(const Minifloat& format, std::uint32_t code) {
  const std::uint32_t sign = ((code >> format.sign_bit) & 1) << 31;
  const std::uint32_t magnitude = code & ((1u << format.sign_bit) - 1);
  const std::uint32_t field = magnitude >> format.mantissa_bits;
  const std::uint32_t fraction = magnitude & ((1u << format.mantissa_bits) - 1);
  const int to_f32 = 23 - format.mantissa_bits;
  if (field != 0) {
    const int exponent = static_cast<int>(field) - 1 + format.lowest_exponent;
    return sign | static_cast<std::uint32_t>(exponent + 127) << 23 | fraction << to_f32;
  }
  if (fraction == 0) return sign;
  // A subnormal: shift its leading bit to the place of the implicit one.
  const int up = std::countl_zero(fraction << to_f32) - 8;
  const int exponent = format.lowest_exponent - up;
  return sign | static_cast<std::uint32_t>(exponent + 127) << 23 |
         ((fraction << to_f32 << up) & 0x7fffff);
}

/// E4M3 has one NaN magnitude and no infinity (F38).
constexpr std::uint32_t decode_e4m3(std::uint32_t code) {
  if ((code & 0x7f) == 0x7f) return (code & 0x80) << 24 | kQuietNan;
  return decode_number(kE4m3, code);
}

/// Infinities and NaNs as IEEE 754 has them: the NaN's payload moves up and it becomes quiet.
constexpr std::uint32_t decode_ieee(const Minifloat& format, std::uint32_t code) {
  const std::uint32_t magnitude = code & ((1u << format.sign_bit) - 1);
  if (magnitude <= format.largest) return decode_number(format, code);
  const std::uint32_t sign = ((code >> format.sign_bit) & 1) << 31;
  const std::uint32_t fraction = magnitude & ((1u << format.mantissa_bits) - 1);
  if (fraction == 0) return sign | kInfinity;
  return sign | kQuietNan | fraction << (23 - format.mantissa_bits);
}

/// F32 and BF16 codes are f32 patterns already; only a NaN changes, into a quiet one.
constexpr std::uint32_t quieted(std::uint32_t bits) {
  return is_nan(bits) ? bits | 0x400000 : bits;
}

constexpr std::uint32_t decode_ue8m0(std::uint32_t code) {
  if (code == 0xff) return kQuietNan;
  return code == 0 ? 0x00400000 : code << 23;  // 2^-127 is subnormal in f32
}

template <ScalarType type>
constexpr std::uint32_t encode_as(std::uint32_t f32_bits) {
  if (is_nan(f32_bits)) return encode_nan<type>(f32_bits);
  switch (type) {
    case ScalarType::F16:
      return encode_number(kF16, f32_bits, 0x7c00);
    case ScalarType::BF16:
      return encode_number(kBf16, f32_bits, 0x7f80);
    case ScalarType::UE8M0:
      return encode_ue8m0(f32_bits);
    case ScalarType::UE4M3:
    case ScalarType::E4M3:
      return encode_number(kE4m3, f32_bits, kE4m3.largest);
    case ScalarType::E5M2:
      return encode_number(kE5m2, f32_bits, kE5m2.largest);
    case ScalarType::E2M1:
      return encode_number(kE2m1, f32_bits, kE2m1.largest);
    default:
      return f32_bits;
  }
}

template <ScalarType type>
constexpr std::uint32_t decode_as(std::uint32_t code) {
  switch (type) {
    case ScalarType::F16:
      return decode_ieee(kF16, code & 0xffff);
    case ScalarType::BF16:
      return quieted((code & 0xffff) << 16);
    case ScalarType::UE8M0:
      return decode_ue8m0(code & 0xff);
    case ScalarType::UE4M3:
    case ScalarType::E4M3:
      return decode_e4m3(code & 0xff);
    case ScalarType::E5M2:
      return decode_ieee(kE5m2, code & 0xff);
    case ScalarType::E2M1:
      return decode_number(kE2m1, code & 0xf);
    default:
      return quieted(code);
  }
}

template <ScalarType type>
constexpr std::uint32_t round_number_up(const Minifloat& format, std::uint32_t f32_bits) {
  const std::uint32_t code = round_magnitude(format, f32_bits, Rounding::up);
  return decode_as<type>(std::min(code, format.largest));
}

template <ScalarType type>
constexpr std::uint32_t round_up_as(std::uint32_t f32_bits) {
  if (type == ScalarType::UE8M0 && f32_bits == kSign) return decode_ue8m0(0);
  if ((f32_bits & kSign) != 0 || is_nan(f32_bits)) return f32_bits;
  switch (type) {
    case ScalarType::F16:
      return round_number_up<type>(kF16, f32_bits);
    case ScalarType::BF16:
      return round_number_up<type>(kBf16, f32_bits);
    case ScalarType::UE8M0:
      return decode_ue8m0(encode_ue8m0(f32_bits));
    case ScalarType::UE4M3:
      return round_number_up<type>(kE4m3, f32_bits);
    default:
      return f32_bits;
  }
}

template <ScalarType type>
using Constant = std::integral_constant<ScalarType, type>;

/// Gives `use` the type as a constant: with it nothing is left of the switches above, so the loops
/// below look at the type once.
template <typename Use>
auto with_constant(ScalarType type, Use use) {
  using enum ScalarType;
  switch (type) {
    case F16:
      return use(Constant<F16>());
    case BF16:
      return use(Constant<BF16>());
    case UE8M0:
      return use(Constant<UE8M0>());
    case UE4M3:
      return use(Constant<UE4M3>());
    case E4M3:
      return use(Constant<E4M3>());
    case E5M2:
      return use(Constant<E5M2>());
    case E2M1:
      return use(Constant<E2M1>());
    default:
      return use(Constant<F32>());
  }
}

template <typename Convert>
void convert_all(std::span<const std::uint32_t> from, std::span<std::uint32_t> to,
                 Convert convert) {
  const std::size_t count = std::min(from.size(), to.size());
  for (std::size_t i = 0; i < count; ++i) to[i] = convert(from[i]);
}

}  // namespace

std::uint32_t encode_scalar(ScalarType type, std::uint32_t f32_bits) {
  return with_constant(
      type, [&]<ScalarType known>(Constant<known>) { return encode_as<known>(f32_bits); });
}

void encode_scalar(ScalarType type, std::span<const std::uint32_t> f32_bits,
                   std::span<std::uint32_t> codes) {
  with_constant(type, [&]<ScalarType known>(Constant<known>) {
    convert_all(f32_bits, codes, [](std::uint32_t x) { return encode_as<known>(x); });
  });
}

std::uint32_t decode_scalar(ScalarType type, std::uint32_t code) {
  return with_constant(type,
                       [&]<ScalarType known>(Constant<known>) { return decode_as<known>(code); });
}

void decode_scalar(ScalarType type, std::span<const std::uint32_t> codes,
                   std::span<std::uint32_t> f32_bits) {
  with_constant(type, [&]<ScalarType known>(Constant<known>) {
    convert_all(codes, f32_bits, [](std::uint32_t x) { return decode_as<known>(x); });
  });
}

std::uint32_t round_up(ScalarType type, std::uint32_t f32_bits) {
  return with_constant(
      type, [&]<ScalarType known>(Constant<known>) { return round_up_as<known>(f32_bits); });
}

void round_up(ScalarType type, std::span<const std::uint32_t> f32_bits,
              std::span<std::uint32_t> rounded) {
  with_constant(type, [&]<ScalarType known>(Constant<known>) {
    convert_all(f32_bits, rounded, [](std::uint32_t x) { return round_up_as<known>(x); });
  });
}

}  // namespace qb
