#include "qb/audit.h"

#include "layout.h"
#include "scale.h"
#include "value.h"

namespace qb {
namespace {

/// Fills a span from the front and counts on past its end.
class List {
 public:
  explicit List(std::span<Finding> findings) : findings_(findings) {}

  void add(FindingKind kind, std::uint64_t index) {
    if (count_ < findings_.size()) findings_[count_] = {kind, index};
    ++count_;
  }
  std::uint64_t count() const { return count_; }

 private:
  std::span<Finding> findings_;
  std::uint64_t count_ = 0;
};

void audit_code(Value value, std::int8_t code, std::uint64_t index, List& list) {
  const unsigned magnitude = static_cast<unsigned>(code) & 0x7f;
  switch (value) {
    case Value::E4M3:
      if (magnitude == 0x7f) list.add(FindingKind::code_nan, index);
      break;
    case Value::E5M2:
      if (magnitude > 0x7c) list.add(FindingKind::code_nan, index);
      if (magnitude == 0x7c) list.add(FindingKind::code_infinite, index);
      break;
    case Value::E2M1:
      if (!fits(value, code)) list.add(FindingKind::code_out_of_range, index);
      break;
    default:
      if (!in_range(value, code)) list.add(FindingKind::code_out_of_range, index);
  }
}

void audit_scale(ScaleDtype dtype, std::uint32_t stored, std::uint64_t index, List& list) {
  const std::uint32_t f32 = decode_scalar(scalar_type(dtype), stored);
  const std::uint32_t magnitude = f32 & 0x7fffffff;
  if (magnitude > 0x7f800000) return list.add(FindingKind::scale_nan, index);
  if (magnitude == 0x7f800000) list.add(FindingKind::scale_infinite, index);
  if (magnitude != f32) list.add(FindingKind::scale_negative, index);
  if (magnitude == 0) list.add(FindingKind::scale_zero, index);
  // Below the smallest normal number of its own dtype; UE8M0 has no subnormals (F27).
  constexpr std::uint32_t kSmallestNormal[] = {0x00800000, 0x38800000, 0x00800000, 0, 0x3c800000};
  if (magnitude != 0 && magnitude < kSmallestNormal[static_cast<int>(dtype)])
    list.add(FindingKind::scale_subnormal, index);
}

void audit_packed(const Scheme& scheme, const SwappedOrder& order, const std::uint8_t* bytes,
                  List& list) {
  const StoreElement element = store_element(scheme);
  const unsigned width = width_bits(scheme.value);
  std::uint64_t offset = 0;
  for (std::uint64_t line = 0; line < order.lines(); ++line) {
    const std::uint64_t start = order.line_start(line);
    for (std::uint64_t i = 0; i < order.axis; offset += element.size_bytes) {
      const std::uint32_t word = load_little(bytes + offset, element.size_bytes);
      const std::uint64_t left = order.axis - i;
      const unsigned lanes = left < element.codes ? static_cast<unsigned>(left) : element.codes;
      const unsigned used_bits = lanes * width;
      for (unsigned byte = 0; byte < element.size_bytes; ++byte) {
        for (unsigned lane = byte * 8 / width; lane * width < byte * 8 + 8 && lane < lanes; ++lane)
          audit_code(scheme.value, code_from_field(scheme.value, word >> (lane * width)),
                     start + (i + lane) * order.stride(), list);
        const unsigned used_here = used_bits > byte * 8 ? used_bits - byte * 8 : 0;
        const std::uint32_t here = word >> (byte * 8) & 0xff;
        if (used_here < 8 && here >> used_here != 0)
          list.add(FindingKind::padding_not_zero, offset + byte);
      }
      i += lanes;
    }
  }
}

}  // namespace

Result<std::uint64_t> audit(const Scheme& scheme, Shape shape, std::span<const std::uint8_t> bytes,
                            std::span<Finding> findings) {
  const auto layout = layout_of_buffer(scheme, shape, bytes);
  if (!layout) return layout.refusal();
  const Sizes& sizes = layout->sizes;
  List list(findings);

  if (scheme.store.kind == StoreKind::Native) {
    for (std::uint64_t i = 0; i < sizes.elements; ++i)
      audit_code(scheme.value, static_cast<std::int8_t>(bytes[i]), i, list);
  } else if (sizes.elements != 0) {
    audit_packed(scheme, layout->codes, bytes.data(), list);
  }

  const ScaleDtype dtype = stored_dtype(scheme);
  const std::uint8_t* at = bytes.data() + sizes.scales_offset;
  for (std::uint64_t line = 0; sizes.scales != 0 && line < layout->grid.lines(); ++line)
    for (std::uint64_t i = 0; i < layout->grid.axis; ++i, at += size_bytes(dtype))
      audit_scale(dtype, load_little(at, size_bytes(dtype)),
                  layout->grid.line_start(line) + i * layout->grid.stride(), list);
  if (scheme.two_level())
    audit_scale(ScaleDtype::F32, load_little(bytes.data() + sizes.global_offset, 4), sizes.scales,
                list);
  return list.count();
}

}  // namespace qb
