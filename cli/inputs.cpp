#include "cli/inputs.h"

#include <algorithm>
#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "conformance/files.h"
#include "conformance/protocol.h"
#include "properties/json_text.h"
#include "properties/scheme_json.h"
#include "qb/codec.h"

namespace qb::cli {
namespace {

using nlohmann::json;

constexpr std::size_t kShown = 60;
constexpr const char* kBlanks = " \t\r\n";

std::string without_blanks(std::string text) {
  std::erase_if(text,
                [](char c) { return std::string_view(kBlanks).find(c) != std::string::npos; });
  return text;
}

std::string message_of(const Refusal& refusal, const std::string& text) {
  std::string message(400, '\0');
  const std::uint64_t length = write_json_message(refusal, text, message);
  message.resize(std::min<std::size_t>(length, message.size()));
  return conformance::excerpt(message, message.size());
}

// Vector files name the packed dimension apart and list the block extents; the JSON form does not.
bool has_vector_form(const json& object) {
  const auto block = object.find("block");
  const auto store = object.find("store");
  const bool lists_block = block != object.end() && block->is_object() && block->contains("size") &&
                           (*block)["size"].is_array();
  const bool names_store = store != object.end() && store->is_string() && *store != "Native";
  return object.contains("packed_dim") || lists_block || names_store || !object.contains("mode");
}

Scheme scheme_from_json(const std::string& text) {
  const Result<Scheme> read = read_json(text);
  if (read) return *read;
  const std::string message = "--scheme: " + message_of(read.refusal(), text);
  if (read.refusal().error == Error::old_scheme) throw Stop(kUsage, message);
  try {
    const json object = laws::json_from(text);
    if (object.is_object() && has_vector_form(object)) return laws::scheme_from_fields(object);
  } catch (const json::parse_error&) {
    throw Stop(kUsage, message);
  } catch (const laws::CaseError& error) {
    throw Stop(kUsage, std::string("--scheme: ") + error.what());
  }
  throw Stop(kUsage, message);
}

Scheme scheme_from_text(const std::string& text) {
  const Result<Scheme> read = read_text(text);
  if (read) return *read;
  throw Stop(kUsage, "--scheme: not the text form of a scheme from byte " +
                         std::to_string(read.refusal().given) +
                         " on; expected such as `QuantScheme { value: Q8S, store: Native, mode: "
                         "Symmetric, tensor: Some(F32), block: None }`");
}

}  // namespace

Scheme scheme_from(const std::string& argument) {
  if (argument == "nvfp4") return nvfp4();
  if (argument == "mxfp4") return mxfp4();
  const std::size_t start = argument.find_first_not_of(kBlanks);
  const std::string_view text =
      start == std::string::npos ? std::string_view() : std::string_view(argument).substr(start);
  if (text.starts_with("{")) return scheme_from_json(argument);
  if (text.starts_with("QuantScheme")) return scheme_from_text(argument);
  throw Stop(kUsage, "--scheme \"" + conformance::excerpt(argument, kShown) +
                         "\": neither a preset (nvfp4, mxfp4), nor JSON, nor `QuantScheme {...}`");
}

namespace {

// A blank between two digits would be lost, and two extents be one.
bool splits_a_number(const std::string& text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  bool after_digit = false, after_blank = false;
  for (const char c : text) {
    const bool is_blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (is_digit(c) && after_digit && after_blank) return true;
    after_blank = is_blank;
    if (!is_blank) after_digit = is_digit(c);
  }
  return false;
}

}  // namespace

std::vector<std::uint64_t> shape_from(const std::string& argument) {
  // Else the blank stays, and is refused where the extent should have ended.
  std::string text = splits_a_number(argument) ? argument : without_blanks(argument);
  if (text.starts_with("[") && text.ends_with("]")) text = text.substr(1, text.size() - 2);
  std::vector<std::uint64_t> shape;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    std::uint64_t extent = 0;
    const auto [next, error] = std::from_chars(at, end, extent);
    const bool is_last = next == end;
    if (error != std::errc() || (!is_last && (*next != ',' || next + 1 == end)))
      throw Stop(kUsage, "--shape \"" + conformance::excerpt(argument, kShown) +
                             "\": expected extents up to 2^64 - 1, such as 2,3; or [] for rank 0");
    shape.push_back(extent);
    at = is_last ? end : next + 1;
  }
  return shape;
}

std::vector<std::uint8_t> bytes_from(const std::string& hex) {
  const std::string digits = without_blanks(hex);
  auto bytes = laws::bytes_from_hex(digits);
  if (bytes) return *std::move(bytes);
  const std::size_t bad = digits.find_first_not_of("0123456789abcdefABCDEF");
  throw Stop(kUsage, bad == std::string::npos
                         ? "--hex: half a byte is left over; expected two digits a byte"
                         : "--hex: \"" + conformance::excerpt(digits.substr(bad, 1), kShown) +
                               "\" after " + std::to_string(bad) + " digits is no hex digit");
}

void add_options(CLI::App& app, BytesOptions& options) {
  app.add_option("--scheme", options.scheme,
                 "nvfp4, mxfp4, the text or JSON form of a scheme, or the fields of vector files")
      ->required()
      ->type_name("S");
  app.add_option("--shape", options.shape, "Extents, outermost first: 2,3; [] for rank 0")
      ->required()
      ->type_name("EXTENTS");
  auto* file =
      app.add_option("FILE", options.file, "The bytes as they are, 256 MiB at most; - for stdin");
  app.add_option("--hex", options.hex, "The bytes in hex; - to read hex from stdin")
      ->type_name("H")
      ->excludes(file);
}

laws::BytesCase bytes_case(const BytesOptions& options) {
  laws::BytesCase c;
  c.scheme = scheme_from(options.scheme);
  c.shape = shape_from(options.shape);
  if (!options.file.empty()) {
    const std::string content = conformance::read_file(options.file);
    c.bytes.assign(content.begin(), content.end());
  } else if (options.hex) {
    c.bytes = bytes_from(*options.hex == "-" ? conformance::read_file("-") : *options.hex);
  } else {
    throw Stop(kUsage, "no bytes are given; name a FILE, - for stdin, or give --hex");
  }
  return c;
}

ExitCode refuse(const laws::Reply& reply) {
  std::cout.flush();
  const auto* refused = std::get_if<laws::Refused>(&reply);
  if (!refused) throw std::logic_error("the codec gave an answer to another question");
  std::cerr << refused->message << "\nrefused: " << refused->name << std::endl;
  return kBroken;
}

}  // namespace qb::cli
