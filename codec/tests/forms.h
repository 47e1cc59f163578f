// Schemes with their text and JSON forms (F54, F55), which several tests read.
#ifndef QB_CODEC_TESTS_FORMS_H
#define QB_CODEC_TESTS_FORMS_H

#include <optional>
#include <string>

#include "support.h"

namespace qb {

using enum Value;
using enum ScaleDtype;

inline std::optional<Error> error_of(const Result<Scheme>& scheme) {
  if (scheme) return std::nullopt;
  return scheme.refusal().error;
}

inline std::string json_of(const Scheme& scheme) {
  return written([&](std::span<char> out) { return answer(write_json(scheme, out)); });
}

inline Scheme with_packed_dim(std::uint64_t d) {
  return {Q8F, packed_u32(d), Mode::Symmetric, std::nullopt, std::nullopt};
}

struct Form {
  Scheme scheme;
  const char* text;
  const char* json;
};

inline const Form kForms[] = {
    {blocked(Q8S, kNative, {4}),
     "QuantScheme { value: Q8S, store: Native, mode: Symmetric, tensor: None, "
     "block: Some(BlockScale { size: BlockSize([4]), dtype: F32 }) }",
     R"({"value":"Q8S","store":"Native","mode":"Symmetric","tensor":null,)"
     R"("block":{"size":{"storage":[4,1,1,1,1],"len":1},"dtype":"F32"}})"},
    {two_level(Q8S, kNative, {4}, F32),
     "QuantScheme { value: Q8S, store: Native, mode: Symmetric, tensor: Some(F32), "
     "block: Some(BlockScale { size: BlockSize([4]), dtype: F32 }) }",
     R"({"value":"Q8S","store":"Native","mode":"Symmetric","tensor":"F32",)"
     R"("block":{"size":{"storage":[4,1,1,1,1],"len":1},"dtype":"F32"}})"},
    {Scheme{},
     "QuantScheme { value: Q8F, store: PackedU32(0), mode: Symmetric, tensor: None, block: None }",
     R"({"value":"Q8F","store":{"PackedU32":0},"mode":"Symmetric","tensor":null,"block":null})"},
    {nvfp4(),
     "QuantScheme { value: E2M1, store: PackedNative(0), mode: Symmetric, tensor: Some(F32), "
     "block: Some(BlockScale { size: BlockSize([16]), dtype: UE4M3 }) }",
     R"({"value":"E2M1","store":{"PackedNative":0},"mode":"Symmetric","tensor":"F32",)"
     R"("block":{"size":{"storage":[16,1,1,1,1],"len":1},"dtype":"UE4M3"}})"},
    {lookup(blocked(Q4F, packed_u32(3), {2, 4}, BF16)),
     "QuantScheme { value: Q4F, store: PackedU32(3), mode: Lookup, tensor: None, "
     "block: Some(BlockScale { size: BlockSize([2, 4]), dtype: BF16 }) }",
     R"({"value":"Q4F","store":{"PackedU32":3},"mode":"Lookup","tensor":null,)"
     R"("block":{"size":{"storage":[2,4,1,1,1],"len":2},"dtype":"BF16"}})"},
    {blocked(E5M2, packed_native(kLargestExtent), {}, UE8M0),
     "QuantScheme { value: E5M2, store: PackedNative(18446744073709551615), mode: Symmetric, "
     "tensor: None, block: Some(BlockScale { size: BlockSize([]), dtype: UE8M0 }) }",
     R"({"value":"E5M2","store":{"PackedNative":18446744073709551615},"mode":"Symmetric",)"
     R"("tensor":null,"block":{"size":{"storage":[1,1,1,1,1],"len":0},"dtype":"UE8M0"}})"},
    {blocked(E4M3, kNative, {255, 1, 2, 1, 1}, F16),
     "QuantScheme { value: E4M3, store: Native, mode: Symmetric, tensor: None, "
     "block: Some(BlockScale { size: BlockSize([255, 1, 2, 1, 1]), dtype: F16 }) }",
     R"({"value":"E4M3","store":"Native","mode":"Symmetric","tensor":null,)"
     R"("block":{"size":{"storage":[255,1,2,1,1],"len":5},"dtype":"F16"}})"},
};

}  // namespace qb

#endif  // QB_CODEC_TESTS_FORMS_H
