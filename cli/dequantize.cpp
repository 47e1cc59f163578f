#include <memory>

#include "cli/inputs.h"
#include "cli/npy.h"
#include "conformance/files.h"
#include "properties/in_process.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  qbytes dequantize --scheme nvfp4 --shape 64,64 weights.bin --out back.npy\n"
    "  qbytes dequantize --scheme nvfp4 --shape 1,3 --hex f106380000003f --out back.npy\n";

struct Options {
  BytesOptions input;
  std::string out;
};

ExitCode dequantize(const Options& options) {
  const laws::BytesCase c = bytes_case(options.input);
  const auto reply = laws::codec().ask(
      laws::BytesRequest{laws::BytesVerb::dequantize, c.scheme, c.shape, c.bytes});
  const auto* answer = std::get_if<laws::ValuesAnswer>(&reply);
  if (!answer) return refuse(reply);
  conformance::write_file(options.out, npy_of(c.shape, answer->values));
  return kAllWell;
}

}  // namespace

Command add_dequantize(CLI::App& program) {
  CLI::App* app = program.add_subcommand("dequantize", "Turn bytes back into floats, as .npy");
  auto options = std::make_shared<Options>();
  add_options(*app, options->input);
  app->add_option("--out", options->out, "Write the floats there")->required()->type_name("FILE");
  app->footer(std::string(kExamples) + "\n" + kExitCodes);
  return {app, [options] { return dequantize(*options); }};
}

}  // namespace qb::cli
