#include "environment.h"

namespace qb::reference {

// The default of the C library flushes no subnormals, though that is no part of C: laws of the
// environment see one that does.
DefaultEnvironment::DefaultEnvironment() {
  std::fegetenv(&saved_);
  std::fesetenv(FE_DFL_ENV);
}

DefaultEnvironment::~DefaultEnvironment() { std::fesetenv(&saved_); }

}  // namespace qb::reference
