// One case put to many faults, where only what a fault changes is judged.
#ifndef QB_PROPERTIES_TRIAL_H
#define QB_PROPERTIES_TRIAL_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "properties/faults.h"
#include "properties/kept_request.h"
#include "properties/law.h"

namespace qb::laws {

/// What laws ask the unspoilt implementation of a layer about one case, and what it replies. A law
/// is a function of the replies that it gets. So a fault that replies the same to everything that a
/// law asked cannot be broken by it, and need not be judged.
class Trial {
 public:
  /// `laws` that are of another kind than the case, or not `wanted`, are left out. Judges each of
  /// the others once; the replies are kept. `c`, `laws` and `oracle` must outlive this.
  Trial(const Implementation& right, const Implementation& oracle, std::span<const Law> laws,
        const std::vector<bool>& wanted, const Case& c);

  /// Calls `broken(law index)` for each law that `subject` breaks, of those for which `alive`
  /// holds. Cost: one reply a request of those laws, and a judging where a reply differs.
  template <typename Alive, typename Broken>
  void run(const Implementation& subject, Alive alive, Broken broken) const {
    std::vector<Seen> seen(requests_.size(), Seen::not_yet);
    for (const Asking& asking : askings_)
      if (alive(asking.law) && differs(subject, asking, seen) && breaks(subject, asking.law))
        broken(asking.law);
  }

 private:
  enum class Seen : std::uint8_t { not_yet, same, other };
  struct Asking {
    std::size_t law;
    bool always = false;  // asked in another floating-point environment, or what is not kept
    std::vector<std::size_t> requests;
  };

  std::optional<std::size_t> number_of(const Request& request, const Reply& reply);
  Asking asked_by(std::size_t law, const Implementation& right);
  bool differs(const Implementation& subject, const Asking& asking, std::vector<Seen>& seen) const;
  bool breaks(const Implementation& subject, std::size_t law) const;

  const Implementation& oracle_;
  std::span<const Law> laws_;
  const Case& case_;
  std::vector<KeptRequest> requests_;
  std::vector<Reply> replies_;
  std::vector<Asking> askings_;
};

}  // namespace qb::laws

#endif  // QB_PROPERTIES_TRIAL_H
