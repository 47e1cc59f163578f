// What laws ask of a subject, and what they make of subjects that answer badly or nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <cfenv>
#include <map>
#include <set>

#include "properties/draw_for.h"
#include "properties/in_process.h"
#include "properties/laws/environment.h"
#include "properties/laws/tables.h"
#include "properties/remember.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kSeed = 20261201, kDraws = 200;

struct Where {
  std::uint64_t offset = 0;
  Placement placement = Placement::amid;
  std::uint64_t short_by = 0;
};

Where where_of(const Request& request) {
  return std::visit(
      [](const auto& r) {
        Where where;
        if constexpr (requires { r.input_offset; }) where.offset = r.input_offset;
        if constexpr (requires { r.placement; }) where.placement = r.placement;
        if constexpr (requires { r.short_by; }) where.short_by = r.short_by;
        return where;
      },
      request);
}

/// All that a request takes of its subject, besides messages and NaNs, which only judges see.
std::uint32_t taken_by(const Request& request) {
  const Where where = where_of(request);
  std::uint32_t taken = capability_of(request);
  if (where.offset != 0 || where.placement != Placement::amid) taken |= kPlacement;
  const bool is_ours = where.short_by != 0 || where.placement != Placement::amid ||
                       std::fegetround() != FE_TONEAREST;
  return is_ours ? taken | kSeesBuffers : taken;
}

/// A subject that can do all, and answers as `ask` does.
Implementation subject(std::function<Reply(const Request&)> ask) {
  return {"subject of a test", "", ~0u, std::move(ask)};
}

/// `reply` to every request.
Implementation always(const Reply& reply) {
  return subject([reply](const Request&) { return reply; });
}

/// What each law says of `subject` on its own draws. The number of laws that broke.
template <typename Look>
int judge_all(const Implementation& subject, Look look) {
  const Implementation oracle = remembering(reference());
  int broken = 0;
  for (const Law& law : all_laws()) {
    bool is_broken = false;
    for (std::uint64_t k = 0; k < kDraws; ++k) {
      const Outcome outcome = judge(law, subject, oracle, draw_for(law, kSeed, k));
      is_broken |= std::holds_alternative<Broken>(outcome);
      look(law, outcome);
    }
    broken += is_broken;
  }
  return broken;
}

TEST(Laws, NeedWhatTheyAskFor) {
  constexpr std::uint32_t kOnlySeenByJudges = kMessages | kRequiredNans;
  const Implementation right = codec(), oracle = remembering(reference());
  std::uint32_t taken = 0;
  const Implementation recorder = subject([&](const Request& request) {
    taken |= taken_by(request);
    return right.ask(request);
  });
  for (const Law& law : all_laws()) {
    taken = 0;
    for (std::uint64_t k = 0; k < kDraws; ++k)
      judge(law, recorder, oracle, draw_for(law, kSeed, k));
    EXPECT_EQ(taken, law.needs & ~kOnlySeenByJudges) << law.id;
  }
}

TEST(Laws, NeitherHoldNorBreakWhereNothingIsSupported) {
  judge_all(always(Unsupported{"not here"}), [](const Law& law, const Outcome& outcome) {
    EXPECT_FALSE(std::holds_alternative<Held>(outcome)) << law.id;
    EXPECT_FALSE(std::holds_alternative<Broken>(outcome)) << law.id;
    if (const auto* unsupported = std::get_if<NotSupported>(&outcome)) {
      EXPECT_EQ(unsupported->why, "not here") << law.id;
    }
  });
}

TEST(Laws, NeverHoldOfASubjectThatDied) {
  const int broken = judge_all(
      always(Died{Died::How::ended, "exit code 3"}), [](const Law& law, const Outcome& outcome) {
        EXPECT_FALSE(std::holds_alternative<Held>(outcome)) << law.id;
        const auto* said = std::get_if<Broken>(&outcome);
        if (said == nullptr) return;
        EXPECT_NE((said->what + said->got).find("exit code 3"), std::string::npos) << law.id;
        EXPECT_EQ(said->expected.find("exit code 3"), std::string::npos) << law.id;
      });
  EXPECT_GT(broken, 40);  // the others look at answers alone
}

// A refusal without a name is as good as any that is due; elsewhere it is what was got.
TEST(Laws, SayWhatWasRefused) {
  const int broken = judge_all(always(Refused{{}, "", "the mark of a test", false}),
                               [](const Law& law, const Outcome& outcome) {
                                 const auto* said = std::get_if<Broken>(&outcome);
                                 if (said == nullptr) return;
                                 EXPECT_NE(said->got.find("the mark"), std::string::npos) << law.id;
                                 EXPECT_EQ(said->expected.find("the mark"), std::string::npos)
                                     << law.id;
                               });
  EXPECT_GT(broken, 10);
}

/// The reply with one thing in it changed.
Reply spoiled(Reply reply) {
  if (auto* bytes = std::get_if<BytesAnswer>(&reply)) bytes->bytes.push_back(0);
  if (auto* tensor = std::get_if<TensorAnswer>(&reply)) tensor->codes.push_back(0);
  if (auto* values = std::get_if<ValuesAnswer>(&reply)) values->values.push_back(0);
  if (auto* quantized = std::get_if<QuantizedAnswer>(&reply)) quantized->bytes.push_back(0);
  if (auto* audit = std::get_if<FindingsAnswer>(&reply)) audit->findings.push_back({});
  if (std::holds_alternative<ValidAnswer>(reply))
    reply = Refused{Error::truncated, "truncated", "", false};
  return reply;
}

/// How often each law of placement breaks of the codec with the replies spoiled to which
/// `is_spoiled` points.
template <typename IsSpoiled>
std::map<std::string_view, int> broken_by(IsSpoiled is_spoiled) {
  const Implementation right = codec(), oracle = remembering(reference());
  const Implementation wrong = subject([&](const Request& request) {
    Reply reply = right.ask(request);
    return is_spoiled(request) ? spoiled(std::move(reply)) : reply;
  });
  std::map<std::string_view, int> counts;
  for (const Law& law : placement_laws())
    for (std::uint64_t k = 0; k < kDraws; ++k)
      counts[law.id] +=
          std::holds_alternative<Broken>(judge(law, wrong, oracle, draw_for(law, kSeed, k)));
  return counts;
}

TEST(LawsOfPlacement, BreakWhereverASubjectAnswersOtherwise) {
  for (const Placement placement :
       {Placement::front, Placement::behind, Placement::amid, Placement::roomy}) {
    const auto counts = broken_by([&](const Request& request) {
      const Where where = where_of(request);
      return where.placement == placement && (placement != Placement::amid || where.offset != 0);
    });
    for (const auto& [id, count] : counts) {
      // Floats lie at addresses divisible by 4: no offset is asked for.
      if (placement == Placement::amid && id == "quantizes_inside_its_buffers") continue;
      EXPECT_GT(count, 10) << id << " at place " << static_cast<int>(placement);
    }
  }
}

// Flush behind: 64 lengths of bytes or 16 of floats in a row, so that every residue occurs.
TEST(LawsOfPlacement, ReachEveryLength) {
  const auto last_length = [](const auto& request) -> std::uint64_t {
    return request.shape.empty() ? 0 : request.shape.back();
  };
  std::set<std::uint64_t> lengths;
  const Implementation right = codec(), oracle = remembering(reference());
  const Implementation recorder = subject([&](const Request& request) {
    if (where_of(request).placement == Placement::behind)
      std::visit(
          [&](const auto& r) {
            if constexpr (requires { r.shape; }) lengths.insert(last_length(r));
          },
          request);
    return right.ask(request);
  });
  for (const Law& law : placement_laws()) {
    if (law.id == "audits_inside_its_buffer") continue;  // at the length that was drawn alone
    std::size_t most = 0;
    for (std::uint64_t k = 0; k < kDraws; ++k) {
      lengths.clear();
      judge(law, recorder, oracle, draw_for(law, kSeed, k));
      most = std::max(most, lengths.size());
    }
    EXPECT_EQ(most, law.kind == CaseKind::floats ? 16u : 64u) << law.id;
  }
}

TEST(Environment, RoundsUpFlushesAndIsLeftAsItWas) {
  volatile float tiny = 0x1p-126f, half = 0.5f, one = 1;
  const float subnormal = tiny * half;
  ASSERT_NE(subnormal, 0);
  {
    const laws::Environment environment;
    EXPECT_EQ(std::fegetround(), FE_UPWARD);
    EXPECT_GT(one + tiny, 1);
#ifdef __SSE__
    EXPECT_EQ(tiny * half, 0);
    volatile float input = subnormal;
    EXPECT_EQ(input + input, 0);
#endif
  }
  EXPECT_EQ(std::fegetround(), FE_TONEAREST);
  EXPECT_EQ(one + tiny, 1);
  EXPECT_EQ(tiny * half, subnormal);
}

}  // namespace
}  // namespace qb::laws
