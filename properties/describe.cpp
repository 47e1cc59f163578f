// Cases for people: one line each.
#include "properties/case.h"
#include "properties/scheme_json.h"

namespace qb::laws {
namespace {

std::string scheme_line(const Scheme& scheme, const std::vector<std::uint64_t>& shape) {
  std::string line{name(scheme.value)};
  line.append(" ").append(name(scheme.store.kind));
  if (scheme.store.kind != StoreKind::Native)
    line.append("(").append(std::to_string(scheme.store.packed_dim)).append(")");
  if (scheme.mode != Mode::Symmetric) line.append(" ").append(name(scheme.mode));
  if (scheme.tensor) line.append(" tensor ").append(name(*scheme.tensor));
  if (scheme.block) {
    line.append(" block [");
    for (std::uint32_t extent : scheme.block->size.extents())
      line.append(std::to_string(extent)).append(",");
    if (line.back() == ',') line.pop_back();
    line.append("] ").append(name(scheme.block->dtype));
  }
  line.append(" · shape [");
  for (std::uint64_t extent : shape) line.append(std::to_string(extent)).append(",");
  if (line.back() == ',') line.pop_back();
  return line.append("]");
}

/// As many items as fit in about 60 characters, then how many are left.
template <typename List, typename Text>
void append_some(std::string& line, const char* what, const List& list, Text text) {
  line.append(" · ").append(what);
  std::size_t shown = 0;
  for (const std::size_t start = line.size(); shown < list.size(); ++shown) {
    if (line.size() - start > 60) break;
    line.append(" ").append(text(list[shown]));
  }
  if (shown < list.size())
    line.append(" … (").append(std::to_string(list.size())).append(" in all)");
  else if (list.empty())
    line.append(" none");
}

std::string describe_case(const TensorCase& c) {
  std::string line = scheme_line(c.scheme, c.shape);
  const auto hex = [](std::uint32_t bits) { return to_hex(bits); };
  append_some(line, "codes", c.codes, [](std::int8_t code) { return std::to_string(code); });
  append_some(line, "scales", c.scales, hex);
  if (c.global) line.append(" · global ").append(to_hex(*c.global));
  if (!c.axes.empty())
    append_some(line, "axes", c.axes, [](std::uint64_t axis) { return std::to_string(axis); });
  if (c.input_offset != 0) line.append(" · at +").append(std::to_string(c.input_offset));
  if (c.short_by != 0) line.append(" · output short by ").append(std::to_string(c.short_by));
  return line;
}

std::string describe_case(const BytesCase& c) {
  std::string line = scheme_line(c.scheme, c.shape);
  append_some(line, "bytes", c.bytes,
              [](std::uint8_t byte) { return to_hex(std::span(&byte, 1)); });
  if (c.input_offset != 0) line.append(" · at +").append(std::to_string(c.input_offset));
  if (c.short_by != 0) line.append(" · output short by ").append(std::to_string(c.short_by));
  return line;
}

std::string describe_case(const FloatsCase& c) {
  std::string line = scheme_line(c.scheme, c.shape);
  if (c.calibration != Calibration::MinMax) line.append(" · ").append(name(c.calibration));
  append_some(line, "input", c.input, [](std::uint32_t bits) { return to_hex(bits); });
  if (!c.axes.empty())
    append_some(line, "axes", c.axes, [](std::uint64_t axis) { return std::to_string(axis); });
  if (c.short_by != 0) line.append(" · output short by ").append(std::to_string(c.short_by));
  return line;
}

std::string describe_case(const ScalarCase& c) {
  return std::string(name(c.verb))
      .append(" ")
      .append(name(c.type))
      .append(" of ")
      .append(to_hex(c.input));
}

}  // namespace

std::string describe(const Case& c) {
  return std::visit([](const auto& one) { return describe_case(one); }, c);
}

}  // namespace qb::laws
