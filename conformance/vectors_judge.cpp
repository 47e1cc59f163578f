#include <array>

#include "conformance/vectors.h"
#include "properties/laws/judging.h"

namespace qb::conformance {
namespace {

using laws::Broken;
using laws::Implementation;
using laws::Outcome;
using laws::Reply;

const Scheme& scheme_of(const laws::Case& c) {
  if (const auto* tensor = std::get_if<laws::TensorCase>(&c)) return tensor->scheme;
  return std::get<laws::BytesCase>(c).scheme;
}

Outcome judge_encode(const Vector& vector, const Implementation& subject,
                     const Implementation& oracle) {
  const auto& c = std::get<laws::TensorCase>(vector.c);
  const laws::BytesAnswer expected{*vector.known.bytes};
  const Reply reply = subject.ask(laws::to_encode(c));
  const auto* answer = std::get_if<laws::BytesAnswer>(&reply);
  if (!answer) return laws::no_answer(reply, expected);
  return laws::compare_bytes(oracle, c.scheme, c.shape, expected, *answer);
}

Outcome judge_decode(const Vector& vector, const Implementation& subject) {
  const auto& c = std::get<laws::BytesCase>(vector.c);
  const Reply reply = subject.ask(laws::to_read(laws::BytesVerb::decode, c));
  const auto* answer = std::get_if<laws::TensorAnswer>(&reply);
  if (!answer) return laws::no_answer(reply, *vector.known.tensor);
  return laws::compare_tensors(*vector.known.tensor, *answer, laws::nans_of(subject));
}

Outcome judge_refusal(const Vector& vector, const Implementation& subject) {
  const Reply reply = subject.ask(laws::to_encode(std::get<laws::TensorCase>(vector.c)));
  const laws::Refused expected{std::nullopt, "", *vector.known.message, false};
  const auto* refused = std::get_if<laws::Refused>(&reply);
  if (std::holds_alternative<laws::BytesAnswer>(reply))
    return laws::differs("accepted what must be refused", expected, reply);
  if (!refused) return laws::no_answer(reply, expected);
  if (refused->message.find(expected.message) != std::string::npos) return laws::Held{};
  return laws::differs("the message lacks the text", expected, reply);
}

Outcome judge_text(const Vector& vector, const Implementation& subject) {
  const Reply reply = subject.ask(laws::TextRequest{scheme_of(vector.c)});
  const laws::TextAnswer expected{*vector.known.text, {}};
  const auto* answer = std::get_if<laws::TextAnswer>(&reply);
  if (!answer) return laws::no_answer(reply, expected);
  if (answer->text == expected.text) return laws::Held{};
  return Broken{"another text", expected.text, answer->text, ""};
}

Outcome judge_scalar(const Vector& vector, const Implementation& subject) {
  const auto& c = std::get<laws::ScalarCase>(vector.c);
  const Reply reply = subject.ask(laws::ScalarRequest{c.verb, c.type, std::span(&c.input, 1)});
  const laws::ScalarAnswer expected{{*vector.known.scalar}};
  const auto* answer = std::get_if<laws::ScalarAnswer>(&reply);
  if (!answer || answer->outputs.size() != 1) return laws::no_answer(reply, expected);
  // Codes are no f32, so none is a NaN; where a code is decoded, the files say only that it is one.
  const auto nans = c.verb == ScalarVerb::encode ? laws::Nans::same_bits : laws::Nans::all_equal;
  if (laws::same_number(expected.outputs[0], answer->outputs[0], nans)) return laws::Held{};
  return laws::differs("other bits", expected, reply);
}

Outcome judge_quantize(const Vector& vector, const Implementation& subject,
                       const Implementation& oracle) {
  const auto& c = std::get<laws::FloatsCase>(vector.c);
  const laws::QuantizedAnswer expected{*vector.known.quantized, {}};
  const Reply reply = subject.ask(laws::to_quantize(c));
  const auto* answer = std::get_if<laws::QuantizedAnswer>(&reply);
  if (!answer) return laws::no_answer(reply, expected);
  return laws::compare_bytes(oracle, c.scheme, c.shape, {expected.bytes}, {answer->bytes});
}

Outcome judge_dequantize(const Vector& vector, const Implementation& subject) {
  const auto& c = std::get<laws::FloatsCase>(vector.c);
  const laws::ValuesAnswer expected{*vector.known.back};
  const Reply reply = subject.ask(
      laws::to_read(laws::BytesVerb::dequantize, c.scheme, c.shape, *vector.known.quantized));
  const auto* answer = std::get_if<laws::ValuesAnswer>(&reply);
  if (!answer) return laws::no_answer(reply, expected);
  return laws::compare_values(expected, *answer);
}

constexpr std::array kNeeds{laws::kEncode, laws::kDecode,   laws::kEncode,    laws::kText,
                            laws::kScalar, laws::kQuantize, laws::kDequantize};

}  // namespace

bool concerns(VectorLaw law, const Vector& vector) {
  const Known& known = vector.known;
  const std::array<bool, kVectorLaws.size()> knows{
      known.bytes.has_value(), known.tensor.has_value(), known.message.has_value(),
      known.text.has_value(),  known.scalar.has_value(), known.quantized.has_value(),
      known.back.has_value()};
  return knows[static_cast<std::size_t>(law)];
}

laws::Outcome judge(VectorLaw law, const Vector& vector, const Implementation& subject,
                    const Implementation& oracle) {
  if (!subject.can(kNeeds[static_cast<std::size_t>(law)]))
    return laws::NotSupported{"not among its capabilities"};
  switch (law) {
    case VectorLaw::encode:
      return judge_encode(vector, subject, oracle);
    case VectorLaw::decode:
      return judge_decode(vector, subject);
    case VectorLaw::refusal:
      return judge_refusal(vector, subject);
    case VectorLaw::text:
      return judge_text(vector, subject);
    case VectorLaw::scalar:
      return judge_scalar(vector, subject);
    case VectorLaw::quantize:
      return judge_quantize(vector, subject, oracle);
    case VectorLaw::dequantize:
      return judge_dequantize(vector, subject);
  }
  return laws::Vacuous{};
}

}  // namespace qb::conformance
