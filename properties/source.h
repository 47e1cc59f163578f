// Where draws come from. The grammar of draws is written once over this.
#ifndef QB_PROPERTIES_SOURCE_H
#define QB_PROPERTIES_SOURCE_H

#include <cstdint>
#include <span>

namespace qb::laws {

class Source {
 public:
  virtual ~Source() = default;

  /// A number in 0..bound−1; 0 where bound is 0 or 1. A source that has run dry gives 0, and draws
  /// are written so that 0 is the simplest choice.
  virtual std::uint64_t below(std::uint64_t bound) = 0;
  /// Fills with any bytes; zeros from a source that has run dry.
  virtual void fill(std::span<std::uint8_t> bytes) = 0;
};

/// Our own generator, the same on every platform: SplitMix64 seeded by a seed and the number of the
/// draw, so that draw i of a run depends on nothing that came before it (Steele, Lea, Flood, "Fast
/// splittable pseudorandom number generators", OOPSLA 2014).
class RandomSource final : public Source {
 public:
  RandomSource(std::uint64_t seed, std::uint64_t draw);
  std::uint64_t below(std::uint64_t bound) override;
  void fill(std::span<std::uint8_t> bytes) override;

 private:
  std::uint64_t next();
  std::uint64_t state_;
};

/// Fuzz bytes: `fill` reads from the front and `below` from the end, so that a real file stays a
/// useful seed.
class BytesSource final : public Source {
 public:
  explicit BytesSource(std::span<const std::uint8_t> bytes) : left_(bytes) {}
  std::uint64_t below(std::uint64_t bound) override;
  void fill(std::span<std::uint8_t> bytes) override;

 private:
  std::span<const std::uint8_t> left_;
};

}  // namespace qb::laws

#endif  // QB_PROPERTIES_SOURCE_H
