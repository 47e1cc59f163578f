#include "sweep/asked_subject.h"

#include <algorithm>

namespace qb::sweep {
namespace {

/// The answer of that kind, which the request demands.
template <typename Answer>
Answer answer_in(const laws::Reply& reply) {
  if (const auto* answer = std::get_if<Answer>(&reply)) return *answer;
  if (const auto* refused = std::get_if<laws::Refused>(&reply))
    throw Lacking("refused: " + refused->message);
  if (const auto* unsupported = std::get_if<laws::Unsupported>(&reply))
    throw Lacking(unsupported->why);
  if (const auto* died = std::get_if<laws::Died>(&reply)) throw Lost(died->detail);
  throw Lost("another kind of answer than was asked for");
}

}  // namespace

Subjects asked_subjects(const laws::Implementation& implementation) {
  Subjects subjects;
  subjects.conversion = [&implementation](const Conversion& conversion) -> Subject {
    return [&implementation, conversion](std::span<const std::uint32_t> inputs,
                                         std::span<std::uint32_t> outputs) {
      const auto answer = answer_in<laws::ScalarAnswer>(
          implementation.ask(laws::ScalarRequest{conversion.verb, conversion.type, inputs}));
      if (answer.outputs.size() != inputs.size())
        throw Lost("expected " + std::to_string(inputs.size()) + " outputs, found " +
                   std::to_string(answer.outputs.size()));
      std::ranges::copy(answer.outputs, outputs.begin());
    };
  };
  if (!implementation.can(laws::kDigest)) return subjects;
  subjects.digest = [&implementation](const Conversion& conversion, const Range& range) {
    return answer_in<laws::DigestAnswer>(
               implementation.ask(laws::DigestRequest{conversion.verb, conversion.type, range.first,
                                                      range.count()}))
        .sha256;
  };
  return subjects;
}

}  // namespace qb::sweep
