// How long draws take: cases by kind, and the mix of a run, each beside one bounded number drawn in
// the same run of this program. Laws are not in it.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <variant>

#include "properties/draw.h"

namespace qb::laws {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kSeed = 1;

/// What a case holds that was drawn one by one: codes, scales, bytes, floats, inputs.
std::size_t items(const Case& c) {
  return std::visit(
      [](const auto& one) -> std::size_t {
        std::size_t all = 0;
        if constexpr (requires { one.codes; }) all += one.codes.size();
        if constexpr (requires { one.scales; }) all += one.scales.size();
        if constexpr (requires { one.bytes; }) all += one.bytes.size();
        if constexpr (requires { one.input.size(); }) all += one.input.size();
        return all;
      },
      c);
}

/// Seconds that a bounded number takes here and now.
double seconds_of_a_number() {
  constexpr std::uint64_t kNumbers = 1 << 22;
  RandomSource source(kSeed, 0);
  double least = 1;
  for (int round = 0; round < 5; ++round) {
    const auto begin = Clock::now();
    for (std::uint64_t i = 0; i < kNumbers; ++i) benchmark::DoNotOptimize(source.below(1000));
    const std::chrono::duration<double> took = Clock::now() - begin;
    least = std::min(least, took.count() / kNumbers);
  }
  return least;
}

/// Measures `make(i)`, a case for each i. "numbers" is the ratio: how many bounded numbers could be
/// drawn in the time of one case.
template <typename Make>
void measure(benchmark::State& state, Make make) {
  const double number = seconds_of_a_number();
  std::uint64_t i = 0, all_items = 0;
  const auto begin = Clock::now();
  for (auto _ : state) {
    const Case c = make(i++);
    all_items += items(c);
  }
  const std::chrono::duration<double> took = Clock::now() - begin;
  const auto cases = static_cast<double>(state.iterations());
  state.SetItemsProcessed(state.iterations());
  state.counters["items/case"] = static_cast<double>(all_items) / cases;
  state.counters["numbers"] = took.count() / cases / number;
}

void bounded_number(benchmark::State& state) {
  RandomSource source(kSeed, 0);
  for (auto _ : state) benchmark::DoNotOptimize(source.below(1000));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(bounded_number);

void kind(benchmark::State& state, CaseKind wanted) {
  measure(state, [wanted](std::uint64_t i) {
    RandomSource source(kSeed, i);
    return draw(source, cell_at(i % kCells), wanted);
  });
}
BENCHMARK_CAPTURE(kind, scalar, CaseKind::scalar);
BENCHMARK_CAPTURE(kind, tensor, CaseKind::tensor);
BENCHMARK_CAPTURE(kind, bytes, CaseKind::bytes);
BENCHMARK_CAPTURE(kind, floats, CaseKind::floats);

void run(benchmark::State& state) {
  measure(state, [](std::uint64_t i) { return draw_number(kSeed, i); });
}
BENCHMARK(run);

}  // namespace
}  // namespace qb::laws

BENCHMARK_MAIN();
