// Vectors: cases with the answer that a file says is right. Judging one compares with the file and
// never with an oracle.
#ifndef QB_CONFORMANCE_VECTORS_H
#define QB_CONFORMANCE_VECTORS_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/files.h"
#include "properties/case.h"
#include "properties/implementation.h"
#include "properties/law.h"

namespace qb::conformance {

/// What a file says of a case; any of it may be absent, and all of it in a regression file.
struct Known {
  std::optional<std::vector<std::uint8_t>> bytes;      // what encode writes
  std::optional<laws::TensorAnswer> tensor;            // what decode gives
  std::optional<std::string> message;                  // what the message of the refusal contains
  std::optional<std::string> text;                     // the scheme's text form
  std::optional<std::uint32_t> scalar;                 // what the conversion gives; any NaN is one
  std::optional<std::vector<std::uint8_t>> quantized;  // what quantize gives
  std::optional<std::vector<std::uint32_t>> back;      // what dequantize of that gives
};

struct Vector {
  std::string id;  // the case's own, or "<file stem>/<index>", "<file stem>/<verb>/<type>/<index>"
  laws::Case c;
  Known known;
};

/// Cases of a file that are not judged, and why: nothing of a file is left out without a word.
struct Unjudged {
  std::string what;  // "701 cases", "declared_not_golden, 65 entries"
  std::string why;   // "waits for the container"
  std::uint64_t count = 0;
};

/// A failure that an earlier run kept: the case of its file, and the law that it broke.
struct Kept {
  std::string law;
  std::string implementation;  // the label of the one that broke it, or empty
};

struct VectorFile {
  std::string path;
  std::string kind;  // "encode", "decode", "encode-or-refuse", "quantize", "scalars", "case", …
  std::vector<Vector> vectors;
  std::optional<Unjudged> pending;   // its verb is not there yet
  std::optional<Unjudged> left_out;  // not the norm
  std::optional<Kept> kept = {};     // of kind "kept": one case, judged by that law for the file
};

/// Reads a file in any form: a vector file (kinds encode, decode, encode-or-refuse, quantize;
/// burnpack is counted as pending), a file of scalars, one case, or a counterexample of a report.
/// `-` is stdin. Throws `FileError`, "file: path.to.field: what" where it is in none of the forms.
/// Cost: a few times the size of the file.
VectorFile read_vectors(const std::string& path);
/// The same from text; `path` is for messages and ids.
VectorFile vectors_from(const std::string& text, const std::string& path);

/// The laws of vectors: each compares one thing with the file.
enum class VectorLaw : std::uint8_t { encode, decode, refusal, text, scalar, quantize, dequantize };
struct VectorLawEntry {
  std::string_view id;
  std::string_view clauses;
  laws::Level level;
  std::string_view claim;
};
inline constexpr std::array kVectorLaws{
    VectorLawEntry{"vector_encode", "F11 F12 F13 F14 F15 F16 F17 F56", laws::Level::required,
                   "encode writes the bytes that the file gives"},
    VectorLawEntry{"vector_decode", "F24 F25 F26", laws::Level::required,
                   "decode gives the codes and scales that the file gives"},
    VectorLawEntry{"vector_refusal", "F21 F31", laws::Level::required,
                   "encode refuses with a message that contains the text of the file"},
    VectorLawEntry{"vector_text", "F54", laws::Level::recommended,
                   "the text form of the scheme is that of the file"},
    VectorLawEntry{"vector_scalar", "F32 F33 F34 F35 F36 F37 F38 F39", laws::Level::required,
                   "the scalar conversion gives the bits of the file"},
    VectorLawEntry{"vector_quantize", "F41 F42 F43 F44 F45 F46 F47", laws::Level::required,
                   "quantize gives the bytes of the file"},
    VectorLawEntry{"vector_dequantize", "F45 F48", laws::Level::required,
                   "dequantize of the file's bytes gives the values of the file"}};

/// Whether the file says what the law compares.
bool concerns(VectorLaw law, const Vector& vector);

/// Held, broken, or not supported where the subject lacks the verb; only for a vector that the law
/// concerns. A NaN equals any NaN, unless the subject promises the bits of F38. The oracle only
/// tells which region a byte lies in.
laws::Outcome judge(VectorLaw law, const Vector& vector, const laws::Implementation& subject,
                    const laws::Implementation& oracle);

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_VECTORS_H
