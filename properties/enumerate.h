// Every case of a small scope, in the order of their weight.
#ifndef QB_PROPERTIES_ENUMERATE_H
#define QB_PROPERTIES_ENUMERATE_H

#include <cstdint>
#include <functional>
#include <memory>

#include "properties/case.h"

namespace qb::laws {

/// Cases by their weight. The scope:
///
/// - scalar: every code of decode; else numbers of at most two fraction bits, of either sign, and
///   with any exponent.
/// - the other kinds: rank 0 to 3, extents 0 to 5, 8, 9, 17 and some huge ones, at most 40 codes,
///   bytes or floats; every value, store, packed dimension (one too large among them), mode, dtype,
///   calibration; block sizes of up to two extents out of 0, 2, 3, 256, and one extent more than
///   the rank.
/// - data: the plainest, but for at most two items, each one of about a dozen others; or none at
///   all. Floats: zeros, but for one number of at most one fraction bit (1.x: two), or two out of a
///   dozen.
/// - at most one thing besides: a code, scale, byte or float too few or too many, the global scale
///   missing or too much, the mode Lookup, AbsMean, an offset of 1, an output short by 1, or a
///   permutation.
///
/// What has no data other than the plainest is kept as long as this, some 100 MB of it up to 60.
class Enumeration {
 public:
  /// All of the scope.
  Enumeration();
  /// That part of it whose schemes have nothing but what `parts` has (its value, store, levels and
  /// their dtypes) or the plainest in its place. Some 30 times smaller.
  explicit Enumeration(const Scheme& parts);
  ~Enumeration();

  /// Calls `visit` with each case of that kind whose weight is `weight`, in an order that is always
  /// the same, until it gives false; gives what the last call gave, or true. Any thread may call.
  /// Cost: grows with the weight, by a fifth each; up to 45, 100,000 tensors and bytes.
  bool visit(CaseKind kind, std::uint64_t weight, const std::function<bool(const Case&)>& visit);

 private:
  template <typename C>
  class Bases;
  struct All;
  std::unique_ptr<All> all_;
};

}  // namespace qb::laws

#endif  // QB_PROPERTIES_ENUMERATE_H
