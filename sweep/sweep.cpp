#include "sweep/sweep.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <numeric>
#include <thread>

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

Result sweep_range(const Expected& expected, const Subject& subject, const Range& range, Nans nans,
                   Batch& batch) {
  Result result;
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

/// The ranges still to be swept, given out in ascending order, and what came of those that were.
class Work {
 public:
  Work(const Expected& expected, const Subject& subject, std::span<const Range> ranges,
       const Options& options)
      : expected_(expected), subject_(subject), ranges_(ranges), options_(options) {
    for (const Range& range : ranges) of_ += range.count();
  }

  void run() {
    try {
      Batch batch;
      for (std::size_t at = next_++; at < ranges_.size(); at = next_++)
        if (!is_over(at)) note(sweep_range(expected_, subject_, ranges_[at], options_.nans, batch));
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  Result result() const {
    if (failure_) std::rethrow_exception(failure_);
    return result_;
  }

 private:
  /// Whether nothing in the range can be lower than what was found. A number that differs does not
  /// hide the NaNs above it, and the other way round.
  bool is_over(std::size_t at) {
    const std::lock_guard lock(mutex_);
    const Range& range = ranges_[at];
    const auto is_below = [&](const auto& found) { return found && found->input < range.first; };
    if (failure_) return true;
    return is_below(result_.number_difference) &&
           (is_below(result_.nan_difference) || !expected_.is_about_nan(range.last));
  }

  void note(const Result& one) {
    const std::lock_guard lock(mutex_);
    add(result_, one);
    if (options_.progress) options_.progress(result_.numbers + result_.nans, of_);
  }

  const Expected& expected_;
  const Subject& subject_;
  std::span<const Range> ranges_;
  const Options& options_;
  std::uint64_t of_ = 0;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;  // of all below
  Result result_;
  std::exception_ptr failure_;
};

}  // namespace

Result sweep(const Expected& expected, const Subject& subject, std::span<const Range> ranges,
             const Options& options) {
  Work work(expected, subject, ranges, options);
  std::vector<std::thread> others;
  for (unsigned i = 1; i < options.jobs && i < ranges.size(); ++i)
    others.emplace_back([&work] { work.run(); });
  work.run();
  for (std::thread& other : others) other.join();
  return work.result();
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
