// An implementation is one function from a request to a reply. A codec, a reference, a fault, a
// program behind a pipe: laws see no difference.
#ifndef QB_PROPERTIES_IMPLEMENTATION_H
#define QB_PROPERTIES_IMPLEMENTATION_H

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "qb/calibration.h"
#include "qb/error.h"
#include "qb/finding.h"
#include "qb/scalar.h"
#include "qb/scheme.h"

namespace qb::laws {

// Requests are views: whoever asks keeps the data alive until the reply is there. Scales and the
// global scale are f32 bit patterns, so that no NaN changes on the way. `input_offset` asks for the
// input to be placed that many bytes after an address divisible by 64; `short_by` for output spans
// that much shorter than needed (0 = exact); `placement` for the edges of all buffers. The last two
// are only for an implementation in this process.

/// Where buffers lie: at `input_offset` amid canaries, or flush to a page that nobody may touch, in
/// front or behind; or amid canaries with outputs longer than needed.
enum class Placement : std::uint8_t { amid, front, behind, roomy };

struct SizeRequest {
  const Scheme& scheme;
  Shape shape;
};
struct EncodeRequest {
  const Scheme& scheme;
  Shape shape;
  std::span<const std::int8_t> codes;
  std::span<const std::uint32_t> scales;
  std::optional<std::uint32_t> global;
  std::uint64_t input_offset = 0;
  std::uint64_t short_by = 0;
  Placement placement = Placement::amid;
};
/// validate, decode, audit and dequantize take the same things.
enum class BytesVerb : std::uint8_t { validate, decode, audit, dequantize };
struct BytesRequest {
  BytesVerb verb;
  const Scheme& scheme;
  Shape shape;
  std::span<const std::uint8_t> bytes;
  std::uint64_t input_offset = 0;
  std::uint64_t short_by = 0;
  Placement placement = Placement::amid;
};
/// `input`: f32 bits.
struct QuantizeRequest {
  const Scheme& scheme;
  Shape shape;
  Calibration calibration;
  std::span<const std::uint32_t> input;
  std::uint64_t short_by = 0;
  Placement placement = Placement::amid;
};
struct PermuteRequest {
  const Scheme& scheme;
  std::uint64_t rank;
  std::span<const std::uint64_t> axes;
};
/// The text and the JSON form of a scheme (F54, F55).
struct TextRequest {
  const Scheme& scheme;
};
/// A scheme of F10 by its name.
struct PresetRequest {
  std::string_view name;  // one of `kPresetNames`
};
inline constexpr std::array<std::string_view, 3> kPresetNames{"default", "nvfp4", "mxfp4"};
struct ScalarRequest {
  ScalarVerb verb;
  ScalarType type;
  std::span<const std::uint32_t> inputs;
};

/// SHA-256 over what the conversion gives for inputs `first`, `first` + 1 and so on (P13). Only
/// sweeps ask for it.
struct DigestRequest {
  ScalarVerb verb;
  ScalarType type;
  std::uint32_t first;
  std::uint64_t count;
};

using Request = std::variant<SizeRequest, EncodeRequest, BytesRequest, PermuteRequest, TextRequest,
                             ScalarRequest, DigestRequest, QuantizeRequest, PresetRequest>;

/// To `SizeRequest`. Offsets are where a region starts, `total_bytes` where it is absent; an
/// implementation that knows only the total leaves them out.
struct SizeAnswer {
  std::uint64_t total_bytes = 0;
  std::optional<std::uint64_t> scales_offset;
  std::optional<std::uint64_t> global_offset;
};
/// To `EncodeRequest`.
struct BytesAnswer {
  std::vector<std::uint8_t> bytes;
};
/// To a decode.
struct TensorAnswer {
  std::vector<std::int8_t> codes;
  std::vector<std::uint32_t> scales;
  std::optional<std::uint32_t> global;
};
/// To a dequantize: f32 bits.
struct ValuesAnswer {
  std::vector<std::uint32_t> values;
};
/// To `QuantizeRequest`. An implementation that counts nothing leaves the summary out.
struct QuantizedAnswer {
  std::vector<std::uint8_t> bytes;
  std::optional<Summary> summary;
};
/// To an audit.
struct FindingsAnswer {
  std::vector<Finding> findings;
};
/// To a validate: all is well.
struct ValidAnswer {};
/// To `PermuteRequest` and `PresetRequest`.
struct SchemeAnswer {
  Scheme scheme;
};
struct TextAnswer {
  std::string text;
  std::optional<std::string> json;  // empty text where it has no JSON form; absent: not said
};
/// To `ScalarRequest`: one output for each input.
struct ScalarAnswer {
  std::vector<std::uint32_t> outputs;
};

/// To `DigestRequest`: 64 hex digits, in lower case.
struct DigestAnswer {
  std::string sha256;
};

/// A refusal. `error` is empty where the implementation has no such name (a caught panic, say);
/// `name` keeps a name outside the closed set. `buffers_touched`: a buffer of the caller changed
/// all the same; only seen in this process.
struct Refused {
  std::optional<Error> error;
  std::string name;
  std::string message;
  bool buffers_touched = false;
};
/// The implementation has no such verb, or cannot hold such a request.
struct Unsupported {
  std::string why;
};
/// No reply came: the process ended, hung, or wrote something that is no reply.
struct Died {
  enum class How : std::uint8_t { ended, hung, garbage, given_up };
  How how;
  std::string detail;
};

using Reply = std::variant<SizeAnswer, BytesAnswer, TensorAnswer, FindingsAnswer, ValidAnswer,
                           SchemeAnswer, TextAnswer, ScalarAnswer, DigestAnswer, ValuesAnswer,
                           QuantizedAnswer, Refused, Unsupported, Died>;

/// What a law may need of an implementation: verbs, and what can be observed of it.
enum Capability : std::uint32_t {
  kSize = 1u << 0,
  kEncode = 1u << 1,
  kValidate = 1u << 2,
  kDecode = 1u << 3,
  kAudit = 1u << 4,
  kPermute = 1u << 5,
  kText = 1u << 6,
  kScalar = 1u << 7,
  kSeesBuffers = 1u << 8,    // runs in this process: its buffers and FP environment are ours
  kPlacement = 1u << 9,      // honours `input_offset`
  kRequiredNans = 1u << 10,  // promises the NaN bits of F32–F38, which are a choice of others
  kMessages = 1u << 11,      // words its refusals as F31 does
  kDigest = 1u << 12,
  kQuantize = 1u << 13,
  kDequantize = 1u << 14,
  kPreset = 1u << 15,
};

/// The verb that a request is of, one capability.
std::uint32_t capability_of(const Request& request);

struct Implementation {
  std::string name;
  std::string version;
  std::uint32_t capabilities = 0;
  std::function<Reply(const Request&)> ask;

  bool can(std::uint32_t needs) const { return (capabilities & needs) == needs; }
};

}  // namespace qb::laws

#endif  // QB_PROPERTIES_IMPLEMENTATION_H
