// Writing and reading (F11 to F26).
#include <algorithm>

#include "figures.h"
#include "reference.h"

namespace qb::reference {
namespace {

using Bytes = std::vector<std::uint8_t>;

// One word: its codes, lowest lane first, and what fills it up. `line` are the elements of its
// line, `k` the place of its first code among them.
std::uint32_t word_of(const Steps& steps, const Question& asked, std::span<const std::size_t> line,
                      std::uint64_t k) {
  const Figures& all = asked.figures;
  std::uint32_t word = 0;
  std::uint32_t field = 0;
  for (unsigned lane = 0; lane < all.word.lanes; ++lane, ++k) {
    if (k < line.size()) {
      const std::size_t element = line[static_cast<std::size_t>(k)];
      // Only behind a fault is there an element without a code.
      field =
          element < asked.codes.size() ? steps.to_field(asked.codes[element], all.field_bits) : 0;
    } else {
      field = steps.padding_field(field, all.field_bits);
    }
    word |= in_word(field, steps.field_shift(lane, all.field_bits, all.word.lanes));
  }
  return word;
}

// The elements of a line, in the order in which they are packed.
std::span<const std::size_t> line_of(std::span<const std::size_t> order, const Figures& all,
                                     std::uint64_t line) {
  const std::uint64_t from = line * all.line_length;
  if (from >= order.size()) return {};
  const std::uint64_t left = order.size() - from;
  return order.subspan(static_cast<std::size_t>(from),
                       static_cast<std::size_t>(std::min(left, all.line_length)));
}

void write_values(const Steps& steps, const Question& asked, Bytes& bytes) {
  const Figures& all = asked.figures;
  const auto order = value_order(steps, asked.scheme, asked.shape, all);
  for (std::uint64_t line = 0; line < all.lines; ++line)
    for (std::uint64_t word = 0; word < all.words_per_line; ++word) {
      const std::uint64_t k = word * all.word.lanes;
      write_number(bytes, field_of(steps, all, line, k).word_offset, all.word.size_bytes,
                   steps.byte_in_word, word_of(steps, asked, line_of(order, all, line), k));
    }
}

void write_scales(const Steps& steps, const Question& asked, Bytes& bytes) {
  const Figures& all = asked.figures;
  const unsigned size_bytes = steps.scale_bytes(all.dtype);
  std::uint64_t offset = all.regions.scales_offset;
  for (std::size_t cell : scale_order(steps, asked.scheme, asked.shape, all)) {
    const std::uint32_t scale = cell < asked.scales.size() ? asked.scales[cell] : 0;
    write_number(bytes, offset, size_bytes, steps.byte_in_scale,
                 steps.encode_scale(steps, all.dtype, scale));
    offset += size_bytes;
  }
  if (all.global)
    write_number(bytes, all.regions.global_offset, 4, steps.byte_in_scale,
                 steps.encode_scale(steps, ScaleDtype::F32, asked.global.value_or(0)));
}

std::vector<std::int8_t> read_codes(const Steps& steps, const Question& asked) {
  const Figures& all = asked.figures;
  std::vector<std::int8_t> codes(static_cast<std::size_t>(all.elements));
  const auto order = value_order(steps, asked.scheme, asked.shape, all);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Field field = field_of(steps, all, i / all.line_length, i % all.line_length);
    const std::uint32_t word =
        read_number(asked.bytes, field.word_offset, all.word.size_bytes, steps.byte_in_word);
    codes[order[i]] = steps.extend(asked.scheme.value, field_in(word, field.shift, all.field_bits),
                                   all.field_bits);
  }
  return codes;
}

std::vector<std::uint32_t> read_scales(const Steps& steps, const Question& asked) {
  const Figures& all = asked.figures;
  const unsigned size_bytes = steps.scale_bytes(all.dtype);
  std::vector<std::uint32_t> scales(static_cast<std::size_t>(all.scales));
  std::uint64_t offset = all.regions.scales_offset;
  for (std::size_t cell : scale_order(steps, asked.scheme, asked.shape, all)) {
    const std::uint32_t code = read_number(asked.bytes, offset, size_bytes, steps.byte_in_scale);
    scales[cell] = steps.decode_scale(steps, all.dtype, code);
    offset += size_bytes;
  }
  return scales;
}

}  // namespace

Bytes written(const Steps& steps, const Question& asked) {
  Bytes bytes(static_cast<std::size_t>(asked.figures.regions.total_bytes));
  write_values(steps, asked, bytes);
  write_scales(steps, asked, bytes);
  return bytes;
}

Tensor read(const Steps& steps, const Question& asked) {
  Tensor tensor{read_codes(steps, asked), read_scales(steps, asked), {}};
  if (asked.figures.global) {
    const std::uint32_t code =
        read_number(asked.bytes, asked.figures.regions.global_offset, 4, steps.byte_in_scale);
    tensor.global = steps.decode_scale(steps, ScaleDtype::F32, code);
  }
  return tensor;
}

Result<Bytes> encode(const Steps& steps, const Scheme& scheme, Shape shape,
                     std::span<const std::int8_t> codes, std::span<const std::uint32_t> scales,
                     std::optional<std::uint32_t> global) {
  const Question asked{.verb = kEncode,
                       .scheme = scheme,
                       .shape = shape,
                       .figures = figures_of(steps, scheme, shape),
                       .codes = codes,
                       .scales = scales,
                       .global = global};
  if (const Verdict refusal = first_refusal(steps, asked)) return *refusal;
  return written(steps, asked);
}

Result<Done> validate(const Steps& steps, const Scheme& scheme, Shape shape,
                      std::span<const std::uint8_t> bytes) {
  const Question asked = question(kValidate, steps, scheme, shape, bytes);
  if (const Verdict refusal = first_refusal(steps, asked)) return *refusal;
  return Done{};
}

Result<Tensor> decode(const Steps& steps, const Scheme& scheme, Shape shape,
                      std::span<const std::uint8_t> bytes) {
  const Question asked = question(kDecode, steps, scheme, shape, bytes);
  if (const Verdict refusal = first_refusal(steps, asked)) return *refusal;
  return read(steps, asked);
}

}  // namespace qb::reference
