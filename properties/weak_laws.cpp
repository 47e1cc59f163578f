#include "properties/weak_laws.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "properties/laws/judging.h"
#include "properties/plausible.h"

namespace qb::laws {
namespace {

using I = Implementation;
using Numbers = std::vector<double>;

double number_of(std::uint32_t f32_bits) { return std::bit_cast<float>(f32_bits); }

std::optional<ScalarType> float_type(Value value) {
  if (value == Value::E4M3) return ScalarType::E4M3;
  if (value == Value::E5M2) return ScalarType::E5M2;
  if (value == Value::E2M1) return ScalarType::E2M1;
  return std::nullopt;
}

std::uint32_t converted(const I& implementation, ScalarVerb verb, ScalarType type,
                        std::uint32_t input) {
  const Reply reply = implementation.ask(ScalarRequest{verb, type, std::span(&input, 1)});
  const auto* answer = std::get_if<ScalarAnswer>(&reply);
  return answer != nullptr && answer->outputs.size() == 1 ? answer->outputs.front() : 0;
}

double meaning(const I& oracle, Value value, std::int8_t code) {
  const auto type = float_type(value);
  if (!type) return code;
  const std::uint32_t bits =
      static_cast<std::uint8_t>(code) & (value == Value::E2M1 ? 0xfu : 0xffu);
  return number_of(converted(oracle, ScalarVerb::decode, *type, bits));
}

/// Which scale belongs to element `i` (F7).
std::size_t cell_of(const Scheme& scheme, Shape shape, Shape grid, std::uint64_t i) {
  if (!scheme.block) return 0;
  const auto block = scheme.block->size.extents();
  std::uint64_t cell = 0, stride = 1;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const std::size_t from_end = shape.size() - 1 - axis;
    const std::uint64_t extent = from_end < block.size() ? block[block.size() - 1 - from_end] : 1;
    cell += i % shape[axis] / extent * stride;
    stride *= grid[axis];
    i /= shape[axis];
  }
  return cell;
}

Numbers dequantized(const I& oracle, const Scheme& scheme, Shape shape,
                    const TensorAnswer& tensor) {
  const auto grid = plausible_grid(scheme, shape);
  Numbers numbers;
  for (std::size_t i = 0; i < tensor.codes.size(); ++i) {
    const std::size_t cell = cell_of(scheme, shape, grid, i);
    const double scale = cell < tensor.scales.size() ? number_of(tensor.scales[cell]) : 0;
    numbers.push_back(meaning(oracle, scheme.value, tensor.codes[i]) * scale *
                      (tensor.global ? number_of(*tensor.global) : 1));
  }
  return numbers;
}

/// What the subject reads from what it writes; none where it does not get that far.
std::optional<TensorAnswer> there_and_back(const I& subject, const TensorCase& tensor) {
  const Reply written = subject.ask(to_encode(tensor));
  const auto* bytes = std::get_if<BytesAnswer>(&written);
  if (bytes == nullptr) return std::nullopt;
  const Reply back =
      subject.ask(to_read(BytesVerb::decode, tensor.scheme, tensor.shape, bytes->bytes));
  const auto* answer = std::get_if<TensorAnswer>(&back);
  return answer == nullptr ? std::nullopt : std::optional(*answer);
}

Outcome said(bool holds) {
  return holds ? Outcome{Held{}} : Outcome{Broken{"too far off", {}, {}, {}}};
}

bool all_finite(const Numbers& numbers) {
  return std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

/// The signal before and after, where the case can be written; `judge` compares them.
template <typename Judge>
Outcome signals(const I& subject, const I& oracle, const TensorCase& tensor, Judge judge) {
  if (!writable(oracle, tensor) || tensor.codes.empty()) return Vacuous{};
  const auto back = there_and_back(subject, tensor);
  if (!back || back->codes.size() != tensor.codes.size()) return said(false);
  const Numbers before = dequantized(oracle, tensor.scheme, tensor.shape,
                                     {tensor.codes, tensor.scales, tensor.global});
  const Numbers after = dequantized(oracle, tensor.scheme, tensor.shape, *back);
  return all_finite(before) ? judge(before, after) : Outcome{Vacuous{}};
}

double product(const Numbers& a, const Numbers& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

Outcome cosine_similarity(const I& subject, const I& oracle, const Case& c) {
  return signals(subject, oracle, std::get<TensorCase>(c),
                 [](const Numbers& before, const Numbers& after) -> Outcome {
                   const double lengths =
                       std::sqrt(product(before, before)) * std::sqrt(product(after, after));
                   if (product(before, before) == 0) return Vacuous{};
                   return said(product(before, after) > 0.97 * lengths && lengths > 0);
                 });
}

Outcome rmse_below_a_threshold(const I& subject, const I& oracle, const Case& c) {
  return signals(subject, oracle, std::get<TensorCase>(c),
                 [](const Numbers& before, const Numbers& after) -> Outcome {
                   double most = 0, sum = 0;
                   for (std::size_t i = 0; i < before.size(); ++i) {
                     most = std::max(most, std::abs(before[i]));
                     sum += (before[i] - after[i]) * (before[i] - after[i]);
                   }
                   const double count = static_cast<double>(before.size());
                   return said(std::sqrt(sum / count) <= 0.05 * most);
                 });
}

Outcome zero_with_zero(const I& subject, const I& oracle, const Case& c) {
  TensorCase zeros = std::get<TensorCase>(c);
  std::ranges::fill(zeros.codes, std::int8_t{0});
  return signals(subject, oracle, zeros,
                 [](const Numbers& before, const Numbers& after) { return said(before == after); });
}

/// The reference of such a test packs, orders and rounds by the subject's own functions.
Outcome own_reader(const I& subject, const I& oracle, const Case& c) {
  const auto& tensor = std::get<TensorCase>(c);
  if (!writable(oracle, tensor)) return Vacuous{};
  const auto back = there_and_back(subject, tensor);
  if (!back) return said(false);
  const auto type = static_cast<ScalarType>(plausible_dtype(tensor.scheme));
  std::vector<std::uint32_t> scales;
  for (const std::uint32_t scale : tensor.scales)
    scales.push_back(converted(subject, ScalarVerb::decode, type,
                               converted(subject, ScalarVerb::encode, type, scale)));
  return said(back->codes == tensor.codes && back->scales == scales &&
              back->global == tensor.global);
}

/// A sine over [4,32] in blocks of 32, whatever the case holds besides its types.
TensorCase sine(const I& oracle, const Scheme& like) {
  TensorCase c{like, {4, 32}, {}, {}, {}, {}, 0, 0};
  c.scheme.mode = Mode::Symmetric;
  c.scheme.store.packed_dim = 0;
  constexpr std::uint32_t kBlock[] = {32};
  if (c.scheme.block) c.scheme.block->size = *BlockSize::from(kBlock);
  if (c.scheme.two_level()) c.scheme.tensor = ScaleDtype::F32;
  const auto type = float_type(like.value);
  const unsigned bits = plausible_bits(like.value);
  const double top = type == ScalarType::E2M1 ? 6 : type ? 448 : (1 << (bits - 1)) - 1;
  for (int i = 0; i < 128; ++i) {
    const auto x = static_cast<float>(top * std::sin(i / 10.0));
    c.codes.push_back(static_cast<std::int8_t>(
        type ? converted(oracle, ScalarVerb::encode, *type, std::bit_cast<std::uint32_t>(x))
             : static_cast<std::uint32_t>(std::lround(x))));
  }
  c.scales.assign(c.scheme.block ? 4 : 1, 0x3d000000);  // 2^-5
  if (c.scheme.two_level()) c.global = 0x3f800000;
  return c;
}

Outcome one_smooth_signal(const I& subject, const I& oracle, const Case& c) {
  const TensorCase tensor = sine(oracle, std::get<TensorCase>(c).scheme);
  if (!writable(oracle, tensor)) return Vacuous{};
  return compare_replies(oracle, tensor.scheme, tensor.shape, oracle.ask(to_encode(tensor)),
                         subject.ask(to_encode(tensor)), Nans::same_bits);
}

constexpr Law weak(std::string_view id, std::string_view claim,
                   Outcome (*judge)(const I&, const I&, const Case&)) {
  return {id, "", Level::choice, CaseKind::tensor, kEncode | kDecode, claim, judge};
}

constexpr Law kLaws[] = {
    weak("cosine_similarity", "There and back, the cosine with the signal is above 0.97.",
         cosine_similarity),
    weak("rmse_below_a_threshold",
         "There and back, the root mean square error is within 5 % of the largest value.",
         rmse_below_a_threshold),
    weak("zero_with_zero", "Zeros come back as zeros.", zero_with_zero),
    weak("own_reader", "What is written is read back, by the subject's own functions.", own_reader),
    weak("one_smooth_signal", "A sine in whole blocks has exactly the right bytes.",
         one_smooth_signal),
};

}  // namespace

std::span<const Law> weak_laws() { return kLaws; }

}  // namespace qb::laws
