#include "properties/enumerate_data.h"

#include <array>
#include <vector>

#include "properties/draw.h"

namespace qb::laws {
namespace {

constexpr std::uint32_t kOne = 0x3f800000;

/// What an item may be other than the plainest, by the weight that it adds.
template <typename T>
using ByMore = std::array<std::vector<T>, 32>;

constexpr int kCodes[] = {1, -1, 2, -2, 3, 4, 7, -8, 8, -9, 15, 127, -128};
constexpr std::uint32_t kScales[] = {0,          0x40000000, 0x3f000000, 0x3fc00000, 0x3f800001,
                                     0x80000000, 0xbf800000, 0x7f800000, 0x7fc00000, 0x00000001,
                                     0x33400000, 0x47800000, 0x44000000, 0x3dcccccd};
constexpr int kBytes[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80,
                          0x38, 0x7c, 0x7f, 0x8f, 0xf0, 0xfc, 0xff};
constexpr std::uint32_t kFloats[] = {kOne,       0xbf800000, 0x40000000, 0x3fc00000, 0x3f000000,
                                     0x3f800001, 0x80000000, 0x7f800000, 0x7fc00000, 0x00000001,
                                     0x00800000, 0x7f000000, 0x7f7fffff, 0x42fe0000};

/// Of either sign, with any exponent, and at most one fraction bit; or two where `has_two` holds of
/// sign and exponent.
template <typename HasTwo>
std::vector<std::uint32_t> plain_numbers(HasTwo has_two) {
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t high = 0; high < 512; ++high) {
    numbers.push_back(high << 23);
    for (unsigned a = 0; a < 23; ++a) {
      numbers.push_back(high << 23 | 1u << a);
      for (unsigned b = 0; b < a && has_two(high); ++b)
        numbers.push_back(high << 23 | 1u << a | 1u << b);
    }
  }
  return numbers;
}

template <typename T, typename Others, typename CaseWith>
ByMore<T> by_more(const Others& others, T plain, CaseWith case_with) {
  ByMore<T> all;
  const std::uint64_t least = weight(case_with(plain));
  for (const auto other : others) {
    const auto item = static_cast<T>(other);
    if (item != plain) all[weight(case_with(item)) - least].push_back(item);
  }
  return all;
}

const ByMore<std::int8_t>& codes() {
  static const auto kAll = by_more(kCodes, std::int8_t{0}, [](std::int8_t code) -> Case {
    return TensorCase{{}, {}, {code}, {}, {}, {}, 0, 0};
  });
  return kAll;
}
const ByMore<std::uint32_t>& scales() {
  static const auto kAll = by_more(kScales, kOne, [](std::uint32_t scale) -> Case {
    return TensorCase{{}, {}, {}, {scale}, {}, {}, 0, 0};
  });
  return kAll;
}
const ByMore<std::uint8_t>& bytes() {
  static const auto kAll = by_more(kBytes, std::uint8_t{0}, [](std::uint8_t byte) -> Case {
    return BytesCase{{}, {}, {byte}, 0, 0};
  });
  return kAll;
}
template <typename Numbers>
ByMore<std::uint32_t> floats(const Numbers& numbers) {
  return by_more(numbers, std::uint32_t{0}, [](std::uint32_t x) -> Case {
    return FloatsCase{{}, {}, Calibration::MinMax, {x}, {}, 0};
  });
}

/// Calls `then` with the item set to each of the others, until it gives false.
template <typename T, typename Then>
bool each(T& item, const std::vector<T>& others, Then then) {
  const T plain = item;
  bool goes_on = true;
  for (std::size_t i = 0; goes_on && i < others.size(); ++i) {
    item = others[i];
    goes_on = then();
  }
  item = plain;
  return goes_on;
}

/// The same for item i of a case, where the item adds `more`.
template <typename Then>
bool each_item(TensorCase& c, std::size_t i, std::uint64_t more, Then then) {
  if (i < c.codes.size()) return each(c.codes[i], codes()[more], then);
  i -= c.codes.size();
  return each(i < c.scales.size() ? c.scales[i] : *c.global, scales()[more], then);
}
template <typename Then>
bool each_item(BytesCase& c, std::size_t i, std::uint64_t more, Then then) {
  return each(c.bytes[i], bytes()[more], then);
}
template <typename Then>
bool each_item(FloatsCase& c, std::size_t i, std::uint64_t more, Then then) {
  static const auto kAll = floats(kFloats);
  return each(c.input[i], kAll[more], then);
}

template <typename C, typename Then>
bool each_pair(C& c, std::size_t items, std::uint64_t more, Then then) {
  const std::uint64_t most = most_of_data(kind(c)) / 2;
  for (std::size_t i = 0; i < items; ++i)
    for (std::uint64_t first = 1; first < more && first <= most; ++first) {
      if (more - first > most) continue;
      const bool goes_on = each_item(c, i, first, [&] {
        for (std::size_t j = i + 1; j < items; ++j)
          if (!each_item(c, j, more - first, then)) return false;
        return true;
      });
      if (!goes_on) return false;
    }
  return true;
}

template <typename C>
bool with_items(C& c, std::size_t items, std::uint64_t more, const Visit& visit) {
  const auto then = [&] { return visit(c); };
  if (more == 0) return then();
  const std::uint64_t most = most_of_data(kind(c)) / 2;
  for (std::size_t i = 0; i < items && more <= most; ++i)
    if (!each_item(c, i, more, then)) return false;
  return each_pair(c, items, more, then);
}

}  // namespace

std::uint64_t most_of_data(CaseKind kind) { return kind == CaseKind::floats ? 62 : 30; }

bool with_data(TensorCase c, std::uint64_t more, const Visit& visit) {
  return with_items(c, c.codes.size() + c.scales.size() + (c.global ? 1 : 0), more, visit);
}

bool with_data(BytesCase c, std::uint64_t more, const Visit& visit) {
  return with_items(c, c.bytes.size(), more, visit);
}

bool with_data(FloatsCase c, std::uint64_t more, const Visit& visit) {
  static const auto kAll =
      floats(plain_numbers([](std::uint32_t high) { return high == kOne >> 23; }));
  if (more == 0) return visit(c);
  const auto then = [&] { return visit(c); };
  for (std::size_t i = 0; i < c.input.size() && more < kAll.size(); ++i)
    if (!each(c.input[i], kAll[more], then)) return false;
  return each_pair(c, c.input.size(), more, then);
}

bool enumerate_scalars(std::uint64_t wanted, const Visit& visit) {
  static const auto kNumbers = by_more(
      plain_numbers([](std::uint32_t) { return true; }), kOne,
      [](std::uint32_t x) -> Case { return ScalarCase{ScalarVerb::encode, ScalarType::F32, x}; });
  const auto least = weight(ScalarCase{ScalarVerb::encode, ScalarType::F32, kOne});
  if (wanted < least || wanted - least >= kNumbers.size()) return true;
  std::vector<std::uint32_t> numbers = kNumbers[wanted - least];
  if (wanted == least) numbers.push_back(kOne);
  const auto offer = [&](ScalarVerb verb, ScalarType type, std::uint32_t input) {
    const Case c = ScalarCase{verb, type, input};
    return weight(c) != wanted || visit(c);
  };
  for (std::size_t i = 0; i < kScalarTypeNames.size(); ++i) {
    const auto type = static_cast<ScalarType>(i);
    const std::uint32_t count = type == ScalarType::F16 || type == ScalarType::BF16 ? 65536
                                : type == ScalarType::E2M1                          ? 16
                                                                                    : 256;
    for (std::uint32_t code = 0; code < count; ++code)
      if (!offer(ScalarVerb::decode, type, code)) return false;
    for (const std::uint32_t number : numbers) {
      if (!offer(ScalarVerb::encode, type, number)) return false;
      const bool is_rounded = i < kScaleDtypes.size() && number < 0x80000000;
      if (is_rounded && !offer(ScalarVerb::round_up, type, number)) return false;
    }
  }
  return true;
}

}  // namespace qb::laws
