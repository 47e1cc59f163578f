#include "sweep/parallel.h"

#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace qb::sweep {
namespace {

class Work {
 public:
  Work(std::span<const Range> ranges, const Progress& progress,
       const std::function<void(std::size_t)>& body)
      : ranges_(ranges), progress_(progress), body_(body) {
    for (const Range& range : ranges) of_ += range.count();
  }

  void run() {
    try {
      for (std::size_t at = take(); at < ranges_.size(); at = take()) {
        body_(at);
        finish(at);
      }
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::size_t take() {
    const std::lock_guard lock(mutex_);
    return failure_ ? ranges_.size() : next_++;
  }

  void finish(std::size_t at) {
    const std::lock_guard lock(mutex_);
    done_ += ranges_[at].count();
    if (progress_) progress_(done_, of_);
  }

  std::span<const Range> ranges_;
  const Progress& progress_;
  const std::function<void(std::size_t)>& body_;
  std::uint64_t of_ = 0;
  std::mutex mutex_;  // of all below
  std::size_t next_ = 0;
  std::uint64_t done_ = 0;
  std::exception_ptr failure_;
};

}  // namespace

void for_each_range(std::span<const Range> ranges, unsigned jobs, const Progress& progress,
                    const std::function<void(std::size_t)>& body) {
  Work work(ranges, progress, body);
  std::vector<std::thread> others;
  for (unsigned i = 1; i < jobs && i < ranges.size(); ++i)
    others.emplace_back([&work] { work.run(); });
  work.run();
  for (std::thread& other : others) other.join();
  work.rethrow();
}

}  // namespace qb::sweep
