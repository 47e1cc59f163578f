#include "properties/kill_matrix.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <utility>

#include "properties/draw.h"
#include "properties/remember.h"
#include "properties/trial.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kAtOnce = 200;  // draws between two looks at the progress

std::uint64_t middle(std::vector<std::uint64_t> numbers) {
  if (numbers.empty()) return kAlive;
  std::sort(numbers.begin(), numbers.end());
  return numbers[(numbers.size() - 1) / 2];
}

/// Some faults of one layer under one seed.
class Job {
 public:
  Job(KillMatrix& matrix, std::size_t seed, Layer layer, std::vector<std::size_t> faults)
      : matrix_(matrix), seed_(seed), layer_(layer), faults_(std::move(faults)) {}

  /// `count(n)` for each n draws done, `kAtOnce` at most.
  template <typename Count>
  void run(Count count) {
    const Implementation right = unspoilt(layer_);
    const Implementation oracle = remembering(oracle_for(matrix_.faults()[faults_.front()]));
    std::vector<Implementation> subjects;
    for (const std::size_t fault : faults_) subjects.push_back(matrix_.faults()[fault].make());
    for (std::uint64_t i = 0; i < matrix_.draws(); ++i) {
      const Case c = draw_number(matrix_.seeds()[seed_], i);
      const Trial trial(right, oracle, matrix_.laws(), wanted(), c);
      for (std::size_t place = 0; place < faults_.size(); ++place)
        trial.run(
            subjects[place], [&](std::size_t law) { return kill(place, law) == kAlive; },
            [&](std::size_t law) { kill(place, law) = i + 1; });
      if ((i + 1) % kAtOnce == 0) count(kAtOnce);
    }
    count(matrix_.draws() % kAtOnce);
  }

 private:
  std::uint64_t& kill(std::size_t place, std::size_t law) {
    return matrix_.at(seed_, faults_[place], law);
  }
  /// Laws that have not convicted every fault of the job.
  std::vector<bool> wanted() {
    std::vector<bool> laws(matrix_.laws().size(), false);
    for (std::size_t law = 0; law < laws.size(); ++law)
      for (std::size_t place = 0; place < faults_.size() && !laws[law]; ++place)
        laws[law] = kill(place, law) == kAlive;
    return laws;
  }

  KillMatrix& matrix_;
  std::size_t seed_;
  Layer layer_;
  std::vector<std::size_t> faults_;
};

/// Each layer dealt out to as many jobs a seed as there are threads.
std::vector<Job> jobs_of(KillMatrix& matrix, std::span<const Fault> faults, unsigned threads) {
  std::vector<Job> jobs;
  for (std::size_t seed = 0; seed < matrix.seeds().size(); ++seed)
    for (const Layer layer : kLayers)
      for (unsigned part = 0; part < threads; ++part) {
        std::vector<std::size_t> dealt;
        for (std::size_t fault = part; fault < faults.size(); fault += threads)
          if (faults[fault].layer == layer) dealt.push_back(fault);
        if (!dealt.empty()) jobs.emplace_back(matrix, seed, layer, std::move(dealt));
      }
  return jobs;
}

}  // namespace

KillMatrix::KillMatrix(std::span<const Fault> faults, std::span<const Law> laws,
                       std::vector<std::uint64_t> seeds, std::uint64_t draws)
    : faults_(faults),
      laws_(laws),
      seeds_(std::move(seeds)),
      draws_(draws),
      kills_(seeds_.size() * faults.size() * laws.size(), kAlive) {}

std::uint64_t KillMatrix::median(std::size_t fault, std::size_t law) const {
  std::vector<std::uint64_t> numbers;
  for (std::size_t seed = 0; seed < seeds_.size(); ++seed)
    numbers.push_back(kills_[(seed * faults_.size() + fault) * laws_.size() + law]);
  return middle(std::move(numbers));
}

std::uint64_t KillMatrix::first_kill(std::size_t fault) const {
  std::vector<std::uint64_t> fewest;
  for (std::size_t seed = 0; seed < seeds_.size(); ++seed) {
    const auto from = kills_.begin() +
                      static_cast<std::ptrdiff_t>((seed * faults_.size() + fault) * laws_.size());
    fewest.push_back(*std::min_element(from, from + static_cast<std::ptrdiff_t>(laws_.size())));
  }
  return middle(std::move(fewest));
}

bool KillMatrix::dies(std::size_t fault) const {
  for (std::size_t seed = 0; seed < seeds_.size(); ++seed) {
    const auto from = kills_.begin() +
                      static_cast<std::ptrdiff_t>((seed * faults_.size() + fault) * laws_.size());
    if (std::all_of(from, from + static_cast<std::ptrdiff_t>(laws_.size()),
                    [](std::uint64_t draws) { return draws == kAlive; }))
      return false;
  }
  return true;
}

KillMatrix kill_matrix(std::span<const Fault> faults, std::span<const Law> laws,
                       std::vector<std::uint64_t> seeds, std::uint64_t draws, unsigned threads,
                       const DrawsDone& progress) {
  KillMatrix matrix(faults, laws, std::move(seeds), draws);
  std::vector<Job> jobs = jobs_of(matrix, faults, std::max(threads, 1u));
  std::atomic<std::size_t> next = 0;
  std::mutex counting;
  std::uint64_t done = 0;
  const auto count = [&](std::uint64_t more) {
    const std::lock_guard lock(counting);
    done += more;
    if (progress) progress(done, jobs.size() * draws);
  };
  const auto work = [&] {
    for (std::size_t i = next++; i < jobs.size(); i = next++) jobs[i].run(count);
  };
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < threads; ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  return matrix;
}

}  // namespace qb::laws
