// Codec and reference quantize and dequantize alike. The laws about error bounds come with their
// own cases; this is bytes against bytes, over floats drawn by bit pattern.
#include "qb/quantize.h"

#include <gtest/gtest.h>

#include <bit>

#include "properties/draw_parts.h"
#include "qb/codec.h"
#include "reference/reference.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kSeed = 11;
constexpr std::uint64_t kDraws = 20000;

/// Finite, mostly near one magnitude: blocks where all differ by decades only try the largest.
std::uint32_t draw_input(Source& source, std::uint64_t exponent) {
  const std::uint64_t how = source.below(10);
  const auto sign = static_cast<std::uint32_t>(source.below(2)) << 31;
  const auto fraction = static_cast<std::uint32_t>(source.below(1u << 23));
  if (how == 0) return sign;
  if (how == 1) return sign | static_cast<std::uint32_t>(source.below(0x7f800000));
  const std::uint64_t field = exponent + source.below(6);
  const std::uint32_t coarse = how < 5 ? fraction & 0x7c0000 : fraction;  // near ties of codes
  return sign | static_cast<std::uint32_t>(field < 254 ? field : 254) << 23 | coarse;
}

struct Drawn {
  Scheme scheme;
  std::vector<std::uint64_t> shape;
  Calibration calibration;
  std::vector<std::uint32_t> input;
};

Drawn drawn(std::uint64_t number) {
  RandomSource source(kSeed, number);
  Drawn d;
  d.shape = draw_shape(source);
  d.scheme = draw_scheme(source, cell_at(source.below(kCells)), d.shape);
  if (d.scheme.two_level() && source.below(4) != 0) d.scheme.tensor = ScaleDtype::F32;
  d.calibration = source.below(4) == 0 ? Calibration::AbsMean : Calibration::MinMax;
  std::uint64_t elements = 1;
  for (std::uint64_t extent : d.shape) elements *= extent;
  const std::uint64_t exponent = source.below(4) == 0 ? source.below(254) : 120 + source.below(14);
  for (std::uint64_t i = 0; i < elements; ++i) d.input.push_back(draw_input(source, exponent));
  if (source.below(40) == 0 && elements != 0)
    d.input[source.below(elements)] = 0x7f800000 | static_cast<std::uint32_t>(source.below(2));
  return d;
}

struct CodecAnswer {
  std::optional<Refusal> refusal;
  std::vector<std::uint8_t> bytes;
  Summary summary;
};

CodecAnswer by_codec(const Drawn& d) {
  CodecAnswer answer;
  std::vector<float> input;
  for (std::uint32_t bits : d.input) input.push_back(std::bit_cast<float>(bits));
  const auto sizes = encoded_size(d.scheme, d.shape);
  std::vector<std::uint64_t> scratch;
  if (sizes) {
    answer.bytes.resize(sizes->total_bytes);
    scratch.resize(*quantize_scratch(d.scheme, d.shape));
  }
  const auto summary = quantize(d.scheme, d.shape, d.calibration,
                                Floats(std::span<const float>(input)), scratch, answer.bytes);
  if (summary)
    answer.summary = *summary;
  else
    answer.refusal = summary.refusal();
  return answer;
}

TEST(Quantizing, CodecAndReferenceAgreeBitForBit) {
  std::uint64_t answered = 0, refused = 0, vanished = 0, clipped = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const Drawn d = drawn(i);
    const auto expected = reference::quantize({}, d.scheme, d.shape, d.calibration, d.input);
    const CodecAnswer got = by_codec(d);
    ASSERT_EQ(got.refusal.has_value(), !expected) << "draw " << i;
    if (!expected) {
      EXPECT_EQ(*got.refusal, expected.refusal()) << "draw " << i;
      ++refused;
      continue;
    }
    ASSERT_EQ(got.bytes, expected->bytes) << "draw " << i;
    ASSERT_EQ(got.summary, expected->summary) << "draw " << i;
    ++answered;
    vanished += got.summary.vanished_blocks;
    clipped += got.summary.clipped_values;
  }
  EXPECT_GT(answered, kDraws / 3);
  EXPECT_GT(refused, 1000u);
  EXPECT_GT(vanished, 100u);
  EXPECT_GT(clipped, 1000u);
}

TEST(Dequantizing, CodecAndReferenceAgreeOnAnyBits) {
  const auto same = [](std::uint32_t a, std::uint32_t b) {
    const auto is_nan = [](std::uint32_t bits) { return (bits & 0x7fffffff) > 0x7f800000; };
    return a == b || (is_nan(a) && is_nan(b));  // F48 leaves their bits open
  };
  std::uint64_t answered = 0;
  for (std::uint64_t i = 0; i < kDraws; ++i) {
    const Drawn d = drawn(i);
    const auto sizes = encoded_size(d.scheme, d.shape);
    if (!sizes) continue;
    RandomSource source(kSeed + 1, i);
    std::vector<std::uint8_t> bytes(sizes->total_bytes);
    source.fill(bytes);
    const auto expected = reference::dequantize({}, d.scheme, d.shape, bytes);
    std::vector<float> values(sizes->elements);
    ASSERT_TRUE(expected && dequantize(d.scheme, d.shape, bytes, values)) << "draw " << i;
    for (std::size_t k = 0; k < values.size(); ++k)
      ASSERT_TRUE(same(std::bit_cast<std::uint32_t>(values[k]), (*expected)[k]))
          << "draw " << i << ", value " << k;
    ++answered;
  }
  EXPECT_GT(answered, kDraws / 2);
}

}  // namespace
}  // namespace qb::laws
