// What laws ask of a subject, and what they make of subjects that answer badly or nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cfenv>
#include <map>

#include "properties/draw_for.h"
#include "properties/in_process.h"
#include "properties/laws/environment.h"
#include "properties/remember.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kSeed = 20261201, kDraws = 200;

/// The verb a request is of.
std::uint32_t verb_of(const Request& request) {
  struct Verb {
    std::uint32_t operator()(const SizeRequest&) const { return kSize; }
    std::uint32_t operator()(const EncodeRequest&) const { return kEncode; }
    std::uint32_t operator()(const BytesRequest& bytes) const {
      switch (bytes.verb) {
        case BytesVerb::validate:
          return kValidate;
        case BytesVerb::decode:
          return kDecode;
        case BytesVerb::audit:
          return kAudit;
        case BytesVerb::dequantize:
          return kDequantize;
      }
      return 0;
    }
    std::uint32_t operator()(const PermuteRequest&) const { return kPermute; }
    std::uint32_t operator()(const TextRequest&) const { return kText; }
    std::uint32_t operator()(const ScalarRequest&) const { return kScalar; }
    std::uint32_t operator()(const DigestRequest&) const { return kDigest; }
    std::uint32_t operator()(const QuantizeRequest&) const { return kQuantize; }
    std::uint32_t operator()(const PresetRequest&) const { return kPreset; }
  };
  return std::visit(Verb{}, request);
}

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
  std::uint32_t taken = verb_of(request);
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

/// What each law says of `subject` on its own draws.
template <typename Look>
void judge_all(const Implementation& subject, Look look) {
  const Implementation oracle = remembering(reference());
  for (const Law& law : all_laws())
    for (std::uint64_t k = 0; k < kDraws; ++k)
      look(law, judge(law, subject, oracle, draw_for(law, kSeed, k)));
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
  judge_all(always(Died{Died::How::ended, "exit code 3"}),
            [](const Law& law, const Outcome& outcome) {
              EXPECT_FALSE(std::holds_alternative<Held>(outcome)) << law.id;
              const auto* broken = std::get_if<Broken>(&outcome);
              if (broken == nullptr) return;
              const std::string said = broken->what + broken->got;
              EXPECT_NE(said.find("exit code 3"), std::string::npos) << law.id << ": " << said;
              EXPECT_EQ(broken->expected.find("exit code 3"), std::string::npos) << law.id;
            });
}

// A refusal without a name is as good as any that is due; elsewhere it is what was got.
TEST(Laws, SayWhatWasRefused) {
  judge_all(always(Refused{{}, "", "the mark of a test", false}),
            [](const Law& law, const Outcome& outcome) {
              const auto* broken = std::get_if<Broken>(&outcome);
              if (broken == nullptr) return;
              EXPECT_NE(broken->got.find("the mark"), std::string::npos) << law.id << broken->got;
              EXPECT_EQ(broken->expected.find("the mark"), std::string::npos) << law.id;
            });
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

/// How often each of the laws whose id is given breaks of the codec with the replies spoiled to
/// which `is_spoiled` points.
template <typename IsSpoiled>
std::map<std::string, int> broken_by(std::span<const std::string_view> ids, IsSpoiled is_spoiled) {
  const Implementation right = codec(), oracle = remembering(reference());
  const Implementation wrong = subject([&](const Request& request) {
    Reply reply = right.ask(request);
    return is_spoiled(request) ? spoiled(std::move(reply)) : reply;
  });
  std::map<std::string, int> counts;
  for (const Law& law : all_laws()) {
    if (std::find(ids.begin(), ids.end(), law.id) == ids.end()) continue;
    for (std::uint64_t k = 0; k < kDraws; ++k)
      counts[std::string(law.id)] +=
          std::holds_alternative<Broken>(judge(law, wrong, oracle, draw_for(law, kSeed, k)));
  }
  EXPECT_EQ(counts.size(), ids.size());
  return counts;
}

constexpr std::array<std::string_view, 5> kInsideTheirBuffers{
    "encodes_inside_its_buffers", "decodes_inside_its_buffers", "audits_inside_its_buffer",
    "quantizes_inside_its_buffers", "dequantizes_inside_its_buffers"};

TEST(LawsOfPlacement, BreakWhereverASubjectAnswersOtherwise) {
  for (const Placement placement :
       {Placement::front, Placement::behind, Placement::amid, Placement::roomy}) {
    const auto counts = broken_by(kInsideTheirBuffers, [&](const Request& request) {
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
  std::map<std::uint64_t, bool> lengths;
  const Implementation right = codec(), oracle = remembering(reference());
  const Implementation recorder = subject([&](const Request& request) {
    if (where_of(request).placement == Placement::behind)
      std::visit(
          [&](const auto& r) {
            if constexpr (requires { r.shape; }) lengths[last_length(r)] = true;
          },
          request);
    return right.ask(request);
  });
  for (const Law& law : all_laws()) {
    if (std::find(kInsideTheirBuffers.begin(), kInsideTheirBuffers.end(), law.id) ==
            kInsideTheirBuffers.end() ||
        law.id == "audits_inside_its_buffer")
      continue;
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
