// The tables that make up the one table of faults, and what planting them shares.
#ifndef QB_PROPERTIES_FAULTS_TABLES_H
#define QB_PROPERTIES_FAULTS_TABLES_H

#include <span>
#include <utility>

#include "properties/faults.h"
#include "properties/in_process.h"

namespace qb::laws {

// Steps of the reference.
std::span<const Fault> packing_faults();
std::span<const Fault> layout_faults();
std::span<const Fault> encoding_faults();
std::span<const Fault> encoding_fp8_faults();
std::span<const Fault> decoding_faults();
std::span<const Fault> nan_faults();
std::span<const Fault> scheme_faults();
std::span<const Fault> check_faults();
std::span<const Fault> scale_faults();
std::span<const Fault> code_faults();
std::span<const Fault> block_faults();
// Verbs of the codec.
std::span<const Fault> request_faults();
std::span<const Fault> size_faults();
std::span<const Fault> reply_faults();
std::span<const Fault> placement_faults();  // that leave their buffers
std::span<const Fault> quantizing_verb_faults();
// The process of the codec.
std::span<const Fault> process_faults();

/// An implementation whose steps are right but for what `spoil` does to them.
template <typename Spoil>
Implementation spoilt(Spoil spoil) {
  reference::Steps steps;
  spoil(steps);
  return qb::laws::reference(steps);
}

/// The codec with `around` in front of it: it sees the request and may ask the right one.
template <typename Around>
Implementation around_codec(Around around) {
  Implementation wrong = codec();
  wrong.ask = [around, right = codec()](const Request& request) { return around(right, request); };
  return wrong;
}

/// The codec, with `change` made to its replies to requests of one kind.
template <typename R, typename Change>
Implementation with_reply(Change change) {
  return around_codec([change](const Implementation& right, const Request& request) {
    Reply reply = right.ask(request);
    if (const auto* asked = std::get_if<R>(&request)) change(*asked, reply);
    return reply;
  });
}

inline bool refused_as(const Reply& reply, Error error) {
  const auto* refused = std::get_if<Refused>(&reply);
  return refused != nullptr && refused->error == error;
}

}  // namespace qb::laws

#endif  // QB_PROPERTIES_FAULTS_TABLES_H
