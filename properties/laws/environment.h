// A floating-point environment that nobody should depend on (F40).
#ifndef QB_PROPERTIES_LAWS_ENVIRONMENT_H
#define QB_PROPERTIES_LAWS_ENVIRONMENT_H

#include <cfenv>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace qb::laws {

/// Another rounding mode, and where there is one, subnormals flushed: the environment of the thread
/// while this lives.
class Environment {
 public:
  Environment() {
    std::feholdexcept(&saved_);
    std::fesetround(FE_UPWARD);
#ifdef __SSE__
    _mm_setcsr(_mm_getcsr() | 0x8040);  // FTZ and DAZ
#endif
  }
  ~Environment() { std::fesetenv(&saved_); }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

 private:
  std::fenv_t saved_;
};

}  // namespace qb::laws

#endif  // QB_PROPERTIES_LAWS_ENVIRONMENT_H
