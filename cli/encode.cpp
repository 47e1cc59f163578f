#include <iostream>
#include <memory>

#include "cli/inputs.h"
#include "conformance/vectors.h"
#include "properties/in_process.h"
#include "properties/scheme_json.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples =
    "CASE is a tensor in JSON: scheme fields, shape, codes, scales and global (f32 bits in "
    "hex);\n"
    "256 MiB at most.\n\n"
    "Examples:\n"
    "  echo '{\"value\":\"Q8S\",\"store\":\"Native\",\"shape\":[2],\"codes\":[1,-1],"
    "\"scales\":[\"3f800000\"],\"global\":null}' | qbytes encode -\n"
    "  qbytes encode tensor.json --out tensor.bin\n";

struct Options {
  std::string file;
  std::string out;
};

laws::TensorCase tensor_in(const std::string& path) {
  const auto file = conformance::read_vectors(path);
  const auto* tensor =
      file.vectors.size() == 1 ? std::get_if<laws::TensorCase>(&file.vectors.front().c) : nullptr;
  if (!tensor)
    throw Stop(kUsage, (path == "-" ? "stdin" : path) +
                           ": expected one tensor case, with shape, codes, scales and global");
  return *tensor;
}

ExitCode encode(const Options& options) {
  const laws::TensorCase c = tensor_in(options.file);
  const auto reply =
      laws::codec().ask(laws::EncodeRequest{c.scheme, c.shape, c.codes, c.scales, c.global});
  const auto* answer = std::get_if<laws::BytesAnswer>(&reply);
  if (!answer) return refuse(reply);
  if (options.out.empty()) {
    std::cout << laws::to_hex(answer->bytes) << "\n";
  } else {
    conformance::write_file(options.out, std::string(answer->bytes.begin(), answer->bytes.end()));
  }
  return kAllWell;
}

}  // namespace

Command add_encode(CLI::App& program) {
  CLI::App* app = program.add_subcommand("encode", "Write a tensor as bytes");
  auto options = std::make_shared<Options>();
  app->add_option("CASE", options->file, "The tensor, in JSON; - for stdin")->required();
  app->add_option("--out", options->out, "Write the bytes there, and not hex to stdout")
      ->type_name("FILE");
  app->footer(std::string(kExamples) + "\n" + kExitCodes);
  return {app, [options] { return encode(*options); }};
}

}  // namespace qb::cli
