#include "conformance/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "conformance/failures.h"

namespace qb::conformance {
namespace {

using nlohmann::json;

const laws::TensorCase kCase = [] {
  laws::TensorCase c;
  c.scheme = {Value::Q4S, {StoreKind::PackedNative, 0}, Mode::Symmetric, ScaleDtype::F16, {}};
  c.shape = {1};
  c.codes = {7};
  c.scales = {0x3f800000};
  return c;
}();
const std::uint64_t kCell = laws::number_of(*laws::classify(kCase));

Report empty_report() {
  Report report;
  report.version = "1.2.3";
  report.program = "build/qbytes";
  report.command = "build/qbytes verify --seed 7";
  report.rows = rows_of({});
  report.seed = 7;
  return report;
}

SubjectReport subject_of(const Report& report, const std::string& label,
                         const std::string& command = "") {
  return {label, command, {label, "1", laws::kEncode | laws::kSeesBuffers, {}},
          {},    {},      {Tally(report.rows.size(), report.files.size()), {}, 10, ""}};
}

// The first law of vectors, judged once in the cell of the case.
void judge_once(SubjectReport& subject, const laws::Outcome& outcome,
                std::optional<std::size_t> expectation = {}) {
  subject.result.tally.add({0, laws::Level::required, 3, kCell, expectation}, outcome);
  subject.result.tally.add_case();
}

void break_once(SubjectReport& subject) {
  const laws::Broken broken{"other bytes", "01 02", "01 03", "byte 1: scale 0, F16"};
  judge_once(subject, broken);
  subject.result.counterexamples.push_back({0, "draw 3", "", kCase, kCase, broken, 5, true});
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Summary, TellsVerdictsApart) {
  const Report report = empty_report();
  SubjectReport subject = subject_of(report, "a");
  EXPECT_EQ(summary(subject).text, "nothing was checked");
  judge_once(subject, laws::Vacuous{});
  judge_once(subject, laws::NotSupported{});
  EXPECT_EQ(summary(subject).text, "nothing was checked");
  judge_once(subject, laws::Held{});
  EXPECT_EQ(summary(subject).text, "all well");
  judge_once(subject, laws::Broken{}, 0);
  EXPECT_EQ(summary(subject).text, "1 law broken, all expected");
  judge_once(subject, laws::Broken{});
  EXPECT_EQ(summary(subject).text, "1 law broken, none expected");
  EXPECT_EQ(summary(subject).checked, 3u);
}

TEST(Summary, SaysWhatTheProcessDid) {
  const Report report = empty_report();
  SubjectReport subject = subject_of(report, "a", "./a");
  judge_once(subject, laws::Held{});
  subject.health = PipeHealth{2, 1, 0, "", ""};
  EXPECT_EQ(summary(subject).text, "all well; 2 restarts, 1 hang");
  subject.health = PipeHealth{2, 1, 1, "no JSON", ""};
  EXPECT_EQ(summary(subject).text, "all well; broke the protocol 1 time, at last: no JSON");
}

TEST(TextReport, HasARowForEachValueAndStore) {
  Report report = empty_report();
  report.subjects = {subject_of(report, "codec"), subject_of(report, "burn-std 0.22.1", "./b")};
  judge_once(report.subjects[0], laws::Held{});
  break_once(report.subjects[1]);
  const std::string text = to_text(report, false);
  EXPECT_TRUE(has(text, "Q4S    PackedNative  . + . .  . x . .\n")) << text;
  EXPECT_TRUE(has(text, "Q8F    Native        . . . .  . . . .\n")) << text;
  EXPECT_TRUE(has(text, "again: build/qbytes verify --seed 7"));
  EXPECT_TRUE(has(text, "cells 1/1944"));
  EXPECT_FALSE(has(text, "\033"));
}

TEST(TextReport, ExplainsACounterexample) {
  Report report = empty_report();
  report.subjects = {subject_of(report, "burn 1", "./b --x")};
  break_once(report.subjects[0]);
  const std::string text = to_text(report, false);
  EXPECT_TRUE(
      has(text, "broken: vector_encode (F11 F12 F13 F14 F15 F16 F17 F56, required) by burn 1"));
  EXPECT_TRUE(has(text, "  JSON       " + laws::to_json(kCase) + "\n"));
  EXPECT_TRUE(has(text, "  differs    byte 1: scale 0, F16\n"));
  EXPECT_TRUE(has(text, "  seen       5 times, first in draw 3\n"));
  EXPECT_TRUE(has(text, "\nburn 1: 1 law broken, none expected\n"));
}

TEST(TextReport, ListsKnownExpectations) {
  Report report = empty_report();
  report.subjects = {subject_of(report, "burn 1", "./b")};
  report.subjects[0].expectations =
      std::get<Expectations>(Expectations::parse("vector_encode Q4S/*  # packs badly\n", "known"));
  for (int i = 0; i < 2000; ++i) judge_once(report.subjects[0], laws::Held{});
  judge_once(report.subjects[0], laws::Broken{}, 0);
  const std::string text = to_text(report, false);
  EXPECT_TRUE(has(text, "known: burn 1 breaks vector_encode 1 time in Q4S/*: packs badly\n"));
  EXPECT_FALSE(has(text, "warning: "));
  EXPECT_FALSE(has(text, "note: "));
  EXPECT_TRUE(has(text, ". e . ."));
}

TEST(TextReport, CallsALineStaleOnlyAfterEnoughJudgements) {
  Report report = empty_report();
  report.subjects = {subject_of(report, "burn 1", "./b")};
  SubjectReport& subject = report.subjects[0];
  subject.expectations = std::get<Expectations>(
      Expectations::parse("vector_* Q4S/* # gone\nvector_encode Q8F/* # elsewhere\n"
                          "vector_decode Q4S/* # another law\nvector_* scalar # no cell\n",
                          "known"));
  judge_once(subject, laws::Broken{});
  for (int i = 0; i < 98; ++i) judge_once(subject, laws::Held{});
  judge_once(subject, laws::Vacuous{});
  judge_once(subject, laws::NotSupported{});
  EXPECT_FALSE(has(to_text(report, false), "warning: "));
  EXPECT_TRUE(has(to_text(report, false), "note: burn 1: 4 lines of its expectations excused"));
  judge_once(subject, laws::Held{});
  const std::string text = to_text(report, false);
  EXPECT_TRUE(
      has(text,
          "warning: burn 1: line 1 of its expectations, `vector_* Q4S/*`, excused "
          "none of 100 judgements; gone, or rarer than that: remove it if a long run agrees\n"))
      << text;
  EXPECT_FALSE(has(text, "line 2"));
  EXPECT_TRUE(has(text, "note: burn 1: 3 lines of its expectations excused nothing, with fewer"));
  const json lines = json::parse(to_json(report))["expectations"];
  EXPECT_EQ(lines[0]["checked"], 100);
  EXPECT_EQ(lines[0]["stale"], true);
  EXPECT_EQ(lines[3]["checked"], 0);
  EXPECT_EQ(lines[3]["stale"], false);
}

TEST(TextReport, CountsJudgementsOfScalarsApart) {
  Report report = empty_report();
  report.subjects = {subject_of(report, "burn 1", "./b")};
  SubjectReport& subject = report.subjects[0];
  subject.expectations = std::get<Expectations>(
      Expectations::parse("vector_* scalar # gone\nvector_* * # all\n", "known"));
  Tally more(report.rows.size(), 0);
  more.add({0, laws::Level::required, 0, std::nullopt, {}}, laws::Held{});
  judge_once(subject, laws::Held{});
  subject.result.tally.merge(more);
  EXPECT_EQ(line_uses(report, subject)[0].checked, 1u);
  EXPECT_EQ(line_uses(report, subject)[1].checked, 2u);
}

TEST(TextReport, LeavesNoFileOut) {
  Report report = empty_report();
  report.files = {
      {"e.json", "encode", {{"e/0", kCase, {}}}, {}, {}},
      {"m.json", "burnpack", {}, Unjudged{"7 cases", "waits for the container", 7}, {}},
      {"s.json", "scalars", {}, {}, Unjudged{"declared, 3 entries", "not the norm", 3}}};
  report.subjects = {subject_of(report, "codec")};
  report.subjects[0].result.tally.add_vector(0, Verdict::well);
  const std::string text = to_text(report, false);
  EXPECT_TRUE(has(text, "  e.json: 1 encode; codec 1 held\n")) << text;
  EXPECT_TRUE(has(text, "pending: m.json, 7 cases: waits for the container\n"));
  EXPECT_TRUE(has(text, "left out: s.json, declared, 3 entries: not the norm\n"));
}

TEST(TextReport, IsColouredOnlyWhereAskedFor) {
  Report report = empty_report();
  report.subjects = {subject_of(report, "codec")};
  break_once(report.subjects[0]);
  EXPECT_TRUE(has(to_text(report, true), "\033[1;31mx\033[0m"));
}

TEST(JsonReport, HoldsEverything) {
  Report report = empty_report();
  report.files = {
      {"m.json", "burnpack", {}, Unjudged{"7 cases", "waits for the container", 7}, {}}};
  report.subjects = {subject_of(report, "codec"), subject_of(report, "burn 1", "./b")};
  judge_once(report.subjects[0], laws::Held{});
  break_once(report.subjects[1]);
  const json object = json::parse(to_json(report));
  EXPECT_EQ(object["seed"], 7);
  EXPECT_EQ(object["cells"].size(), laws::kCells);
  EXPECT_EQ(object["cells"]["Q4S/PackedNative/F16/none/absent"], json({"well", "broken"}));
  EXPECT_EQ(object["cells"]["Q8F/Native/none/none/absent"], json({"not_visited", "not_visited"}));
  EXPECT_EQ(object["counterexamples"][0]["case"], json::parse(laws::to_json(kCase)));
  EXPECT_EQ(object["vectors"][0]["pending"]["count"], 7);
  EXPECT_EQ(object["implementations"][0]["capabilities"], json({"encode", "sees_buffers"}));
  EXPECT_EQ(object["implementations"][1]["verdict"], "1 law broken, none expected");
  EXPECT_EQ(object["laws"].size(), report.rows.size());
  EXPECT_EQ(object["laws"][0]["counts"][1]["broken"], 1);
}

TEST(JsonReport, TakesAnyText) {
  Report report = empty_report();
  report.subjects = {subject_of(report, "codec")};
  break_once(report.subjects[0]);
  report.subjects[0].result.counterexamples[0].broken.got = "\xff\x01";
  EXPECT_TRUE(json::accept(to_json(report)));
}

TEST(MostlyVacuous, NamesLawsWithFewerThanOneRealJudgementInTen) {
  const std::vector<laws::Law> laws{
      {"a_law", "F1", laws::Level::required, laws::CaseKind::tensor, 0, "holds", nullptr}};
  Report report = empty_report();
  report.rows = rows_of(laws);
  report.subjects = {subject_of(report, "codec")};
  Tally& tally = report.subjects[0].result.tally;
  for (int i = 0; i < 9; ++i) tally.add({0, laws::Level::required, 0, kCell, {}}, laws::Vacuous{});
  tally.add({0, laws::Level::required, 0, kCell, {}}, laws::Held{});
  EXPECT_FALSE(has(to_text(report, false), "mostly vacuous"));
  tally.add({0, laws::Level::required, 0, kCell, {}}, laws::NotSupported{});
  const Tally tally_before = tally;
  EXPECT_TRUE(has(to_text(report, false),
                  "mostly vacuous or unsupported, real judgements of all:\n"
                  "  codec: a_law 1/11\n"));
  report.subjects[0].result.tally = Tally(report.rows.size(), 0);
  report.subjects[0].result.tally.add({0, laws::Level::required, 0, kCell, {}},
                                      laws::NotSupported{});
  EXPECT_TRUE(has(to_text(report, false), "  codec: 1 laws unsupported\n"));
  report.subjects[0].result.tally = tally_before;
  const json found = json::parse(to_json(report))["mostly_vacuous"];
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0]["law"], "a_law");
  EXPECT_EQ(found[0]["unsupported"], 1);
}

TEST(Below, CountsTheBestOfThoseThatCanBeSeenToKeepTheLaw) {
  const std::vector<laws::Law> laws{{"a_law", "F1", laws::Level::required, laws::CaseKind::tensor,
                                     laws::kEncode, "holds", nullptr}};
  Report report = empty_report();
  report.rows = rows_of(laws);
  report.subjects = {subject_of(report, "one"), subject_of(report, "two")};
  for (SubjectReport& subject : report.subjects) subject.implementation.capabilities = 0;
  EXPECT_TRUE(below(report, 1000).empty());
  report.subjects[1].implementation.capabilities = laws::kEncode;
  EXPECT_EQ(below(report, 2), std::vector<std::string>{"a_law: 0"});
  Tally& tally = report.subjects[1].result.tally;
  tally.add({0, laws::Level::required, 0, kCell, {}}, laws::Held{});
  EXPECT_EQ(below(report, 2), std::vector<std::string>{"a_law: 1"});
  EXPECT_TRUE(below(report, 1).empty());
  tally.add({0, laws::Level::required, 0, kCell, {}}, laws::NotSupported{});
  EXPECT_TRUE(below(report, 2).empty());
}

TEST(ReplayCommand, DependsOnWhereTheCaseIs) {
  const std::vector<laws::Law> laws{
      {"a_law", "F1", laws::Level::required, laws::CaseKind::tensor, 0, "holds", nullptr}};
  Report report = empty_report();
  report.rows = rows_of(laws);
  const auto subject = subject_of(report, "burn 1", "./b 'x'");
  Counterexample example{0, "draw 3", "", kCase, kCase, {}, 1, true};
  EXPECT_EQ(replay_command(report, subject, example),
            "echo '" + laws::to_json(kCase) +
                "' | build/qbytes replay --law a_law - --testee './b '\\''x'\\'''");
  report.saved_in = "out";
  EXPECT_EQ(
      replay_command(report, subject, example),
      "build/qbytes replay out/" + failure_name("a_law", kCase) + " --testee './b '\\''x'\\'''");
  example.is_kept = true;
  example.file = "kept/mine.json";
  EXPECT_EQ(replay_command(report, subject, example),
            "build/qbytes replay kept/mine.json --testee './b '\\''x'\\'''");
  example.is_kept = false;
  example.row = 1;
  example.file = "vectors/e.json";
  example.origin = "e/4";
  EXPECT_EQ(replay_command(report, subject_of(report, "codec"), example),
            "build/qbytes replay vectors/e.json --id e/4");
}

TEST(Quoted, LeavesPlainWordsAlone) {
  EXPECT_EQ(quoted("--seed=7"), "--seed=7");
  EXPECT_EQ(quoted(""), "''");
  EXPECT_EQ(quoted("a b"), "'a b'");
  EXPECT_EQ(quoted("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace qb::conformance
