// Audit and canonical bytes (F27, F28).
#include <gtest/gtest.h>

#include "support.h"

namespace qb {
namespace {

using enum Value;
using enum ScaleDtype;
using enum FindingKind;

// ---- audit, F27 --------------------------------------------------------------------------------

TEST(Audit, GivesTheExampleOfTheFormat) {
  EXPECT_EQ(audited(per_tensor(Q4S, packed_native(0), F16), {2}, hex("18 f7 00 80")),
            (Findings{{code_out_of_range, 0},
                      {padding_not_zero, 0},
                      {padding_not_zero, 1},
                      {scale_negative, 0},
                      {scale_zero, 0}}));
}

TEST(Audit, FindsIntegersOutsideWhatQuantizingGives) {
  const auto out_of_range = [](Value value, const char* digits) {
    Bytes bytes = hex(digits);
    const Dims shape{bytes.size()};
    bytes.push_back(0x7f);
    std::vector<std::uint64_t> indices;
    for (const Finding& finding : audited(blocked(value, kNative, {255}, UE8M0), shape, bytes)) {
      EXPECT_EQ(finding.kind, code_out_of_range);
      indices.push_back(finding.index);
    }
    return indices;
  };
  EXPECT_EQ(out_of_range(Q8F, "80 81 ff 00 7f"), Dims{});
  EXPECT_EQ(out_of_range(Q8S, "80 81 ff 00 7f"), Dims{0});
  EXPECT_EQ(out_of_range(Q4F, "80 f7 f8 ff 00 07 08 7f"), (Dims{0, 1, 6, 7}));
  EXPECT_EQ(out_of_range(Q4S, "80 f8 f9 ff 00 07 08 7f"), (Dims{0, 1, 6, 7}));
  EXPECT_EQ(out_of_range(Q2F, "80 fd fe ff 00 01 02 7f"), (Dims{0, 1, 6, 7}));
  EXPECT_EQ(out_of_range(Q2S, "80 fe ff 00 01 02 7f"), (Dims{0, 1, 5, 6}));
  EXPECT_EQ(out_of_range(E2M1, "00 08 0f 10 1f 80 ff"), (Dims{3, 4, 5, 6}));
}

TEST(Audit, FindsNanAndInfinityCodes) {
  const Scheme e5m2 = blocked(E5M2, kNative, {255}, UE8M0);
  EXPECT_EQ(audited(e5m2, {11}, hex("7c fc 7d 7e 7f fd fe ff 7b fb 80 7f")),
            (Findings{{code_infinite, 0},
                      {code_infinite, 1},
                      {code_nan, 2},
                      {code_nan, 3},
                      {code_nan, 4},
                      {code_nan, 5},
                      {code_nan, 6},
                      {code_nan, 7}}));
  const Scheme e4m3 = blocked(E4M3, packed_native(0), {255}, UE8M0);
  EXPECT_EQ(audited(e4m3, {6}, hex("7f ff 7e fe 7c 80 7f")),
            (Findings{{code_nan, 0}, {code_nan, 1}}));
}

TEST(Audit, FindsNothingInPackedFloatCodesOfFourBits) {
  EXPECT_EQ(audited(blocked(E2M1, packed_native(0), {2}, UE8M0), {2}, hex("8f 7f")), Findings{});
}

using Kinds = std::vector<FindingKind>;

Kinds scale_kinds(ScaleDtype dtype, const char* stored) {
  Kinds kinds;
  for (const Finding& finding : audited(per_tensor(Q8S, kNative, dtype), {0}, hex(stored))) {
    EXPECT_EQ(finding.index, 0u);
    kinds.push_back(finding.kind);
  }
  return kinds;
}

TEST(Audit, JudgesScalesInTheirOwnDtype) {
  const struct {
    ScaleDtype dtype;
    const char* stored;
    Kinds kinds;
  } table[] = {
      {F32, "00 00 80 3f", {}},
      {F32, "00 00 00 00", {scale_zero}},
      {F32, "00 00 00 80", {scale_negative, scale_zero}},
      {F32, "01 00 00 00", {scale_subnormal}},
      {F32, "ff ff 7f 80", {scale_negative, scale_subnormal}},
      {F32, "00 00 80 00", {}},
      {F32, "ff ff 7f 7f", {}},
      {F32, "00 00 80 7f", {scale_infinite}},
      {F32, "00 00 80 ff", {scale_infinite, scale_negative}},
      {F32, "01 00 80 7f", {scale_nan}},
      {F32, "00 00 c0 ff", {scale_nan}},
      {F32, "00 00 80 bf", {scale_negative}},
      {F16, "00 00", {scale_zero}},
      {F16, "00 80", {scale_negative, scale_zero}},
      {F16, "01 00", {scale_subnormal}},
      {F16, "ff 03", {scale_subnormal}},
      {F16, "00 04", {}},
      {F16, "ff 83", {scale_negative, scale_subnormal}},
      {F16, "ff 7b", {}},
      {F16, "00 7c", {scale_infinite}},
      {F16, "00 fc", {scale_infinite, scale_negative}},
      {F16, "01 7c", {scale_nan}},
      {F16, "00 fe", {scale_nan}},
      {BF16, "00 00", {scale_zero}},
      {BF16, "01 00", {scale_subnormal}},
      {BF16, "7f 00", {scale_subnormal}},
      {BF16, "80 00", {}},
      {BF16, "7f 80", {scale_negative, scale_subnormal}},
      {BF16, "7f 7f", {}},
      {BF16, "80 7f", {scale_infinite}},
      {BF16, "80 ff", {scale_infinite, scale_negative}},
      {BF16, "81 7f", {scale_nan}},
      {UE8M0, "00", {}},
      {UE8M0, "80", {}},
      {UE8M0, "fe", {}},
      {UE8M0, "ff", {scale_nan}},
      {UE4M3, "00", {scale_zero}},
      {UE4M3, "80", {scale_negative, scale_zero}},
      {UE4M3, "01", {scale_subnormal}},
      {UE4M3, "07", {scale_subnormal}},
      {UE4M3, "08", {}},
      {UE4M3, "87", {scale_negative, scale_subnormal}},
      {UE4M3, "88", {scale_negative}},
      {UE4M3, "7e", {}},
      {UE4M3, "fe", {scale_negative}},
      {UE4M3, "7f", {scale_nan}},
      {UE4M3, "ff", {scale_nan}},
  };
  for (const auto& row : table)
    EXPECT_EQ(scale_kinds(row.dtype, row.stored), row.kinds)
        << row.stored << " as dtype " << static_cast<int>(row.dtype);
}

TEST(Audit, FollowsTheBufferNotTheRowMajorOrder) {
  EXPECT_EQ(
      audited(blocked(Q4S, packed_native(1), {}, UE4M3), {2, 2}, hex("08 08 08 08 00 00 00 00")),
      (Findings{{code_out_of_range, 0},
                {code_out_of_range, 2},
                {code_out_of_range, 1},
                {code_out_of_range, 3},
                {scale_zero, 0},
                {scale_zero, 2},
                {scale_zero, 1},
                {scale_zero, 3}}));
}

TEST(Audit, ListsTheCodesOfAByteBeforeItsPadding) {
  EXPECT_EQ(audited(blocked(Q2S, packed_u32(0), {8}, UE8M0), {5}, hex("aa fe 00 80 7f")),
            (Findings{{code_out_of_range, 0},
                      {code_out_of_range, 1},
                      {code_out_of_range, 2},
                      {code_out_of_range, 3},
                      {code_out_of_range, 4},
                      {padding_not_zero, 1},
                      {padding_not_zero, 3}}));
}

TEST(Audit, CountsPaddingBytesFromTheFrontOfTheBuffer) {
  EXPECT_EQ(audited(blocked(Q8S, packed_u32(0), {3}, UE8M0), {2, 3},
                    hex("01 02 03 01 04 05 80 ff 7f 7f")),
            (Findings{{padding_not_zero, 3}, {code_out_of_range, 5}, {padding_not_zero, 7}}));
  EXPECT_EQ(audited(blocked(E2M1, packed_native(0), {3}, UE8M0), {2, 3}, hex("00 10 00 f0 7f 7f")),
            (Findings{{padding_not_zero, 1}, {padding_not_zero, 3}}));
  EXPECT_EQ(audited(blocked(Q2F, packed_native(0), {2}, UE8M0), {2}, hex("04 80 7f")),
            (Findings{{padding_not_zero, 0}, {padding_not_zero, 1}}));
}

TEST(Audit, NumbersTheGlobalScaleAfterTheCells) {
  const Scheme scheme = two_level(Q8S, kNative, {2});
  EXPECT_EQ(audited(scheme, {4}, hex("00 00 00 00 38 ff 00 00 80 ff")),
            (Findings{{scale_nan, 1}, {scale_infinite, 2}, {scale_negative, 2}}));
  EXPECT_EQ(audited(scheme, {0}, hex("01 00 00 00")), (Findings{{scale_subnormal, 0}}));
}

TEST(Audit, LeavesOutWhatDoesNotFitAndCountsItAllTheSame) {
  const Scheme scheme = per_tensor(Q4S, packed_native(0), F16);
  const Bytes bytes = hex("18 f7 00 80");
  const Findings all = audited(scheme, {2}, bytes);
  for (std::size_t room = 0; room <= all.size(); ++room) {
    Findings findings(all.size() + 1, Finding{code_nan, 99});
    const Dims shape{2};
    EXPECT_EQ(answer(audit(scheme, shape, bytes, std::span(findings).first(room))), 5u);
    for (std::size_t i = 0; i < findings.size(); ++i)
      EXPECT_EQ(findings[i], i < room ? all[i] : (Finding{code_nan, 99}));
  }
}

// ---- canonical bytes, F28 ----------------------------------------------------------------------

TEST(CanonicalBytes, AreThoseThatEncodeGivesBack) {
  const Scheme q4s = per_tensor(Q4S, kNative);
  const Bytes kept = hex("f8 00 00 80 3f");
  EXPECT_EQ(encoded(q4s, {1}, decoded(q4s, {1}, kept)), kept);
  EXPECT_EQ(audited(q4s, {1}, kept), (Findings{{code_out_of_range, 0}}));

  Bytes out(5);
  const Dims one{1};
  const Tensor too_wide = decoded(q4s, {1}, hex("7f 00 00 80 3f"));
  EXPECT_EQ(refused(encode(q4s, one, too_wide.view(), out)),
            (Refusal{Error::code_out_of_range, 0, 0}));
  const Tensor five_bits = decoded(per_tensor(E2M1, kNative), {1}, hex("1f 00 00 80 3f"));
  EXPECT_EQ(five_bits.codes, Codes{31});
  EXPECT_EQ(refused(encode(per_tensor(E2M1, kNative), one, five_bits.view(), out)),
            (Refusal{Error::code_out_of_range, 0, 0}));
}

TEST(CanonicalBytes, HaveZeroPadding) {
  const Scheme scheme = per_tensor(Q4S, packed_u32(0));
  EXPECT_EQ(encoded(scheme, {3}, decoded(scheme, {3}, hex("21 f3 ff ff 00 00 80 3f"))),
            hex("21 03 00 00 00 00 80 3f"));
}

}  // namespace
}  // namespace qb
