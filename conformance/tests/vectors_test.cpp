#include "conformance/vectors.h"

#include <gtest/gtest.h>

#include <string>

namespace qb::conformance {
namespace {

using laws::Implementation;

const std::string kScheme = R"("value":"Q8S","store":"Native","tensor":null,"block":null)";
const std::string kTensor =
    kScheme + R"(,"shape":[2],"codes":[1,-1],"scales":["3f800000"],"global":null)";

std::string file_of(const std::string& kind, const std::string& cases) {
  return R"({"provenance":"here","kind":")" + kind + R"(","cases":[)" + cases + "]}";
}

std::string problem_in(const std::string& text) {
  try {
    vectors_from(text, "folder/mine.json");
  } catch (const FileError& error) {
    return error.what();
  }
  return "no error";
}

Vector only_vector(const std::string& text) {
  const VectorFile file = vectors_from(text, "folder/mine.json");
  EXPECT_EQ(file.vectors.size(), 1u);
  return file.vectors.at(0);
}

template <typename Answer>
Implementation answering(Answer answer, std::uint32_t capabilities = ~0u) {
  return {"fake", "1", capabilities, [answer](const laws::Request&) { return answer; }};
}

const Implementation kOracle = answering(laws::SizeAnswer{6, 2, 6});

laws::Outcome judged(VectorLaw law, const Vector& vector, const Implementation& subject) {
  EXPECT_TRUE(concerns(law, vector));
  return judge(law, vector, subject, kOracle);
}

bool holds(const laws::Outcome& outcome) { return std::holds_alternative<laws::Held>(outcome); }
std::string what_broke(const laws::Outcome& outcome) {
  const auto* broken = std::get_if<laws::Broken>(&outcome);
  return broken ? broken->what : "nothing";
}

TEST(Vectors, ReadEncodeFiles) {
  const auto file = vectors_from(
      file_of("encode", "{" + kTensor + R"(,"bytes":"01ff0000803f","text":"T"},{"id":"named",)" +
                            kTensor + R"(,"bytes":"00"})"),
      "folder/mine.json");
  EXPECT_EQ(file.kind, "encode");
  ASSERT_EQ(file.vectors.size(), 2u);
  EXPECT_EQ(file.vectors[0].id, "mine/0");
  EXPECT_EQ(file.vectors[1].id, "named");
  EXPECT_EQ(std::get<laws::TensorCase>(file.vectors[0].c).codes, (std::vector<std::int8_t>{1, -1}));
  EXPECT_EQ(file.vectors[0].known.bytes->size(), 6u);
  EXPECT_EQ(file.vectors[0].known.text, "T");
  EXPECT_FALSE(file.vectors[1].known.text.has_value());
}

TEST(Vectors, ReadDecodeFiles) {
  const Vector vector =
      only_vector(file_of("decode", "{" + kTensor + R"(,"bytes":"01ff0000803f"})"));
  EXPECT_EQ(std::get<laws::BytesCase>(vector.c).bytes.size(), 6u);
  EXPECT_EQ(vector.known.tensor->codes, (std::vector<std::int8_t>{1, -1}));
  EXPECT_FALSE(vector.known.bytes.has_value());
}

TEST(Vectors, ReadRefusals) {
  const Vector vector =
      only_vector(file_of("encode-or-refuse", "{" + kTensor + R"(,"message":"no"})"));
  EXPECT_EQ(vector.known.message, "no");
  EXPECT_FALSE(vector.known.bytes.has_value());
}

const std::string kFloats =
    kScheme +
    R"(,"shape":[2],"input":["3f800000","bf800000"],"bytes":"7f8100","back":["00000000"])";

TEST(Vectors, ReadQuantizeFiles) {
  const Vector vector = only_vector(file_of("quantize", "{" + kFloats + "}"));
  const auto& c = std::get<laws::FloatsCase>(vector.c);
  EXPECT_EQ(c.input, (std::vector<std::uint32_t>{0x3f800000, 0xbf800000}));
  EXPECT_EQ(c.calibration, Calibration::MinMax);
  EXPECT_EQ(vector.known.quantized, (std::vector<std::uint8_t>{0x7f, 0x81, 0}));
  EXPECT_EQ(vector.known.back, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(only_vector("{" + kFloats + "}").known.back, vector.known.back);
}

TEST(Vectors, OfQuantizingAreJudgedBothWays) {
  const Vector vector = only_vector(file_of("quantize", "{" + kFloats + "}"));
  const laws::QuantizedAnswer right{{0x7f, 0x81, 0}, {}}, wrong{{0x7f, 0x80, 0}, {}};
  EXPECT_TRUE(holds(judged(VectorLaw::quantize, vector, answering(right))));
  EXPECT_EQ(what_broke(judged(VectorLaw::quantize, vector, answering(wrong))), "other bytes");
  const laws::ValuesAnswer back{{0}}, other{{0x80000000}};
  EXPECT_TRUE(holds(judged(VectorLaw::dequantize, vector, answering(back))));
  EXPECT_EQ(what_broke(judged(VectorLaw::dequantize, vector, answering(other))), "other values");
  EXPECT_EQ(what_broke(judged(VectorLaw::dequantize, vector, answering(laws::Refused{}))),
            "refused what is legal");
}

TEST(Vectors, ReadScalars) {
  const auto file = vectors_from(R"({"provenance":{},"encode":{"F16":[["3f800000","3c00"]]},
    "round_up":{"BF16":[["00000001","00010000"]]},"decode":{"E2M1":["00000000","nan"]},
    "decode_pairs":{"F16":[["3c00","3f800000"]]},
    "declared_not_golden":{"note":"n","a":{"F16":[["1","2"],["3","4"]]},"b":{"F32":"0"}}})",
                                 "scalars.json");
  ASSERT_EQ(file.vectors.size(), 5u);
  EXPECT_EQ(file.vectors[0].id, "scalars/encode/F16/0");
  EXPECT_EQ(file.vectors[0].known.scalar, 0x3c00u);
  EXPECT_EQ(file.vectors[3].id, "scalars/decode/E2M1/1");
  EXPECT_EQ(std::get<laws::ScalarCase>(file.vectors[3].c).input, 1u);
  ASSERT_TRUE(file.left_out.has_value());
  EXPECT_EQ(file.left_out->what, "declared_not_golden, 3 entries");
}

TEST(Vectors, CountWhatWaits) {
  const auto file = vectors_from(file_of("burnpack", "{},{},{}"), "m.json");
  EXPECT_TRUE(file.vectors.empty());
  EXPECT_EQ(file.pending->what + ", " + file.pending->why, "3 cases, waits for the container");
}

TEST(Vectors, ReadOneCaseAndCounterexamples) {
  const Vector plain = only_vector("{" + kTensor + "}");
  EXPECT_EQ(plain.id, "mine");
  EXPECT_FALSE(plain.known.bytes.has_value());
  EXPECT_TRUE(only_vector("{" + kTensor + R"(,"bytes":"00"})").known.bytes.has_value());
  EXPECT_EQ(only_vector(R"({"law":"a_law","case":)" + laws::to_json(plain.c) + "}").c, plain.c);
  const laws::Case scalar = laws::ScalarCase{ScalarVerb::decode, ScalarType::F16, 7};
  EXPECT_EQ(only_vector(laws::to_json(scalar)).c, scalar);
}

TEST(Vectors, SayWhereAFileIsWrong) {
  const std::string at = "folder/mine.json: ";
  const std::string deep = std::string(100, '[') + std::string(100, ']');
  const std::pair<std::string, std::string> wrong[] = {
      {"", "not JSON: parse error at line 1"},
      {"{\"a\":\n oops}", "not JSON: parse error at line 2"},
      {"[]", "expected a JSON object"},
      {deep, "nested more than 64 deep"},
      {R"({"cases":[]})", "kind: missing"},
      {file_of("encode", ""), "cases: there is none"},
      {file_of("quantize", ""), "cases: there is none"},
      {R"({"encode":{"F16":[]}})", "there is no scalar in it"},
      {file_of("encode", "{" + kTensor + R"(,"bytes":"00","codes":[2,2]})"),
       "the key \"codes\" stands twice in one object"},
      {"{" + kTensor + R"(,"id":"a","\u0069d":"b"})", "the key \"id\" stands twice"},
      {file_of("new", ""), "kind: \"new\" is none of encode"},
      {R"({"kind":"encode","cases":{}})", "cases: expected a list"},
      {file_of("encode", "5"), "cases[0]: expected a case"},
      {file_of("encode", "{" + kTensor + "}"), "cases[0].bytes: missing"},
      {file_of("encode", "{" + kTensor + R"(,"bytes":"0"})"), "cases[0].bytes: expected bytes"},
      {file_of("decode", "{" + kScheme + R"(,"shape":[],"bytes":""})"), "cases[0].codes: missing"},
      {file_of("encode", "{" + kTensor + R"(,"bytez":""})"), "cases[0].bytez: no such member"},
      {file_of("quantize", "{" + kScheme + R"(,"shape":[],"input":[],"bytes":""})"),
       "cases[0].back: missing"},
      {file_of("encode-or-refuse", "{" + kTensor + R"(,"bytes":"","message":""})"),
       "cases[0].message: a case has bytes or"},
      {R"({"encode":{"F99":[]}})", "encode.F99: no scalar type"},
      {R"({"encode":{"F16":[["0"]]}})", "encode.F16[0]: expected an input and an output"},
      {R"({"encode":{"F16":[["0","xyz"]]}})", "encode.F16[0][1]: expected 1 to 8 hex digits"},
      {R"({"decode":5})", "decode: expected an object"},
      {R"({"some":"thing"})", "neither codes, bytes, input nor conversion"}};
  for (const auto& [text, problem] : wrong) {
    const std::string found = problem_in(text);
    EXPECT_EQ(found.substr(0, at.size() + problem.size()), at + problem) << text;
    EXPECT_EQ(found.find('\n'), std::string::npos) << found;
  }
}

TEST(Vectors, AreJudgedByTheFile) {
  const Vector encode =
      only_vector(file_of("encode", "{" + kTensor + R"(,"bytes":"01ff0000803f","text":"T"})"));
  const laws::BytesAnswer right{{1, 255, 0, 0, 0x80, 0x3f}};
  const laws::BytesAnswer wrong{{1, 255, 0, 0, 0x80, 0x40}};
  EXPECT_TRUE(holds(judged(VectorLaw::encode, encode, answering(right))));
  const auto outcome = judged(VectorLaw::encode, encode, answering(wrong));
  EXPECT_EQ(std::get<laws::Broken>(outcome).first_difference, "byte 5: scale 0, F32");
  EXPECT_EQ(what_broke(judged(VectorLaw::encode, encode, answering(laws::Refused{}))),
            "refused what is legal");
  EXPECT_TRUE(holds(judged(VectorLaw::text, encode, answering(laws::TextAnswer{"T", {}}))));
  EXPECT_EQ(what_broke(judged(VectorLaw::text, encode, answering(laws::TextAnswer{"t", {}}))),
            "another text");
}

TEST(Vectors, OfVerbsThatLackAreUnsupported) {
  const Vector encode = only_vector(file_of("encode", "{" + kTensor + R"(,"bytes":""})"));
  const auto mute = answering(laws::BytesAnswer{}, 0);
  const auto unable = answering(laws::Unsupported{"too large"});
  EXPECT_TRUE(std::holds_alternative<laws::NotSupported>(judged(VectorLaw::encode, encode, mute)));
  EXPECT_TRUE(
      std::holds_alternative<laws::NotSupported>(judged(VectorLaw::encode, encode, unable)));
}

TEST(Vectors, OfRefusalsWantTheirText) {
  const Vector refusal =
      only_vector(file_of("encode-or-refuse", "{" + kTensor + R"(,"message":"does not take"})"));
  const auto with = [](const char* message) {
    return answering(laws::Refused{std::nullopt, "", message, false});
  };
  EXPECT_TRUE(holds(judged(VectorLaw::refusal, refusal, with("panic: S does not take it"))));
  EXPECT_EQ(what_broke(judged(VectorLaw::refusal, refusal, with("other"))),
            "the message lacks the text");
  EXPECT_EQ(what_broke(judged(VectorLaw::refusal, refusal, answering(laws::BytesAnswer{}))),
            "accepted what must be refused");
}

TEST(Vectors, OfNansAreEqualUnlessTheirBitsArePromised) {
  Vector decode = only_vector(file_of("decode", "{" + kTensor + R"(,"bytes":""})"));
  decode.known.tensor->scales = {0x7fc00000};
  const laws::TensorAnswer answer{{1, -1}, {0x7fc00001}, {}};
  EXPECT_TRUE(holds(judged(VectorLaw::decode, decode, answering(answer, laws::kDecode))));
  EXPECT_EQ(what_broke(judged(VectorLaw::decode, decode, answering(answer))), "other scales");
}

TEST(Vectors, OfScalars) {
  Vector scalar{"a", laws::ScalarCase{ScalarVerb::decode, ScalarType::E4M3, 0x7f}, {}};
  scalar.known.scalar = 0x7fc00000;
  EXPECT_TRUE(
      holds(judged(VectorLaw::scalar, scalar, answering(laws::ScalarAnswer{{0x7f800001}}))));
  EXPECT_EQ(what_broke(judged(VectorLaw::scalar, scalar, answering(laws::ScalarAnswer{{1}}))),
            "other bits");
  EXPECT_EQ(what_broke(judged(VectorLaw::scalar, scalar, answering(laws::ScalarAnswer{{}}))),
            "answered with something else");
}

}  // namespace
}  // namespace qb::conformance
