// Which law convicts which fault, and after how many draws.
#ifndef QB_PROPERTIES_KILL_MATRIX_H
#define QB_PROPERTIES_KILL_MATRIX_H

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <vector>

#include "properties/faults.h"
#include "properties/law.h"

namespace qb::laws {

/// In place of a number of draws: never within those that were made.
inline constexpr std::uint64_t kAlive = std::numeric_limits<std::uint64_t>::max();

/// The draws until each law first convicts each fault, 1 for the first draw, seed by seed.
class KillMatrix {
 public:
  KillMatrix(std::span<const Fault> faults, std::span<const Law> laws,
             std::vector<std::uint64_t> seeds, std::uint64_t draws);

  std::span<const Fault> faults() const { return faults_; }
  std::span<const Law> laws() const { return laws_; }
  std::span<const std::uint64_t> seeds() const { return seeds_; }
  std::uint64_t draws() const { return draws_; }

  std::uint64_t& at(std::size_t seed, std::size_t fault, std::size_t law) {
    return kills_[(seed * faults_.size() + fault) * laws_.size() + law];
  }
  /// The median over the seeds; the lower one of two. `kAlive` where most seeds never convict.
  std::uint64_t median(std::size_t fault, std::size_t law) const;
  /// The fewest draws of any law, in the median over the seeds.
  std::uint64_t first_kill(std::size_t fault) const;
  /// Whether some law convicts it with every seed.
  bool dies(std::size_t fault) const;

 private:
  std::span<const Fault> faults_;
  std::span<const Law> laws_;
  std::vector<std::uint64_t> seeds_;
  std::uint64_t draws_;
  std::vector<std::uint64_t> kills_;
};

/// Called now and then with how many draws are done, of all seeds, layers and threads; by one
/// thread at a time.
using DrawsDone = std::function<void(std::uint64_t done, std::uint64_t of)>;

/// Judges every fault by every law on the first `draws` draws of each seed. Each pair is done with
/// at its first kill. The same whatever the number of threads. Cost: 100 faults and 20,000 draws of
/// one seed some ten seconds of one core.
KillMatrix kill_matrix(std::span<const Fault> faults, std::span<const Law> laws,
                       std::vector<std::uint64_t> seeds, std::uint64_t draws, unsigned threads,
                       const DrawsDone& progress = {});

}  // namespace qb::laws

#endif  // QB_PROPERTIES_KILL_MATRIX_H
