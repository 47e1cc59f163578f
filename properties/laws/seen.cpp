#include "properties/laws/seen.h"

#include <algorithm>
#include <cstdio>

#include "properties/laws/blocks.h"

namespace qb::laws {
namespace {

/// Whether the format quantizes by this calibration under this scheme (F41, F44); else an answer
/// means nothing.
bool takes(const FloatsCase& c) {
  if (!c.scheme.two_level()) return true;
  const ScaleDtype dtype = c.scheme.block->dtype;
  return c.calibration == Calibration::MinMax && c.scheme.tensor == ScaleDtype::F32 &&
         (dtype == ScaleDtype::F16 || dtype == ScaleDtype::UE4M3);
}

/// The outcome where a law about answers got none: that it should have come, others judge.
Outcome not_seen(const Reply& reply) {
  if (const auto* unsupported = std::get_if<Unsupported>(&reply))
    return NotSupported{unsupported->why};
  return Vacuous{};
}

}  // namespace

std::vector<float> Seen::alphas() const {
  std::vector<float> alphas(steps.size(), 0);
  for (std::size_t i = 0; i < cells.size(); ++i)
    alphas[cells[i]] = std::max(alphas[cells[i]], std::abs(x(i)));
  return alphas;
}

Broken Seen::broken(std::size_t i, std::string what, std::string expected) const {
  std::string got = "code " + std::to_string(tensor.codes[i]) + ", step " + shown(step(i));
  if (i < back.size()) got += ", back " + shown(back[i]);
  return {std::move(what), std::move(expected), std::move(got),
          "element " + std::to_string(i) + ": " + shown(x(i))};
}

std::variant<Seen, Outcome> see(const Implementation& subject, const Implementation& oracle,
                                const FloatsCase& c, Look look) {
  if (!all_finite(c.input) || zero_beside_huge(c.shape) || !takes(c)) return Outcome{Vacuous{}};
  Reply quantized = subject.ask(to_quantize(c));
  auto* answer = std::get_if<QuantizedAnswer>(&quantized);
  if (answer == nullptr) return not_seen(quantized);
  Reply decoded = oracle.ask(to_read(BytesVerb::decode, c.scheme, c.shape, answer->bytes));
  auto* tensor = std::get_if<TensorAnswer>(&decoded);
  if (tensor == nullptr || tensor->codes.size() != c.input.size()) return Outcome{Vacuous{}};

  Seen seen{c,
            grid_of(c.scheme.value),
            std::move(*answer),
            {},
            cells_of(c.scheme, c.shape, c.input.size()),
            {},
            {}};
  seen.tensor = std::move(*tensor);
  for (std::size_t cell = 0; cell < seen.tensor.scales.size(); ++cell)
    seen.steps.push_back(seen.tensor.global ? seen.global() * seen.scale(cell) : seen.scale(cell));
  if (look == Look::codes) return seen;

  const Reply back =
      subject.ask(to_read(BytesVerb::dequantize, c.scheme, c.shape, seen.answer.bytes));
  const auto* values = std::get_if<ValuesAnswer>(&back);
  if (values == nullptr || values->values.size() != c.input.size()) return not_seen(back);
  for (std::uint32_t bits : values->values) seen.back.push_back(std::bit_cast<float>(bits));
  return seen;
}

bool all_finite(std::span<const std::uint32_t> input) {
  return std::all_of(input.begin(), input.end(),
                     [](std::uint32_t bits) { return (bits & 0x7fffffff) < 0x7f800000; });
}

std::string shown(float number) {
  char text[40];
  std::snprintf(text, sizeof text, "%.9g", static_cast<double>(number));
  return std::string(text) + " (" + hex8(std::bit_cast<std::uint32_t>(number)) + ")";
}

}  // namespace qb::laws
