#include "scopes/scopes.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <mutex>
#include <vector>

#include "properties/plausible.h"
#include "scopes/tables.h"

namespace qb::scopes {

std::span<const Scope> all_scopes() {
  static const std::array kAll{kGeometry, kLine, kScales, kLengths};
  return kAll;
}

const Scope* scope_named(std::string_view name) {
  const auto scopes = all_scopes();
  const auto found = std::ranges::find(scopes, name, &Scope::name);
  return found == scopes.end() ? nullptr : &*found;
}

Result prove(const Scope& scope, const laws::Implementation& subject,
             const laws::Implementation& oracle, Part part, unsigned jobs,
             const sweep::Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  std::vector<sweep::Range> units;
  for (std::uint32_t unit = 0; unit < scope.units(part); ++unit) units.push_back({unit, unit});
  Result result;
  std::mutex mutex;  // of the result and the first unit that was wrong
  std::atomic<std::uint64_t> first_wrong = units.size();
  sweep::for_each_range(units, jobs, progress, [&](std::size_t unit) {
    if (unit > first_wrong) return;
    Judge judge(subject, oracle);
    scope.judge_unit(judge, part, unit);
    const std::lock_guard lock(mutex);
    result.cases += judge.cases();
    if (!judge.is_done() || unit > first_wrong) return;
    first_wrong = unit;
    result.found = std::move(judge.found());
  });
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

std::vector<std::vector<std::uint64_t>> shapes(std::uint64_t rank, std::uint64_t most) {
  std::vector<std::vector<std::uint64_t>> all{{}};
  for (std::size_t begin = 0, at = 0; at < rank; ++at) {
    const std::size_t end = all.size();
    for (std::size_t i = begin; i < end; ++i)
      for (std::uint64_t extent = 0; extent <= most; ++extent) {
        auto longer = all[i];
        longer.push_back(extent);
        all.push_back(std::move(longer));
      }
    begin = end;
  }
  return all;
}

std::vector<Store> stores(std::uint64_t rank) {
  std::vector<Store> all{{StoreKind::Native, 0}};
  for (const StoreKind kind : {StoreKind::PackedNative, StoreKind::PackedU32})
    for (std::uint64_t d = 0; d < std::max<std::uint64_t>(rank, 1); ++d) all.push_back({kind, d});
  return all;
}

void add_units(const std::vector<std::uint64_t>& shape, std::vector<Unit>& to) {
  for (const Store& store : stores(shape.size()))
    for (const Value value : kWidths) to.push_back({shape, store, value});
}

std::int8_t code_of(Value value, std::uint64_t bits) {
  const unsigned width = laws::plausible_bits(value);
  const auto field = static_cast<int>(bits % (1u << width));
  const bool is_negative = field >= 1 << (width - 1) && value != Value::E2M1;
  return static_cast<std::int8_t>(is_negative ? field - (1 << width) : field);
}

}  // namespace qb::scopes
