#include <bit>
#include <cstring>
#include <optional>

#include "layout.h"
#include "scale.h"
#include "value.h"
#include "write.h"

namespace qb {
namespace {

// F21: counts and presence. The order is that of F30.
std::optional<Refusal> check_counts(const Scheme& scheme, const Sizes& sizes,
                                    const TensorView& tensor) {
  if (tensor.codes.size() != sizes.elements)
    return Refusal{Error::value_count_mismatch, tensor.codes.size(), sizes.elements};
  if (tensor.scales.size() != sizes.scales)
    return Refusal{Error::scale_count_mismatch, tensor.scales.size(), sizes.scales};
  if (scheme.two_level() && !tensor.global) return Refusal{Error::global_scale_required, 0, 1};
  if (!scheme.two_level() && tensor.global) return Refusal{Error::global_scale_unexpected, 1, 0};
  return check_global_dtype(scheme);
}

// F22, F23: what could not be given back.
std::optional<Refusal> check_data(const Scheme& scheme, const TensorView& tensor) {
  for (std::size_t i = 0; i < tensor.codes.size(); ++i)
    if (!fits(scheme.value, tensor.codes[i])) return Refusal{Error::code_out_of_range, i};
  const ScaleDtype dtype = stored_dtype(scheme);
  for (std::size_t i = 0; i < tensor.scales.size(); ++i)
    if (!accepted(dtype, std::bit_cast<std::uint32_t>(tensor.scales[i])))
      return Refusal{Error::invalid_scale, i};
  if (tensor.global && !accepted(ScaleDtype::F32, std::bit_cast<std::uint32_t>(*tensor.global)))
    return Refusal{Error::invalid_scale, tensor.scales.size()};
  return std::nullopt;
}

// F14: each line on its own, lane 0 in the least significant bits, the last word zero padded.
void pack(const Scheme& scheme, const SwappedOrder& order, std::span<const std::int8_t> codes,
          std::uint8_t* to) {
  const StoreElement element = store_element(scheme);
  const unsigned width = width_bits(scheme.value);
  const std::uint32_t mask = (1u << width) - 1;
  const std::uint64_t stride = order.stride();
  for (std::uint64_t line = 0; line < order.lines(); ++line) {
    const std::int8_t* const from = codes.data() + order.line_start(line);
    for (std::uint64_t i = 0; i < order.axis; to += element.size_bytes) {
      std::uint32_t word = 0;
      for (unsigned lane = 0; lane < element.codes && i < order.axis; ++lane, ++i)
        word |= (static_cast<std::uint8_t>(from[i * stride]) & mask) << (lane * width);
      store_little(to, element.size_bytes, word);
    }
  }
}

}  // namespace

void write_values(const Scheme& scheme, const Layout& layout, std::span<const std::int8_t> codes,
                  std::uint8_t* to) {
  if (layout.sizes.elements == 0) return;
  if (scheme.store.kind == StoreKind::Native)
    std::memcpy(to, codes.data(), layout.sizes.elements);  // F12
  else
    pack(scheme, layout.codes, codes, to);
}

Result<std::uint64_t> encode(const Scheme& scheme, Shape shape, const TensorView& tensor,
                             std::span<std::uint8_t> out) {
  const auto layout = layout_before_global(scheme, shape);
  if (!layout) return layout.refusal();
  const Sizes& sizes = layout->sizes;
  if (auto refusal = check_counts(scheme, sizes, tensor)) return *refusal;
  if (out.size() < sizes.total_bytes)
    return Refusal{Error::output_too_small, out.size(), sizes.total_bytes};
  if (auto refusal = check_data(scheme, tensor)) return *refusal;

  write_values(scheme, *layout, tensor.codes, out.data());
  write_scales(
      scheme, *layout, [&](std::uint64_t cell) { return tensor.scales[cell]; },
      out.data() + sizes.scales_offset);
  if (tensor.global)
    store_little(out.data() + sizes.global_offset, 4, std::bit_cast<std::uint32_t>(*tensor.global));
  return sizes.total_bytes;
}

}  // namespace qb
