// Text and JSON forms of a scheme (F54, F55).
#include <string>
#include <vector>

#include "reference.h"

namespace qb::reference {
namespace {

std::string_view dtype_name(ScaleDtype dtype) {
  switch (dtype) {
    case ScaleDtype::F16:
      return "F16";
    case ScaleDtype::BF16:
      return "BF16";
    case ScaleDtype::UE8M0:
      return "UE8M0";
    case ScaleDtype::UE4M3:
      return "UE4M3";
    case ScaleDtype::F32:
      break;
  }
  return "F32";
}

std::string_view store_name(StoreKind store) {
  switch (store) {
    case StoreKind::PackedNative:
      return "PackedNative";
    case StoreKind::PackedU32:
      return "PackedU32";
    case StoreKind::Native:
      break;
  }
  return "Native";
}

template <typename Numbers>
std::string joined(const Numbers& numbers, std::string_view separator) {
  std::string text;
  for (const auto number : numbers) {
    if (!text.empty()) text += separator;
    text += std::to_string(number);
  }
  return text;
}

std::string quoted(std::string_view name) { return std::string("\"").append(name) + "\""; }

}  // namespace

namespace right {

Scheme preset(std::string_view name) {  // F10
  if (name != "nvfp4" && name != "mxfp4")
    return {Value::Q8F, {StoreKind::PackedU32, 0}, Mode::Symmetric, std::nullopt, std::nullopt};
  const bool is_nvfp4 = name == "nvfp4";
  const std::uint32_t extent = is_nvfp4 ? 16 : 32;
  Scheme scheme{Value::E2M1, {StoreKind::PackedNative, 0}, Mode::Symmetric, std::nullopt, {}};
  scheme.block = BlockScale{*BlockSize::from(std::span(&extent, 1)),
                            is_nvfp4 ? ScaleDtype::UE4M3 : ScaleDtype::UE8M0};
  if (is_nvfp4) scheme.tensor = ScaleDtype::F32;
  return scheme;
}

std::string_view value_name(Value value) {
  switch (value) {
    case Value::Q8F:
      return "Q8F";
    case Value::E5M2:
      return "E5M2";
    case Value::E4M3:
      return "E4M3";
    case Value::Q4F:
      return "Q4F";
    case Value::E2M1:
      return "E2M1";
    case Value::Q2F:
      return "Q2F";
    case Value::Q8S:
      return "Q8S";
    case Value::Q4S:
      return "Q4S";
    case Value::Q2S:
      break;
  }
  return "Q2S";
}

std::string text_store(const Store& store) {
  std::string name(store_name(store.kind));
  if (store.kind == StoreKind::Native) return name;
  return name + "(" + std::to_string(store.packed_dim) + ")";
}

std::string text_mode(Mode mode) { return mode == Mode::Symmetric ? "Symmetric" : "Lookup"; }

std::string text_tensor(const std::optional<ScaleDtype>& dtype) {
  return dtype ? std::string("Some(").append(dtype_name(*dtype)) + ")" : "None";
}

std::string text_block(const std::optional<BlockScale>& block) {
  if (!block) return "None";
  return "Some(BlockScale { size: BlockSize([" + joined(block->size.extents(), ", ") +
         "]), dtype: " + std::string(dtype_name(block->dtype)) + " })";
}

std::string text_shape(Shape shape) { return "Shape { dims: [" + joined(shape, ", ") + "] }"; }

std::string json_store(const Store& store) {
  std::string name = quoted(store_name(store.kind));
  if (store.kind == StoreKind::Native) return name;
  return std::string("{").append(name) + ":" + std::to_string(store.packed_dim) + "}";
}

std::string json_tensor(const std::optional<ScaleDtype>& dtype) {
  return dtype ? quoted(dtype_name(*dtype)) : "null";
}

std::string json_block(const std::optional<BlockScale>& block) {
  if (!block) return "null";
  const Extents extents = block->size.extents();
  std::vector<std::uint32_t> storage(extents.begin(), extents.end());
  while (storage.size() < 5) storage.push_back(1);
  return R"({"size":{"storage":[)" + joined(storage, ",") +
         "],\"len\":" + std::to_string(extents.size()) +
         "},\"dtype\":" + quoted(dtype_name(block->dtype)) + "}";
}

}  // namespace right

std::string text(const Steps& steps, const Scheme& scheme) {
  return "QuantScheme { value: " + std::string(steps.value_name(scheme.value)) +
         ", store: " + steps.text_store(scheme.store) + ", mode: " + steps.text_mode(scheme.mode) +
         ", tensor: " + steps.text_tensor(scheme.tensor) +
         ", block: " + steps.text_block(scheme.block) + " }";
}

Result<std::string> json(const Steps& steps, const Scheme& scheme) {
  if (scheme.block) {
    const Extents block = scheme.block->size.extents();
    for (const auto check : steps.block_checks)  // of a rank that the block does not exceed
      if (const Verdict bad = check(block, block.size())) return *bad;
  }
  return R"({"value":)" + quoted(steps.value_name(scheme.value)) +
         ",\"store\":" + steps.json_store(scheme.store) +
         ",\"mode\":" + quoted(steps.text_mode(scheme.mode)) +
         ",\"tensor\":" + steps.json_tensor(scheme.tensor) +
         ",\"block\":" + steps.json_block(scheme.block) + "}";
}

}  // namespace qb::reference
