// What people write on the command line: schemes, shapes, bytes.
#ifndef QB_CLI_INPUTS_H
#define QB_CLI_INPUTS_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.h"
#include "properties/case.h"
#include "properties/implementation.h"
#include "qb/scheme.h"

namespace qb::cli {

// All throw `Stop` with `kUsage`, or `FileError`.

/// A preset (nvfp4, mxfp4), the text form (F54), the JSON form (F55), or the scheme fields of
/// vector files.
Scheme scheme_from(const std::string& argument);

/// Extents outermost first: "2,3" or "[2, 3]"; "" and "[]" are rank 0.
std::vector<std::uint64_t> shape_from(const std::string& argument);

/// Bytes in hex; blanks and line ends between bytes are free.
std::vector<std::uint8_t> bytes_from(const std::string& hex);

/// The options of `decode`, `dequantize` and `audit`.
struct BytesOptions {
  std::string scheme;
  std::string shape;
  std::string file;
  std::optional<std::string> hex;
};
void add_options(CLI::App& app, BytesOptions& options);

/// The buffer that those options describe.
laws::BytesCase bytes_case(const BytesOptions& options);

/// Prints a reply that is no answer to stderr; a refusal as its message and its name.
ExitCode refuse(const laws::Reply& reply);

}  // namespace qb::cli

#endif  // QB_CLI_INPUTS_H
