#include "sweep/sweep.h"

#include <algorithm>
#include <mutex>
#include <numeric>

#include "sweep/parallel.h"

namespace qb::sweep {
namespace {

constexpr std::size_t kBatch = std::size_t{1} << 14;  // three buffers fit a second-level cache

void keep_lowest(std::optional<Difference>& lowest, const Difference& found) {
  if (!lowest || found.input < lowest->input) lowest = found;
}

void add(Result& to, const Result& from) {
  to.numbers += from.numbers;
  to.nans += from.nans;
  if (from.number_difference) keep_lowest(to.number_difference, *from.number_difference);
  if (from.nan_difference) keep_lowest(to.nan_difference, *from.nan_difference);
}

struct Batch {
  std::vector<std::uint32_t> inputs = std::vector<std::uint32_t>(kBatch);
  std::vector<std::uint32_t> expected = std::vector<std::uint32_t>(kBatch);
  std::vector<std::uint32_t> got = std::vector<std::uint32_t>(kBatch);
};

bool is_accepted(const Expected& expected, Nans nans, const Difference& found) {
  if (nans == Nans::exact || !expected.is_about_nan(found.input)) return false;
  if (expected.conversion() == Conversion{ScalarVerb::encode, ScalarType::E2M1}) return true;
  return expected.is_nan_output(found.expected) && expected.is_nan_output(found.got);
}

/// Looks at each pair; only where the buffers differ.
void find_differences(const Expected& expected, const Batch& batch, std::size_t count, Nans nans,
                      Result& result) {
  for (std::size_t i = 0; i < count; ++i) {
    const Difference pair{batch.inputs[i], batch.expected[i], batch.got[i]};
    if (pair.expected == pair.got || is_accepted(expected, nans, pair)) continue;
    keep_lowest(
        expected.is_about_nan(pair.input) ? result.nan_difference : result.number_difference, pair);
  }
}

/// The inputs and what is expected of them are there.
void compare(const Expected& expected, const Subject& subject, Batch& batch, std::size_t count,
             Nans nans, Result& result) {
  subject(std::span(batch.inputs).first(count), std::span(batch.got).first(count));
  const auto end = batch.got.begin() + static_cast<std::ptrdiff_t>(count);
  if (!std::equal(batch.got.begin(), end, batch.expected.begin()))
    find_differences(expected, batch, count, nans, result);
}

Result sweep_range(const Expected& expected, const Subject& subject, const Range& range,
                   Nans nans) {
  Result result;
  Batch batch;
  result.nans = expected.nans_in(range);
  result.numbers = range.count() - result.nans;
  for (std::uint64_t first = range.first; first <= range.last; first += kBatch) {
    const std::size_t count =
        std::min<std::uint64_t>(kBatch, std::uint64_t{range.last} - first + 1);
    std::iota(batch.inputs.begin(), batch.inputs.end(), static_cast<std::uint32_t>(first));
    expected.fill(static_cast<std::uint32_t>(first), std::span(batch.expected).first(count));
    compare(expected, subject, batch, count, nans, result);
  }
  return result;
}

/// What was found so far, by several threads.
class Found {
 public:
  explicit Found(const Expected& expected) : expected_(expected) {}

  /// Whether nothing in the range can be lower than what was found. A number that differs does not
  /// hide the NaNs above it, and the other way round.
  bool is_over(const Range& range) {
    const std::lock_guard lock(mutex_);
    const auto is_below = [&](const auto& found) { return found && found->input < range.first; };
    return is_below(result_.number_difference) &&
           (is_below(result_.nan_difference) || !expected_.is_about_nan(range.last));
  }

  void add(const Result& one) {
    const std::lock_guard lock(mutex_);
    sweep::add(result_, one);
  }

  const Result& result() const { return result_; }

 private:
  const Expected& expected_;
  std::mutex mutex_;
  Result result_;
};

}  // namespace

Result sweep(const Expected& expected, const Subject& subject, std::span<const Range> ranges,
             const Options& options) {
  Found found(expected);
  for_each_range(ranges, options.jobs, options.progress, [&](std::size_t at) {
    if (!found.is_over(ranges[at]))
      found.add(sweep_range(expected, subject, ranges[at], options.nans));
  });
  return found.result();
}

Result sweep(const Expected& expected, const Subject& subject,
             std::span<const std::uint32_t> inputs, Nans nans) {
  Result result;
  Batch batch;
  for (std::size_t at = 0; at < inputs.size(); at += kBatch) {
    const auto part = inputs.subspan(at, std::min(kBatch, inputs.size() - at));
    std::ranges::copy(part, batch.inputs.begin());
    expected.fill(part, batch.expected);
    compare(expected, subject, batch, part.size(), nans, result);
    for (const std::uint32_t input : part)
      ++(expected.is_about_nan(input) ? result.nans : result.numbers);
  }
  return result;
}

}  // namespace qb::sweep
