#include "qb/quantize.h"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>
#include <nlohmann/json.hpp>

#include "properties/scheme_json.h"
#include "qb/codec.h"

namespace qb {
namespace {

using nlohmann::json;

struct QuantizeVector {
  Scheme scheme;
  std::vector<std::uint64_t> shape;
  std::vector<float> input;
  std::vector<std::uint8_t> bytes;
  std::vector<std::uint32_t> back;
};

std::vector<QuantizeVector> vectors() {
  std::ifstream file(QB_CORPUS_DIR "/vectors/quantize.json");
  const json document = json::parse(file);
  std::vector<QuantizeVector> read;
  for (const json& object : document["cases"]) {
    QuantizeVector vector{laws::scheme_from_fields(object),
                          laws::integers_at(object, "shape"),
                          {},
                          laws::bytes_at(object, "bytes"),
                          laws::bits_list_at(object, "back")};
    for (std::uint32_t bits : laws::bits_list_at(object, "input"))
      vector.input.push_back(std::bit_cast<float>(bits));
    read.push_back(std::move(vector));
  }
  return read;
}

TEST(QuantizeVectors, AreWhatTheCodecWritesAndGivesBack) {
  const auto all = vectors();
  EXPECT_EQ(all.size(), 701u);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const QuantizeVector& vector = all[i];
    const auto scratch_size = quantize_scratch(vector.scheme, vector.shape);
    ASSERT_TRUE(scratch_size) << "quantize/" << i;
    std::vector<std::uint64_t> scratch(*scratch_size);
    std::vector<std::uint8_t> bytes(vector.bytes.size());
    ASSERT_TRUE(quantize(vector.scheme, vector.shape, Calibration::MinMax,
                         Floats(std::span<const float>(vector.input)), scratch, bytes))
        << "quantize/" << i;
    EXPECT_EQ(bytes, vector.bytes) << "quantize/" << i;

    std::vector<float> back(vector.back.size());
    ASSERT_TRUE(dequantize(vector.scheme, vector.shape, vector.bytes, back)) << "quantize/" << i;
    for (std::size_t k = 0; k < back.size(); ++k)
      EXPECT_EQ(std::bit_cast<std::uint32_t>(back[k]), vector.back[k])
          << "quantize/" << i << ", value " << k;
  }
}

}  // namespace
}  // namespace qb
