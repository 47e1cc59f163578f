// What verbs share inside the reference: sizes, checks, and where codes and scales stand.
#ifndef QB_REFERENCE_FIGURES_H
#define QB_REFERENCE_FIGURES_H

#include <cstdint>
#include <span>
#include <vector>

#include "steps.h"

namespace qb::reference {

struct Tensor;

/// Sizes of a tensor, for any scheme and shape, also those that will be refused. Cost: linear in
/// the rank; takes no memory.
Figures figures_of(const Steps&, const Scheme&, Shape);

/// What a verb without codes and scales is asked.
Question question(Verb, const Steps&, const Scheme&, Shape, std::span<const std::uint8_t> bytes);

/// Rank as F13 counts it, and the place of the packed axis in it. That of Native has no effect.
std::uint64_t counted_rank(std::uint64_t rank);
std::uint64_t axis_of(const Steps&, const Scheme&, std::uint64_t rank);

/// The first check of F30 that holds, of those marked for the verb.
Verdict first_refusal(const Steps&, const Question&);

/// Row-major element indices in the order in which values are stored (F12, F13).
std::vector<std::size_t> value_order(const Steps&, const Scheme&, Shape, const Figures&);

/// Row-major grid indices in the order in which scales are stored (F15).
std::vector<std::size_t> scale_order(const Steps&, const Scheme&, Shape, const Figures&);

/// For every grid cell the row-major indices of its elements, ascending (F7).
std::vector<std::vector<std::size_t>> cells_of(const Steps&, const Question&);

/// The buffer of the codes, scales and global of `asked`, and what stands in its bytes. Nothing is
/// checked.
std::vector<std::uint8_t> written(const Steps&, const Question& asked);
Tensor read(const Steps&, const Question& asked);

/// Where code number k of a line lies: offset of its word in the buffer, and lowest bit in it.
struct Field {
  std::uint64_t word_offset;
  unsigned shift;
};
Field field_of(const Steps&, const Figures&, std::uint64_t line, std::uint64_t k);

/// A little-endian number, 0 to 4 bytes. Bytes beyond the end read as 0, and are not written: only
/// behind a fault is there any such byte.
using ByteOrder = unsigned (*)(unsigned place, unsigned size_bytes);
std::uint32_t read_number(std::span<const std::uint8_t> bytes, std::uint64_t offset,
                          unsigned size_bytes, ByteOrder);
void write_number(std::span<std::uint8_t> bytes, std::uint64_t offset, unsigned size_bytes,
                  ByteOrder, std::uint32_t number);

/// The field of `bits` bits at `shift`, and a field put there.
std::uint32_t field_in(std::uint32_t word, unsigned shift, unsigned bits);
std::uint32_t in_word(std::uint32_t field, unsigned shift);

}  // namespace qb::reference

#endif  // QB_REFERENCE_FIGURES_H
