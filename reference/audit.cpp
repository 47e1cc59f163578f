// Audit (F27): every finding with its place in the buffer, then sorted by place.
#include <algorithm>

#include "figures.h"
#include "reference.h"

namespace qb::reference {
namespace {

using Findings = std::vector<Placed>;
constexpr unsigned kBehindCodes = 8;  // padding comes after the codes that start in its byte

void find_codes(const Steps& steps, const Question& asked, Findings& found) {
  const Figures& all = asked.figures;
  const Value value = asked.scheme.value;
  const auto order = value_order(steps, asked.scheme, asked.shape, all);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Field field = field_of(steps, all, i / all.line_length, i % all.line_length);
    const std::uint32_t word =
        read_number(asked.bytes, field.word_offset, all.word.size_bytes, steps.byte_in_word);
    const std::int8_t code =
        steps.extend(value, field_in(word, field.shift, all.field_bits), all.field_bits);
    const auto add = [&](bool holds, FindingKind kind) {
      if (holds)
        found.push_back({field.word_offset + field.shift / 8,
                         field.shift % 8,
                         {kind, steps.finding_index(order[i], i)}});
    };
    add(steps.code_out_of_range(value, code), FindingKind::code_out_of_range);
    add(steps.code_nan(value, code), FindingKind::code_nan);
    add(steps.code_infinite(value, code), FindingKind::code_infinite);
  }
}

// Bits of a word that its codes take.
std::uint32_t used_bits(const Steps& steps, const Figures& all, std::uint64_t codes) {
  std::uint32_t used = 0;
  for (unsigned lane = 0; lane < all.word.lanes && lane < codes; ++lane)
    used |= in_word(steps.to_field(-1, all.field_bits),
                    steps.field_shift(lane, all.field_bits, all.word.lanes));
  return used;
}

void find_padding(const Steps& steps, const Question& asked, Findings& found) {
  const Figures& all = asked.figures;
  const unsigned size_bytes = all.word.size_bytes;
  for (std::uint64_t offset = 0; offset < all.value_bytes; offset += size_bytes) {
    const std::uint64_t first = offset / size_bytes % all.words_per_line * all.word.lanes;
    const std::uint64_t left = all.line_length - std::min(first, all.line_length);
    const std::uint32_t used = used_bits(steps, all, left);
    for (unsigned place = 0; place < size_bytes; ++place) {
      const unsigned shift = 8 * steps.byte_in_word(place, size_bytes);
      const auto byte = static_cast<std::uint8_t>(
          read_number(asked.bytes, offset + place, 1, right::byte_in_word));
      const auto unused = static_cast<std::uint8_t>(255 - field_in(used, shift, 8));
      if (steps.padding_not_zero(byte, unused))
        found.push_back(
            {offset + place, kBehindCodes, {FindingKind::padding_not_zero, offset + place}});
    }
  }
}

void find_scale(const Steps& steps, ScaleDtype dtype, std::uint32_t code, std::uint64_t offset,
                std::uint64_t index, Findings& found) {
  const auto add = [&](bool holds, FindingKind kind) {
    if (holds) found.push_back({offset, 0, {kind, index}});
  };
  add(steps.scale_nan(dtype, code), FindingKind::scale_nan);
  add(steps.scale_infinite(dtype, code), FindingKind::scale_infinite);
  add(steps.scale_negative(dtype, code), FindingKind::scale_negative);
  add(steps.scale_zero(dtype, code), FindingKind::scale_zero);
  add(steps.scale_subnormal(dtype, code), FindingKind::scale_subnormal);
}

void find_scales(const Steps& steps, const Question& asked, Findings& found) {
  const Figures& all = asked.figures;
  const unsigned size_bytes = steps.scale_bytes(all.dtype);
  const auto order = scale_order(steps, asked.scheme, asked.shape, all);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint64_t offset = all.regions.scales_offset + i * size_bytes;
    const std::uint32_t code = read_number(asked.bytes, offset, size_bytes, steps.byte_in_scale);
    find_scale(steps, all.dtype, code, offset, steps.finding_index(order[i], i), found);
  }
  if (!all.global) return;
  const std::uint64_t offset = all.regions.global_offset;
  find_scale(steps, ScaleDtype::F32, read_number(asked.bytes, offset, 4, steps.byte_in_scale),
             offset, steps.global_index(all.scales), found);
}

}  // namespace

Result<std::vector<Finding>> audit(const Steps& steps, const Scheme& scheme, Shape shape,
                                   std::span<const std::uint8_t> bytes) {
  const Question asked = question(kDecode, steps, scheme, shape, bytes);
  if (const Verdict refusal = first_refusal(steps, asked)) return *refusal;
  Findings found;
  find_codes(steps, asked, found);
  find_padding(steps, asked, found);
  find_scales(steps, asked, found);
  std::ranges::sort(found, steps.comes_before);
  std::vector<Finding> findings;
  for (const Placed& placed : found) findings.push_back(placed.finding);
  return findings;
}

}  // namespace qb::reference
