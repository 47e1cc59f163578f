// Dequantizing (F45, F48).
#include <Eigen/Core>
#include <bit>
#include <cmath>

#include "environment.h"
#include "figures.h"
#include "reference.h"

namespace qb::reference {
namespace {

constexpr std::uint32_t kNan = 0x7fc00000;  // F48 leaves the bits open

float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }

std::uint32_t bits_of(float x) { return std::isnan(x) ? kNan : std::bit_cast<std::uint32_t>(x); }

[[gnu::noinline]] std::vector<std::uint32_t> values_of(const Steps& steps, const Question& asked) {
  const Tensor tensor = read(steps, asked);
  std::optional<float> global;
  if (tensor.global) global = float_of(*tensor.global);

  std::vector<std::uint32_t> values(tensor.codes.size());
  const std::vector<std::vector<std::size_t>> cells = cells_of(steps, asked);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const float step = steps.step_of(global, float_of(tensor.scales[i]));
    Eigen::ArrayXf block(static_cast<Eigen::Index>(cells[i].size()));
    for (std::size_t k = 0; k < cells[i].size(); ++k)
      block[static_cast<Eigen::Index>(k)] =
          steps.code_value(steps, asked.scheme.value, tensor.codes[cells[i][k]]);
    const Eigen::ArrayXf back =
        block.unaryExpr([&](float one) { return steps.value_back(step, one); });
    for (std::size_t k = 0; k < cells[i].size(); ++k)
      values[cells[i][k]] = bits_of(back[static_cast<Eigen::Index>(k)]);
  }
  return values;
}

}  // namespace

Result<std::vector<std::uint32_t>> dequantize(const Steps& steps, const Scheme& scheme, Shape shape,
                                              std::span<const std::uint8_t> bytes) {
  const Question asked = question(kDequantize, steps, scheme, shape, bytes);
  if (const Verdict refusal = first_refusal(steps, asked)) return *refusal;
  const DefaultEnvironment environment;
  return values_of(steps, asked);
}

}  // namespace qb::reference
