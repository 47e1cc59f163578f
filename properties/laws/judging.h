// What the judges of all laws share: asking with a case, and saying what differs.
#ifndef QB_PROPERTIES_LAWS_JUDGING_H
#define QB_PROPERTIES_LAWS_JUDGING_H

#include <optional>
#include <string>

#include "properties/law.h"

namespace qb::laws {

// Requests of a case, with exact outputs and nothing moved: the laws about those say so.
EncodeRequest to_encode(const TensorCase& c);
BytesRequest to_read(BytesVerb verb, const BytesCase& c);
BytesRequest to_read(BytesVerb verb, const Scheme& scheme, Shape shape,
                     std::span<const std::uint8_t> bytes);

QuantizeRequest to_quantize(const FloatsCase& c);

/// A zero extent beside others whose product does not fit: legal and empty (F19), and a case for a
/// law of its own, since it is about the arithmetic of sizes alone.
bool zero_beside_huge(Shape shape);

/// The premise of laws about bytes: the oracle writes the tensor, reads the buffer, and the shape
/// is an ordinary one.
bool writable(const Implementation& oracle, const TensorCase& tensor);
bool readable(const Implementation& oracle, const BytesCase& buffer);

/// A reply in at most about 200 characters.
std::string text_of(const Reply& reply);

/// The outcome where no answer came: unsupported, or broken because it died or refused.
Outcome no_answer(const Reply& got, const Reply& expected);

/// Whether a NaN pattern stands for any NaN.
enum class Nans : std::uint8_t { same_bits, all_equal };
bool same_number(std::uint32_t a, std::uint32_t b, Nans nans);
inline Nans nans_of(const Implementation& subject) {
  return subject.can(kRequiredNans) ? Nans::same_bits : Nans::all_equal;
}

/// Held where the bytes are equal; else broken with the first difference named by region, from the
/// oracle's sizes.
Outcome compare_bytes(const Implementation& oracle, const Scheme& scheme, Shape shape,
                      const BytesAnswer& expected, const BytesAnswer& got);
Outcome compare_tensors(const TensorAnswer& expected, const TensorAnswer& got, Nans nans);
/// All NaNs are equal (F48).
Outcome compare_values(const ValuesAnswer& expected, const ValuesAnswer& got);

/// Two replies of the same verb: equal answers, summaries of quantizing left out; or refusals with
/// the same error, where a refusal without a name equals any. Unsupported and Died equal nothing.
Outcome compare_replies(const Implementation& oracle, const Scheme& scheme, Shape shape,
                        const Reply& expected, const Reply& got, Nans nans);

/// About a refusal: whether it left the buffers as they were. Vacuous for an answer.
Outcome untouched(const Reply& reply);
/// Whether two refusals with the same error have the same message; else vacuous.
Outcome same_message(const Reply& expected, const Reply& got);

Broken differs(std::string what, const Reply& expected, const Reply& got, std::string where = {});

std::string hex8(std::uint32_t bits);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_LAWS_JUDGING_H
