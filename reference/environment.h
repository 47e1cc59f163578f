// The floating-point environment that arithmetic needs (F40).
#ifndef QB_REFERENCE_ENVIRONMENT_H
#define QB_REFERENCE_ENVIRONMENT_H

#include <cfenv>

namespace qb::reference {

/// While it lives: rounding to nearest even, subnormals kept, nothing traps. Then what was found,
/// flags included. Compilers move arithmetic across it unless that stands in a function of its own
/// which is not inlined.
class DefaultEnvironment {
 public:
  DefaultEnvironment();
  ~DefaultEnvironment();
  DefaultEnvironment(const DefaultEnvironment&) = delete;
  DefaultEnvironment& operator=(const DefaultEnvironment&) = delete;

 private:
  std::fenv_t saved_{};
};

}  // namespace qb::reference

#endif  // QB_REFERENCE_ENVIRONMENT_H
