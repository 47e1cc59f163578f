// What a verb is asked, the sizes that follow from it, and the checks it must pass (F30).
#ifndef QB_REFERENCE_QUESTION_H
#define QB_REFERENCE_QUESTION_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "qb/calibration.h"
#include "qb/scheme.h"
#include "right.h"

namespace qb::reference {

/// Verbs that checks are made for (F30), as bits.
enum Verb : unsigned {
  kSize = 1,
  kValidate = 2,
  kEncode = 4,
  kDecode = 8,  // audit too
  kQuantize = 16,
  kDequantize = 32,
};
inline constexpr unsigned kEveryVerb = 63;

/// Sizes of a tensor, each at most 2^64 - 1, which stands for "that or more".
struct Figures {
  std::uint64_t elements;
  std::uint64_t scales;
  std::uint64_t line_length;
  std::uint64_t words_per_line;
  std::uint64_t lines;
  std::uint64_t value_bytes;
  Regions regions;
  Word word;
  unsigned field_bits;
  ScaleDtype dtype;
  bool global;
};

/// What a verb was asked. Views: whoever asks keeps them alive.
struct Question {
  Verb verb;
  const Scheme& scheme;
  Shape shape;
  Figures figures;
  std::span<const std::int8_t> codes{};
  std::span<const std::uint32_t> scales{};
  std::optional<std::uint32_t> global{};
  std::span<const std::uint8_t> bytes{};
  std::span<const std::uint32_t> input{};
  Calibration calibration{};
};

/// A row of the table of F30: the verbs it is marked for, and the test.
struct Check {
  unsigned verbs;
  Verdict (*test)(const Steps&, const Question&);
};

/// Places in `Steps::checks`. `value_overflow`, the last row of F30, is not among them: it is known
/// only once there are codes.
enum CheckRow : std::size_t {
  kMode,
  kBlock,
  kPackedDim,
  kOverflow,
  kValueCount,
  kScaleCount,
  kGlobalRequired,
  kGlobalUnexpected,
  kGlobalDtype,
  kBlockDtype,
  kCalibration,
  kTruncated,
  kTrailing,
  kCodes,
  kScales,
  kInput,
};

}  // namespace qb::reference

#endif  // QB_REFERENCE_QUESTION_H
