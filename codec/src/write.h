// Writing regions whose layout and data are known to be right: shared by encode and quantize.
#ifndef QB_SRC_WRITE_H
#define QB_SRC_WRITE_H

#include <bit>
#include <span>

#include "layout.h"
#include "scale.h"

namespace qb {

/// The value region (F12, F14): `to` has `layout.sizes.scales_offset` bytes.
void write_values(const Scheme& scheme, const Layout& layout, std::span<const std::int8_t> codes,
                  std::uint8_t* to);

/// The scale region in its stored order (F15, F16); `scale_of(cell)` gives a scale by its row-major
/// cell.
template <typename ScaleOf>
void write_scales(const Scheme& scheme, const Layout& layout, ScaleOf scale_of, std::uint8_t* to) {
  if (layout.sizes.scales == 0) return;
  const ScaleDtype dtype = stored_dtype(scheme);
  const unsigned bytes = size_bytes(dtype);
  const SwappedOrder& order = layout.grid;
  for (std::uint64_t line = 0; line < order.lines(); ++line) {
    const std::uint64_t start = order.line_start(line);
    for (std::uint64_t i = 0; i < order.axis; ++i, to += bytes) {
      const float scale = scale_of(start + i * order.stride());
      store_little(to, bytes,
                   encode_scalar(scalar_type(dtype), std::bit_cast<std::uint32_t>(scale)));
    }
  }
}

}  // namespace qb

#endif  // QB_SRC_WRITE_H
