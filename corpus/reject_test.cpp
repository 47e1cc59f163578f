#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string_view>

#include "corpus/case_file.h"
#include "properties/in_process.h"

namespace qb::corpus {
namespace {

using laws::Implementation;

// The columns of F30, in its order. The codec asks its caller for no working memory, so that
// scratch_too_small cannot happen.
constexpr std::array<std::string_view, 12> kEncodeErrors{
    "unsupported_mode",      "invalid_block",           "packed_dim_out_of_range",
    "shape_overflow",        "value_count_mismatch",    "scale_count_mismatch",
    "global_scale_required", "global_scale_unexpected", "global_scale_dtype",
    "output_too_small",      "code_out_of_range",       "invalid_scale"};
constexpr std::array<std::string_view, 8> kDecodeErrors{
    "unsupported_mode",   "invalid_block", "packed_dim_out_of_range", "shape_overflow",
    "global_scale_dtype", "truncated",     "trailing_bytes",          "output_too_small"};

// Which errors no request can have both, so that neither comes before the other.
constexpr std::array<std::array<std::string_view, 2>, 3> kApart{
    {{"global_scale_required", "global_scale_unexpected"},  // two levels, one level
     {"global_scale_unexpected", "global_scale_dtype"},     // one level, two levels
     {"truncated", "trailing_bytes"}}};

bool are_apart(std::string_view first, std::string_view second) {
  for (const auto& pair : kApart)
    if (pair[0] == first && pair[1] == second) return true;
  return false;
}

/// "first-before-second" for every two errors of one request without a third between them.
template <std::size_t N>
std::set<std::string> adjacent(const std::array<std::string_view, N>& errors) {
  std::set<std::string> pairs;
  for (std::size_t first = 0; first < N; ++first)
    for (std::size_t second = first + 1; second < N; ++second) {
      if (are_apart(errors[first], errors[second])) continue;
      bool is_between = false;
      for (std::size_t third = first + 1; third < second; ++third)
        is_between |=
            !are_apart(errors[first], errors[third]) && !are_apart(errors[third], errors[second]);
      if (!is_between)
        pairs.insert(std::string(errors[first]) + "-before-" + std::string(errors[second]));
    }
  return pairs;
}

laws::Reply asked(const Implementation& implementation, const laws::Case& c) {
  if (const auto* t = std::get_if<laws::TensorCase>(&c))
    return implementation.ask(laws::EncodeRequest{t->scheme, t->shape, t->codes, t->scales,
                                                  t->global, t->input_offset, t->short_by});
  const auto& b = std::get<laws::BytesCase>(c);
  return implementation.ask(laws::BytesRequest{laws::BytesVerb::decode, b.scheme, b.shape, b.bytes,
                                               b.input_offset, b.short_by});
}

void expect_refused(const CaseFile& file, std::string_view error) {
  for (const Implementation& implementation : {laws::codec(), laws::reference()}) {
    // The reference has no buffers of a caller; none is too small for it.
    if (error == "output_too_small" && !implementation.can(laws::kSeesBuffers)) continue;
    const laws::Reply reply = asked(implementation, file.c);
    const auto* refused = std::get_if<laws::Refused>(&reply);
    ASSERT_NE(refused, nullptr) << file.path << ": " << implementation.name << " answered";
    EXPECT_EQ(refused->name, error) << file.path << ": " << implementation.name;
  }
}

/// The verb that a case asks for.
std::string verb_of(const laws::Case& c) {
  return laws::kind(c) == laws::CaseKind::tensor ? "encode" : "decode";
}

bool is_about_order(const CaseFile& file) { return file.path.starts_with("reject/order/"); }

TEST(Reject, EveryCaseIsRefusedByTheNameOfItsFolder) {
  for (const CaseFile& file : case_files("reject")) {
    if (is_about_order(file)) continue;
    EXPECT_EQ(file.stem, verb_of(file.c)) << file.path;
    expect_refused(file, file.folder);
  }
}

TEST(Reject, OfTwoErrorsTheFirstIsGiven) {
  for (const CaseFile& file : case_files("reject/order")) {
    EXPECT_EQ(file.folder, verb_of(file.c)) << file.path;
    expect_refused(file, file.stem.substr(0, file.stem.find("-before-")));
  }
}

TEST(Reject, EveryErrorOfAVerbHasACase) {
  std::map<std::string, std::set<std::string>> errors;  // by verb
  for (const CaseFile& file : case_files("reject"))
    if (!is_about_order(file)) errors[file.stem].insert(file.folder);
  EXPECT_EQ(errors["encode"], std::set<std::string>(kEncodeErrors.begin(), kEncodeErrors.end()));
  EXPECT_EQ(errors["decode"], std::set<std::string>(kDecodeErrors.begin(), kDecodeErrors.end()));
}

TEST(Reject, EveryTwoAdjacentErrorsOfAVerbHaveACase) {
  std::map<std::string, std::set<std::string>> pairs;  // by verb
  for (const CaseFile& file : case_files("reject/order")) pairs[file.folder].insert(file.stem);
  EXPECT_EQ(pairs["encode"], adjacent(kEncodeErrors));
  EXPECT_EQ(pairs["decode"], adjacent(kDecodeErrors));
}

}  // namespace
}  // namespace qb::corpus
