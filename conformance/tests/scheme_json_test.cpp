#include "properties/scheme_json.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace qb::laws {
namespace {

using nlohmann::json;

BlockScale block(std::initializer_list<std::uint32_t> extents, ScaleDtype dtype) {
  const std::vector<std::uint32_t> authored(extents);
  return {*BlockSize::from(authored), dtype};
}

std::string text_of(const Scheme& scheme) {
  std::string text;
  append_scheme_fields(text, scheme);
  return text;
}

std::string problem(const std::string& text) {
  try {
    (void)scheme_from_fields(json::parse(text));
  } catch (const CaseError& error) {
    return error.what();
  }
  return "(no problem)";
}

TEST(SchemeJson, WritesTheFieldsOfTheVectors) {
  EXPECT_EQ(text_of({Value::Q8F, {StoreKind::Native, 0}, Mode::Symmetric, {}, {}}),
            R"("value":"Q8F","store":"Native","tensor":null,"block":null)");
  EXPECT_EQ(text_of({Value::E2M1,
                     {StoreKind::PackedNative, 3},
                     Mode::Lookup,
                     ScaleDtype::F32,
                     block({1, 2, 16}, ScaleDtype::UE4M3)}),
            R"("value":"E2M1","store":"PackedNative","packed_dim":3,"mode":"Lookup",)"
            R"("tensor":"F32","block":{"size":[2,16],"dtype":"UE4M3"})");
}

TEST(SchemeJson, ReadsWhatItWrites) {
  const std::vector<std::optional<BlockScale>> blocks{std::nullopt, block({}, ScaleDtype::F32),
                                                      block({0, 4294967295, 7}, ScaleDtype::UE8M0)};
  for (const Value value : kValues)
    for (const StoreKind kind : kStores)
      for (const ScaleDtype dtype : kScaleDtypes)
        for (const auto& blocks_of_it : blocks) {
          const std::uint64_t packed_dim = kind == StoreKind::Native ? 0 : ~std::uint64_t{0};
          const Scheme scheme{value, {kind, packed_dim}, Mode::Lookup, dtype, blocks_of_it};
          EXPECT_EQ(scheme_from_fields(scheme_fields(scheme)), scheme) << text_of(scheme);
        }
}

TEST(SchemeJson, AbsentIsNullAndFurtherMembersAreIgnored) {
  const Scheme plain{Value::Q4S, {StoreKind::Native, 0}, Mode::Symmetric, {}, {}};
  EXPECT_EQ(scheme_from_fields(json::parse(R"({"value":"Q4S","store":"Native"})")), plain);
  EXPECT_EQ(scheme_from_fields(json::parse(
                R"({"value":"Q4S","store":"Native","packed_dim":null,"mode":null,"note":1})")),
            plain);
}

TEST(SchemeJson, SaysWhatIsWrongAndWhere) {
  const auto with = [](const std::string& more) {
    return R"({"value":"Q4S","store":"Native",)" + more + "}";
  };
  EXPECT_EQ(problem("3"), "expected an object, found 3");
  EXPECT_EQ(problem("{}"), "value: missing");
  EXPECT_EQ(problem(R"({"value":"Q9"})"),
            "value: expected one of Q8F, E5M2, E4M3, Q4F, E2M1, Q2F, Q8S, Q4S, Q2S, found \"Q9\"");
  EXPECT_EQ(problem(R"({"value":"Q4S","store":"PackedU32"})"), "packed_dim: missing");
  EXPECT_EQ(problem(R"({"value":"Q4S","store":"PackedU32","packed_dim":1.0})"),
            "packed_dim: expected an integer 0..18446744073709551615, found 1.0");
  EXPECT_EQ(problem(with(R"("packed_dim":0)")),
            "packed_dim: expected null, because Native packs nothing, found 0");
  EXPECT_EQ(problem(with(R"("mode":true)")), "mode: expected one of Symmetric, Lookup, found true");
  EXPECT_EQ(problem(with(R"("tensor":"UE4M4")")),
            "tensor: expected one of F32, F16, BF16, UE8M0, UE4M3, found \"UE4M4\"");
  EXPECT_EQ(problem(with(R"("block":[4])")), "block: expected null or an object, found a list");
  EXPECT_EQ(problem(with(R"("block":{"size":4,"dtype":"F16"})")),
            "block.size: expected a list, found 4");
  EXPECT_EQ(problem(with(R"("block":{"size":[4,-1],"dtype":"F16"})")),
            "block.size[1]: expected an integer 0..4294967295, found -1");
  EXPECT_EQ(problem(with(R"("block":{"size":[4294967296],"dtype":"F16"})")),
            "block.size[0]: expected an integer 0..4294967295, found 4294967296");
  EXPECT_EQ(problem(with(R"("block":{"size":[4]})")), "block.dtype: missing");
  EXPECT_EQ(problem(with(R"("block":{"size":[2,1,1,1,1,1,1,1,1],"dtype":"F16"})")),
            "block.size: expected at most 8 extents after the leading 1s");
  EXPECT_EQ(problem(with("\"tensor\":\"" + std::string(100, 'x') + "\"")),
            "tensor: expected one of F32, F16, BF16, UE8M0, UE4M3, found \"" +
                std::string(39, 'x') + "...");
}

TEST(SchemeJson, PathsGrowFromInside) {
  EXPECT_STREQ(CaseError("size[1]", "bad").inside("block").inside("cases[3]").what(),
               "cases[3].block.size[1]: bad");
  EXPECT_STREQ(CaseError("", "bad").inside("cases[3]").what(), "cases[3]: bad");
  EXPECT_STREQ(CaseError("[3]", "bad").inside("cases").what(), "cases[3]: bad");
}

TEST(Hex, BytesThereAndBack) {
  const std::vector<std::uint8_t> bytes{0, 1, 0x9a, 0xbf, 0xff};
  EXPECT_EQ(to_hex(bytes), "00019abfff");
  EXPECT_EQ(bytes_from_hex("00019abfff"), bytes);
  EXPECT_EQ(bytes_from_hex("00019ABFFF"), bytes);
  EXPECT_EQ(bytes_from_hex(""), std::vector<std::uint8_t>{});
  for (const char* wrong : {"0", "000", "0g", "g0", " 0", "0x", "-1", "@0", "`0", "/0", ":0", "G0"})
    EXPECT_EQ(bytes_from_hex(wrong), std::nullopt) << wrong;
}

TEST(Hex, BitsHighestDigitFirst) {
  EXPECT_EQ(to_hex(0x3f800000U), "3f800000");
  EXPECT_EQ(bits_from_hex("3f800000"), 0x3f800000U);
  EXPECT_EQ(bits_from_hex("FfFfFfFe"), 0xfffffffeU);
  for (const char* wrong : {"", "3f80000", "3f8000000", "3f80000g", "0x3f8000"})
    EXPECT_EQ(bits_from_hex(wrong), std::nullopt) << wrong;
}

TEST(Members, AreCheckedForTypeAndRange) {
  const auto wrong = [](auto read, const char* text) -> std::string {
    try {
      (void)read(json::parse(text), "x");
    } catch (const CaseError& error) {
      return error.what();
    }
    return "(no problem)";
  };
  EXPECT_EQ(wrong(integer_at, R"({"x":-1})"),
            "x: expected an integer 0..18446744073709551615, found -1");
  EXPECT_EQ(wrong(integers_at, R"({"x":[1,1e3]})"),
            "x[1]: expected an integer 0..18446744073709551615, found 1000.0");
  EXPECT_EQ(wrong(codes_at, R"({"x":[127,-128,128]})"),
            "x[2]: expected an integer -128..127, found 128");
  EXPECT_EQ(wrong(codes_at, R"({"x":[-129]})"), "x[0]: expected an integer -128..127, found -129");
  EXPECT_EQ(wrong(codes_at, R"({"x":[18446744073709551615]})"),
            "x[0]: expected an integer -128..127, found 18446744073709551615");
  EXPECT_EQ(wrong(bits_list_at, R"({"x":["3f80000"]})"),
            "x[0]: expected 8 hex digits, found \"3f80000\"");
  EXPECT_EQ(wrong(bits_or_null_at, R"({"x":1})"), "x: expected null or 8 hex digits, found 1");
  EXPECT_EQ(wrong(bits_or_null_at, "{}"), "x: missing");
  EXPECT_EQ(wrong(bytes_at, R"({"x":"a"})"), "x: expected bytes in hex, found \"a\"");
  EXPECT_EQ(wrong(string_at, R"({"x":[]})"), "x: expected a string, found a list");
}

TEST(Members, HoldTheirExtremes) {
  const json object = json::parse(R"({"n":[0,18446744073709551615],"c":[-128,-0,127],"b":null})");
  EXPECT_EQ(integers_at(object, "n"), (std::vector<std::uint64_t>{0, ~std::uint64_t{0}}));
  EXPECT_EQ(codes_at(object, "c"), (std::vector<std::int8_t>{-128, 0, 127}));
  EXPECT_EQ(bits_or_null_at(object, "b"), std::nullopt);
}

}  // namespace
}  // namespace qb::laws
