#include <algorithm>
#include <bit>
#include <cmath>
#include <iomanip>
#include <iostream>
#include <memory>

#include "cli/inputs.h"
#include "cli/npy.h"
#include "conformance/files.h"
#include "properties/in_process.h"
#include "properties/laws/blocks.h"
#include "properties/scheme_json.h"
#include "qb/names.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples =
    "FILE is a .npy file of f32 in C order, or with --shape raw little-endian f32. Without --out,\n"
    "--json and --blocks the bytes come as hex. The summary (docs/format.md, F50) goes to "
    "stderr.\n\n"
    "Examples:\n"
    "  qbytes quantize weights.npy --scheme nvfp4 --out weights.bin\n"
    "  qbytes quantize weights.npy --scheme mxfp4 --blocks\n"
    "  qbytes quantize floats.bin --shape 2,16 --scheme nvfp4 --json\n";

struct Options {
  std::string file;
  std::string scheme;
  std::string shape;
  std::string calibration{"MinMax"};
  std::string out;
  bool has_shape = false;
  bool json = false;
  bool blocks = false;
};

laws::FloatsCase floats_case(const Options& options) {
  laws::FloatsCase c;
  c.scheme = scheme_from(options.scheme);
  c.calibration = *named_in<Calibration>(kCalibrationNames, options.calibration);
  const std::string content = conformance::read_file(options.file);
  const std::string name = options.file == "-" ? "stdin" : options.file;
  if (options.has_shape && content.starts_with("\x93NUMPY"))
    throw Stop(kUsage, name + ": a .npy file has its own shape; leave --shape out");
  Floats floats = options.has_shape ? floats_from_raw(content, shape_from(options.shape), name)
                                    : floats_from_npy(content, name);
  c.shape = std::move(floats.shape);
  c.input = std::move(floats.bits);
  return c;
}

/// The codec's answer to a request about its own bytes, which it cannot refuse.
template <typename Answer>
Answer answered(laws::BytesVerb verb, const laws::FloatsCase& c,
                const std::vector<std::uint8_t>& bytes) {
  auto reply = laws::codec().ask(laws::BytesRequest{verb, c.scheme, c.shape, bytes});
  auto* answer = std::get_if<Answer>(&reply);
  if (!answer) throw std::logic_error("the codec does not read what it wrote");
  return std::move(*answer);
}

/// One block: what went in, and how far it came back from that.
struct BlockRow {
  double largest = 0, largest_error = 0, squares = 0;
  std::uint64_t elements = 0;
};

void print_blocks(const laws::FloatsCase& c, const std::vector<std::uint8_t>& bytes) {
  const auto tensor = answered<laws::TensorAnswer>(laws::BytesVerb::decode, c, bytes);
  const auto back = answered<laws::ValuesAnswer>(laws::BytesVerb::dequantize, c, bytes);
  const auto cells = laws::cells_of(c.scheme, c.shape, c.input.size());
  std::vector<BlockRow> rows(tensor.scales.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    BlockRow& row = rows[cells[i]];
    const double x = static_cast<double>(std::bit_cast<float>(c.input[i]));
    const double error = static_cast<double>(std::bit_cast<float>(back.values[i])) - x;
    row.largest = std::max(row.largest, std::abs(x));
    row.largest_error = std::max(row.largest_error, std::abs(error));
    row.squares += error * error;
    ++row.elements;
  }
  std::cout << "block  elements         scale         max|x|      max error      rms error\n";
  for (std::size_t cell = 0; cell < rows.size(); ++cell) {
    const BlockRow& row = rows[cell];
    const double count = static_cast<double>(std::max<std::uint64_t>(row.elements, 1));
    std::cout << std::setw(5) << cell << std::setw(10) << row.elements << std::setprecision(7)
              << std::setw(14) << static_cast<double>(std::bit_cast<float>(tensor.scales[cell]))
              << std::setw(15) << row.largest << std::setw(15) << row.largest_error << std::setw(15)
              << std::sqrt(row.squares / count) << "\n";
  }
  if (tensor.global)
    std::cout << "global scale " << static_cast<double>(std::bit_cast<float>(*tensor.global))
              << "\n";
}

void print_tensor(const laws::FloatsCase& c, const std::vector<std::uint8_t>& bytes) {
  const auto answer = answered<laws::TensorAnswer>(laws::BytesVerb::decode, c, bytes);
  laws::TensorCase tensor;
  tensor.scheme = c.scheme;
  tensor.shape = c.shape;
  tensor.codes = answer.codes;
  tensor.scales = answer.scales;
  tensor.global = answer.global;
  std::cout << laws::to_json(tensor) << "\n";
}

ExitCode quantize(const Options& options) {
  const laws::FloatsCase c = floats_case(options);
  const auto reply =
      laws::codec().ask(laws::QuantizeRequest{c.scheme, c.shape, c.calibration, c.input});
  const auto* answer = std::get_if<laws::QuantizedAnswer>(&reply);
  if (!answer) return refuse(reply);
  if (!options.out.empty())
    conformance::write_file(
        options.out, {reinterpret_cast<const char*>(answer->bytes.data()), answer->bytes.size()});
  if (options.blocks) print_blocks(c, answer->bytes);
  if (options.json) print_tensor(c, answer->bytes);
  if (options.out.empty() && !options.blocks && !options.json)
    std::cout << laws::to_hex(answer->bytes) << "\n";
  const Summary& summary = *answer->summary;
  std::cerr << "saturated blocks " << summary.saturated_blocks << ", clipped values "
            << summary.clipped_values << ", vanished blocks " << summary.vanished_blocks
            << ", zero blocks " << summary.zero_blocks << "\n";
  return kAllWell;
}

}  // namespace

Command add_quantize(CLI::App& program) {
  CLI::App* app = program.add_subcommand("quantize", "Quantize floats to bytes");
  auto options = std::make_shared<Options>();
  app->add_option("FILE", options->file, "The floats; - for stdin")->required();
  app->add_option("--scheme", options->scheme, "As for qbytes decode")->required()->type_name("S");
  auto* shape = app->add_option("--shape", options->shape, "FILE is raw f32 of this shape")
                    ->type_name("EXTENTS");
  app->add_option("--calibration", options->calibration, "MinMax or AbsMean (F41)")
      ->capture_default_str()
      ->check(CLI::IsMember({"MinMax", "AbsMean"}).description(""))
      ->type_name("NAME");
  app->add_option("--out", options->out, "Write the bytes there")->type_name("FILE");
  auto* json = app->add_flag("--json", options->json, "Print codes and scales as JSON");
  app->add_flag("--blocks", options->blocks, "Print a table of the errors, a row a block")
      ->excludes(json);
  app->footer(std::string(kExamples) + "\n" + kExitCodes);
  return {app, [options, shape] {
            options->has_shape = shape->count() != 0;
            return quantize(*options);
          }};
}

}  // namespace qb::cli
