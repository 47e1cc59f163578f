#include <bit>
#include <cstring>

#include "layout.h"
#include "scale.h"
#include "value.h"

namespace qb {
namespace {

// F24, F25: the low bits of each field; what pads a line or a word is not looked at.
void unpack(const Scheme& scheme, const SwappedOrder& order, const std::uint8_t* from,
            std::span<std::int8_t> codes) {
  const StoreElement element = store_element(scheme);
  const unsigned width = width_bits(scheme.value);
  const std::uint64_t stride = order.stride();
  for (std::uint64_t line = 0; line < order.lines(); ++line) {
    std::int8_t* const to = codes.data() + order.line_start(line);
    for (std::uint64_t i = 0; i < order.axis; from += element.size_bytes) {
      const std::uint32_t word = load_little(from, element.size_bytes);
      for (unsigned lane = 0; lane < element.codes && i < order.axis; ++lane, ++i)
        to[i * stride] = code_from_field(scheme.value, word >> (lane * width));
    }
  }
}

// F26: exactly what is stored.
void read_scales(ScaleDtype dtype, const SwappedOrder& order, const std::uint8_t* from,
                 std::span<float> scales) {
  const unsigned bytes = size_bytes(dtype);
  for (std::uint64_t line = 0; line < order.lines(); ++line) {
    const std::uint64_t start = order.line_start(line);
    for (std::uint64_t i = 0; i < order.axis; ++i, from += bytes)
      scales[start + i * order.stride()] =
          std::bit_cast<float>(decode_scalar(scalar_type(dtype), load_little(from, bytes)));
  }
}

}  // namespace

Result<Layout> layout_of_buffer(const Scheme& scheme, Shape shape,
                                std::span<const std::uint8_t> bytes) {
  auto layout = layout_of(scheme, shape);
  if (!layout) return layout;
  const std::uint64_t total = layout->sizes.total_bytes;
  if (bytes.size() < total) return Refusal{Error::truncated, bytes.size(), total};
  if (bytes.size() > total) return Refusal{Error::trailing_bytes, bytes.size(), total};
  return layout;
}

Result<Done> validate(const Scheme& scheme, Shape shape, std::span<const std::uint8_t> bytes) {
  const auto layout = layout_of_buffer(scheme, shape, bytes);
  if (!layout) return layout.refusal();
  return Done{};
}

Result<Decoded> decode(const Scheme& scheme, Shape shape, std::span<const std::uint8_t> bytes,
                       std::span<std::int8_t> codes, std::span<float> scales) {
  const auto layout = layout_of_buffer(scheme, shape, bytes);
  if (!layout) return layout.refusal();
  const Sizes& sizes = layout->sizes;
  if (codes.size() < sizes.elements)
    return Refusal{Error::output_too_small, codes.size(), sizes.elements};
  if (scales.size() < sizes.scales)
    return Refusal{Error::output_too_small, scales.size(), sizes.scales};

  if (sizes.elements != 0) {
    if (scheme.store.kind == StoreKind::Native)
      std::memcpy(codes.data(), bytes.data(), sizes.elements);
    else
      unpack(scheme, layout->codes, bytes.data(), codes);
  }
  if (sizes.scales != 0)
    read_scales(stored_dtype(scheme), layout->grid, bytes.data() + sizes.scales_offset, scales);
  Decoded decoded{sizes.elements, sizes.scales, std::nullopt};
  if (scheme.two_level())
    decoded.global = std::bit_cast<float>(
        decode_scalar(ScalarType::F32, load_little(bytes.data() + sizes.global_offset, 4)));
  return decoded;
}

}  // namespace qb
