// The four scopes, a file each.
#ifndef QB_SCOPES_TABLES_H
#define QB_SCOPES_TABLES_H

#include <vector>

#include "scopes/judge.h"
#include "scopes/scopes.h"

namespace qb::scopes {

extern const Scope kGeometry;
extern const Scope kLine;
extern const Scope kScales;
extern const Scope kLengths;

/// Every shape of at most that rank with extents from 0 to `most`, lower ranks first.
std::vector<std::vector<std::uint64_t>> shapes(std::uint64_t rank, std::uint64_t most);

/// Native, and the two packed stores along every axis (along the one of rank 0).
std::vector<Store> stores(std::uint64_t rank);

/// A value of each width, and the one that shares a byte under PackedNative.
inline constexpr Value kWidths[] = {Value::Q8S, Value::Q4S, Value::Q2S, Value::E2M1};

/// A unit of geometry and of lengths: all schemes of a store and a width at one shape.
struct Unit {
  std::vector<std::uint64_t> shape;
  Store store;
  Value value;
};
/// Adds those of a shape: every store, a value of each width.
void add_units(const std::vector<std::uint64_t>& shape, std::vector<Unit>& to);

/// The code with those bits: sign-extended for integers, and as they are for E2M1 (F20).
std::int8_t code_of(Value value, std::uint64_t bits);

}  // namespace qb::scopes

#endif  // QB_SCOPES_TABLES_H
