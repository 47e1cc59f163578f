// A case is what a law is judged on: a plain value without invariants, since bad requests are legal
// cases. Seeds die when `draw` changes; cases do not.
#ifndef QB_PROPERTIES_CASE_H
#define QB_PROPERTIES_CASE_H

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "qb/calibration.h"
#include "qb/scalar.h"
#include "qb/scheme.h"

namespace qb::laws {

/// A tensor to write. Scales and the global scale are f32 bits before rounding to their dtype.
/// `axes` is a permutation for the laws about permuting; empty means none is asked for.
struct TensorCase {
  Scheme scheme;
  std::vector<std::uint64_t> shape;
  std::vector<std::int8_t> codes;
  std::vector<std::uint32_t> scales;
  std::optional<std::uint32_t> global;
  std::vector<std::uint64_t> axes;
  std::uint64_t input_offset = 0;
  std::uint64_t short_by = 0;
  friend bool operator==(const TensorCase&, const TensorCase&) = default;
};

/// A buffer to read, of the right length or not.
struct BytesCase {
  Scheme scheme;
  std::vector<std::uint64_t> shape;
  std::vector<std::uint8_t> bytes;
  std::uint64_t input_offset = 0;
  std::uint64_t short_by = 0;
  friend bool operator==(const BytesCase&, const BytesCase&) = default;
};

/// One scalar conversion: f32 bits, or a code for decode.
struct ScalarCase {
  ScalarVerb verb = ScalarVerb::encode;
  ScalarType type = ScalarType::F32;
  std::uint32_t input = 0;
  friend bool operator==(const ScalarCase&, const ScalarCase&) = default;
};

/// Floats to quantize: f32 bits, row-major. `axes` as above.
struct FloatsCase {
  Scheme scheme;
  std::vector<std::uint64_t> shape;
  Calibration calibration = Calibration::MinMax;
  std::vector<std::uint32_t> input;
  std::vector<std::uint64_t> axes;
  std::uint64_t short_by = 0;
  friend bool operator==(const FloatsCase&, const FloatsCase&) = default;
};

using Case = std::variant<TensorCase, BytesCase, ScalarCase, FloatsCase>;
enum class CaseKind : std::uint8_t { tensor, bytes, scalar, floats };  // in the variant's order

inline CaseKind kind(const Case& c) { return static_cast<CaseKind>(c.index()); }

/// The one JSON form of a case (schema: corpus/schema/case.schema.json), a single line.
std::string to_json(const Case& c);

/// Reads what `to_json` writes, and any case of the vector files. Throws `CaseError` with the path
/// of the first thing wrong.
Case case_from_json(const std::string& text);

/// One line for people: scheme, shape, and as much data as fits in about 200 characters.
std::string describe(const Case& c);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_CASE_H
