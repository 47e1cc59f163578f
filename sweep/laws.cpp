#include "sweep/laws.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "sweep/conversion.h"

namespace qb::sweep {
namespace {

using enum ScalarVerb;
using Patterns = std::vector<std::uint32_t>;

constexpr std::uint32_t kInfinity = 0x7f800000;

/// Orders f32 numbers; both zeros are 0.
std::int64_t order(std::uint32_t f32_bits) {
  const std::int64_t magnitude = f32_bits & 0x7fffffff;
  return f32_bits >> 31 != 0 ? -magnitude : magnitude;
}

bool is_finite(std::uint32_t f32_bits) { return (f32_bits & 0x7fffffff) < kInfinity; }

/// |below - x| > above - x for below <= x <= above, without rounding: a sum of neighbouring values
/// has few bits (reference/exact.h), and so has twice an f32.
bool is_farther(std::uint32_t below, std::uint32_t above, std::uint32_t x) {
  const auto number = [](std::uint32_t bits) { return double{std::bit_cast<float>(bits)}; };
  return 2 * number(x) > number(below) + number(above);
}

/// Both ends of each interval, ascending as numbers.
Patterns ends_of(ScalarVerb verb, ScalarType type) {
  Patterns ends;
  for (const auto& interval : reference::number_intervals(verb, type))
    for (const std::uint32_t end : {interval.first, interval.last}) ends.push_back(end);
  std::ranges::stable_sort(ends, {}, order);
  return ends;
}

class Judge {
 public:
  Judge(ScalarType type, const std::function<Subject(const Conversion&)>& subject)
      : type_(type), subject_(subject) {}

  LawsResult run() {
    judge_codes();
    judge_encoder();
    if (type_ <= ScalarType::UE4M3) judge_round_up();
    return result_;
  }

 private:
  Patterns converted(ScalarVerb verb, const Patterns& inputs) const {
    Patterns outputs(inputs.size());
    subject_({verb, type_})(inputs, outputs);
    return outputs;
  }

  void claim(bool holds, const char* what, std::uint32_t input, std::uint32_t got) {
    if (!holds && !result_.broken) result_.broken = BrokenLaw{what, input, got};
  }

  void judge_codes() {
    Patterns codes(std::size_t{1} << width_bits(type_));
    for (std::uint32_t code = 0; code < codes.size(); ++code) codes[code] = code;
    const Patterns values = converted(decode, codes);
    const Patterns again = converted(encode, values);
    for (std::size_t i = 0; i < codes.size(); ++i)
      claim(!is_finite(values[i]) || again[i] == codes[i], "a finite code comes back", codes[i],
            again[i]);
    result_.inputs += codes.size();
  }

  void judge_encoder() {
    const Patterns inputs = ends_of(encode, type_);
    const Patterns codes = converted(encode, inputs);
    const Patterns values = converted(decode, codes);
    const Patterns again = converted(encode, values);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      claim(i == 0 || order(values[i - 1]) <= order(values[i]),
            "a larger number gives no smaller one", inputs[i], codes[i]);
      claim(!is_finite(values[i]) || again[i] == codes[i], "encoding again changes nothing",
            inputs[i], again[i]);
    }
    result_.inputs += inputs.size();
  }

  void judge_round_up() {
    Patterns inputs = ends_of(round_up, type_);
    for (const std::uint32_t end : ends_of(encode, type_))
      if (end <= kInfinity) inputs.push_back(end);
    std::ranges::stable_sort(inputs, {}, order);
    const Patterns rounded = converted(round_up, inputs);
    const Patterns again = converted(round_up, rounded);
    const Patterns codes = converted(encode, rounded);
    const Patterns values = converted(decode, codes);
    const Patterns nearest = converted(decode, converted(encode, inputs));
    Patterns below = codes;
    for (std::uint32_t& code : below) code -= (code & sign_removed()) != 0 ? 1 : 0;
    const Patterns values_below = converted(decode, below);
    const std::int64_t largest = order(rounded.back());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
      const std::uint32_t x = inputs[i];
      const std::uint32_t up = rounded[i];
      const bool is_least = below[i] == codes[i] || order(values_below[i]) < order(x);
      claim(order(up) >= order(x) || order(up) == largest, "round_up is not below", x, up);
      claim(is_least, "round_up is the least", x, up);
      claim(values[i] == up, "round_up is exact under the encoder", x, up);
      claim(again[i] == up, "round_up again changes nothing", x, again[i]);
      claim(i == 0 || order(rounded[i - 1]) <= order(up), "round_up of a larger number is no less",
            x, up);
      if (order(x) > largest || type_ == ScalarType::UE8M0) continue;
      const bool is_near = order(nearest[i]) >= order(x) ? order(nearest[i]) <= order(up)
                                                         : !is_farther(nearest[i], up, x);
      claim(is_near, "the nearest is no farther than round_up", x, nearest[i]);
    }
    result_.inputs += inputs.size();
  }

  std::uint32_t sign_removed() const {
    const bool has_sign = type_ != ScalarType::UE8M0;
    return (1u << (width_bits(type_) - (has_sign ? 1 : 0))) - 1;
  }

  ScalarType type_;
  const std::function<Subject(const Conversion&)>& subject_;
  LawsResult result_;
};

}  // namespace

LawsResult judge_laws(ScalarType type, const std::function<Subject(const Conversion&)>& subject) {
  return Judge(type, subject).run();
}

}  // namespace qb::sweep
