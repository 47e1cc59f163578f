#include "qb/quantize.h"

#include <bit>

#include "layout.h"
#include "quantizer.h"
#include "scale.h"
#include "write.h"

namespace qb {
namespace {

/// Checks 1–5 and 9–11 of F30.
Result<Layout> layout_for(const Scheme& scheme, Shape shape, Calibration calibration,
                          std::size_t inputs) {
  const auto layout = layout_before_global(scheme, shape);
  if (!layout) return layout;
  if (inputs != layout->sizes.elements)
    return Refusal{Error::value_count_mismatch, inputs, layout->sizes.elements};
  if (auto refusal = check_global_dtype(scheme)) return *refusal;
  if (!scheme.two_level()) return layout;
  if (scheme.block->dtype != ScaleDtype::F16 && scheme.block->dtype != ScaleDtype::UE4M3)
    return Refusal{Error::unsupported_block_dtype};
  if (calibration == Calibration::AbsMean) return Refusal{Error::unsupported_calibration};
  return layout;
}

std::uint64_t code_units(const Sizes& sizes) {
  return sizes.elements / 8 + (sizes.elements % 8 != 0);
}

}  // namespace

std::uint32_t Floats::operator[](std::size_t i) const {
  if (!f32_.empty()) return std::bit_cast<std::uint32_t>(f32_[i]);
  if (!f16_.empty()) return decode_scalar(ScalarType::F16, f16_[i].bits);
  return decode_scalar(ScalarType::BF16, bf16_[i].bits);
}

Result<std::uint64_t> quantize_scratch(const Scheme& scheme, Shape shape) {
  const auto sizes = encoded_size(scheme, shape);
  if (!sizes) return sizes.refusal();
  return sizes->scales + code_units(*sizes);
}

Result<Quantized> quantize_to(const Scheme& scheme, Shape shape, Calibration calibration,
                              Floats input, std::span<std::uint64_t> scratch,
                              std::span<std::int8_t> codes, std::span<float> scales) {
  const auto layout = layout_for(scheme, shape, calibration, input.size());
  if (!layout) return layout.refusal();
  const Sizes& sizes = layout->sizes;
  if (codes.size() < sizes.elements)
    return Refusal{Error::output_too_small, codes.size(), sizes.elements};
  if (scales.size() < sizes.scales)
    return Refusal{Error::output_too_small, scales.size(), sizes.scales};
  if (scratch.size() < sizes.scales)
    return Refusal{Error::scratch_too_small, scratch.size(), sizes.scales};

  Quantizer job{scheme, calibration, input, Blocks(scheme, shape, sizes.elements),
                scratch.first(sizes.scales)};
  if (auto refusal = job.run(codes.data())) return *refusal;
  for (std::size_t cell = 0; cell < job.cells.size(); ++cell) scales[cell] = job.scale_of(cell);
  Quantized quantized{job.summary, std::nullopt};
  if (scheme.two_level()) quantized.global = job.global;
  return quantized;
}

Result<Summary> quantize(const Scheme& scheme, Shape shape, Calibration calibration, Floats input,
                         std::span<std::uint64_t> scratch, std::span<std::uint8_t> out) {
  const auto layout = layout_for(scheme, shape, calibration, input.size());
  if (!layout) return layout.refusal();
  const Sizes& sizes = layout->sizes;
  if (out.size() < sizes.total_bytes)
    return Refusal{Error::output_too_small, out.size(), sizes.total_bytes};
  const std::uint64_t needed = sizes.scales + code_units(sizes);
  if (scratch.size() < needed) return Refusal{Error::scratch_too_small, scratch.size(), needed};

  Quantizer job{scheme, calibration, input, Blocks(scheme, shape, sizes.elements),
                scratch.first(sizes.scales)};
  const auto codes =
      std::span(reinterpret_cast<std::int8_t*>(scratch.data() + sizes.scales), sizes.elements);
  if (auto refusal = job.run(codes.data())) return *refusal;
  write_values(scheme, *layout, codes, out.data());
  write_scales(
      scheme, *layout, [&](std::uint64_t cell) { return job.scale_of(cell); },
      out.data() + sizes.scales_offset);
  if (scheme.two_level())
    store_little(out.data() + sizes.global_offset, 4, std::bit_cast<std::uint32_t>(job.global));
  return job.summary;
}

}  // namespace qb
