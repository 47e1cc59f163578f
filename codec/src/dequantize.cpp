#include <bit>

#include "blocks.h"
#include "environment.h"
#include "layout.h"
#include "qb/quantize.h"
#include "scale.h"
#include "value.h"

namespace qb {
namespace {

/// value(code) of F48, by the low bits that the value has.
float value_of(Value value, unsigned field) {
  if (!is_float(value)) return code_from_field(value, field);
  const ScalarType type = value == Value::E5M2   ? ScalarType::E5M2
                          : value == Value::E4M3 ? ScalarType::E4M3
                                                 : ScalarType::E2M1;
  return std::bit_cast<float>(decode_scalar(type, field));
}

void read_values(const Scheme& scheme, const Layout& layout, const std::uint8_t* from,
                 std::span<float> values) {
  const Value value = scheme.value;
  if (scheme.store.kind == StoreKind::Native) {
    // Native integers come back whole, whatever their bits (F24).
    for (std::uint64_t i = 0; i < layout.sizes.elements; ++i)
      values[i] = is_float(value) ? value_of(value, from[i])
                                  : static_cast<float>(static_cast<std::int8_t>(from[i]));
    return;
  }
  const StoreElement element = store_element(scheme);
  const unsigned width = width_bits(value);
  const SwappedOrder& order = layout.codes;
  for (std::uint64_t line = 0; line < order.lines(); ++line) {
    float* const to = values.data() + order.line_start(line);
    for (std::uint64_t i = 0; i < order.axis; from += element.size_bytes) {
      const std::uint32_t word = load_little(from, element.size_bytes);
      for (unsigned lane = 0; lane < element.codes && i < order.axis; ++lane, ++i)
        to[i * order.stride()] = value_of(value, word >> (lane * width));
    }
  }
}

QB_NOINLINE void multiply_in_default_environment(const Scheme& scheme, Shape shape,
                                                 const Layout& layout, const std::uint8_t* bytes,
                                                 std::span<float> values) {
  const ScaleDtype dtype = stored_dtype(scheme);
  const unsigned width = size_bytes(dtype);
  const auto f32_at = [&](std::uint64_t offset, ScaleDtype as) {
    return std::bit_cast<float>(
        decode_scalar(scalar_type(as), load_little(bytes + offset, size_bytes(as))));
  };
  const float global =
      scheme.two_level() ? f32_at(layout.sizes.global_offset, ScaleDtype::F32) : 1.0f;
  const Blocks blocks(scheme, shape, layout.sizes.elements);
  blocks.for_each_run([&](std::uint64_t start, std::uint64_t length, std::uint64_t cell) {
    const std::uint64_t stored = layout.grid.stored_at(cell);
    const float scale = f32_at(layout.sizes.scales_offset + stored * width, dtype);
    const float step = scheme.two_level() ? global * scale : scale;
    for (std::uint64_t i = start; i < start + length; ++i) values[i] = step * values[i];
  });
}

}  // namespace

Result<std::uint64_t> dequantize(const Scheme& scheme, Shape shape,
                                 std::span<const std::uint8_t> bytes, std::span<float> values) {
  const auto layout = layout_of_buffer(scheme, shape, bytes);
  if (!layout) return layout.refusal();
  const Sizes& sizes = layout->sizes;
  if (values.size() < sizes.elements)
    return Refusal{Error::output_too_small, values.size(), sizes.elements};
  if (sizes.elements == 0) return sizes.elements;
  const DefaultEnvironment environment;
  read_values(scheme, *layout, bytes.data(), values);
  multiply_in_default_environment(scheme, shape, *layout, bytes.data(), values);
  return sizes.elements;
}

}  // namespace qb
