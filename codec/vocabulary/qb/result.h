// Either an answer or a refusal; nothing throws.
#ifndef QB_RESULT_H
#define QB_RESULT_H

#include <utility>
#include <variant>

#include "qb/error.h"

namespace qb {

/// What a verb gives back. `T` must not be `Refusal`. (`std::expected` is missing on the compilers
/// this library supports.) Reading the side that is not there is undefined.
template <typename T>
class [[nodiscard]] Result {
 public:
  constexpr Result(T answer) : either_(std::in_place_index<0>, std::move(answer)) {}
  constexpr Result(Refusal refusal) : either_(std::in_place_index<1>, refusal) {}

  constexpr explicit operator bool() const { return either_.index() == 0; }
  constexpr const T& operator*() const { return *std::get_if<0>(&either_); }
  constexpr T& operator*() { return *std::get_if<0>(&either_); }
  constexpr const T* operator->() const { return std::get_if<0>(&either_); }
  constexpr const Refusal& refusal() const { return *std::get_if<1>(&either_); }

 private:
  std::variant<T, Refusal> either_;
};

/// The answer of a verb that has nothing to say but that all is well.
using Done = std::monostate;

}  // namespace qb

#endif  // QB_RESULT_H
