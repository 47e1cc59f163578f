#include "quantizer.h"

#include <bit>
#include <cmath>

#include "environment.h"
#include "layout.h"
#include "scale.h"
#include "value.h"

namespace qb {
namespace {

constexpr float kSmallestScale = 0x1p-126f;
constexpr std::uint32_t kMagnitude = 0x7fffffff;
constexpr std::uint32_t kInfinity = 0x7f800000;

float as_float(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t as_bits(float number) { return std::bit_cast<std::uint32_t>(number); }
bool is_finite(std::uint32_t bits) { return (bits & kMagnitude) < kInfinity; }

// ---- values (F1, F42) --------------------------------------------------------------------------

struct Range {
  float lowest, highest, half;
};
Range range_of(Value value) {
  switch (value) {
    case Value::E5M2:
      return {-57344, 57344, 57344};
    case Value::E4M3:
      return {-448, 448, 448};
    case Value::E2M1:
      return {-6, 6, 6};
    default: {
      const float highest = static_cast<float>((1 << (width_bits(value) - 1)) - 1);
      const float lowest = is_symmetric(value) ? -highest : -highest - 1;
      return {lowest, highest, (highest - lowest) / 2};
    }
  }
}

ScalarType scalar_type(Value value) {
  return value == Value::E5M2   ? ScalarType::E5M2
         : value == Value::E4M3 ? ScalarType::E4M3
                                : ScalarType::E2M1;
}

float value_of(Value value, std::int8_t code) {
  if (!is_float(value)) return code;
  return as_float(decode_scalar(scalar_type(value), static_cast<std::uint8_t>(code)));
}

/// Largest finite value of a scale dtype.
float largest(ScaleDtype dtype) {
  switch (dtype) {
    case ScaleDtype::F16:
      return 65504;
    case ScaleDtype::BF16:
      return as_float(0x7f7f0000);
    case ScaleDtype::UE8M0:
      return 0x1p127f;
    case ScaleDtype::UE4M3:
      return 448;
    default:
      return as_float(0x7f7fffff);
  }
}

// ---- cells -------------------------------------------------------------------------------------

/// What scratch holds of a cell: first the f64 sum of AbsMean or the bits of the largest magnitude,
/// then its scale with two marks above it.
constexpr std::uint64_t kHasNonZero = std::uint64_t{1} << 32;
constexpr std::uint64_t kHasCode = std::uint64_t{1} << 33;

float scale_in(std::uint64_t cell) {
  return as_float(static_cast<std::uint32_t>(cell & 0xffffffff));
}

/// F41: cells become the bits of α, marked where there is a non-zero input.
void calibrate(Quantizer& job) {
  for (std::uint64_t& cell : job.cells) cell = 0;
  if (job.calibration == Calibration::MinMax) {
    // Magnitudes of finite numbers are ordered as their bits are.
    job.blocks.for_each_run([&](std::uint64_t start, std::uint64_t length, std::uint64_t cell) {
      std::uint64_t alpha = job.cells[cell];
      for (std::uint64_t i = start; i < start + length; ++i)
        alpha = std::max<std::uint64_t>(alpha, job.input[i] & kMagnitude);
      job.cells[cell] = alpha;
    });
    for (std::uint64_t& cell : job.cells)
      if (cell != 0) cell |= kHasNonZero;
    return;
  }
  job.blocks.for_each_run([&](std::uint64_t start, std::uint64_t length, std::uint64_t cell) {
    double sum = std::bit_cast<double>(job.cells[cell]);
    for (std::uint64_t i = start; i < start + length; ++i)
      sum += static_cast<double>(as_float(job.input[i] & kMagnitude));
    job.cells[cell] = std::bit_cast<std::uint64_t>(sum);
  });
  for (std::uint64_t cell = 0; cell < job.cells.size(); ++cell) {
    const double sum = std::bit_cast<double>(job.cells[cell]);
    if (sum == 0) continue;  // all zeros, or nothing at all
    const auto count = static_cast<double>(job.blocks.elements_of(cell));
    job.cells[cell] = kHasNonZero | as_bits(static_cast<float>(sum / count));
  }
}

/// F43, F44: the stored scale for what the block wants.
float rounded_scale(Quantizer& job, ScaleDtype dtype, float wanted) {
  if (wanted > largest(dtype)) ++job.summary.saturated_blocks;
  const ScalarType type = scalar_type(dtype);
  float scale = as_float(round_up(type, as_bits(wanted)));
  if (scale == 0) scale = as_float(round_up(type, as_bits(kSmallestScale)));
  return scale;
}

/// F42–F44: cells become scales, their marks kept.
void choose_scales(Quantizer& job) {
  const float half = range_of(job.scheme.value).half;
  const ScaleDtype dtype = stored_dtype(job.scheme);
  const bool two_level = job.scheme.two_level();
  float largest_raw = 0;
  for (std::uint64_t& cell : job.cells) {
    const float raw = scale_in(cell) / half;
    largest_raw = std::max(largest_raw, raw);
    cell = (cell & kHasNonZero) | as_bits(raw);
  }
  if (two_level) job.global = std::max(largest_raw / largest(dtype), kSmallestScale);
  for (std::uint64_t& cell : job.cells) {
    const float wanted = two_level ? scale_in(cell) / job.global : scale_in(cell);
    cell = (cell & kHasNonZero) | as_bits(rounded_scale(job, dtype, wanted));
  }
}

struct Coded {
  std::int8_t code;
  bool clipped;
};

/// F46, F47.
Coded code_of(Value value, const Range& range, std::uint32_t input, float step) {
  // Where the step is 0 the quotient is a zero with the sign of x (F46).
  const float quotient = step == 0 ? as_float(input & ~kMagnitude) : as_float(input) / step;
  const bool clipped = quotient < range.lowest || quotient > range.highest;
  const float clamped = std::clamp(quotient, range.lowest, range.highest);
  if (is_float(value))
    return {static_cast<std::int8_t>(encode_scalar(scalar_type(value), as_bits(clamped))), clipped};
  return {static_cast<std::int8_t>(std::nearbyint(clamped)), clipped};
}

/// F49: the first element that would not come back finite, or their number.
std::uint64_t first_overflow(const Quantizer& job) {
  const Range range = range_of(job.scheme.value);
  std::uint64_t first = job.input.size();
  job.blocks.for_each_run([&](std::uint64_t start, std::uint64_t length, std::uint64_t cell) {
    const float step = job.step_of(cell);
    // No magnitude of a code is above 57344 < 2^16.
    if (first != job.input.size() || (as_bits(step) < kInfinity && step < 0x1p111f)) return;
    for (std::uint64_t i = start; i < start + length; ++i) {
      const Coded coded = code_of(job.scheme.value, range, job.input[i], step);
      if (is_finite(as_bits(step * value_of(job.scheme.value, coded.code)))) continue;
      first = i;
      return;
    }
  });
  return first;
}

void write_codes(Quantizer& job, std::int8_t* codes) {
  const Value value = job.scheme.value;
  const Range range = range_of(value);
  // A float code of value zero is 0 or −0; an integer code is 0.
  const unsigned zero_mask = !is_float(value) ? 0xff : value == Value::E2M1 ? 0x7 : 0x7f;
  job.blocks.for_each_run([&](std::uint64_t start, std::uint64_t length, std::uint64_t cell) {
    const float step = job.step_of(cell);
    unsigned any_code = 0;
    for (std::uint64_t i = start; i < start + length; ++i) {
      const Coded coded = code_of(value, range, job.input[i], step);
      codes[i] = coded.code;
      any_code |= static_cast<std::uint8_t>(coded.code) & zero_mask;
      job.summary.clipped_values += coded.clipped ? 1 : 0;
    }
    if (any_code != 0) job.cells[cell] |= kHasCode;
  });
  if (job.input.size() == 0) return;
  for (std::uint64_t cell : job.cells) {
    if ((cell & kHasNonZero) == 0) ++job.summary.zero_blocks;
    if ((cell & kHasNonZero) != 0 && (cell & kHasCode) == 0) ++job.summary.vanished_blocks;
  }
}

QB_NOINLINE void scales_in_default_environment(Quantizer& job) {
  calibrate(job);
  choose_scales(job);
}
QB_NOINLINE std::uint64_t overflow_in_default_environment(const Quantizer& job) {
  return first_overflow(job);
}
QB_NOINLINE void codes_in_default_environment(Quantizer& job, std::int8_t* codes) {
  write_codes(job, codes);
}

}  // namespace

std::optional<Refusal> Quantizer::run(std::int8_t* codes) {
  for (std::uint64_t i = 0; i < input.size(); ++i)
    if (!is_finite(input[i])) return Refusal{Error::non_finite_input, i};
  const DefaultEnvironment environment;
  scales_in_default_environment(*this);
  if (const std::uint64_t i = overflow_in_default_environment(*this); i != input.size())
    return Refusal{Error::value_overflow, i};
  codes_in_default_environment(*this, codes);
  return std::nullopt;
}

}  // namespace qb
