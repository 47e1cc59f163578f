// Every way to refuse (docs/format.md, F30). Numbers are never reused; they are not the order of
// the checks, which F30 gives.
#ifndef QB_ERROR_H
#define QB_ERROR_H

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace qb {

enum class Error : std::uint8_t {
  unsupported_mode = 1,
  invalid_block = 2,
  packed_dim_out_of_range = 3,
  shape_overflow = 4,
  value_count_mismatch = 5,
  scale_count_mismatch = 6,
  global_scale_required = 7,
  global_scale_unexpected = 8,
  global_scale_dtype = 9,
  unsupported_block_dtype = 10,
  unsupported_calibration = 11,
  truncated = 12,
  trailing_bytes = 13,
  output_too_small = 14,
  scratch_too_small = 15,
  code_out_of_range = 16,
  invalid_scale = 17,
  non_finite_input = 18,
  value_overflow = 19,
  invalid_axes = 20,
  invalid_text = 21,
  old_scheme = 22,
};

struct ErrorName {
  Error error;
  std::string_view name;
};

/// The one list of names: protocol, corpus folders and messages all read it.
inline constexpr std::array kErrors{
    ErrorName{Error::unsupported_mode, "unsupported_mode"},
    ErrorName{Error::invalid_block, "invalid_block"},
    ErrorName{Error::packed_dim_out_of_range, "packed_dim_out_of_range"},
    ErrorName{Error::shape_overflow, "shape_overflow"},
    ErrorName{Error::value_count_mismatch, "value_count_mismatch"},
    ErrorName{Error::scale_count_mismatch, "scale_count_mismatch"},
    ErrorName{Error::global_scale_required, "global_scale_required"},
    ErrorName{Error::global_scale_unexpected, "global_scale_unexpected"},
    ErrorName{Error::global_scale_dtype, "global_scale_dtype"},
    ErrorName{Error::unsupported_block_dtype, "unsupported_block_dtype"},
    ErrorName{Error::unsupported_calibration, "unsupported_calibration"},
    ErrorName{Error::truncated, "truncated"},
    ErrorName{Error::trailing_bytes, "trailing_bytes"},
    ErrorName{Error::output_too_small, "output_too_small"},
    ErrorName{Error::scratch_too_small, "scratch_too_small"},
    ErrorName{Error::code_out_of_range, "code_out_of_range"},
    ErrorName{Error::invalid_scale, "invalid_scale"},
    ErrorName{Error::non_finite_input, "non_finite_input"},
    ErrorName{Error::value_overflow, "value_overflow"},
    ErrorName{Error::invalid_axes, "invalid_axes"},
    ErrorName{Error::invalid_text, "invalid_text"},
    ErrorName{Error::old_scheme, "old_scheme"},
};

/// The snake_case name, as it stands in the protocol and in `corpus/reject/`.
constexpr std::string_view name(Error error) {
  for (const ErrorName& entry : kErrors)
    if (entry.error == error) return entry.name;
  return "";
}

/// The error of that name, or none. Cost: one walk over the list.
constexpr std::optional<Error> error_named(std::string_view wanted) {
  for (const ErrorName& entry : kErrors)
    if (entry.name == wanted) return entry.error;
  return std::nullopt;
}

/// Why a request was refused. What `given` and `needed` count depends on the error and is part of
/// F31; both are 0 where there is nothing to count.
struct Refusal {
  Error error;
  std::uint64_t given = 0;
  std::uint64_t needed = 0;
  friend bool operator==(const Refusal&, const Refusal&) = default;
};

}  // namespace qb

#endif  // QB_ERROR_H
