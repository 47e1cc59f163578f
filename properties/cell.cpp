#include "properties/cell.h"

#include "properties/scheme_json.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kLevels = 1 + kScaleDtypes.size();

std::optional<ScaleDtype> level_at(std::uint64_t number) {
  if (number == 0) return std::nullopt;
  return kScaleDtypes[number - 1];
}
std::uint64_t number_of(const std::optional<ScaleDtype>& level) {
  return level ? 1 + static_cast<std::uint64_t>(*level) : 0;
}

std::optional<ScaleDtype> dtype_of(const std::optional<BlockScale>& block) {
  if (!block) return std::nullopt;
  return block->dtype;
}

Cell cell_of(const Scheme& scheme, bool global_given) {
  return {scheme.value, scheme.store.kind, scheme.tensor, dtype_of(scheme.block), global_given};
}

}  // namespace

Cell cell_at(std::uint64_t number) {
  Cell cell{};
  cell.global_given = number % 2 != 0;
  number /= 2;
  cell.block = level_at(number % kLevels);
  number /= kLevels;
  cell.tensor = level_at(number % kLevels);
  number /= kLevels;
  cell.store = kStores[number % kStores.size()];
  cell.value = kValues[number / kStores.size() % kValues.size()];
  return cell;
}

std::uint64_t number_of(const Cell& cell) {
  std::uint64_t number = static_cast<std::uint64_t>(cell.value);
  number = number * kStores.size() + static_cast<std::uint64_t>(cell.store);
  number = number * kLevels + number_of(cell.tensor);
  number = number * kLevels + number_of(cell.block);
  return number * 2 + (cell.global_given ? 1 : 0);
}

std::optional<Cell> classify(const Case& c) {
  if (const auto* tensor = std::get_if<TensorCase>(&c))
    return cell_of(tensor->scheme, tensor->global.has_value());
  if (const auto* bytes = std::get_if<BytesCase>(&c))
    return cell_of(bytes->scheme, bytes->scheme.two_level());
  if (const auto* floats = std::get_if<FloatsCase>(&c))
    return cell_of(floats->scheme, floats->scheme.two_level());
  return std::nullopt;
}

std::string describe(const Cell& cell) {
  std::string text{name(cell.value)};
  text.append("/").append(name(cell.store));
  text.append("/").append(cell.tensor ? name(*cell.tensor) : "none");
  text.append("/").append(cell.block ? name(*cell.block) : "none");
  return text.append(cell.global_given ? "/given" : "/absent");
}

}  // namespace qb::laws
