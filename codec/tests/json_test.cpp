// The JSON form of a scheme (F55), as it is read.
#include <gtest/gtest.h>

#include "forms.h"

namespace qb {
namespace {

using enum Error;

std::string message_of_json(const std::string& json) {
  const auto scheme = read_json(json);
  if (scheme) return "no refusal";
  return written(
      [&](std::span<char> out) { return write_json_message(scheme.refusal(), json, out); });
}

void expect_invalid_at(const std::string& path, const std::string& json) {
  EXPECT_EQ(error_of(read_json(json)), invalid_text) << json;
  EXPECT_TRUE(message_of_json(json).starts_with("invalid scheme text at " + path + ": "))
      << json << "\n  gives: " << message_of_json(json) << "\n  expected path: " << path;
}

std::string with(const std::string& key, const std::string& json) {
  std::string text = "{";
  for (const auto& [name, usual] : {std::pair<std::string, std::string>{"value", R"("Q8S")"},
                                    {"store", R"("Native")"},
                                    {"mode", R"("Symmetric")"},
                                    {"tensor", "null"},
                                    {"block", "null"}})
    text += (text.size() > 1 ? ",\"" : "\"") + name + "\":" + (name == key ? json : usual);
  return text + "}";
}
std::string with_size(const std::string& json) {
  return with("block", R"({"size":)" + json + R"(,"dtype":"F32"})");
}
std::string with_storage(const std::string& json) {
  return with_size(R"({"storage":)" + json + R"(,"len":1})");
}

TEST(TheJsonForm, IsReadWithKeysInAnyOrderAndWhiteSpaceAnywhere) {
  EXPECT_EQ(
      answer(read_json(" { \"block\" : { \"dtype\" : \"UE4M3\" , \"size\" : { \"len\" : 1 , "
                       "\"storage\" : [ 16 , 1 , 1 , 1 , 1 ] } } ,\r\n\t\"mode\" : \"Symmetric\" , "
                       "\"tensor\" : \"F32\" , \"store\" : { \"PackedNative\" : 0 } , "
                       "\"value\" : \"E2M1\" } \n")),
      nvfp4());
}

TEST(TheJsonForm, HasNoOtherByteForWhiteSpace) {
  const std::string_view json = kForms[0].json;
  for (int byte = 0; byte < 256; ++byte) {
    const bool is_blank = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
    for (std::size_t at : {std::size_t{0}, json.find(':'), json.rfind('}'), json.size()}) {
      std::string spaced(json);
      spaced.insert(at, 1, static_cast<char>(byte));
      EXPECT_EQ(static_cast<bool>(read_json(spaced)), is_blank) << byte << " at " << at;
    }
  }
}

TEST(TheJsonForm, MayLeaveLevelsOut) {
  EXPECT_EQ(answer(read_json(R"({"value":"Q8F","store":{"PackedU32":7},"mode":"Symmetric"})")),
            with_packed_dim(7));
}

TEST(TheJsonForm, IsRefusedInWordsThatNameTheByte) {
  EXPECT_EQ(message_of_json(R"({"value":5})"),
            "invalid scheme text at $.value: not what a scheme has there, byte 9");
}

TEST(TheJsonForm, IsReadWithWhiteSpaceBeforeNull) {
  EXPECT_EQ(answer(read_json(with("tensor", " null"))), answer(read_json(with("tensor", "null"))));
  EXPECT_EQ(answer(read_json(with("block", "\n null"))), answer(read_json(with("block", "null"))));
}

TEST(TheJsonForm, TakesTheFirstLenExtentsAndDropsLeadingOnes) {
  EXPECT_EQ(answer(read_json(with_size(R"({"storage":[16,0,7,255,9],"len":1})"))),
            blocked(Q8S, kNative, {16}));
  EXPECT_EQ(answer(read_json(with_size(R"({"storage":[1,1,32,1,9],"len":4})"))),
            blocked(Q8S, kNative, {32, 1}));
  EXPECT_EQ(answer(read_json(with_size(R"({"storage":[16,2,3,4,5],"len":0})"))),
            blocked(Q8S, kNative, {}));
}

TEST(TheJsonForm, ReadsAZeroExtentThatTheVerbsRefuse) {
  const Scheme scheme = answer(read_json(with_size(R"({"storage":[4,0,1,1,1],"len":2})")));
  EXPECT_EQ(refused(encoded_size(scheme, Dims{4, 4})), (Refusal{invalid_block, 0, 1}));
}

TEST(TheJsonForm, ComparesStringsAfterUnescaping) {
  const Scheme expected = per_tensor(Q8S, packed_u32(1));
  EXPECT_EQ(answer(read_json(
                R"({"\u0076alue":"Q8\u0053","\u0073\u0074\u006F\u0072\u0065":)"
                R"({"Packed\u00553\u0032":1},"mode":"\u0053ymmetric","tensor":"F\u00332"})")),
            expected);
  EXPECT_EQ(answer(read_json(with("store", R"("\u004e\u0061tive")"))),
            answer(read_json(with("store", R"("Native")"))));
  EXPECT_FALSE(read_json(R"({"value":"Q8S","\u0076alue":"Q8S"})"));
}

TEST(TheJsonForm, NamesAKeyInAPathByTheStringItSpells) {
  expect_invalid_at("$.value", R"({"value":"Q8S","\u0076alue":"Q8S"})");
  expect_invalid_at("$.extra", R"({"e\u0078tra":1})");
  EXPECT_EQ(message_of_json(R"({"\u006cevel":1})"),
            "old scheme at $.level: it has level and param in place of tensor and block");
}

TEST(TheJsonForm, UndoesEveryShortEscape) {
  expect_invalid_at(R"($.a/b"c\d)", R"({"a\/b\"c\\d":1})");
  // Control characters are no letters of a name.
  for (const char* other : {R"("Na\tive")", R"("Nati\ve")"})
    EXPECT_EQ(error_of(read_json(with("store", other))), invalid_text) << other;
  for (const char* key : {R"(\block)", R"(te\nsor)", R"(sto\re)", R"(\tensor)"})
    expect_invalid_at("$." + std::string(key), "{\"" + std::string(key) + "\":null}");
}

TEST(TheJsonForm, TakesNoStringThatOnlyLooksAlikeEscaped) {
  for (const char* other : {R"("Q8\u1053")", R"("Q8\u0073")", R"("Q8S\u0000")", R"("Q8S\n")",
                            R"("\/Q8S")", R"("\\u0051\u0038S")"})
    expect_invalid_at("$.value", with("value", other));
}

TEST(TheJsonForm, IsOneJsonValue) {
  for (const char* text : {"",
                           " ",
                           "{",
                           "}",
                           "{}{}",
                           "{} 1",
                           "{},",
                           "{,}",
                           R"({"a"})",
                           R"({"a":})",
                           R"({"a":1,})",
                           R"({"a":1 "b":2})",
                           R"({"a" 1})",
                           R"({'a':1})",
                           "{a:1}",
                           R"({1:1})",
                           "{]",
                           "// {}",
                           "\xef\xbb\xbf{}",
                           R"({"value":5,"level":1)",
                           "\"\\",
                           "{\"a\\",
                           "{\"value\":\"Q8S\\"})
    expect_invalid_at("$", text);
  expect_invalid_at("$", with("value", R"("Q8S")") + "x");
  expect_invalid_at("$", with("value", R"("Q8S")") + std::string(1, '\0'));
}

TEST(TheJsonForm, HasNoFaultOfJsonAnywhere) {
  for (const char* fault : {"",           "nul",     "nulll",  "True",        "NaN",
                            "01",         "-",       "-01",    "+1",          ".5",
                            "1.",         "1.e1",    "1e",     "1e+",         "0x1",
                            "1 1",        "[1,]",    "[,1]",   "[1 2]",       "[1",
                            "[}",         "{]",      "\"",     R"("\x")",     R"("\u12g4")",
                            R"("\u123")", R"("\u")", R"("\")", R"("\U0051")", "\"\n\"",
                            "\"\x1f\"",   "'Q8S'",   "\v1"})
    expect_invalid_at("$", with("value", fault));
}

TEST(TheJsonForm, MayHaveAnyJsonWhereASchemeHasNone) {
  for (const char* other :
       {"true", "false", "null", "0", "-0", "10", "-1.5e+3", "0.25", "1E-9", "[]", "[ ]", "{ }",
        "[1,[2],{\"a\":3}]", R"("")", R"("\"\\\/\b\f\n\r\t\u12aF")", "\"\x7f\"", "\"\u00e9\""})
    expect_invalid_at("$.value", with("value", other));
}

TEST(TheJsonForm, IsAnObject) {
  for (const char* text : {"null", "true", "false", "0", "-1.5e+3", "[]", R"("Q8S")", "[{}]"})
    expect_invalid_at("$", text);
}

TEST(TheJsonForm, NamesThePathOfEveryFault) {
  const struct {
    const char* path;
    std::string json;
  } table[] = {
      {"$.value", with("value", "5")},
      {"$.value", with("value", "null")},
      {"$.value", with("value", R"("q8s")")},
      {"$.value", with("value", R"("F32")")},
      {"$.value", with("value", R"("")")},
      {"$.value", with("value", R"(["Q8S"])")},
      {"$.store", with("store", "null")},
      {"$.store", with("store", "0")},
      {"$.store", with("store", R"("PackedU32")")},
      {"$.store", with("store", "[]")},
      {"$.store.Native", with("store", R"({"Native":0})")},
      {"$.store.Other", with("store", R"({"PackedU32":0,"Other":0})")},
      {"$.store.PackedU32", with("store", R"({"PackedU32":0,"PackedU32":0})")},
      {"$.store.PackedU32", with("store", R"({"PackedU32":-1})")},
      {"$.store.PackedU32", with("store", R"({"PackedU32":"0"})")},
      {"$.store.PackedU32", with("store", R"({"PackedU32":18446744073709551616})")},
      {"$.store.PackedNative", with("store", R"({"PackedNative":1.0})")},
      {"$.store.PackedNative", with("store", R"({"PackedNative":1e0})")},
      {"$.store.PackedNative", with("store", R"({"PackedNative":null})")},
      {"$.mode", with("mode", "null")},
      {"$.mode", with("mode", R"("symmetric")")},
      {"$.mode", with("mode", "{}")},
      {"$.tensor", with("tensor", R"("F64")")},
      {"$.tensor", with("tensor", R"("Q8S")")},
      {"$.tensor", with("tensor", R"("null")")},
      {"$.tensor", with("tensor", "32")},
      {"$.tensor", with("tensor", "false")},
      {"$.block", with("block", "4")},
      {"$.block", with("block", "[4]")},
      {"$.block", with("block", R"("None")")},
      {"$.block.size", with("block", "{}")},
      {"$.block.size", with("block", R"({"dtype":"F32"})")},
      {"$.block.dtype", with("block", R"({"size":{"storage":[4,1,1,1,1],"len":1}})")},
      {"$.block.other", with("block", R"({"other":1})")},
      {"$.block.dtype", with("block", R"({"dtype":"F32","dtype":"F32"})")},
      {"$.block.dtype", with("block", R"({"dtype":null})")},
      {"$.block.dtype", with("block", R"({"dtype":"E4M3"})")},
      {"$.block.size", with_size("null")},
      {"$.block.size", with_size("4")},
      {"$.block.size", with_size("[4]")},
      {"$.block.size.storage", with_size("{}")},
      {"$.block.size.storage", with_size(R"({"len":1})")},
      {"$.block.size.len", with_size(R"({"storage":[4,1,1,1,1]})")},
      {"$.block.size.len", with_size(R"({"storage":[4,1,1,1,1],"len":6})")},
      {"$.block.size.len", with_size(R"({"storage":[4,1,1,1,1],"len":-1})")},
      {"$.block.size.len", with_size(R"({"storage":[4,1,1,1,1],"len":1.0})")},
      {"$.block.size.len", with_size(R"({"storage":[4,1,1,1,1],"len":"1"})")},
      {"$.block.size.len", with_size(R"({"storage":[4,1,1,1,1],"len":1,"len":1})")},
      {"$.block.size.x", with_size(R"({"storage":[4,1,1,1,1],"len":1,"x":1})")},
      {"$.block.size.storage", with_storage("null")},
      {"$.block.size.storage", with_storage("4")},
      {"$.block.size.storage", with_storage("{}")},
      {"$.block.size.storage", with_storage("[]")},
      {"$.block.size.storage", with_storage("[4]")},
      {"$.block.size.storage", with_storage("[4,1,1,1]")},
      {"$.block.size.storage", with_storage("[4,1,1,1,1,1]")},
      {"$.block.size.storage[0]", with_storage("[256,1,1,1,1]")},
      {"$.block.size.storage[0]", with_storage("[null,1,1,1,1]")},
      {"$.block.size.storage[2]", with_storage("[4,1,-1,1,1]")},
      {"$.block.size.storage[2]", with_storage("[4,1,1.0,1,1]")},
      {"$.block.size.storage[4]", with_storage(R"([4,1,1,1,"1"])")},
      {"$.block.size.storage[4]", with_storage("[4,1,1,1,[]]")},
      {"$.block.size.storage[4]", with_storage("[4,1,1,1,18446744073709551617]")},
  };
  for (const auto& row : table) expect_invalid_at(row.path, row.json);
}

// An absent level was said all the same.
TEST(TheJsonForm, HasNoKeyTwiceAlsoWhereItsFirstIsNull) {
  const std::string head = R"({"value":"Q8S","store":"Native","mode":"Symmetric",)";
  const std::string block = R"({"size":{"storage":[4,1,1,1,1],"len":1},"dtype":"F32"})";
  for (const auto& [key, level] : {std::pair<std::string, std::string>{"tensor", R"("F32")"},
                                   std::pair<std::string, std::string>{"block", block}})
    for (const std::string& first : {std::string("null"), level})
      for (const std::string& second : {std::string("null"), level})
        expect_invalid_at("$." + key,
                          head + "\"" + key + "\":" + first + ",\"" + key + "\":" + second + "}");
}

TEST(TheJsonForm, TakesExactlyOneStoreKey) {
  EXPECT_EQ(error_of(read_json(with("store", "{}"))), invalid_text);
  EXPECT_EQ(error_of(read_json(with("store", R"({"PackedU32":0,"PackedNative":0})"))),
            invalid_text);
}

TEST(TheJsonForm, IsJudgedInTheOrderOfTheTextMissingKeysLast) {
  expect_invalid_at("$.value", "{}");
  expect_invalid_at("$.store", R"({"value":"Q8S"})");
  expect_invalid_at("$.value", R"({"mode":"Symmetric","store":"Native"})");
  expect_invalid_at("$.mode", R"({"store":"Native","value":"Q8S"})");
  expect_invalid_at("$.mode", R"({"mode":5,"value":5})");
  expect_invalid_at("$.extra", R"({"extra":[{}],"value":5})");
  expect_invalid_at("$.value", R"({"value":5,"extra":5})");
  expect_invalid_at("$.mode", R"({"mode":"Symmetric","mode":"Symmetric","value":5})");
  expect_invalid_at("$.block.size.len", R"({"block":{"size":{"len":9,"x":1},"dtype":1},"mode":1})");
  expect_invalid_at("$.block.dtype", R"({"block":{"dtype":1,"size":{"len":9}},"mode":1})");
  expect_invalid_at("$.block.size.storage", R"({"block":{"size":{"len":1},"dtype":1}})");
}

TEST(TheJsonForm, IsRefusedWithTheByteItIsAbout) {
  // The offset of what does not belong there (F31): that of `from` in the text.
  const struct {
    std::string json, from;
  } rows[] = {
      {R"({"a" 1})", "1}"},
      {R"({"a":1,})", "}"},
      {R"({"a":1} 2)", "2"},
      {R"({"value":5})", "5"},
      {R"({"value":"Q9S"})", R"("Q9S")"},
      {with("store", R"("Packed")"), R"("Packed")"},
      {with_size(R"({"len":9})"), "9"},
      {with_size(R"({"len":1.5})"), "1.5"},
      {with_storage("[]"), "[]"},
      {with_storage("[1,1,1,1,1,1]"), "[1,1,1,1,1,1]"},
      {with_storage("[1,1]"), "[1,1]"},
      {with_storage("[-1,1,1,1,1]"), "-1"},
      {with_storage("[1,2.5,1,1,1]"), "2.5"},
  };
  for (const auto& [json, from] : rows)
    EXPECT_EQ(refused(read_json(json)), (Refusal{invalid_text, json.find(from)})) << json;
  EXPECT_EQ(refused(read_json("\"abc")), (Refusal{invalid_text, 4}));
}

TEST(TheJsonForm, IsRefusedWhereItIsCut) {
  for (const Form& form : kForms) {
    const std::string json = form.json;
    for (std::size_t length = 0; length < json.size(); ++length)
      expect_invalid_at("$", json.substr(0, length));
  }
}

std::string nested(std::size_t depth, const std::string& innermost) {
  return R"({"x":)" + std::string(depth - 1, '[') + innermost + std::string(depth - 1, ']') + "}";
}

TEST(TheJsonForm, NestsSixtyFourDeep) {
  expect_invalid_at("$.x", nested(64, "1"));
  expect_invalid_at("$", nested(65, "1"));
  expect_invalid_at("$", nested(66, ""));
  expect_invalid_at("$", nested(2000000, ""));
  expect_invalid_at("$", std::string(2000000, '['));
}

TEST(TheJsonForm, CountsAnEmptyContainerAsNested) {
  expect_invalid_at("$.x", nested(64, ""));
  expect_invalid_at("$", nested(65, ""));
}

TEST(AnOldScheme, IsNamedBeforeAnythingElseIsJudged) {
  const auto message = [](const std::string& path) {
    return "old scheme at " + path + ": it has level and param in place of tensor and block";
  };
  const struct {
    const char* path;
    const char* json;
  } table[] = {
      {"$.level", R"({"value":"Q8S","store":"Native","mode":"Symmetric","level":"Tensor",)"
                  R"("param":"F32"})"},
      {"$.param", R"({"param":"F32","level":"Tensor"})"},
      {"$.level", R"({"value":5,"value":6,"unknown":{"param":1},"level":null})"},
      {"$.param", R"({"tensor":null,"block":null,"param":[[]]})"},
      {"$.level", R"( { "level" : 1 } )"},
  };
  for (const auto& row : table) {
    EXPECT_EQ(error_of(read_json(row.json)), old_scheme) << row.json;
    EXPECT_EQ(message_of_json(row.json), message(row.path)) << row.json;
  }
  for (const char* key : {R"("\u006cevel")", R"("p\u0061ram")"})
    EXPECT_EQ(error_of(read_json("{" + std::string(key) + ":1}")), old_scheme) << key;
}

TEST(AnOldScheme, HasItsKeysInTheOutermostObject) {
  expect_invalid_at("$.value", R"({"value":"level"})");
  expect_invalid_at("$.block.level", with("block", R"({"level":1})"));
  expect_invalid_at("$", R"([{"level":1}])");
}

}  // namespace
}  // namespace qb
