#include "conformance/expectations.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "conformance/expectations_check.h"

namespace qb::conformance {
namespace {

Expectations good(std::string_view text) {
  auto parsed = Expectations::parse(text, "known.txt");
  if (const auto* error = std::get_if<ExpectationError>(&parsed)) ADD_FAILURE() << error->what;
  return std::get<Expectations>(parsed);
}

std::string wrong(std::string_view text) {
  const auto parsed = Expectations::parse(text, "known.txt");
  const auto* error = std::get_if<ExpectationError>(&parsed);
  return error ? error->what : "(no error)";
}

TEST(Expectations, ReadsPatternsAndReasons) {
  const auto expectations = good(
      "# what 0.22.1 does\n\n  encode.bytes   */Packed*/*  # one byte a value # really  \r\n"
      "decode.?? Q4S/* # no PackedNative");
  ASSERT_EQ(expectations.all().size(), 2U);
  EXPECT_EQ(expectations.all()[0].law, "encode.bytes");
  EXPECT_EQ(expectations.all()[0].cell, "*/Packed*/*");
  EXPECT_EQ(expectations.all()[0].reason, "one byte a value # really");
  EXPECT_EQ(expectations.all()[0].line, 3U);
  EXPECT_EQ(expectations.all()[1].line, 4U);
}

TEST(Expectations, FirstMatchCounts) {
  auto expectations = good("enc* Q4S/* # a\nenc* * # b\ndec? * # c\nsize Q8F/* # d\n");
  EXPECT_EQ(expectations.match("encode", "Q4S/PackedU32/F32/none/absent"), 0U);
  EXPECT_EQ(expectations.match("encode", "Q8F/Native/none/none/absent"), 1U);
  EXPECT_EQ(expectations.match("encode", "Q8F/Native/none/F16/given"), 1U);
  EXPECT_EQ(expectations.match("decode", "Q8F/Native/none/none/absent"), std::nullopt);
  EXPECT_EQ(expectations.match("size", "Q8S/Native/none/none/absent"), std::nullopt);
  EXPECT_EQ(expectations.match("size", "q8f/Native/none/none/absent"), std::nullopt);
  EXPECT_EQ(expectations.all()[0].matches, 1U);
  EXPECT_EQ(expectations.all()[1].matches, 2U);
  EXPECT_EQ(expectations.all()[2].matches, 0U);
}

TEST(Expectations, NothingIsExpectedOfAnEmptyFile) {
  EXPECT_TRUE(good("").all().empty());
  EXPECT_TRUE(good("# only\n\n \t\n#comments").all().empty());
  EXPECT_EQ(Expectations().match("encode", "Q4S/Native/none/none/absent"), std::nullopt);
}

TEST(Expectations, SaysWhereAndWhatToDo) {
  const std::string no_reason = "no reason; end the line with `# why it fails`";
  EXPECT_EQ(wrong("encode *"), "known.txt:1: " + no_reason);
  EXPECT_EQ(wrong("# fine\nencode * #  \n"), "known.txt:2: " + no_reason);
  const std::string words =
      "expected a law and a cell before `#`, such as `encode_bytes Q4S/PackedU32/*`";
  EXPECT_EQ(wrong("\n\nencode # why"), "known.txt:3: " + words);
  EXPECT_EQ(wrong("encode Q4S * # why"), "known.txt:1: " + words);
}

TEST(FindUnfit, NamesLinesThatCouldFitNothing) {
  const auto rows = rows_of(laws::all_laws());
  const auto unfit = [&](const std::string& text) {
    const auto error = find_unfit(good(text), rows, "known.txt");
    return error ? error->what : "fits";
  };
  EXPECT_EQ(unfit("encode_bytes * # a\nencode_to_* scalar # b\n* */none/*/given # c\n"
                  "vector_scalar scalar # d\nvector_* Q[48]S/[!N]* # e\n* [sQ]* # f\n"),
            "fits");
  EXPECT_EQ(unfit("encode_bytes * # a\nencode_byte * # b"),
            "known.txt:2: no law fits `encode_byte`; qbytes laws lists them");
  EXPECT_EQ(unfit("Encode_bytes * # a").find("known.txt:1: no law fits `Encode_bytes`"), 0u);
  for (const char* cell : {"Q5S/*", "q4s/*", "Q4S/Packed/*", "Q4S", "*/present", "scalars", "Q[]S"})
    EXPECT_EQ(unfit("encode_bytes " + std::string(cell) + " # a").find("known.txt:1: "), 0u)
        << cell;
  EXPECT_EQ(unfit("encode_bytes Q5S/* # a"),
            "known.txt:1: no cell fits `Q5S/*`; cells are value/store/tensor/block/global, such as "
            "Q4S/PackedU32/F32/none/absent");
  EXPECT_EQ(unfit("* Q[48S/* # a"), "known.txt:1: `Q[48S/*` has a `[` without its `]`; close it");
  EXPECT_EQ(unfit("[e * # a"), "known.txt:1: `[e` has a `[` without its `]`; close it");
  EXPECT_EQ(unfit("encode_bytes scalar # a"),
            "known.txt:1: `encode_bytes` is about tensors, which lie in cells; write `*` in place "
            "of `scalar`");
  EXPECT_EQ(unfit("vector_scalar Q4S/* # a"),
            "known.txt:1: `vector_scalar` is about scalars, which lie in no cell; write `scalar` "
            "in place of `Q4S/*`");
}

TEST(Expectations, FilesThatCannotBeReadAreErrors) {
  for (const std::string path : {"no-such-file.txt", "."}) {
    const auto read = Expectations::read(path);
    ASSERT_TRUE(std::holds_alternative<ExpectationError>(read)) << path;
    EXPECT_EQ(std::get<ExpectationError>(read).what.find("cannot read " + path + ": "), 0U)
        << std::get<ExpectationError>(read).what;
  }
}

TEST(Expectations, ReadsAFile) {
  const auto path = std::filesystem::path(testing::TempDir()) / "qb_expectations_test.txt";
  std::ofstream(path) << "encode * # all of it\n";
  const auto read = Expectations::read(path.string());
  ASSERT_TRUE(std::holds_alternative<Expectations>(read));
  EXPECT_EQ(std::get<Expectations>(read).all().size(), 1U);
  std::ofstream(path, std::ios::trunc).close();
  EXPECT_TRUE(std::holds_alternative<Expectations>(Expectations::read(path.string())));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace qb::conformance
