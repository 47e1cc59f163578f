// Laws about the bytes that floats are quantized to, the summary and the refusals.
#include "properties/laws/blocks.h"
#include "properties/laws/environment.h"
#include "properties/laws/judging.h"
#include "properties/laws/seen.h"
#include "properties/laws/tables.h"

namespace qb::laws {
namespace {

using I = Implementation;

/// What other implementations leave out, each a law of its own.
enum class Kind : std::uint8_t { whole_blocks, partial_blocks, empty };

Kind kind_of(const FloatsCase& c) {
  if (c.input.empty()) return Kind::empty;
  const Extents block = block_extents(c.scheme, c.shape);
  for (std::size_t axis = 0; axis < block.size(); ++axis)
    if (c.shape[axis] % block[axis] != 0) return Kind::partial_blocks;
  return Kind::whole_blocks;
}

template <Kind kind>
Outcome quantize_bytes(const I& subject, const I& oracle, const Case& c) {
  const auto& floats = std::get<FloatsCase>(c);
  if (zero_beside_huge(floats.shape)) return Vacuous{};
  const Reply expected = oracle.ask(to_quantize(floats));
  if (!std::holds_alternative<QuantizedAnswer>(expected) || kind_of(floats) != kind)
    return Vacuous{};
  return compare_replies(oracle, floats.scheme, floats.shape, expected,
                         subject.ask(to_quantize(floats)), Nans::same_bits);
}

Outcome quantize_summary(const I& subject, const I& oracle, const Case& c) {
  const auto& floats = std::get<FloatsCase>(c);
  const Reply expected = oracle.ask(to_quantize(floats));
  const Reply got = subject.ask(to_quantize(floats));
  const auto* wanted = std::get_if<QuantizedAnswer>(&expected);
  const auto* answer = std::get_if<QuantizedAnswer>(&got);
  if (wanted == nullptr || answer == nullptr) return Vacuous{};
  if (!answer->summary) return NotSupported{"it counts nothing"};
  if (answer->summary == wanted->summary) return Held{};
  return differs("another summary", expected, got);
}

template <Error... errors>
Outcome quantize_refuses(const I& subject, const I& oracle, const Case& c) {
  const auto& floats = std::get<FloatsCase>(c);
  const Reply expected = oracle.ask(to_quantize(floats));
  const auto* wanted = std::get_if<Refused>(&expected);
  if (wanted == nullptr || !((wanted->error == errors) || ...)) return Vacuous{};
  return compare_replies(oracle, floats.scheme, floats.shape, expected,
                         subject.ask(to_quantize(floats)), Nans::same_bits);
}

Outcome quantize_refuses_short_output(const I& subject, const I& oracle, const Case& c) {
  const auto& floats = std::get<FloatsCase>(c);
  if (floats.short_by == 0) return Vacuous{};
  // Inputs are looked at last (F30): whether they are finite does not matter here.
  FloatsCase zeros = floats;
  for (std::uint32_t& bits : zeros.input) bits = 0;
  const Reply answered = oracle.ask(to_quantize(zeros));
  const auto* answer = std::get_if<QuantizedAnswer>(&answered);
  if (answer == nullptr || answer->bytes.empty()) return Vacuous{};
  QuantizeRequest request = to_quantize(floats);
  request.short_by = floats.short_by;
  const Reply expected = Refused{Error::output_too_small, "output_too_small", {}, false};
  return compare_replies(oracle, floats.scheme, floats.shape, expected, subject.ask(request),
                         Nans::same_bits);
}

Outcome quantize_refusal_touches_nothing(const I& subject, const I&, const Case& c) {
  const auto& floats = std::get<FloatsCase>(c);
  QuantizeRequest request = to_quantize(floats);
  request.short_by = floats.short_by;
  return untouched(subject.ask(request));
}

Outcome quantize_messages(const I& subject, const I& oracle, const Case& c) {
  const QuantizeRequest request = to_quantize(std::get<FloatsCase>(c));
  return same_message(oracle.ask(request), subject.ask(request));
}

Outcome quantized_alike_in_every_environment(const I& subject, const I& oracle, const Case& c) {
  const auto& floats = std::get<FloatsCase>(c);
  const Reply expected = subject.ask(to_quantize(floats));
  if (!std::holds_alternative<QuantizedAnswer>(expected)) return Vacuous{};
  const auto in_other_environment = [&] {
    const Environment environment;
    return subject.ask(to_quantize(floats));
  };
  return compare_replies(oracle, floats.scheme, floats.shape, expected, in_other_environment(),
                         Nans::same_bits);
}

constexpr Law kLaws[] = {
    {"quantize_bytes", "F1 F41 F42 F43 F44 F45 F46 F47 F51 F53", Level::required, CaseKind::floats,
     kQuantize, "Finite floats in whole blocks are quantized to exactly the bytes of the format.",
     quantize_bytes<Kind::whole_blocks>},
    {"quantize_partial_blocks", "F7 F41 F43 F44", Level::recommended, CaseKind::floats, kQuantize,
     "A partial block is quantized as a block of the elements it has.",
     quantize_bytes<Kind::partial_blocks>},
    {"quantize_empty", "F44 F51", Level::recommended, CaseKind::floats, kQuantize,
     "A tensor without elements is quantized to its scales.", quantize_bytes<Kind::empty>},
    {"quantize_summary", "F50", Level::recommended, CaseKind::floats, kQuantize,
     "The summary counts saturated, vanished and zero blocks and clipped values.",
     quantize_summary},
    {"quantize_refuses_scheme", "F3 F5 F6 F13 F19 F30", Level::recommended, CaseKind::floats,
     kQuantize, "A scheme or shape without bytes is refused, for the first reason there is.",
     quantize_refuses<Error::unsupported_mode, Error::invalid_block, Error::packed_dim_out_of_range,
                      Error::shape_overflow, Error::global_scale_dtype>},
    {"quantize_refuses_value_count_mismatch", "F30", Level::recommended, CaseKind::floats,
     kQuantize, "Too few or too many floats are refused.",
     quantize_refuses<Error::value_count_mismatch>},
    {"quantize_refuses_unsupported_block_dtype", "F44 F30", Level::recommended, CaseKind::floats,
     kQuantize, "Two levels with block scales other than F16 and UE4M3 are refused.",
     quantize_refuses<Error::unsupported_block_dtype>},
    {"quantize_refuses_unsupported_calibration", "F41 F30", Level::recommended, CaseKind::floats,
     kQuantize, "AbsMean with two levels is refused.",
     quantize_refuses<Error::unsupported_calibration>},
    {"quantize_refuses_output_too_small", "F30", Level::recommended, CaseKind::floats,
     kQuantize | kSeesBuffers,
     "An output too small for the bytes is refused before the floats are looked at.",
     quantize_refuses_short_output},
    {"quantize_refuses_non_finite_input", "F52 F30", Level::recommended, CaseKind::floats,
     kQuantize, "A NaN or infinite float is refused.", quantize_refuses<Error::non_finite_input>},
    {"quantize_refuses_value_overflow", "F49 F30", Level::recommended, CaseKind::floats, kQuantize,
     "Floats that would not come back finite are refused.",
     quantize_refuses<Error::value_overflow>},
    {"quantize_refusal_touches_nothing", "F29", Level::required, CaseKind::floats,
     kQuantize | kSeesBuffers, "A refused quantize leaves the caller's output as it was.",
     quantize_refusal_touches_nothing},
    {"quantize_messages", "F31", Level::recommended, CaseKind::floats, kQuantize | kMessages,
     "A refused quantize says what F31 says.", quantize_messages},
    {"quantized_alike_in_every_environment", "F40 F53", Level::required, CaseKind::floats,
     kQuantize | kSeesBuffers, "What floats become does not depend on rounding mode, FTZ or DAZ.",
     quantized_alike_in_every_environment},
};

}  // namespace

std::span<const Law> quantizing_laws() { return kLaws; }

}  // namespace qb::laws
