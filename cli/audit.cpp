#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/inputs.h"
#include "properties/in_process.h"

namespace qb::cli {
namespace {

constexpr const char* kExamples =
    "Findings are legal and worth knowing; they do not change the exit code. The index counts "
    "bytes\n"
    "for padding, elements for codes, and grid cells for scales (docs/format.md, F27).\n\n"
    "Example:\n"
    "  qbytes audit --scheme '{\"value\":\"Q4S\",\"store\":\"PackedNative\",\"packed_dim\":0,"
    "\"tensor\":\"F16\"}' --shape 2 --hex 18f70080\n";

struct Options {
  BytesOptions input;
  bool json = false;
};

// Canonical bytes are those that encode to themselves (F28).
bool is_canonical(const laws::Implementation& codec, const laws::BytesCase& c) {
  const auto decoded =
      codec.ask(laws::BytesRequest{laws::BytesVerb::decode, c.scheme, c.shape, c.bytes});
  const auto* tensor = std::get_if<laws::TensorAnswer>(&decoded);
  if (!tensor) return false;
  const auto encoded = codec.ask(
      laws::EncodeRequest{c.scheme, c.shape, tensor->codes, tensor->scales, tensor->global});
  const auto* answer = std::get_if<laws::BytesAnswer>(&encoded);
  return answer && answer->bytes == c.bytes;
}

void print_json(const std::vector<Finding>& findings, bool canonical) {
  nlohmann::ordered_json object;
  object["canonical"] = canonical;
  object["findings"] = nlohmann::ordered_json::array();
  for (const Finding& finding : findings)
    object["findings"].push_back({name(finding.kind), finding.index});
  std::cout << object.dump() << "\n";
}

void print_text(const std::vector<Finding>& findings, bool canonical) {
  for (const Finding& finding : findings)
    std::cout << name(finding.kind) << " " << finding.index << "\n";
  std::cout << findings.size() << (findings.size() == 1 ? " finding" : " findings")
            << (canonical ? ", canonical\n" : ", not canonical\n");
}

ExitCode audit(const Options& options) {
  const laws::BytesCase c = bytes_case(options.input);
  const laws::Implementation codec = laws::codec();
  const auto reply =
      codec.ask(laws::BytesRequest{laws::BytesVerb::audit, c.scheme, c.shape, c.bytes});
  const auto* answer = std::get_if<laws::FindingsAnswer>(&reply);
  if (!answer) return refuse(reply);
  const bool canonical = is_canonical(codec, c);
  if (options.json)
    print_json(answer->findings, canonical);
  else
    print_text(answer->findings, canonical);
  return kAllWell;
}

}  // namespace

Command add_audit(CLI::App& program) {
  CLI::App* app = program.add_subcommand("audit", "List what is worth knowing about bytes");
  auto options = std::make_shared<Options>();
  add_options(*app, options->input);
  app->add_flag("--json", options->json, "One line of JSON");
  app->footer(std::string(kExamples) + "\n" + kExitCodes);
  return {app, [options] { return audit(*options); }};
}

}  // namespace qb::cli
