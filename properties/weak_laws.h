// Judges that imitate how quantized tensors are often tested. They stand in no table of laws: they
// are there to be measured, beside ours, by the faults that they miss.
#ifndef QB_PROPERTIES_WEAK_LAWS_H
#define QB_PROPERTIES_WEAK_LAWS_H

#include <span>
#include <string>

#include "properties/kill_matrix.h"
#include "properties/law.h"

namespace qb::laws {

/// All about tensors that can be written, and of nothing else, as such tests are.
std::span<const Law> weak_laws();

/// A table in Markdown: for each weak law the faults that it misses, of all and of those that
/// change what valid data is written or read as; and the same for our laws. `ours` and `weak` are
/// matrices of the same faults.
std::string weak_markdown(const KillMatrix& ours, const KillMatrix& weak);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_WEAK_LAWS_H
