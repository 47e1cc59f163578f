#include "properties/reshaped.h"

#include <algorithm>

#include "properties/plausible.h"

namespace qb::laws {
namespace {

constexpr std::uint32_t kOne = 0x3f800000;

/// The part of a row-major array that an array of other extents (same rank) shares with it: its
/// front, but along `tail_axis` its end. What it has beyond that is `fresh`. Arrays that are not as
/// large as their extents say are cut or filled.
template <typename T>
std::vector<T> resized(const std::vector<T>& from, Shape old_shape, Shape new_shape,
                       std::uint64_t new_count, T fresh, std::size_t tail_axis) {
  std::vector<T> to(new_count, fresh);
  for (std::uint64_t i = 0; i < new_count; ++i) {
    std::uint64_t rest = i, source = 0, stride = 1;
    bool inside = old_shape.size() == new_shape.size();
    for (std::size_t axis = new_shape.size(); inside && axis-- > 0;) {
      const std::uint64_t extent = std::max<std::uint64_t>(new_shape[axis], 1);
      std::uint64_t at = rest % extent;
      if (axis == tail_axis && old_shape[axis] > new_shape[axis])
        at += old_shape[axis] - new_shape[axis];
      rest /= extent;
      inside = at < old_shape[axis];
      source += at * stride;
      stride *= old_shape[axis];
    }
    if (!inside) source = i;
    if (source < from.size()) to[i] = from[source];
  }
  return to;
}

/// `needed`, off by as much as the old count was.
std::uint64_t kept_off(std::uint64_t old_count, std::uint64_t old_needed, std::uint64_t needed) {
  if (old_count >= old_needed) return needed + (old_count - old_needed);
  const std::uint64_t missing = old_needed - old_count;
  return needed > missing ? needed - missing : 0;
}

}  // namespace

TensorCase under(const TensorCase& c, const Scheme& scheme, const std::vector<std::uint64_t>& shape,
                 std::size_t tail_axis) {
  TensorCase to = c;
  to.scheme = scheme;
  to.shape = shape;
  const Plausible before = plausible(c.scheme, c.shape);
  const Plausible after = plausible(scheme, shape);
  to.codes = resized<std::int8_t>(
      c.codes, c.shape, shape, kept_off(c.codes.size(), before.codes, after.codes), 0, tail_axis);
  to.scales = resized<std::uint32_t>(c.scales, plausible_grid(c.scheme, c.shape),
                                     plausible_grid(scheme, shape),
                                     kept_off(c.scales.size(), before.scales, after.scales), kOne,
                                     c.scheme.block && scheme.block ? tail_axis : kNoAxis);
  // A global scale that is no longer asked for would be what is refused.
  if (c.global.has_value() == c.scheme.two_level() && !scheme.two_level()) to.global.reset();
  if (c.axes.size() == c.shape.size() && shape.size() != c.shape.size()) to.axes.clear();
  return to;
}

BytesCase under(const BytesCase& c, const Scheme& scheme, const std::vector<std::uint64_t>& shape) {
  BytesCase to = c;
  to.scheme = scheme;
  to.shape = shape;
  const Plausible before = plausible(c.scheme, c.shape);
  const Plausible after = plausible(scheme, shape);
  const std::uint64_t old_sizes[] = {before.value_bytes, before.scale_bytes, before.global_bytes};
  const std::uint64_t new_sizes[] = {after.value_bytes, after.scale_bytes, after.global_bytes};
  to.bytes.assign(after.total_bytes(), 0);
  std::uint64_t from = 0, at = 0;
  for (int region = 0; region < 3; ++region) {
    for (std::uint64_t i = 0; i < std::min(old_sizes[region], new_sizes[region]); ++i)
      if (from + i < c.bytes.size()) to.bytes[at + i] = c.bytes[from + i];
    from += old_sizes[region];
    at += new_sizes[region];
  }
  to.bytes.resize(kept_off(c.bytes.size(), before.total_bytes(), after.total_bytes()));
  return to;
}

FloatsCase under(const FloatsCase& c, const Scheme& scheme, const std::vector<std::uint64_t>& shape,
                 std::size_t tail_axis) {
  FloatsCase to = c;
  to.scheme = scheme;
  to.shape = shape;
  const std::uint64_t before = plausible(c.scheme, c.shape).codes;
  const std::uint64_t after = plausible(scheme, shape).codes;
  to.input = resized<std::uint32_t>(c.input, c.shape, shape,
                                    kept_off(c.input.size(), before, after), 0, tail_axis);
  if (c.axes.size() == c.shape.size() && shape.size() != c.shape.size()) to.axes.clear();
  return to;
}

}  // namespace qb::laws
