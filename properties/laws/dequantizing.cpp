// Laws about the values of buffers.
#include <bit>
#include <cmath>

#include "properties/laws/blocks.h"
#include "properties/laws/environment.h"
#include "properties/laws/judging.h"
#include "properties/laws/tables.h"

namespace qb::laws {
namespace {

using I = Implementation;

BytesRequest to_dequantize(const BytesCase& buffer) {
  return to_read(BytesVerb::dequantize, buffer);
}

Outcome dequantize_any_bits(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  if (!readable(oracle, buffer)) return Vacuous{};
  return compare_replies(oracle, buffer.scheme, buffer.shape, oracle.ask(to_dequantize(buffer)),
                         subject.ask(to_dequantize(buffer)), Nans::all_equal);
}

Outcome dequantize_refuses_as_validate(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  const Reply expected = oracle.ask(to_read(BytesVerb::validate, buffer));
  if (!std::holds_alternative<Refused>(expected)) return Vacuous{};
  return compare_replies(oracle, buffer.scheme, buffer.shape, expected,
                         subject.ask(to_dequantize(buffer)), Nans::all_equal);
}

Outcome dequantize_refuses_short_output(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  if (buffer.short_by == 0 || !readable(oracle, buffer)) return Vacuous{};
  const Reply whole = oracle.ask(to_dequantize(buffer));
  const auto* values = std::get_if<ValuesAnswer>(&whole);
  if (values == nullptr || values->values.empty()) return Vacuous{};
  BytesRequest request = to_dequantize(buffer);
  request.short_by = buffer.short_by;
  const Reply expected = Refused{Error::output_too_small, "output_too_small", {}, false};
  return compare_replies(oracle, buffer.scheme, buffer.shape, expected, subject.ask(request),
                         Nans::all_equal);
}

Outcome dequantize_refusal_touches_nothing(const I& subject, const I&, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  BytesRequest request = to_dequantize(buffer);
  request.short_by = buffer.short_by;
  return untouched(subject.ask(request));
}

Outcome dequantized_alike_at_every_address(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  if (buffer.input_offset == 0) return Vacuous{};
  BytesRequest request = to_dequantize(buffer);
  const Reply expected = subject.ask(request);
  if (!std::holds_alternative<ValuesAnswer>(expected)) return Vacuous{};
  request.input_offset = buffer.input_offset;
  return compare_replies(oracle, buffer.scheme, buffer.shape, expected, subject.ask(request),
                         Nans::all_equal);
}

Outcome dequantized_alike_in_every_environment(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  const Reply expected = subject.ask(to_dequantize(buffer));
  if (!std::holds_alternative<ValuesAnswer>(expected)) return Vacuous{};
  const auto in_other_environment = [&] {
    const Environment environment;
    return subject.ask(to_dequantize(buffer));
  };
  return compare_replies(oracle, buffer.scheme, buffer.shape, expected, in_other_environment(),
                         Nans::all_equal);
}

/// The outermost axis along which there are two blocks, or elements without a block level.
std::optional<std::size_t> axis_to_cut(const BytesCase& buffer) {
  const Extents grid = grid_extents(buffer.scheme, buffer.shape);
  for (std::size_t axis = 0; axis < grid.size(); ++axis)
    if ((buffer.scheme.block ? grid[axis] : buffer.shape[axis]) > 1) return axis;
  return std::nullopt;
}

/// The second half of the buffer, in blocks along that axis.
Outcome slice_of_whole_blocks(const I& subject, const I& oracle, const Case& c) {
  const auto& buffer = std::get<BytesCase>(c);
  if (!readable(oracle, buffer)) return Vacuous{};
  const auto axis = axis_to_cut(buffer);
  const Reply whole = subject.ask(to_dequantize(buffer));
  const auto* values = std::get_if<ValuesAnswer>(&whole);
  const Reply decoded = oracle.ask(to_read(BytesVerb::decode, buffer));
  const auto* tensor = std::get_if<TensorAnswer>(&decoded);
  if (!axis || values == nullptr || tensor == nullptr || tensor->codes.empty() ||
      values->values.size() != tensor->codes.size())
    return Vacuous{};

  const Extents block = block_extents(buffer.scheme, buffer.shape);
  const Extents grid = grid_extents(buffer.scheme, buffer.shape);
  Extents start(block.size(), 0), grid_start(block.size(), 0);
  Extents extents = buffer.shape, cells = grid;
  grid_start[*axis] = buffer.scheme.block ? grid[*axis] / 2 : 0;
  start[*axis] = buffer.scheme.block ? grid_start[*axis] * block[*axis] : buffer.shape[*axis] / 2;
  cells[*axis] -= grid_start[*axis];
  extents[*axis] -= start[*axis];

  const auto part = part_of(buffer.shape, start, extents);
  const auto codes = gathered(tensor->codes, part);
  const auto scales = buffer.scheme.block
                          ? gathered(tensor->scales, part_of(grid, grid_start, cells))
                          : tensor->scales;
  const Reply written =
      oracle.ask(EncodeRequest{buffer.scheme, extents, codes, scales, tensor->global});
  const auto* bytes = std::get_if<BytesAnswer>(&written);
  if (bytes == nullptr) return Vacuous{};  // scales or codes that can be read and not written
  return compare_replies(
      oracle, buffer.scheme, extents, ValuesAnswer{gathered(values->values, part)},
      subject.ask(to_read(BytesVerb::dequantize, buffer.scheme, extents, bytes->bytes)),
      Nans::all_equal);
}

constexpr Law kLaws[] = {
    {"dequantize_any_bits", "F24 F25 F45 F48", Level::required, CaseKind::bytes, kDequantize,
     "Any bits of the right length come back as step times value, one product.",
     dequantize_any_bits},
    {"dequantize_refuses_as_validate", "F18 F30", Level::recommended, CaseKind::bytes, kDequantize,
     "dequantize refuses what validate refuses, for the same reason.",
     dequantize_refuses_as_validate},
    {"dequantize_refuses_output_too_small", "F30", Level::recommended, CaseKind::bytes,
     kDequantize | kSeesBuffers, "An output too small for the values is refused.",
     dequantize_refuses_short_output},
    {"dequantize_refusal_touches_nothing", "F29", Level::required, CaseKind::bytes,
     kDequantize | kSeesBuffers, "A refused dequantize leaves the caller's output as it was.",
     dequantize_refusal_touches_nothing},
    {"dequantized_alike_at_every_address", "F11", Level::required, CaseKind::bytes,
     kDequantize | kPlacement, "Values do not depend on where the buffer lies.",
     dequantized_alike_at_every_address},
    {"dequantized_alike_in_every_environment", "F40 F53", Level::required, CaseKind::bytes,
     kDequantize | kSeesBuffers, "Values do not depend on rounding mode, FTZ or DAZ.",
     dequantized_alike_in_every_environment},
    {"slice_of_whole_blocks", "F7 F45", Level::required, CaseKind::bytes, kDequantize,
     "Dequantizing a slice of whole blocks gives the slice of what dequantizing gives.",
     slice_of_whole_blocks},
};

}  // namespace

std::span<const Law> dequantizing_laws() { return kLaws; }

}  // namespace qb::laws
