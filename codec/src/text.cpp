#include "layout.h"
#include "qb/codec.h"
#include "qb/names.h"
#include "writer.h"

namespace qb {
namespace {

Writer& operator<<(Writer& to, const Scheme& scheme) {
  to << "QuantScheme { value: " << name(scheme.value) << ", store: " << name(scheme.store.kind);
  if (scheme.store.kind != StoreKind::Native) to << "(" << scheme.store.packed_dim << ")";
  to << ", mode: " << name(scheme.mode) << ", tensor: ";
  if (scheme.tensor)
    to << "Some(" << name(*scheme.tensor) << ")";
  else
    to << "None";
  to << ", block: ";
  if (!scheme.block) return to << "None }";
  to << "Some(BlockScale { size: BlockSize([";
  to.list(scheme.block->size.extents());
  return to << "]), dtype: " << name(scheme.block->dtype) << " }) }";
}

struct ShapeText {
  Shape shape;
};
Writer& operator<<(Writer& to, ShapeText text) {
  to << "Shape { dims: [";
  return to.list(text.shape) << "] }";
}

void write(Writer& to, const Refusal& refusal, const Scheme& scheme, Shape shape) {
  const std::uint64_t given = refusal.given;
  const std::uint64_t needed = refusal.needed;
  const ShapeText tensor{shape};
  switch (refusal.error) {
    case Error::unsupported_mode:
      to << scheme << " has mode Lookup, only Symmetric has a byte form";
      break;
    case Error::invalid_block:
      to << "the block size of " << scheme << " is invalid: got " << given << ", the limit is "
         << needed;
      break;
    case Error::packed_dim_out_of_range:
      to << scheme << " packs dimension " << given << ", a tensor of shape " << tensor << " has "
         << needed;
      break;
    case Error::shape_overflow:
      to << "the sizes of a " << tensor << " tensor under " << scheme << " exceed " << needed;
      break;
    case Error::value_count_mismatch:
      to << given << " quantized values do not fill a tensor of shape " << tensor << " under "
         << scheme << ", it needs " << needed;
      break;
    case Error::scale_count_mismatch:
      to << given << " scales do not fill the grid of a " << tensor << " tensor under " << scheme
         << ", it needs " << needed;
      break;
    case Error::global_scale_required:
      to << scheme << " requires a per-tensor scale";
      break;
    case Error::global_scale_unexpected:
      to << scheme << " does not take a per-tensor scale";
      break;
    case Error::global_scale_dtype:
      to << "a two-level scheme stores its per-tensor scale as f32, got " << scheme;
      break;
    case Error::unsupported_block_dtype:
      to << "quantizing with two levels needs block scales in F16 or UE4M3, got " << scheme;
      break;
    case Error::unsupported_calibration:
      to << "quantizing with two levels needs MinMax, got AbsMean for " << scheme;
      break;
    case Error::truncated:
    case Error::trailing_bytes:
      to << "the values and scales of a " << tensor << " tensor under " << scheme << " take "
         << needed << " bytes in total, not " << given;
      break;
    case Error::output_too_small:
      to << "the output under " << scheme << " needs " << needed << " places, got " << given;
      break;
    case Error::scratch_too_small:
      to << "the scratch space under " << scheme << " needs " << needed << " places, got " << given;
      break;
    case Error::code_out_of_range:
      to << "the code at index " << given << " does not fit the bits of " << scheme;
      break;
    case Error::invalid_scale:
      to << "the scale at index " << given << " is negative, not finite or too large for "
         << scheme;
      break;
    case Error::non_finite_input:
      to << "the input at index " << given << " is not finite, which " << scheme << " needs";
      break;
    case Error::value_overflow:
      to << "the value at index " << given << " would not come back finite under " << scheme;
      break;
    case Error::invalid_axes:
      to << "the axes do not permute a tensor of rank " << needed << " under " << scheme << ": got "
         << given;
      break;
    case Error::invalid_text:
    case Error::old_scheme:  // of the JSON form: `write_json_message` knows the path
      to << "invalid scheme text at $: not what a scheme has there, byte " << given;
      break;
  }
}

}  // namespace

std::uint64_t write_text(const Scheme& scheme, std::span<char> out) {
  Writer to(out);
  to << scheme;
  return to.length();
}

std::uint64_t write_message(const Refusal& refusal, const Scheme& scheme, Shape shape,
                            std::span<char> out) {
  Writer to(out);
  write(to, refusal, scheme, shape);
  return to.length();
}

std::uint64_t write_permute_message(const Refusal& refusal, const Scheme& scheme,
                                    std::uint64_t rank, std::span<char> out) {
  Writer to(out);
  if (refusal.error == Error::packed_dim_out_of_range)
    to << scheme << " packs dimension " << refusal.given << ", rank " << rank << " has "
       << refusal.needed;
  else
    write(to, refusal, scheme, {});
  return to.length();
}

Result<std::uint64_t> write_json(const Scheme& scheme, std::span<char> out) {
  // Five extents at least as many axes: what is left of F6 is what has no JSON form.
  if (auto refusal = check_block(scheme, 5)) return *refusal;
  Writer to(out);
  to << R"({"value":")" << name(scheme.value) << R"(","store":)";
  if (scheme.store.kind == StoreKind::Native)
    to << R"("Native")";
  else
    to << R"({")" << name(scheme.store.kind) << R"(":)" << scheme.store.packed_dim << "}";
  to << R"(,"mode":")" << name(scheme.mode) << R"(","tensor":)";
  if (scheme.tensor)
    to << R"(")" << name(*scheme.tensor) << R"(")";
  else
    to << "null";
  if (!scheme.block) {
    to << R"(,"block":null})";
    return to.length();
  }
  const auto extents = scheme.block->size.extents();
  std::array<std::uint32_t, 5> storage{1, 1, 1, 1, 1};
  for (std::size_t i = 0; i < extents.size(); ++i) storage[i] = extents[i];
  to << R"(,"block":{"size":{"storage":[)";
  to.list(storage, ",") << R"(],"len":)" << extents.size() << R"(},"dtype":")"
                        << name(scheme.block->dtype) << R"("}})";
  return to.length();
}

}  // namespace qb
