#include "scopes/judge.h"

#include <utility>

#include "properties/laws/judging.h"

namespace qb::scopes {
namespace {

laws::Outcome compare_sizes(const laws::Reply& expected, const laws::Reply& got) {
  const auto* wanted = std::get_if<laws::SizeAnswer>(&expected);
  const auto* size = std::get_if<laws::SizeAnswer>(&got);
  if (wanted == nullptr) return laws::Held{};  // the refusal is judged where it is written
  if (size != nullptr && size->total_bytes == wanted->total_bytes &&
      size->scales_offset == wanted->scales_offset && size->global_offset == wanted->global_offset)
    return laws::Held{};
  return laws::differs("other sizes", expected, got);
}

}  // namespace

void Judge::fail(const laws::Case& c, laws::Broken broken) {
  if (!found_) found_ = Counterexample{c, std::move(broken)};
}

void Judge::judge(const laws::Case& c, const laws::Outcome& outcome) {
  if (std::holds_alternative<laws::Held>(outcome)) return;
  if (const auto* broken = std::get_if<laws::Broken>(&outcome)) return fail(c, *broken);
  const auto* unsupported = std::get_if<laws::NotSupported>(&outcome);
  fail(c, {"no answer", "an answer", unsupported ? unsupported->why : "none", ""});
}

void Judge::want(const laws::Case& c, Wanted wanted, const laws::Reply& expected) {
  const bool is_refusal = std::holds_alternative<laws::Refused>(expected);
  if (is_refusal != (wanted == Wanted::refusal))
    fail(c, {"no case of the scope", is_refusal ? "an answer of the oracle" : "its refusal",
             laws::text_of(expected), ""});
}

void Judge::write(const laws::TensorCase& c, Wanted wanted) {
  if (found_) return;
  ++cases_;
  const laws::EncodeRequest request = laws::to_encode(c);
  const laws::Reply expected = oracle_.ask(request);
  want(c, wanted, expected);
  const laws::Reply written = subject_.ask(request);
  judge(c, laws::compare_replies(oracle_, c.scheme, c.shape, expected, written,
                                 laws::Nans::same_bits));
  const auto* bytes = std::get_if<laws::BytesAnswer>(&written);
  if (found_ || bytes == nullptr) return;
  const laws::SizeRequest size{c.scheme, c.shape};
  judge(c, compare_sizes(oracle_.ask(size), subject_.ask(size)));
  const laws::Reply back =
      subject_.ask(laws::to_read(laws::BytesVerb::decode, c.scheme, c.shape, bytes->bytes));
  const laws::TensorAnswer given{c.codes, c.scales, c.global};
  judge(c, laws::compare_replies(oracle_, c.scheme, c.shape, given, back, laws::Nans::same_bits));
}

void Judge::read(const laws::BytesCase& c, Wanted wanted) {
  for (const auto verb : {laws::BytesVerb::decode, laws::BytesVerb::validate}) {
    if (found_) return;
    const laws::BytesRequest request = laws::to_read(verb, c);
    const laws::Reply expected = oracle_.ask(request);
    want(c, wanted, expected);
    judge(c, laws::compare_replies(oracle_, c.scheme, c.shape, expected, subject_.ask(request),
                                   laws::Nans::same_bits));
  }
  ++cases_;
}

}  // namespace qb::scopes
