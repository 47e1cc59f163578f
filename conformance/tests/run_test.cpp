#include "conformance/run.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>

#include "properties/draw.h"

namespace qb::conformance {
namespace {

using laws::Case;
using laws::CaseKind;
using laws::Implementation;
using laws::Level;
using laws::Outcome;
using laws::ScalarCase;
using laws::TensorCase;

// Case `number` holds its number: even ones are scalars, odd ones tensors that go through all
// cells.
Case numbered(std::uint64_t seed, std::uint64_t number) {
  if (number % 2 == 0)
    return ScalarCase{ScalarVerb::encode, ScalarType::F16,
                      static_cast<std::uint32_t>(seed + number)};
  const laws::Cell cell = laws::cell_at(number / 2 % laws::kCells);
  TensorCase c;
  c.scheme.value = cell.value;
  c.scheme.store.kind = cell.store;
  c.scheme.tensor = cell.tensor;
  if (cell.block) c.scheme.block = BlockScale{{}, *cell.block};
  if (cell.global_given) c.global = 0x3f800000;
  c.shape = {number};
  return c;
}

std::uint32_t answer(const Implementation& subject, std::uint32_t input) {
  const auto reply =
      subject.ask(laws::ScalarRequest{ScalarVerb::encode, ScalarType::F16, std::span(&input, 1)});
  const auto* outputs = std::get_if<laws::ScalarAnswer>(&reply);
  return outputs ? outputs->outputs[0] : 0;
}

// The fake subject gives its input back, so this law breaks on inputs from 100.
Outcome below_100(const Implementation& subject, const Implementation&, const Case& c) {
  const std::uint32_t got = answer(subject, std::get<ScalarCase>(c).input);
  if (got < 100) return laws::Held{};
  return laws::Broken{"too large", "below 100", std::to_string(got), ""};
}
Outcome is_native(const Implementation&, const Implementation&, const Case& c) {
  const auto& scheme = std::get<TensorCase>(c).scheme;
  if (scheme.value == Value::Q8S) return laws::Vacuous{};
  if (scheme.value == Value::Q4S) return laws::NotSupported{"no such value"};
  if (scheme.store.kind == StoreKind::Native) return laws::Held{};
  return laws::Broken{"another store", "Native", "packed", ""};
}

const std::vector<laws::Law>& fake_laws() {
  static const std::vector<laws::Law> laws{
      {"below_100", "F1", Level::recommended, CaseKind::scalar, 0, "numbers are small", &below_100},
      {"is_native", "F2", Level::required, CaseKind::tensor, 0, "stores are Native", &is_native}};
  return laws;
}

laws::Reply give_back(const laws::Request& request) {
  const auto* scalar = std::get_if<laws::ScalarRequest>(&request);
  if (!scalar) return laws::Unsupported{"scalars alone"};
  return laws::ScalarAnswer{{scalar->inputs.begin(), scalar->inputs.end()}};
}

Subject subject_with(unsigned threads, const std::string& expectations = "") {
  auto parsed = Expectations::parse(expectations, "test");
  return {{"fake", "1", laws::kScalar, &give_back},
          std::get<Expectations>(std::move(parsed)),
          threads,
          100};
}

Plan plan_of(std::uint64_t draws) {
  Plan plan;
  plan.rows = rows_of(fake_laws());
  plan.oracle = {"oracle", "1", 0, &give_back};
  plan.draws = draws;
  plan.draw = &numbered;
  return plan;
}

const Counts& counts_of(const Result& result, std::size_t row) {
  return result.tally.laws()[row].counts;
}

TEST(Verdict, IsComputedFromOutcomeAndExpectation) {
  EXPECT_EQ(verdict(laws::Held{}, false), Verdict::well);
  EXPECT_EQ(verdict(laws::Held{}, true), Verdict::well);
  EXPECT_EQ(verdict(laws::Vacuous{}, true), Verdict::vacuous);
  EXPECT_EQ(verdict(laws::NotSupported{}, true), Verdict::unsupported);
  EXPECT_EQ(verdict(laws::Broken{}, false), Verdict::broken);
  EXPECT_EQ(verdict(laws::Broken{}, true), Verdict::expected);
}

TEST(Verdict, WorstOfAnythingAndBrokenIsBroken) {
  EXPECT_EQ(worse(Verdict::expected, Verdict::broken), Verdict::broken);
  EXPECT_EQ(worse(Verdict::well, Verdict::unsupported), Verdict::well);
  EXPECT_EQ(worse(Verdict::well, Verdict::expected), Verdict::expected);
  EXPECT_FALSE(is_checked(Verdict::unsupported));
  EXPECT_TRUE(is_checked(Verdict::expected));
}

// Of draws for one law a tensor is Q8S, which is vacuous, three times in four.
Case numbered_for(const laws::Law& law, std::uint64_t, std::uint64_t k) {
  if (law.kind == CaseKind::scalar)
    return laws::ScalarCase{ScalarVerb::encode, ScalarType::F16, static_cast<std::uint32_t>(k)};
  TensorCase c;
  c.scheme.value = k % 4 == 3 ? Value::Q8F : Value::Q8S;
  c.scheme.store.kind = k == 7 ? StoreKind::PackedU32 : StoreKind::Native;
  c.shape = {k};
  return c;
}

TEST(TopUp, DrawsForEachLawUntilItHasBeenJudgedOftenEnough) {
  Plan plan = plan_of(0);
  plan.judgements = 5;
  plan.draw_for = &numbered_for;
  for (const unsigned threads : {1u, 4u}) {
    const Result result = run(plan, {subject_with(threads)}).at(0);
    EXPECT_EQ(counts_of(result, 0)[Verdict::well], 5u);
    EXPECT_EQ(counts_of(result, 1).checked(), 5u);
    EXPECT_EQ(counts_of(result, 1)[Verdict::vacuous], 15u);
    ASSERT_EQ(result.counterexamples.size(), 1u);
    EXPECT_EQ(result.counterexamples[0].origin, "draw 7 for the law alone");
    EXPECT_EQ(std::get<TensorCase>(result.counterexamples[0].found).shape[0], 7u);
    EXPECT_EQ(result.draws, 0u);
    // What held covers no cell, as no other law was asked; what broke shows in its own.
    EXPECT_EQ(result.tally.visited().count(), 1u);
  }
}

TEST(TopUp, LeavesLawsThatHaveEnoughAndSubjectsThatGetNone) {
  Plan plan = plan_of(200);
  const Counts few = counts_of(run(plan, {subject_with(1)}).at(0), 0);
  plan.judgements = few.checked();
  plan.draw_for = &numbered_for;
  EXPECT_EQ(counts_of(run(plan, {subject_with(1)}).at(0), 0), few);
  plan.judgements = few.checked() + 10;
  Subject subject = subject_with(1);
  subject.is_topped_up = false;
  EXPECT_EQ(counts_of(run(plan, {subject}).at(0), 0), few);
}

TEST(RowsOf, HoldLawsAndLawsOfVectors) {
  EXPECT_EQ(rows_of(fake_laws()).size(), fake_laws().size() + kVectorLaws.size());
  EXPECT_EQ(rows_of(fake_laws(), "vector_*").size(), kVectorLaws.size());
  EXPECT_EQ(rows_of(fake_laws(), "is_native").front().law, &fake_laws()[1]);
  EXPECT_TRUE(rows_of(fake_laws(), "no_such").empty());
}

TEST(Run, CountsEachOutcomeOfEachLaw) {
  const auto result = run(plan_of(2 * laws::kCells), {subject_with(1)}).front();
  EXPECT_EQ(result.draws, 2 * laws::kCells);
  EXPECT_EQ(counts_of(result, 0)[Verdict::well], 50u);
  EXPECT_EQ(counts_of(result, 0)[Verdict::broken], laws::kCells - 50);
  EXPECT_EQ(counts_of(result, 1)[Verdict::vacuous], 216u);
  EXPECT_EQ(counts_of(result, 1)[Verdict::unsupported], 216u);
  EXPECT_EQ(counts_of(result, 1)[Verdict::well], 7 * 72u);
  EXPECT_EQ(counts_of(result, 1)[Verdict::broken], 7 * 144u);
}

TEST(Run, GivesTheSameWithAnyNumberOfThreads) {
  const auto alone = run(plan_of(5000), {subject_with(1)}).front();
  for (const unsigned threads : {2u, 3u, 7u}) {
    const auto together = run(plan_of(5000), {subject_with(threads)}).front();
    for (std::size_t row = 0; row < alone.tally.laws().size(); ++row)
      EXPECT_EQ(counts_of(alone, row), counts_of(together, row));
    for (std::uint64_t cell = 0; cell < laws::kCells; ++cell)
      ASSERT_EQ(alone.tally.cell(cell), together.tally.cell(cell));
    EXPECT_EQ(alone.tally.visited(), together.tally.visited());
    ASSERT_EQ(alone.counterexamples.size(), together.counterexamples.size());
    for (std::size_t i = 0; i < alone.counterexamples.size(); ++i) {
      EXPECT_EQ(alone.counterexamples[i].origin, together.counterexamples[i].origin);
      EXPECT_EQ(alone.counterexamples[i].smallest, together.counterexamples[i].smallest);
    }
  }
}

TEST(Run, CellsHoldTheWorstOfRequiredLaws) {
  const auto result = run(plan_of(2 * laws::kCells), {subject_with(1)}).front();
  for (std::uint64_t number = 0; number < laws::kCells; ++number) {
    const laws::Cell cell = laws::cell_at(number);
    const Verdict expected = cell.value == Value::Q8S          ? Verdict::vacuous
                             : cell.value == Value::Q4S        ? Verdict::unsupported
                             : cell.store == StoreKind::Native ? Verdict::well
                                                               : Verdict::broken;
    ASSERT_EQ(result.tally.cell(number), expected) << laws::describe(cell);
    ASSERT_EQ(result.tally.visited()[number], is_checked(expected)) << laws::describe(cell);
  }
}

TEST(Run, KeepsTheFirstFailureAndMakesItSmall) {
  const auto result = run(plan_of(1000), {subject_with(2)}).front();
  ASSERT_EQ(result.counterexamples.size(), 2u);
  const Counterexample& example = result.counterexamples[0];
  EXPECT_EQ(example.origin, "draw 100");
  EXPECT_EQ(example.times, 450u);
  EXPECT_TRUE(example.repeats);
  EXPECT_LE(laws::weight(example.smallest), laws::weight(example.found));
  const auto smallest = std::get<ScalarCase>(example.smallest).input;
  EXPECT_GE(smallest, 100u);
  EXPECT_EQ(example.broken.got, std::to_string(smallest));
}

TEST(Run, TellsExpectedFailuresApart) {
  const std::string lines = "below_100 scalar  # small\nis_native */PackedU32/*  # words\n";
  const auto result = run(plan_of(2 * laws::kCells), {subject_with(2, lines)}).front();
  EXPECT_EQ(counts_of(result, 0)[Verdict::broken], 0u);
  EXPECT_EQ(counts_of(result, 0)[Verdict::expected], laws::kCells - 50);
  EXPECT_EQ(counts_of(result, 1)[Verdict::broken], 7 * 72u);
  EXPECT_EQ(result.tally.expected().at({1, 1}), 7 * 72u);
  ASSERT_EQ(result.counterexamples.size(), 1u);
  const auto& smallest = std::get<TensorCase>(result.counterexamples[0].smallest);
  EXPECT_EQ(smallest.scheme.store.kind, StoreKind::PackedNative);
}

TEST(Run, JudgesVectorsFirst) {
  Plan plan = plan_of(10);
  Vector vector{"mine/0", ScalarCase{ScalarVerb::encode, ScalarType::F16, 500}, {}};
  vector.known.scalar = 501;
  plan.files.push_back({"mine.json", "scalars", {vector}, {}, {}});
  const auto result = run(plan, {subject_with(1)}).front();
  EXPECT_EQ(result.draws, 10u);
  EXPECT_EQ(result.tally.cases(), 11u);
  EXPECT_EQ(result.tally.files()[0][Verdict::broken], 1u);
  bool is_seen = false;
  for (const Counterexample& example : result.counterexamples) {
    const LawRow& row = plan.rows[example.row];
    EXPECT_TRUE(row.id != "below_100" || example.origin == "mine/0");
    if (row.id != "vector_scalar") continue;
    is_seen = true;
    EXPECT_EQ(example.file, "mine.json");
    EXPECT_EQ(example.smallest, vector.c);
  }
  EXPECT_TRUE(is_seen);
}

VectorFile kept_file(const std::string& law, std::uint32_t input) {
  const ScalarCase c{ScalarVerb::encode, ScalarType::F16, input};
  return {"kept.json", "kept", {{"kept", c, {}}}, {}, {}, Kept{law, "fake 1"}};
}

TEST(Run, ReportsAKeptFailureApartFromOthers) {
  Plan plan = plan_of(1000);
  plan.files.push_back(kept_file("below_100", 100000));
  for (const unsigned threads : {1u, 3u}) {
    const auto result = run(plan, {subject_with(threads)}).front();
    ASSERT_EQ(result.counterexamples.size(), 3u);
    const Counterexample& kept = result.counterexamples[0];
    EXPECT_TRUE(kept.is_kept);
    EXPECT_EQ(kept.times, 1u);
    EXPECT_EQ(kept.file, "kept.json");
    EXPECT_EQ(kept.smallest, plan.files[0].vectors[0].c);
    const Counterexample& other = result.counterexamples[1];
    EXPECT_FALSE(other.is_kept);
    EXPECT_EQ(other.row, kept.row);
    EXPECT_EQ(other.times, 450u);
    EXPECT_EQ(other.origin, "draw 100");
  }
}

TEST(Run, CountsTheSameFailureOnce) {
  Plan plan = plan_of(1000);
  const auto before = run(plan, {subject_with(1)}).front();
  VectorFile file = kept_file("below_100", 0);
  file.vectors[0].c = before.counterexamples[0].smallest;
  plan.files.push_back(file);
  const auto result = run(plan, {subject_with(1)}).front();
  ASSERT_EQ(result.counterexamples.size(), 2u);
  EXPECT_TRUE(result.counterexamples[0].is_kept);
  EXPECT_EQ(result.counterexamples[0].times, 451u);
}

TEST(Run, CountsAKeptFailureByItsLaw) {
  Plan plan = plan_of(0);
  plan.files.push_back(kept_file("below_100", 5));
  EXPECT_EQ(run(plan, {subject_with(1)}).front().tally.files()[0][Verdict::well], 1u);
  plan.files[0] = kept_file("is_native", 100000);
  const auto result = run(plan, {subject_with(1)}).front();
  EXPECT_EQ(result.tally.files()[0][Verdict::vacuous], 1u);
  ASSERT_EQ(result.counterexamples.size(), 1u);
  EXPECT_FALSE(result.counterexamples[0].is_kept);
}

TEST(Run, JudgesSubjectsSideBySide) {
  const auto results = run(plan_of(300), {subject_with(1), subject_with(2), subject_with(1)});
  ASSERT_EQ(results.size(), 3u);
  for (const Result& result : results) EXPECT_EQ(counts_of(result, 0), counts_of(results[0], 0));
}

TEST(Run, StopsWhereATesteeWasGivenUp) {
  auto asked = std::make_shared<std::atomic<int>>(0);
  Subject subject = subject_with(1);
  subject.implementation.ask = [asked](const laws::Request& request) -> laws::Reply {
    if (++*asked > 20) return laws::Died{laws::Died::How::given_up, "given up after 20 restarts"};
    return give_back(request);
  };
  const auto result = run(plan_of(100000), {subject}).front();
  EXPECT_EQ(result.gave_up, "given up after 20 restarts");
  EXPECT_EQ(counts_of(result, 0)[Verdict::well], 20u);
  EXPECT_EQ(counts_of(result, 0)[Verdict::broken], 0u);
  EXPECT_EQ(*asked, 21);
}

TEST(Run, SaysWhenAFailureDoesNotRepeat) {
  auto asked = std::make_shared<std::atomic<int>>(0);
  Subject subject = subject_with(1);
  subject.implementation.ask = [asked](const laws::Request&) -> laws::Reply {
    return laws::ScalarAnswer{{++*asked == 1 ? 1000u : 0u}};
  };
  Plan plan = plan_of(1);
  const auto result = run(plan, {subject}).front();
  ASSERT_EQ(result.counterexamples.size(), 1u);
  EXPECT_FALSE(result.counterexamples[0].repeats);
  EXPECT_EQ(result.counterexamples[0].smallest, result.counterexamples[0].found);
}

TEST(Run, EndsInTimeAndReportsProgress) {
  Plan plan = plan_of(~std::uint64_t{0});
  plan.seconds = std::chrono::duration<double>(0.6);
  int calls = 0;
  const auto start = std::chrono::steady_clock::now();
  const auto result = run(plan, {subject_with(2)}, [&](const Progress& progress) {
                        ++calls;
                        EXPECT_EQ(progress.of, 0u);
                      }).front();
  const auto elapsed = std::chrono::steady_clock::now() - start;
  EXPECT_GE(elapsed, std::chrono::milliseconds(600));
  EXPECT_LT(elapsed, std::chrono::seconds(20));
  EXPECT_GE(calls, 1);
  EXPECT_GT(result.draws, 0u);
}

TEST(Run, OfNothingIsNothing) {
  const auto result = run(plan_of(0), {subject_with(3)}).front();
  EXPECT_EQ(result.tally.cases(), 0u);
  EXPECT_EQ(result.tally.total(), Counts{});
}

TEST(PlaceOf, IsTheCellOrScalar) {
  EXPECT_EQ(place_of(ScalarCase{}), "scalar");
  TensorCase c;
  c.scheme.value = Value::Q4S;
  c.scheme.tensor = ScaleDtype::F32;
  EXPECT_EQ(place_of(c), "Q4S/PackedU32/F32/none/absent");
}

}  // namespace
}  // namespace qb::conformance
