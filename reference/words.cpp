// Values, words and fields (F1, F2, F12, F14, F20, F22, F24).
#include "figures.h"

namespace qb::reference {
namespace {

// Fields are at most 8 bits wide but behind a fault.
std::uint32_t field_count(unsigned bits) { return bits < 31 ? 1u << bits : 1u << 31; }

std::int8_t signed_byte(std::uint32_t byte) {
  const int low = static_cast<int>(byte % 256);
  return static_cast<std::int8_t>(low < 128 ? low : low - 256);
}

}  // namespace

namespace right {

unsigned width_bits(Value value) {
  switch (value) {
    case Value::Q8F:
    case Value::Q8S:
    case Value::E4M3:
    case Value::E5M2:
      return 8;
    case Value::Q4F:
    case Value::Q4S:
    case Value::E2M1:
      return 4;
    case Value::Q2F:
    case Value::Q2S:
      break;
  }
  return 2;
}

Word word(StoreKind store, Value value, unsigned bits) {
  switch (store) {
    case StoreKind::Native:
      return {.size_bytes = 1, .lanes = 1};
    case StoreKind::PackedNative:
      return {.size_bytes = 1, .lanes = value == Value::E2M1 ? 2u : 1u};
    case StoreKind::PackedU32:
      break;
  }
  if (bits == 8) return {.size_bytes = 4, .lanes = 4};
  if (bits == 4) return {.size_bytes = 4, .lanes = 8};
  return {.size_bytes = 4, .lanes = 16};
}

unsigned field_bits(StoreKind store, unsigned bits) {
  return store == StoreKind::Native ? 8 : bits;
}

unsigned field_shift(unsigned lane, unsigned bits, unsigned) { return lane * bits; }

std::uint32_t to_field(std::int8_t code, unsigned bits) {
  const std::uint32_t byte = static_cast<std::uint32_t>(code + 256) % 256;
  return byte % field_count(bits);
}

std::uint32_t padding_field(std::uint32_t, unsigned) { return 0; }

std::int8_t extend(Value value, std::uint32_t field, unsigned bits) {
  const std::uint32_t count = field_count(bits);
  // A field of 8 bits is the byte of its code, whatever the value.
  if (value == Value::E2M1 || field < count / 2) return signed_byte(field);
  return signed_byte(field + 256 - count % 256);  // modulo 256, so field - 2^bits
}

unsigned byte_in_word(unsigned place, unsigned) { return place; }
unsigned byte_in_scale(unsigned place, unsigned) { return place; }

bool code_fits(Value value, std::int8_t code) {
  switch (value) {
    case Value::Q4F:
    case Value::Q4S:
      return -8 <= code && code <= 7;
    case Value::Q2F:
    case Value::Q2S:
      return -2 <= code && code <= 1;
    case Value::E2M1:
      return 0 <= code && code <= 15;
    default:
      break;
  }
  return true;
}

}  // namespace right

Field field_of(const Steps& steps, const Figures& all, std::uint64_t line, std::uint64_t k) {
  const std::uint64_t word = line * all.words_per_line + k / all.word.lanes;
  const auto lane = static_cast<unsigned>(k % all.word.lanes);
  return {.word_offset = word * all.word.size_bytes,
          .shift = steps.field_shift(lane, all.field_bits, all.word.lanes)};
}

std::uint32_t read_number(std::span<const std::uint8_t> bytes, std::uint64_t offset,
                          unsigned size_bytes, ByteOrder byte_order) {
  std::uint32_t number = 0;
  for (unsigned place = 0; place < size_bytes; ++place) {
    const std::uint64_t at = offset + place;
    const std::uint32_t byte = at < bytes.size() ? bytes[static_cast<std::size_t>(at)] : 0;
    number |= in_word(byte, 8 * byte_order(place, size_bytes));
  }
  return number;
}

void write_number(std::span<std::uint8_t> bytes, std::uint64_t offset, unsigned size_bytes,
                  ByteOrder byte_order, std::uint32_t number) {
  for (unsigned place = 0; place < size_bytes; ++place) {
    const std::uint64_t at = offset + place;
    const std::uint32_t byte = field_in(number, 8 * byte_order(place, size_bytes), 8);
    if (at < bytes.size()) bytes[static_cast<std::size_t>(at)] = static_cast<std::uint8_t>(byte);
  }
}

std::uint32_t field_in(std::uint32_t word, unsigned shift, unsigned bits) {
  return shift < 32 ? (word >> shift) % field_count(bits) : 0;
}

std::uint32_t in_word(std::uint32_t field, unsigned shift) {
  if (shift >= 32) return 0;
  return static_cast<std::uint32_t>((std::uint64_t{field} << shift) % (std::uint64_t{1} << 32));
}

}  // namespace qb::reference
