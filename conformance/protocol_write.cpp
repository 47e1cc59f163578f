// What goes to a testee.
#include <array>
#include <charconv>
#include <span>

#include "conformance/protocol.h"
#include "properties/scheme_json.h"

namespace qb::conformance {
namespace {

struct CapabilityName {
  std::uint32_t capability;
  std::string_view name;
};
constexpr std::array kCapabilityNames{CapabilityName{laws::kSize, "size"},
                                      CapabilityName{laws::kEncode, "encode"},
                                      CapabilityName{laws::kValidate, "validate"},
                                      CapabilityName{laws::kDecode, "decode"},
                                      CapabilityName{laws::kAudit, "audit"},
                                      CapabilityName{laws::kPermute, "permute"},
                                      CapabilityName{laws::kText, "text"},
                                      CapabilityName{laws::kPreset, "preset"},
                                      CapabilityName{laws::kScalar, "scalar"},
                                      CapabilityName{laws::kQuantize, "quantize"},
                                      CapabilityName{laws::kDequantize, "dequantize"},
                                      CapabilityName{laws::kPlacement, "placement"},
                                      CapabilityName{laws::kRequiredNans, "required_nans"},
                                      CapabilityName{laws::kMessages, "messages"},
                                      CapabilityName{laws::kDigest, "digest"}};

template <typename Integer>
void append_integer(std::string& out, Integer integer) {
  std::array<char, 24> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), integer).ptr;
  out.append(digits.data(), end);
}

template <typename T, typename Append>
void append_list(std::string& out, const char* key, std::span<const T> items, Append append) {
  out += key;
  out += '[';
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i != 0) out += ',';
    append(items[i]);
  }
  out += ']';
}

template <typename T>
void append_integers(std::string& out, const char* key, std::span<const T> items) {
  append_list(out, key, items, [&out](T item) { append_integer(out, item); });
}

void append_bits(std::string& out, std::uint32_t bits) {
  out += '"';
  laws::append_hex(out, bits);
  out += '"';
}

void append_bits_list(std::string& out, const char* key, std::span<const std::uint32_t> items) {
  append_list(out, key, items, [&out](std::uint32_t bits) { append_bits(out, bits); });
}

void append_offset(std::string& out, std::uint64_t input_offset) {
  if (input_offset == 0) return;
  out += ",\"input_offset\":";
  append_integer(out, input_offset);
}

// Everything after the verb, each beginning with a comma.
struct Writer {
  std::string& out;

  void scheme(const Scheme& scheme) const {
    out += ',';
    laws::append_scheme_fields(out, scheme);
  }
  void operator()(const laws::SizeRequest& request) const {
    scheme(request.scheme);
    append_integers(out, ",\"shape\":", request.shape);
  }
  void operator()(const laws::EncodeRequest& request) const {
    scheme(request.scheme);
    append_integers(out, ",\"shape\":", request.shape);
    append_integers(out, ",\"codes\":", request.codes);
    append_bits_list(out, ",\"scales\":", request.scales);
    out += ",\"global\":";
    if (request.global)
      append_bits(out, *request.global);
    else
      out += "null";
    append_offset(out, request.input_offset);
  }
  void operator()(const laws::BytesRequest& request) const {
    scheme(request.scheme);
    append_integers(out, ",\"shape\":", request.shape);
    out += ",\"bytes\":\"";
    laws::append_hex(out, request.bytes);
    out += '"';
    append_offset(out, request.input_offset);
  }
  void operator()(const laws::QuantizeRequest& request) const {
    scheme(request.scheme);
    append_integers(out, ",\"shape\":", request.shape);
    out.append(",\"calibration\":\"").append(name(request.calibration)).append("\"");
    append_bits_list(out, ",\"input\":", request.input);
  }
  void operator()(const laws::PermuteRequest& request) const {
    scheme(request.scheme);
    out += ",\"rank\":";
    append_integer(out, request.rank);
    append_integers(out, ",\"axes\":", request.axes);
  }
  void operator()(const laws::TextRequest& request) const { scheme(request.scheme); }
  void operator()(const laws::PresetRequest& request) const {
    out.append(",\"name\":\"").append(request.name).append("\"");
  }
  void operator()(const laws::ScalarRequest& request) const {
    out.append(",\"conversion\":\"").append(name(request.verb));
    out.append("\",\"type\":\"").append(name(request.type)).append("\"");
    append_bits_list(out, ",\"inputs\":", request.inputs);
  }
  void operator()(const laws::DigestRequest& request) const {
    out.append(",\"conversion\":\"").append(name(request.verb));
    out.append("\",\"type\":\"").append(name(request.type)).append("\",\"first\":");
    append_bits(out, request.first);
    out += ",\"count\":";
    append_integer(out, request.count);
  }
};

}  // namespace

std::string_view capability_name(std::uint32_t capability) {
  for (const CapabilityName& known : kCapabilityNames)
    if (known.capability == capability) return known.name;
  return "";
}

std::optional<std::uint32_t> capability_named(std::string_view wanted) {
  for (const CapabilityName& known : kCapabilityNames)
    if (known.name == wanted) return known.capability;
  return std::nullopt;
}

std::string write_hello() {
  return "{\"id\":0,\"verb\":\"hello\",\"protocol\":" + std::to_string(kProtocolVersion) + "}";
}

std::string write_request(std::uint64_t id, const laws::Request& request) {
  std::string out = "{\"id\":";
  append_integer(out, id);
  out.append(",\"verb\":\"").append(capability_name(laws::capability_of(request))).append("\"");
  std::visit(Writer{out}, request);
  out += '}';
  return out;
}

}  // namespace qb::conformance
