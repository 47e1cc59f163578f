#include <iostream>
#include <memory>

#include "cli/inputs.h"
#include "properties/in_process.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples =
    "The tensor that comes out is what qbytes encode reads.\n\n"
    "Examples:\n"
    "  qbytes decode --scheme nvfp4 --shape 1,16 --hex '10325476 98badcfe 7e 0000003f'\n"
    "  qbytes decode --scheme '{\"value\":\"Q8S\",\"store\":\"Native\"}' --shape 2,3 tensor.bin\n";

ExitCode decode(const BytesOptions& options) {
  const laws::BytesCase c = bytes_case(options);
  const auto reply =
      laws::codec().ask(laws::BytesRequest{laws::BytesVerb::decode, c.scheme, c.shape, c.bytes});
  const auto* answer = std::get_if<laws::TensorAnswer>(&reply);
  if (!answer) return refuse(reply);
  laws::TensorCase tensor;
  tensor.scheme = c.scheme;
  tensor.shape = c.shape;
  tensor.codes = answer->codes;
  tensor.scales = answer->scales;
  tensor.global = answer->global;
  std::cout << laws::to_json(tensor) << "\n";
  return kAllWell;
}

}  // namespace

Command add_decode(CLI::App& program) {
  CLI::App* app = program.add_subcommand("decode", "Read bytes as a tensor, in JSON");
  auto options = std::make_shared<BytesOptions>();
  add_options(*app, *options);
  app->footer(std::string(kExamples) + "\n" + kExitCodes);
  return {app, [options] { return decode(*options); }};
}

}  // namespace qb::cli
