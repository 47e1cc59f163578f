// The case of floats to quantize, drawn.
#ifndef QB_PROPERTIES_DRAW_FLOATS_H
#define QB_PROPERTIES_DRAW_FLOATS_H

#include <cstdint>
#include <vector>

#include "properties/case.h"
#include "properties/cell.h"
#include "properties/source.h"

namespace qb::laws {

/// With nothing wrong, but that some schemes cannot be quantized with.
FloatsCase fill_floats(Source& source, Scheme scheme, std::vector<std::uint64_t> shape);

/// Under the scheme of that cell, but that most two-level schemes get a block dtype that quantizing
/// takes. Valid four times in five; else with one thing wrong, now and then two.
FloatsCase draw_floats_case(Source& source, const Cell& cell);

}  // namespace qb::laws

#endif  // QB_PROPERTIES_DRAW_FLOATS_H
