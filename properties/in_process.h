// The implementations that live in this process.
#ifndef QB_PROPERTIES_IN_PROCESS_H
#define QB_PROPERTIES_IN_PROCESS_H

#include "properties/implementation.h"
#include "reference/steps.h"

namespace qb::laws {

/// The codec. It sees its buffers: canaries stand around every output, and inputs lie where
/// `input_offset` says.
Implementation codec();

/// The reference, with all its steps right, or with those of a fault.
Implementation reference(const reference::Steps& steps = {});

}  // namespace qb::laws

#endif  // QB_PROPERTIES_IN_PROCESS_H
