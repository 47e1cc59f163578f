// A call in a process of its own, for faults that take their process with them.
#ifndef QB_PROPERTIES_FORKED_H
#define QB_PROPERTIES_FORKED_H

#include <functional>
#include <optional>

#include "properties/implementation.h"

namespace qb::laws {

/// Runs `call` in a fork of this process: none where it came back, else how the fork ended. It has
/// hung where it took 5 ms of processor time, so that a busy machine hangs nothing, or ten seconds
/// of any. In the fork signals kill, as in a program that handles none, and nothing is printed or
/// dumped; an exception ends it. What `call` changes is lost. Throws std::system_error where the
/// system gives no process. Cost: some hundred microseconds, and what `call` takes.
std::optional<Died> died_in_a_fork(const std::function<void()>& call);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_FORKED_H
