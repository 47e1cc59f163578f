// The floating-point environment the format's arithmetic needs (F40, F53).
#ifndef QB_SRC_ENVIRONMENT_H
#define QB_SRC_ENVIRONMENT_H

#include <cfenv>

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace qb {

/// While it lives: rounding to nearest even, subnormals kept, no traps. Restores what it found,
/// exception flags too. Arithmetic under it belongs in a function that is not inlined beside it,
/// since compilers move arithmetic across a change of environment.
class DefaultEnvironment {
 public:
  DefaultEnvironment() {
    std::feholdexcept(&saved_);
    std::fesetenv(FE_DFL_ENV);
#if defined(__SSE__)
    _mm_setcsr(0x1f80);  // FE_DFL_ENV may keep FTZ and DAZ
#endif
  }
  ~DefaultEnvironment() { std::fesetenv(&saved_); }
  DefaultEnvironment(const DefaultEnvironment&) = delete;
  DefaultEnvironment& operator=(const DefaultEnvironment&) = delete;

 private:
  std::fenv_t saved_;
};

#if defined(__GNUC__)
#define QB_NOINLINE [[gnu::noinline]]
#else
#define QB_NOINLINE
#endif

}  // namespace qb

#endif  // QB_SRC_ENVIRONMENT_H
