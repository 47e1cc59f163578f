#include "properties/labels.h"

#include <initializer_list>

#include "properties/laws/judging.h"
#include "properties/scalar_point.h"

namespace qb::laws {
namespace {

// A group has up to 32 labels: 0 for an answer, the number of the error for a refusal.
enum Group : std::size_t { kEncodes, kDecodes, kSizes, kPermutes, kAudits, kQuantizes, kScalars };
constexpr std::size_t kGroup = 32;

// The oracle has no buffers of a caller's; what is too small for it is known without asking.
constexpr std::size_t kShort = static_cast<std::size_t>(Error::output_too_small);
constexpr std::size_t kShortEncode = kEncodes * kGroup + kShort;
constexpr std::size_t kShortDecode = kDecodes * kGroup + kShort;

std::size_t scalar_group(ScalarVerb verb, ScalarType type) {
  return kScalars + static_cast<std::size_t>(verb) * kScalarTypeNames.size() +
         static_cast<std::size_t>(type);
}

class Table {
 public:
  Table() {
    using enum Error;
    add_verb(
        kEncodes, "encode",
        {unsupported_mode, invalid_block, packed_dim_out_of_range, shape_overflow,
         value_count_mismatch, scale_count_mismatch, global_scale_required, global_scale_unexpected,
         global_scale_dtype, output_too_small, code_out_of_range, invalid_scale});
    add_verb(kDecodes, "decode",
             {unsupported_mode, invalid_block, packed_dim_out_of_range, shape_overflow,
              global_scale_dtype, truncated, trailing_bytes, output_too_small});
    add_verb(kSizes, "size",
             {unsupported_mode, invalid_block, packed_dim_out_of_range, shape_overflow,
              global_scale_dtype});
    add_verb(kQuantizes, "quantize",
             {unsupported_mode, invalid_block, packed_dim_out_of_range, shape_overflow,
              value_count_mismatch, global_scale_dtype, unsupported_block_dtype,
              unsupported_calibration, output_too_small, non_finite_input, value_overflow});
    add_verb(kPermutes, "permute", {invalid_block, packed_dim_out_of_range, invalid_axes});
    for (std::size_t kind = 0; kind < kFindingNames.size(); ++kind)
      add(kAudits, 1 + kind, "audit/" + std::string(kFindingNames[kind]));
    add(kAudits, 0, "audit/nothing");
    for (const ScalarAim& aim : scalar_aims())
      add(scalar_group(aim.verb, aim.type), static_cast<std::size_t>(aim.point),
          std::string(name(aim.verb)) + " " + std::string(name(aim.type)) + "/" +
              std::string(kScalarPointNames[static_cast<std::size_t>(aim.point)]));
  }

  std::vector<Label> all;

 private:
  void add(std::size_t group, std::size_t item, std::string name) {
    all.push_back({group * kGroup + item, std::move(name)});
  }
  void add_verb(Group group, const std::string& verb, std::initializer_list<Error> errors) {
    add(group, 0, verb + "/answered");
    for (Error error : errors)
      add(group, static_cast<std::size_t>(error), verb + "/" + std::string(name(error)));
  }
};

void add_reply(LabelSet& labels, Group group, const Reply& reply) {
  const auto* refused = std::get_if<Refused>(&reply);
  if (refused == nullptr)
    labels.set(group * kGroup);
  else if (refused->error)
    labels.set(group * kGroup + static_cast<std::size_t>(*refused->error));
}

void add_labels(LabelSet& labels, const TensorCase& c, const Implementation& oracle) {
  const Reply reply = oracle.ask(to_encode(c));
  const auto* written = std::get_if<BytesAnswer>(&reply);
  add_reply(labels, kEncodes, reply);
  if (c.short_by != 0 && written != nullptr && !written->bytes.empty()) labels.set(kShortEncode);
  add_reply(labels, kSizes, oracle.ask(SizeRequest{c.scheme, c.shape}));
  if (!c.axes.empty())
    add_reply(labels, kPermutes, oracle.ask(PermuteRequest{c.scheme, c.shape.size(), c.axes}));
}

void add_labels(LabelSet& labels, const BytesCase& c, const Implementation& oracle) {
  const Reply reply = oracle.ask(to_read(BytesVerb::decode, c));
  const auto* tensor = std::get_if<TensorAnswer>(&reply);
  add_reply(labels, kDecodes, reply);
  if (tensor == nullptr) return;
  if (c.short_by != 0 && !tensor->codes.empty()) labels.set(kShortDecode);
  const Reply audited = oracle.ask(to_read(BytesVerb::audit, c));
  const auto* found = std::get_if<FindingsAnswer>(&audited);
  if (found == nullptr) return;
  if (found->findings.empty()) labels.set(kAudits * kGroup);
  for (const Finding& finding : found->findings)
    labels.set(kAudits * kGroup + 1 + static_cast<std::size_t>(finding.kind));
}

void add_labels(LabelSet& labels, const FloatsCase& c, const Implementation& oracle) {
  const Reply reply = oracle.ask(QuantizeRequest{c.scheme, c.shape, c.calibration, c.input});
  const auto* written = std::get_if<QuantizedAnswer>(&reply);
  add_reply(labels, kQuantizes, reply);
  if (c.short_by != 0 && written != nullptr && !written->bytes.empty())
    labels.set(kQuantizes * kGroup + kShort);
}

void add_labels(LabelSet& labels, const ScalarCase& c, const Implementation&) {
  if (const auto point = point_of(c))
    labels.set(scalar_group(c.verb, c.type) * kGroup + static_cast<std::size_t>(*point));
}

}  // namespace

const std::vector<Label>& all_labels() {
  static const Table table;
  return table.all;
}

LabelSet labels_of(const Case& c, const Implementation& oracle) {
  LabelSet labels;
  std::visit([&](const auto& one) { add_labels(labels, one, oracle); }, c);
  return labels;
}

}  // namespace qb::laws
