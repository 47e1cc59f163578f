// What a broken law says: what was expected, what was got, and where they differ first.
#include "properties/laws/judging.h"

#include <gtest/gtest.h>

#include "properties/laws/seen.h"

namespace qb::laws {
namespace {

const Scheme kNative{Value::Q8S, {StoreKind::Native, 0}, Mode::Symmetric, ScaleDtype::F32, {}};

/// Eight bytes of values, two scales of `dtype`, and 4 bytes of a global scale.
Implementation sizes(std::uint64_t scale_bytes) {
  return {"sizes", "", kSize, [scale_bytes](const Request&) -> Reply {
            return SizeAnswer{12 + 2 * scale_bytes, 8, 8 + 2 * scale_bytes};
          }};
}

Scheme with_scales(ScaleDtype dtype, StoreKind store) {
  const std::uint32_t extents[] = {4};
  return {Value::Q8S,
          {store, 0},
          Mode::Symmetric,
          ScaleDtype::F32,
          BlockScale{*BlockSize::from(extents), dtype}};
}

std::string difference_at(std::size_t byte, const Scheme& scheme, std::uint64_t scale_bytes) {
  BytesAnswer expected{std::vector<std::uint8_t>(12 + 2 * scale_bytes)};
  BytesAnswer got = expected;
  got.bytes[byte] = 1;
  const Outcome outcome = compare_bytes(sizes(scale_bytes), scheme, {}, expected, got);
  const auto* broken = std::get_if<Broken>(&outcome);
  return broken == nullptr ? "held" : broken->first_difference;
}

TEST(Judging, NamesThePlaceOfAByte) {
  const Scheme f16 = with_scales(ScaleDtype::F16, StoreKind::Native);
  EXPECT_EQ(difference_at(0, f16, 2), "byte 0: values");
  EXPECT_EQ(difference_at(7, f16, 2), "byte 7: values");
  EXPECT_EQ(difference_at(8, f16, 2), "byte 8: scale 0, F16");
  EXPECT_EQ(difference_at(9, f16, 2), "byte 9: scale 0, F16");
  EXPECT_EQ(difference_at(10, f16, 2), "byte 10: scale 1, F16");
  EXPECT_EQ(difference_at(11, f16, 2), "byte 11: scale 1, F16");
  EXPECT_EQ(difference_at(12, f16, 2), "byte 12: global scale, F32");
  const Scheme words = with_scales(ScaleDtype::F32, StoreKind::PackedU32);
  EXPECT_EQ(difference_at(3, words, 4), "byte 3: values, word 0");
  EXPECT_EQ(difference_at(4, words, 4), "byte 4: values, word 1");
  EXPECT_EQ(difference_at(11, words, 4), "byte 11: scale 0, F32");
  EXPECT_EQ(difference_at(12, words, 4), "byte 12: scale 1, F32");
  const Scheme bf16 = with_scales(ScaleDtype::BF16, StoreKind::Native);
  EXPECT_EQ(difference_at(10, bf16, 2), "byte 10: scale 1, BF16");
  const Scheme ue8m0 = with_scales(ScaleDtype::UE8M0, StoreKind::Native);
  EXPECT_EQ(difference_at(9, ue8m0, 1), "byte 9: scale 1, UE8M0");
  // Without a block level the dtype is the tensor's.
  EXPECT_EQ(difference_at(8, kNative, 4), "byte 8: scale 0, F32");
}

TEST(Judging, SaysWhereBytesEnd) {
  const BytesAnswer expected{std::vector<std::uint8_t>(16)}, got{std::vector<std::uint8_t>(17)};
  const Outcome outcome =
      compare_bytes(sizes(2), with_scales(ScaleDtype::F16, StoreKind::Native), {}, expected, got);
  EXPECT_EQ(std::get<Broken>(outcome).first_difference,
            "byte 16: past the end (16 bytes expected, 17 got)");
  const Implementation no_sizes{"", "", 0, [](const Request&) -> Reply { return Unsupported{}; }};
  const Outcome unplaced = compare_bytes(no_sizes, kNative, {}, expected, got);
  EXPECT_EQ(std::get<Broken>(unplaced).first_difference, "byte 16: ? (16 bytes expected, 17 got)");
}

TEST(Judging, SpellsEveryReply) {
  EXPECT_EQ(text_of(SizeAnswer{20, 8, 16}), "20 bytes, scales at 8, global at 16");
  EXPECT_EQ(text_of(SizeAnswer{20, {}, {}}), "20 bytes");
  EXPECT_EQ(text_of(BytesAnswer{{0x0a, 0xff}}), "0a ff");
  EXPECT_EQ(text_of(BytesAnswer{}), "none");
  EXPECT_EQ(text_of(TensorAnswer{{-1, 2}, {0x3f800000}, 0x40000000}),
            "codes -1 2; scales 3f800000; global 40000000");
  EXPECT_EQ(text_of(TensorAnswer{{}, {0x3f800000}, {}}), "codes none; scales 3f800000");
  EXPECT_EQ(text_of(ValuesAnswer{{0x3f800000, 0x80000000}}), "3f800000 80000000");
  EXPECT_EQ(text_of(ScalarAnswer{{0x7e}}), "0000007e");
  EXPECT_EQ(text_of(FindingsAnswer{{{FindingKind::scale_nan, 3}}}), "scale_nan 3");
  EXPECT_EQ(text_of(ValidAnswer{}), "valid");
  EXPECT_EQ(text_of(DigestAnswer{"00ff"}), "00ff");
  EXPECT_EQ(text_of(TextAnswer{"q8s", "{}"}), "q8s | {}");
  EXPECT_EQ(text_of(TextAnswer{"q8s", {}}), "q8s | (no JSON given)");
  EXPECT_EQ(text_of(QuantizedAnswer{{1}, {}}), "01");
  Summary summary{};
  summary.saturated_blocks = 1;
  summary.clipped_values = 2;
  summary.vanished_blocks = 3;
  summary.zero_blocks = 4;
  EXPECT_EQ(text_of(QuantizedAnswer{{1}, summary}),
            "01; saturated 1, clipped 2, vanished 3, zero 4");
  EXPECT_EQ(text_of(Refused{Error::truncated, "truncated", "too short", false}),
            "refused as truncated: too short");
  EXPECT_EQ(text_of(Refused{{}, "", "", false}), "refused, without a name");
  EXPECT_EQ(text_of(Refused{{}, "panicked", std::string(300, 'x'), false}),
            "refused as panicked: " + std::string(240, 'x'));
  EXPECT_EQ(text_of(Unsupported{"rank 9"}), "unsupported: rank 9");
  EXPECT_EQ(text_of(Died{Died::How::ended, "signal 11"}), "no reply, ended: signal 11");
  EXPECT_EQ(text_of(Died{Died::How::hung, "2 s"}), "no reply, hung: 2 s");
  EXPECT_EQ(text_of(Died{Died::How::garbage, "}"}), "no reply, wrote garbage: }");
  EXPECT_EQ(text_of(Died{Died::How::given_up, "5 times"}), "no reply, given up: 5 times");
  const std::string scheme = text_of(SchemeAnswer{kNative});
  EXPECT_TRUE(scheme.starts_with("{\"") && scheme.ends_with("}")) << scheme;
}

TEST(Judging, ShowsOnlyTheBeginningOfMuch) {
  const auto words = [](std::size_t count) {
    return text_of(ScalarAnswer{std::vector<std::uint32_t>(count, 1)});
  };
  EXPECT_EQ(words(24).size(), 24u * 9 - 1);
  EXPECT_EQ(words(25), words(24) + " … (25 in all)");
}

/// Broken, with `expected` and `got` each in its own place.
void expect_broken(const Outcome& outcome, const Reply& expected, const Reply& got,
                   const std::string& what, const std::string& where = {}) {
  const auto* broken = std::get_if<Broken>(&outcome);
  ASSERT_NE(broken, nullptr);
  EXPECT_EQ(broken->what, what);
  EXPECT_EQ(broken->expected, text_of(expected));
  EXPECT_EQ(broken->got, text_of(got));
  EXPECT_EQ(broken->first_difference, where);
}

void compare(const Reply& expected, const Reply& got, const std::string& what,
             const std::string& where = {}) {
  const auto compared = [](const Reply& a, const Reply& b) {
    return compare_replies(sizes(2), kNative, {}, a, b, Nans::same_bits);
  };
  EXPECT_TRUE(std::holds_alternative<Held>(compared(expected, expected)));
  EXPECT_TRUE(std::holds_alternative<Held>(compared(got, got)));
  expect_broken(compared(expected, got), expected, got, what, where);
}

TEST(Judging, ComparesReplies) {
  compare(BytesAnswer{{1, 2}}, BytesAnswer{{1, 3}}, "other bytes", "byte 1: values");
  compare(TensorAnswer{{1, 2}, {5}, {}}, TensorAnswer{{1, 3}, {5}, {}}, "other codes",
          "code 1: 2 and 3");
  compare(TensorAnswer{{1, 2}, {5}, {}}, TensorAnswer{{1}, {5}, {}}, "another number of codes");
  compare(TensorAnswer{{1}, {5, 6}, {}}, TensorAnswer{{1}, {5, 7}, {}}, "other scales",
          "scale 1: 00000006 and 00000007");
  compare(TensorAnswer{{1}, {5, 6}, {}}, TensorAnswer{{1}, {5}, {}}, "another number of scales");
  compare(TensorAnswer{{1}, {5}, 7}, TensorAnswer{{1}, {5}, {}}, "another global scale");
  compare(TensorAnswer{{1}, {5}, {}}, TensorAnswer{{1}, {5}, 7}, "another global scale");
  compare(TensorAnswer{{1}, {5}, 7}, TensorAnswer{{1}, {5}, 8}, "another global scale");
  compare(ValuesAnswer{{4, 5}}, ValuesAnswer{{4, 6}}, "other values",
          "value 1: 00000005 and 00000006");
  compare(ValuesAnswer{{4, 5}}, ValuesAnswer{{4}}, "another number of values");
  compare(FindingsAnswer{{{FindingKind::scale_nan, 3}}},
          FindingsAnswer{{{FindingKind::scale_nan, 4}}}, "other findings");
  compare(SchemeAnswer{kNative}, SchemeAnswer{with_scales(ScaleDtype::F16, StoreKind::Native)},
          "another scheme");
  compare(Refused{Error::truncated, "truncated", "", false},
          Refused{Error::trailing_bytes, "trailing_bytes", "", false},
          "refused for another reason");
  compare(BytesAnswer{{1}}, ValidAnswer{}, "answered with something else");
  // Summaries are a law of their own.
  const Reply counted = QuantizedAnswer{{1, 2}, Summary{}};
  EXPECT_TRUE(std::holds_alternative<Held>(compare_replies(
      sizes(2), kNative, {}, counted, QuantizedAnswer{{1, 2}, {}}, Nans::same_bits)));
  EXPECT_TRUE(std::holds_alternative<Broken>(compare_replies(
      sizes(2), kNative, {}, counted, QuantizedAnswer{{1, 3}, Summary{}}, Nans::same_bits)));
}

TEST(Judging, ComparesAnswersAndRefusals) {
  const Reply refused = Refused{Error::truncated, "truncated", "", false};
  const Reply bytes = BytesAnswer{{1}}, died = Died{Died::How::hung, "2 s"};
  const auto compared = [](const Reply& expected, const Reply& got) {
    return compare_replies(sizes(2), kNative, {}, expected, got, Nans::same_bits);
  };
  expect_broken(compared(refused, bytes), refused, bytes, "accepted what must be refused");
  expect_broken(compared(bytes, refused), bytes, refused, "refused what is legal");
  expect_broken(compared(refused, died), refused, died, "no reply came");
  expect_broken(compared(bytes, died), bytes, died, "no reply came");
  expect_broken(compared(died, died), died, died, "no reply came");
  for (const Reply& expected : {refused, bytes, Reply{Unsupported{"other"}}})
    EXPECT_EQ(std::get<NotSupported>(compared(expected, Unsupported{"why"})).why, "why");
  // A refusal without a name equals any; one with a name outside the set equals none.
  EXPECT_TRUE(std::holds_alternative<Held>(compared(refused, Refused{{}, "", "", false})));
  const Reply panic = Refused{{}, "panicked", "", false};
  expect_broken(compared(refused, panic), refused, panic, "refused for another reason");
}

TEST(Judging, ComparesNans) {
  constexpr std::uint32_t kNan = 0x7fc00000, kOther = 0xff800001, kInfinity = 0x7f800000;
  EXPECT_TRUE(same_number(kNan, kNan, Nans::same_bits));
  EXPECT_FALSE(same_number(kNan, kOther, Nans::same_bits));
  EXPECT_TRUE(same_number(kNan, kOther, Nans::all_equal));
  EXPECT_FALSE(same_number(kNan, kInfinity, Nans::all_equal));
  EXPECT_FALSE(same_number(kInfinity, kNan, Nans::all_equal));
  EXPECT_FALSE(same_number(0, 0x80000000, Nans::all_equal));
}

TEST(Judging, JudgesWhatARefusalLeaves) {
  EXPECT_TRUE(std::holds_alternative<Vacuous>(untouched(BytesAnswer{})));
  EXPECT_TRUE(std::holds_alternative<Held>(untouched(Refused{{}, "", "", false})));
  const Reply touching = Refused{Error::truncated, "truncated", "", true};
  const Outcome outcome = untouched(touching);
  EXPECT_EQ(std::get<Broken>(outcome).expected, "no byte of any output changed");
  EXPECT_EQ(std::get<Broken>(outcome).got, text_of(touching));
}

TEST(Judging, ComparesMessages) {
  const Reply one = Refused{Error::truncated, "truncated", "one", false};
  const Reply two = Refused{Error::truncated, "truncated", "two", false};
  const Reply other = Refused{Error::trailing_bytes, "trailing_bytes", "one", false};
  EXPECT_TRUE(std::holds_alternative<Held>(same_message(one, one)));
  EXPECT_TRUE(std::holds_alternative<Vacuous>(same_message(one, other)));
  EXPECT_TRUE(std::holds_alternative<Vacuous>(same_message(one, BytesAnswer{})));
  EXPECT_TRUE(std::holds_alternative<Vacuous>(same_message(BytesAnswer{}, one)));
  expect_broken(same_message(one, two), one, two, "another message");
}

TEST(Judging, KnowsZeroBesideHuge) {
  constexpr std::uint64_t kHuge = std::uint64_t{1} << 32;
  const auto is = [](std::vector<std::uint64_t> shape) { return zero_beside_huge(shape); };
  EXPECT_TRUE(is({0, kHuge, kHuge}));
  EXPECT_TRUE(is({kHuge, kHuge, 0}));
  EXPECT_TRUE(is({kHuge, 1, 0, kHuge}));
  EXPECT_TRUE(is({0, std::uint64_t{1} << 63}));
  EXPECT_FALSE(is({0, INT64_MAX}));
  EXPECT_FALSE(is({0, kHuge, kHuge / 4}));
  EXPECT_FALSE(is({kHuge, kHuge}));
  EXPECT_FALSE(is({0, 0, 5}));
  EXPECT_FALSE(is({}));
}

TEST(Seen, SaysWhatCameOfAnElement) {
  const FloatsCase c{kNative, {2}, Calibration::MinMax, {0x3fc00000, 0}, {}, 0};
  const Seen seen{c,        grid_of(Value::Q8S), {}, {{3, 0}, {0x3f000000}, {}}, {0, 0}, {0.5f},
                  {1.5f, 0}};
  const Broken broken = seen.broken(0, "what", "expected");
  EXPECT_EQ(broken.what, "what");
  EXPECT_EQ(broken.expected, "expected");
  EXPECT_EQ(broken.got, "code 3, step 0.5 (3f000000), back 1.5 (3fc00000)");
  EXPECT_EQ(broken.first_difference, "element 0: 1.5 (3fc00000)");
  EXPECT_EQ(seen.alphas(), std::vector<float>{1.5f});
}

}  // namespace
}  // namespace qb::laws
