// What every fuzz target does with its case: judge it by every law, and stop at the first broken.
#ifndef QB_FUZZ_JUDGE_H
#define QB_FUZZ_JUDGE_H

#include <cstddef>
#include <cstdint>

#include "properties/case.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace qb::fuzz {

/// Judges the codec beside the reference by every law of the case's kind. A broken law is printed
/// with the case and the command that replays it, and aborts.
void judge(const laws::Case& c);

}  // namespace qb::fuzz

#endif  // QB_FUZZ_JUDGE_H
