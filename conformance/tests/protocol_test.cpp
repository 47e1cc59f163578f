#include "conformance/protocol.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

namespace qb::conformance {
namespace {

constexpr std::array<std::uint64_t, 2> kShape{2, 18446744073709551615U};
constexpr std::array<std::int8_t, 3> kCodes{-128, 0, 127};
constexpr std::array<std::uint32_t, 2> kBits{0x3f800000, 0xffc00001};
constexpr std::array<std::uint8_t, 3> kBytes{0x00, 0x9a, 0xff};
constexpr std::array<std::uint64_t, 2> kAxes{1, 0};
const Scheme kScheme{Value::Q4S, {StoreKind::PackedU32, 1}, Mode::Symmetric, ScaleDtype::F16, {}};
const std::string kFields = R"("value":"Q4S","store":"PackedU32","packed_dim":1,)"
                            R"("tensor":"F16","block":null)";

const laws::SizeRequest kSize{kScheme, kShape};
const laws::EncodeRequest kEncode{kScheme, kShape, kCodes, kBits, 0x40400000};
const laws::BytesRequest kDecode{laws::BytesVerb::decode, kScheme, kShape, kBytes};
const laws::BytesRequest kValidate{laws::BytesVerb::validate, kScheme, kShape, kBytes};
const laws::BytesRequest kAudit{laws::BytesVerb::audit, kScheme, kShape, kBytes};
const laws::BytesRequest kDequantize{laws::BytesVerb::dequantize, kScheme, kShape, kBytes};
const laws::QuantizeRequest kQuantize{kScheme, kShape, Calibration::AbsMean, kBits};
const laws::PermuteRequest kPermute{kScheme, 2, kAxes};
const laws::TextRequest kText{kScheme};
const laws::ScalarRequest kScalar{ScalarVerb::round_up, ScalarType::UE4M3, kBits};
const laws::DigestRequest kDigest{ScalarVerb::encode, ScalarType::F16, 0x38000000, 1u << 24};

template <typename Answer>
Answer answer(const laws::Request& request, const std::string& members) {
  const auto reply = read_reply("{\"id\":7," + members + "}", 7, request);
  if (const auto* error = std::get_if<ProtocolError>(&reply)) {
    ADD_FAILURE() << error->what;
    return {};
  }
  const auto* found = std::get_if<Answer>(&std::get<laws::Reply>(reply));
  EXPECT_NE(found, nullptr) << members;
  return found ? *found : Answer{};
}

std::string wrong_line(const laws::Request& request, const std::string& line) {
  const auto reply = read_reply(line, 7, request);
  const auto* error = std::get_if<ProtocolError>(&reply);
  return error ? error->what : "(no error)";
}

std::string wrong(const laws::Request& request, const std::string& members) {
  return wrong_line(request, "{\"id\":7," + members + "}");
}

TEST(Digest, IsAskedAndReadAsTheProtocolSays) {
  EXPECT_EQ(write_request(3, kDigest), R"({"id":3,"verb":"digest","conversion":"encode",)"
                                       R"("type":"F16","first":"38000000","count":16777216})");
  const std::string sum(64, 'a');
  EXPECT_EQ(answer<laws::DigestAnswer>(kDigest, "\"sha256\":\"" + sum + "\"").sha256, sum);
  for (const std::string& bad : {std::string(63, 'a'), std::string(64, 'A'), std::string(64, 'g')})
    EXPECT_NE(wrong(kDigest, "\"sha256\":\"" + bad + "\"").find("sha256: expected 64 hex digits"),
              std::string::npos)
        << bad;
}

TEST(WriteRequest, MatchesTheProtocol) {
  EXPECT_EQ(write_hello(), R"({"id":0,"verb":"hello","protocol":1})");
  const std::string shape = R"("shape":[2,18446744073709551615])";
  EXPECT_EQ(write_request(1, kSize), R"({"id":1,"verb":"size",)" + kFields + "," + shape + "}");
  EXPECT_EQ(write_request(18446744073709551615U, kEncode),
            R"({"id":18446744073709551615,"verb":"encode",)" + kFields + "," + shape +
                R"(,"codes":[-128,0,127],"scales":["3f800000","ffc00001"],"global":"40400000"})");
  EXPECT_EQ(write_request(2, kDecode),
            R"({"id":2,"verb":"decode",)" + kFields + "," + shape + R"(,"bytes":"009aff"})");
  EXPECT_EQ(write_request(2, kValidate),
            R"({"id":2,"verb":"validate",)" + kFields + "," + shape + R"(,"bytes":"009aff"})");
  EXPECT_EQ(write_request(2, kAudit),
            R"({"id":2,"verb":"audit",)" + kFields + "," + shape + R"(,"bytes":"009aff"})");
  EXPECT_EQ(write_request(2, kDequantize),
            R"({"id":2,"verb":"dequantize",)" + kFields + "," + shape + R"(,"bytes":"009aff"})");
  EXPECT_EQ(write_request(2, kQuantize),
            R"({"id":2,"verb":"quantize",)" + kFields + "," + shape +
                R"(,"calibration":"AbsMean","input":["3f800000","ffc00001"]})");
  EXPECT_EQ(write_request(3, kPermute),
            R"({"id":3,"verb":"permute",)" + kFields + R"(,"rank":2,"axes":[1,0]})");
  EXPECT_EQ(write_request(4, kText), R"({"id":4,"verb":"text",)" + kFields + "}");
  EXPECT_EQ(write_request(5, kScalar),
            R"({"id":5,"verb":"scalar","conversion":"round_up","type":"UE4M3",)"
            R"("inputs":["3f800000","ffc00001"]})");
}

TEST(WriteRequest, EmptyListsAndOffsets) {
  laws::EncodeRequest encode{kScheme, {}, {}, {}, std::nullopt};
  encode.input_offset = 5;
  EXPECT_EQ(write_request(1, encode),
            R"({"id":1,"verb":"encode",)" + kFields +
                R"(,"shape":[],"codes":[],"scales":[],"global":null,"input_offset":5})");
  const laws::BytesRequest decode{laws::BytesVerb::decode, kScheme, {}, {}, 63};
  EXPECT_EQ(write_request(1, decode), R"({"id":1,"verb":"decode",)" + kFields +
                                          R"(,"shape":[],"bytes":"","input_offset":63})");
}

TEST(ReadReply, Answers) {
  const auto size = answer<laws::SizeAnswer>(
      kSize, R"("total_bytes":18446744073709551615,"scales_offset":3,"global_offset":null)");
  EXPECT_EQ(size.total_bytes, ~std::uint64_t{0});
  EXPECT_EQ(size.scales_offset, 3U);
  EXPECT_EQ(size.global_offset, std::nullopt);
  EXPECT_EQ(answer<laws::BytesAnswer>(kEncode, R"("bytes":"00ff","note":1)").bytes,
            (std::vector<std::uint8_t>{0, 255}));
  const auto tensor = answer<laws::TensorAnswer>(
      kDecode, R"("codes":[-128,127],"scales":["ffc00001"],"global":"3f800000")");
  EXPECT_EQ(tensor.codes, (std::vector<std::int8_t>{-128, 127}));
  EXPECT_EQ(tensor.scales, (std::vector<std::uint32_t>{0xffc00001}));
  EXPECT_EQ(tensor.global, 0x3f800000U);
  answer<laws::ValidAnswer>(kValidate, R"("valid":true)");
  EXPECT_EQ(answer<laws::FindingsAnswer>(
                kAudit, R"("findings":[["padding_not_zero",3],["scale_subnormal",0]])")
                .findings,
            (std::vector<Finding>{{FindingKind::padding_not_zero, 3},
                                  {FindingKind::scale_subnormal, 0}}));
  EXPECT_EQ(answer<laws::ValuesAnswer>(kDequantize, R"("values":["ffc00001"])").values,
            (std::vector<std::uint32_t>{0xffc00001}));
  const auto quantized = answer<laws::QuantizedAnswer>(
      kQuantize, R"("bytes":"00ff","summary":{"saturated_blocks":1,"clipped_values":2,)"
                 R"("vanished_blocks":3,"zero_blocks":4})");
  EXPECT_EQ(quantized.bytes, (std::vector<std::uint8_t>{0, 255}));
  EXPECT_EQ(quantized.summary, (Summary{1, 2, 3, 4}));
  EXPECT_EQ(answer<laws::QuantizedAnswer>(kQuantize, R"("bytes":"")").summary, std::nullopt);
  EXPECT_EQ(answer<laws::SchemeAnswer>(kPermute, "\"scheme\":{" + kFields + "}").scheme, kScheme);
  EXPECT_EQ(answer<laws::TextAnswer>(kText, R"("text":"a","json":"{}")").json, "{}");
  EXPECT_EQ(answer<laws::TextAnswer>(kText, R"("text":"a")").text, "a");
  EXPECT_EQ(answer<laws::ScalarAnswer>(kScalar, R"("outputs":["00000038","0000007e"])").outputs,
            (std::vector<std::uint32_t>{0x38, 0x7e}));
}

TEST(ReadReply, RefusalsWithAndWithoutNames) {
  const auto named = answer<laws::Refused>(
      kEncode, R"("refused":{"error":"invalid_block","message":"no \u00e9"})");
  EXPECT_EQ(named.error, Error::invalid_block);
  EXPECT_EQ(named.name, "");
  EXPECT_EQ(named.message, "no \xc3\xa9");
  const auto nameless =
      answer<laws::Refused>(kEncode, R"("refused":{"error":null,"message":"panicked"})");
  EXPECT_EQ(nameless.error, std::nullopt);
  EXPECT_EQ(nameless.message, "panicked");
  const auto other = answer<laws::Refused>(kEncode, R"("refused":{"error":"odd","message":""})");
  EXPECT_EQ(other.error, std::nullopt);
  EXPECT_EQ(other.name, "odd");
  EXPECT_EQ(answer<laws::Unsupported>(kEncode, R"("unsupported":"too large")").why, "too large");
}

TEST(ReadReply, WhatIsNoReply) {
  EXPECT_EQ(wrong_line(kEncode, ""), "no JSON at byte 1: an empty line");
  EXPECT_EQ(wrong_line(kEncode, "7"), "expected a JSON object, found 7");
  EXPECT_EQ(wrong_line(kEncode, "{\"id\":7} {}"), "no JSON at byte 10: {\"id\":7} {}");
  EXPECT_EQ(wrong_line(kEncode, "{\"id\":1e999}"), "a number without bounds in the JSON");
  EXPECT_EQ(wrong_line(kEncode, R"({"id":7,"bytes":"00","bytes":"01"})"),
            "the key \"bytes\" stands twice in one object; keep one");
  EXPECT_EQ(
      wrong_line(kEncode, "{\"id\":7,\"x\":" + std::string(64, '[') + std::string(64, ']') + "}"),
      "nested more than 64 deep");
  EXPECT_EQ(wrong_line(kEncode, "\xff\x1b[2J"), "no JSON at byte 1: ??[2J");
  EXPECT_EQ(wrong_line(kEncode, std::string(1000, 'x')),
            "no JSON at byte 1: " + std::string(80, 'x') + "...");
  EXPECT_EQ(wrong_line(kEncode, "{\"id\":7,\"bytes\":\"\xff\"}").find("no JSON at byte "), 0U);
  EXPECT_EQ(wrong_line(kEncode, R"({"bytes":"00"})"), "id: missing");
  EXPECT_EQ(wrong_line(kEncode, R"({"id":6,"bytes":"00"})"), "id: expected 7, found 6");
  EXPECT_EQ(wrong_line(kEncode, R"({"id":"7","bytes":"00"})"),
            "id: expected an integer 0..18446744073709551615, found \"7\"");
  EXPECT_EQ(wrong_line(kEncode, R"({"id":7.0,"bytes":"00"})"),
            "id: expected an integer 0..18446744073709551615, found 7.0");
}

TEST(ReadReply, WhatIsNoAnswer) {
  EXPECT_EQ(wrong_line(kEncode, R"({"id":7})"), "bytes: missing");
  EXPECT_EQ(wrong(kEncode, R"("bytes":"0")"), "bytes: expected bytes in hex, found \"0\"");
  EXPECT_EQ(wrong(kDecode, R"("codes":[],"scales":[])"), "global: missing");
  EXPECT_EQ(wrong(kDecode, R"("codes":[128],"scales":[],"global":null)"),
            "codes[0]: expected an integer -128..127, found 128");
  EXPECT_EQ(wrong(kDecode, R"("codes":[],"scales":[1],"global":null)"),
            "scales[0]: expected 8 hex digits, found 1");
  EXPECT_EQ(wrong(kSize, R"("total_bytes":-1)"),
            "total_bytes: expected an integer 0..18446744073709551615, found -1");
  EXPECT_EQ(wrong(kSize, R"("total_bytes":18446744073709551616)"),
            "total_bytes: expected an integer 0..18446744073709551615, "
            "found 1.8446744073709552e+19");
  EXPECT_EQ(wrong(kSize, R"("total_bytes":1,"scales_offset":"1")"),
            "scales_offset: expected an integer 0..18446744073709551615, found \"1\"");
  const std::string invalid = "valid: expected true (what is not valid is refused, with an error)";
  EXPECT_EQ(wrong(kValidate, R"("valid":false)"), invalid);
  EXPECT_EQ(wrong(kValidate, R"("valid":1)"), invalid);
  EXPECT_EQ(wrong(kValidate, R"("codes":[])"), "valid: missing");
  EXPECT_EQ(wrong(kAudit, R"("findings":{})"), "findings: expected a list");
  for (const char* finding : {R"("code_nan")", R"(["code_nan"])", R"(["code_nan",-1])", R"([1,1])"})
    EXPECT_EQ(wrong(kAudit, R"("findings":[["code_nan",0],)" + std::string(finding) + "]"),
              "findings[1]: expected a name and an index");
  EXPECT_EQ(wrong(kAudit, R"("findings":[["odd",1]])"), "findings[0]: no such finding: odd");
  EXPECT_EQ(wrong(kDequantize, R"("values":[1])"), "values[0]: expected 8 hex digits, found 1");
  EXPECT_EQ(wrong(kQuantize, R"("bytes":"","summary":{"saturated_blocks":1})"),
            "summary.clipped_values: missing");
  EXPECT_EQ(wrong(kPermute, R"("scheme":{"value":"Q4S"})"), "scheme.store: missing");
  EXPECT_EQ(wrong(kPermute, R"("scheme":null)"), "scheme: expected an object, found null");
  EXPECT_EQ(wrong(kText, R"("text":"a","json":{})"), "json: expected a string, found an object");
  EXPECT_EQ(wrong(kScalar, R"("outputs":["00000038"])"), "outputs: expected 2 of them, found 1");
}

TEST(ReadReply, WhatIsNoRefusal) {
  EXPECT_EQ(wrong(kEncode, R"("refused":"no")"), "refused: expected an object, found \"no\"");
  EXPECT_EQ(wrong(kEncode, R"("refused":{"message":"no"})"), "refused.error: missing");
  EXPECT_EQ(wrong(kEncode, R"("refused":{"error":"invalid_block"})"), "refused.message: missing");
  EXPECT_EQ(wrong(kEncode, R"("refused":{"error":2,"message":"no"})"),
            "refused.error: expected a string, found 2");
  EXPECT_EQ(wrong(kEncode, R"("refused":{"error":null,"message":"no"},"bytes":"00")"),
            "refused: stands beside something else than the id");
  EXPECT_EQ(wrong(kEncode, R"("unsupported":"no","bytes":"00")"),
            "unsupported: stands beside something else than the id");
  EXPECT_EQ(wrong(kEncode, R"("unsupported":true)"), "unsupported: expected a string, found true");
}

TEST(ReadReply, HugeAndDeepLinesAreBounded) {
  EXPECT_EQ(wrong_line(kEncode, std::string(3 << 20, '[')), "too many values in one line");
  EXPECT_EQ(wrong_line(kEncode, std::string(1 << 20, '[')), "nested more than 64 deep");
  EXPECT_EQ(wrong_line(kEncode, std::string(64, '[')),
            "no JSON at byte 65: " + std::string(64, '['));
}

TEST(ReadGreeting, TakesAllOfIt) {
  const auto read = read_greeting(
      R"({"id":0,"protocol":1,"name":"burn-std","version":"0.23.0-pre.1","language":"Rust",)"
      R"("capabilities":["size","encode","validate","decode","audit","permute","text","scalar",)"
      R"("quantize","dequantize","placement","required_nans"],"choices":{"nan":"zero"}})");
  ASSERT_TRUE(std::holds_alternative<Greeting>(read));
  const auto& greeting = std::get<Greeting>(read);
  EXPECT_EQ(greeting.name, "burn-std");
  EXPECT_EQ(greeting.version, "0.23.0-pre.1");
  EXPECT_EQ(greeting.language, "Rust");
  EXPECT_EQ(greeting.capabilities,
            0xffU | std::uint32_t{laws::kQuantize} | std::uint32_t{laws::kDequantize} |
                std::uint32_t{laws::kPlacement} | std::uint32_t{laws::kRequiredNans});
  EXPECT_EQ(greeting.choices.at("nan"), "zero");
}

TEST(ReadGreeting, WhatIsNoGreeting) {
  const auto wrong_greeting = [](const std::string& members) {
    const auto read = read_greeting("{\"id\":0," + members + "}");
    const auto* error = std::get_if<ProtocolError>(&read);
    return error ? error->what : "(no error)";
  };
  const std::string begin = R"("protocol":1,"name":"n","version":"v","language":"l",)";
  EXPECT_EQ(wrong_greeting(begin + R"("capabilities":[])"), "(no error)");
  EXPECT_EQ(wrong_greeting(R"("protocol":"1")"),
            "protocol: expected an integer 0..18446744073709551615, found \"1\"");
  EXPECT_EQ(wrong_greeting(R"("protocol":2)"), "protocol: expected version 1, found 2");
  EXPECT_EQ(wrong_greeting(begin + R"("choices":{})"), "capabilities: missing");
  EXPECT_EQ(wrong_greeting(begin + R"("capabilities":"encode")"), "capabilities: expected a list");
  EXPECT_EQ(wrong_greeting(begin + R"("capabilities":["sees_buffers"])"),
            "capabilities: no such capability: \"sees_buffers\"");
  EXPECT_EQ(wrong_greeting(begin + R"("capabilities":[1])"), "capabilities: no such capability: 1");
  EXPECT_EQ(wrong_greeting(begin + R"("capabilities":[],"choices":[])"),
            "choices: expected an object");
  EXPECT_EQ(wrong_greeting(begin + R"("capabilities":[],"choices":{"nan":1})"),
            "choices: expected a string for nan");
}

}  // namespace
}  // namespace qb::conformance
