// F27.
#include <gtest/gtest.h>

#include "cases.h"

namespace qb {
void PrintTo(const Finding& finding, std::ostream* out) {
  *out << name(finding.kind) << " " << finding.index;
}
}  // namespace qb

namespace qb::reference {
namespace {

using enum Value;
using enum ScaleDtype;
using enum FindingKind;
using Findings = std::vector<Finding>;

Findings found(const Scheme& one, const Dims& shape, const char* bytes) {
  const auto findings = audit(kRight, one, shape, hex(bytes));
  EXPECT_TRUE(findings);
  return findings ? *findings : Findings{};
}

TEST(Audit, Example) {
  EXPECT_EQ(found(scheme(Q4S, packed_native(0), F16), {2}, "18 f7 00 80"),
            (Findings{{code_out_of_range, 0},
                      {padding_not_zero, 0},
                      {padding_not_zero, 1},
                      {scale_negative, 0},
                      {scale_zero, 0}}));
}

TEST(Audit, IntegersOutsideTheirRange) {
  const auto native = [](Value value, const char* bytes) {
    return found(scheme(value, kNative, UE8M0), {4}, bytes);
  };
  EXPECT_EQ(native(Q8S, "80 81 7f ff 7f"), (Findings{{code_out_of_range, 0}}));
  EXPECT_EQ(native(Q8F, "80 81 7f ff 7f"), Findings{});
  EXPECT_EQ(native(Q4S, "f8 f9 07 7f 7f"),
            (Findings{{code_out_of_range, 0}, {code_out_of_range, 3}}));
  EXPECT_EQ(native(Q4F, "f8 f7 07 08 7f"),
            (Findings{{code_out_of_range, 1}, {code_out_of_range, 3}}));
  EXPECT_EQ(native(Q2S, "fe ff 01 02 7f"),
            (Findings{{code_out_of_range, 0}, {code_out_of_range, 3}}));
  EXPECT_EQ(native(Q2F, "fe fd 01 02 7f"),
            (Findings{{code_out_of_range, 1}, {code_out_of_range, 3}}));
  EXPECT_EQ(native(E2M1, "0f 08 10 ff 7f"),
            (Findings{{code_out_of_range, 2}, {code_out_of_range, 3}}));
}

TEST(Audit, FloatCodes) {
  EXPECT_EQ(found(scheme(E4M3, kNative, UE8M0), {6}, "7f ff 7e fe 7c 80 7f"),
            (Findings{{code_nan, 0}, {code_nan, 1}}));
  EXPECT_EQ(found(scheme(E5M2, kNative, UE8M0), {10}, "7b 7c 7d 7e 7f fb fc fd fe ff 7f"),
            (Findings{{code_infinite, 1},
                      {code_nan, 2},
                      {code_nan, 3},
                      {code_nan, 4},
                      {code_infinite, 6},
                      {code_nan, 7},
                      {code_nan, 8},
                      {code_nan, 9}}));
}

TEST(Audit, ScalesOfEachDtype) {
  const auto cells = [](ScaleDtype dtype, std::uint64_t count, const char* bytes) {
    const std::string values(2 * count, '0');
    return found(scheme(Q8F, kNative, {}, blocks({}, dtype)), {count}, (values + bytes).c_str());
  };
  EXPECT_EQ(cells(UE4M3, 8, "00 80 01 81 7f ff 08 7e"), (Findings{{scale_zero, 0},
                                                                  {scale_negative, 1},
                                                                  {scale_zero, 1},
                                                                  {scale_subnormal, 2},
                                                                  {scale_negative, 3},
                                                                  {scale_subnormal, 3},
                                                                  {scale_nan, 4},
                                                                  {scale_nan, 5}}));
  EXPECT_EQ(cells(UE8M0, 4, "00 ff fe 01"), (Findings{{scale_nan, 1}}));
  EXPECT_EQ(cells(F16, 5, "ff03 0004 00fc 007c 01fc"), (Findings{{scale_subnormal, 0},
                                                                 {scale_infinite, 2},
                                                                 {scale_negative, 2},
                                                                 {scale_infinite, 3},
                                                                 {scale_nan, 4}}));
  EXPECT_EQ(cells(BF16, 3, "7f00 8000 80bf"),
            (Findings{{scale_subnormal, 0}, {scale_negative, 2}}));
  EXPECT_EQ(cells(F32, 3, "ffff7f00 00008000 0100c0ff"),
            (Findings{{scale_subnormal, 0}, {scale_nan, 2}}));
}

TEST(Audit, GlobalScaleHasTheNumberOfCells) {
  const Scheme one = scheme(Q8F, kNative, F32, blocks({2}, UE4M3));
  EXPECT_EQ(found(one, {3}, "00 00 00 38 00 00000080"),
            (Findings{{scale_zero, 1}, {scale_negative, 2}, {scale_zero, 2}}));
  EXPECT_EQ(found(one, {0}, "000080ff"), (Findings{{scale_infinite, 0}, {scale_negative, 0}}));
}

TEST(Audit, FindingsStandInTheOrderOfTheBuffer) {
  const Scheme one = scheme(Q4S, packed_u32(1), {}, blocks({}, UE4M3));
  EXPECT_EQ(found(one, {3, 2}, "88 f8 00 01 80 00 00 00 00 38 38 38 38 01"),
            (Findings{{code_out_of_range, 0},
                      {code_out_of_range, 2},
                      {code_out_of_range, 4},
                      {padding_not_zero, 1},
                      {padding_not_zero, 3},
                      {code_out_of_range, 3},
                      {scale_zero, 0},
                      {scale_subnormal, 5}}));
}

TEST(Audit, StoredOrderOfBlockScales) {
  const Scheme one = scheme(Q8F, packed_native(1), {}, blocks({}, UE4M3));
  EXPECT_EQ(found(one, {2, 3}, "00 00 00 00 00 00  38 00 01 38 38 38"),
            (Findings{{scale_zero, 3}, {scale_subnormal, 1}}));
}

TEST(Audit, UnusedHighBits) {
  EXPECT_EQ(found(scheme(Q2S, packed_native(0), UE8M0), {2}, "04 03 7f"),
            (Findings{{padding_not_zero, 0}}));
  EXPECT_EQ(found(scheme(E2M1, packed_native(0), UE8M0), {3}, "ff 1f 7f"),
            (Findings{{padding_not_zero, 1}}));
  EXPECT_EQ(found(scheme(E4M3, packed_u32(0), UE8M0), {1}, "00 00 01 00 7f"),
            (Findings{{padding_not_zero, 2}}));
}

}  // namespace
}  // namespace qb::reference
