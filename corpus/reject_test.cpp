#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "corpus/case_file.h"
#include "properties/in_process.h"
#include "reference/reference.h"

namespace qb::corpus {
namespace {

using laws::BytesVerb;
using laws::Implementation;

// The rows of F30, in its order, and the verbs that they are marked for; then F8. Left out are
// scratch_too_small, since no case has working memory, and invalid_text and old_scheme, which are
// about text, and no case is.
struct Row {
  std::string_view error;
  std::string_view verbs;
};
constexpr std::array kRows{
    Row{"unsupported_mode", "size validate encode decode audit quantize dequantize"},
    Row{"invalid_block", "size validate encode decode audit quantize dequantize permute"},
    Row{"packed_dim_out_of_range", "size validate encode decode audit quantize dequantize permute"},
    Row{"shape_overflow", "size validate encode decode audit quantize dequantize"},
    Row{"value_count_mismatch", "encode quantize"},
    Row{"scale_count_mismatch", "encode"},
    Row{"global_scale_required", "encode"},
    Row{"global_scale_unexpected", "encode"},
    Row{"global_scale_dtype", "size validate encode decode audit quantize dequantize"},
    Row{"unsupported_block_dtype", "quantize"},
    Row{"unsupported_calibration", "quantize"},
    Row{"truncated", "validate decode audit dequantize"},
    Row{"trailing_bytes", "validate decode audit dequantize"},
    Row{"output_too_small", "encode decode quantize dequantize"},
    Row{"code_out_of_range", "encode"},
    Row{"invalid_scale", "encode"},
    Row{"non_finite_input", "quantize"},
    Row{"value_overflow", "quantize"},
    Row{"invalid_axes", "permute"}};

// What no request can have both of, and the clause that says so.
struct Apart {
  std::string_view first, second, clause;
};
constexpr std::array kApart{
    Apart{"global_scale_required", "global_scale_unexpected", "F21: two levels, one level"},
    Apart{"global_scale_unexpected", "global_scale_dtype", "F5: one level, two levels"},
    Apart{"truncated", "trailing_bytes", "F18: shorter, longer"},
    Apart{"shape_overflow", "trailing_bytes", "F19: no buffer is longer than 2^63 - 1"},
};

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    words.emplace_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

bool gives(const Row& row, const std::string& verb) {
  const auto verbs = words_of(row.verbs);
  return std::ranges::find(verbs, verb) != verbs.end();
}

bool are_apart(std::string_view first, std::string_view second) {
  return std::ranges::any_of(
      kApart, [&](const Apart& pair) { return pair.first == first && pair.second == second; });
}

/// "reject/<error>/<verb>", and "reject/order/<verb>/<first>-before-<second>" for every two errors
/// of a verb that one request can have.
std::set<std::string> wanted() {
  std::set<std::string> names;
  for (std::size_t second = 0; second < kRows.size(); ++second)
    for (const std::string& verb : words_of(kRows[second].verbs)) {
      names.insert("reject/" + std::string(kRows[second].error) + "/" + verb);
      for (std::size_t first = 0; first < second; ++first)
        if (gives(kRows[first], verb) && !are_apart(kRows[first].error, kRows[second].error))
          names.insert("reject/order/" + verb + "/" + std::string(kRows[first].error) + "-before-" +
                       std::string(kRows[second].error));
    }
  return names;
}

bool is_about_order(const CaseFile& file) { return file.path.starts_with("reject/order/"); }
std::string verb_of(const CaseFile& file) { return is_about_order(file) ? file.folder : file.stem; }
std::string error_of(const CaseFile& file) {
  return is_about_order(file) ? file.stem.substr(0, file.stem.find("-before-")) : file.folder;
}

laws::Reply asked_to_read(const Implementation& implementation, BytesVerb verb, const CaseFile& f) {
  const auto& c = std::get<laws::BytesCase>(f.c);
  return implementation.ask(
      laws::BytesRequest{verb, c.scheme, c.shape, c.bytes, c.input_offset, c.short_by});
}

laws::Reply asked(const Implementation& implementation, const CaseFile& file) {
  const std::string verb = verb_of(file);
  if (verb == "quantize") {
    const auto& c = std::get<laws::FloatsCase>(file.c);
    return implementation.ask(
        laws::QuantizeRequest{c.scheme, c.shape, c.calibration, c.input, c.short_by});
  }
  constexpr std::array<std::string_view, 4> kReading{"validate", "decode", "audit", "dequantize"};
  const auto* const reads = std::ranges::find(kReading, verb);
  if (reads != kReading.end())
    return asked_to_read(implementation, static_cast<BytesVerb>(reads - kReading.begin()), file);
  const auto& c = std::get<laws::TensorCase>(file.c);
  if (verb == "size") return implementation.ask(laws::SizeRequest{c.scheme, c.shape});
  if (verb == "permute")
    return implementation.ask(laws::PermuteRequest{c.scheme, c.shape.size(), c.axes});
  return implementation.ask(laws::EncodeRequest{c.scheme, c.shape, c.codes, c.scales, c.global,
                                                c.input_offset, c.short_by});
}

// Of two errors the first, in the order of F30.
TEST(Reject, EveryCaseIsRefusedWithItsError) {
  for (const CaseFile& file : case_files("reject"))
    for (const Implementation& implementation : {laws::codec(), laws::reference()}) {
      // The reference has no buffers of a caller; none is too small for it.
      if (error_of(file) == "output_too_small" && !implementation.can(laws::kSeesBuffers)) continue;
      const laws::Reply reply = asked(implementation, file);
      const auto* refused = std::get_if<laws::Refused>(&reply);
      ASSERT_NE(refused, nullptr) << file.path << ": " << implementation.name << " answered";
      EXPECT_EQ(refused->name, error_of(file)) << file.path << ": " << implementation.name;
    }
}

/// The reference that tests nothing but the row of this error; none for what it tests elsewhere.
std::optional<Implementation> testing_only(std::string_view error) {
  static const std::map<std::string_view, std::size_t> kChecks{
      {"invalid_block", reference::kBlock},
      {"packed_dim_out_of_range", reference::kPackedDim},
      {"shape_overflow", reference::kOverflow},
      {"value_count_mismatch", reference::kValueCount},
      {"scale_count_mismatch", reference::kScaleCount},
      {"global_scale_required", reference::kGlobalRequired},
      {"global_scale_unexpected", reference::kGlobalUnexpected},
      {"global_scale_dtype", reference::kGlobalDtype},
      {"unsupported_block_dtype", reference::kBlockDtype},
      {"unsupported_calibration", reference::kCalibration},
      {"truncated", reference::kTruncated},
      {"trailing_bytes", reference::kTrailing},
      {"code_out_of_range", reference::kCodes},
      {"invalid_scale", reference::kScales},
      {"non_finite_input", reference::kInput}};
  const auto row = kChecks.find(error);
  if (row == kChecks.end()) return std::nullopt;
  reference::Steps steps;
  for (std::size_t i = 0; i < steps.checks.size(); ++i)
    if (i != row->second) steps.checks[i].verbs = 0;
  return laws::reference(steps);
}

// So each case of two has them both, and shows an order.
TEST(Reject, OfTwoErrorsTheSecondIsGivenWhereNothingElseIsTested) {
  std::size_t tested = 0;
  for (const CaseFile& file : case_files("reject/order")) {
    const std::string second = file.stem.substr(file.stem.find("-before-") + 8);
    const auto implementation = testing_only(second);
    if (!implementation || verb_of(file) == "permute") continue;
    const laws::Reply reply = asked(*implementation, file);
    const auto* refused = std::get_if<laws::Refused>(&reply);
    ASSERT_NE(refused, nullptr) << file.path;
    EXPECT_EQ(refused->name, second) << file.path;
    ++tested;
  }
  EXPECT_GE(tested, 160u);
}

TEST(Reject, EveryErrorOfAVerbAndEveryTwoOfARequestHaveACase) {
  const std::set<std::string> names = wanted();
  std::set<std::string> kept;
  for (const CaseFile& file : case_files("reject")) {
    const std::string name = file.path.substr(0, file.path.size() - 5);
    kept.insert(name);
    EXPECT_TRUE(names.contains(name)) << name << ": no such error of a verb in F30";
  }
  for (const std::string& name : names)
    EXPECT_TRUE(kept.contains(name)) << name << ".json is missing: corpus/make_reject.py";
}

}  // namespace
}  // namespace qb::corpus
