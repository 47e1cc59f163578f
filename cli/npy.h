// NumPy's file form, for arrays of f32 alone.
#ifndef QB_CLI_NPY_H
#define QB_CLI_NPY_H

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "qb/scheme.h"

namespace qb::cli {

struct Floats {
  std::vector<std::uint64_t> shape;
  std::vector<std::uint32_t> bits;  // f32, row-major
};

bool is_npy(std::string_view content);

/// Versions 1.0 to 3.0, '<f4', in C order. `name` is for messages. Throws `Stop` with `kUsage`
/// where the header is anything else, or the data is not exactly as long as the shape says. Cost: a
/// copy of the data, which is taken only once it is known to be there.
Floats floats_from_npy(std::string_view content, const std::string& name);

/// Little-endian f32 as they are. Throws `Stop` where they do not fill that shape.
Floats floats_from_raw(std::string_view content, const std::vector<std::uint64_t>& shape,
                       const std::string& name);

/// Version 1.0; 2.0 where the header is too long for that.
std::string npy_of(Shape shape, std::span<const std::uint32_t> bits);

}  // namespace qb::cli

#endif  // QB_CLI_NPY_H
