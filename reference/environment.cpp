#include "environment.h"

#ifdef __SSE__
#include <xmmintrin.h>
#endif

namespace qb::reference {
namespace {

// Not every C library resets or keeps the bits that flush subnormals: they are set by hand.
#ifdef __SSE__
constexpr unsigned kDefaultControl = 0x1f80;  // nothing traps, to nearest, no flags
unsigned control() { return _mm_getcsr(); }
void set_control(unsigned bits) { _mm_setcsr(bits); }
#else
constexpr unsigned kDefaultControl = 0;
unsigned control() { return 0; }
void set_control(unsigned) {}
#endif

}  // namespace

DefaultEnvironment::DefaultEnvironment() : saved_control_(control()) {
  std::fegetenv(&saved_);
  std::fesetenv(FE_DFL_ENV);
  set_control(kDefaultControl);
}

DefaultEnvironment::~DefaultEnvironment() {
  std::fesetenv(&saved_);
  set_control(saved_control_);
}

}  // namespace qb::reference
