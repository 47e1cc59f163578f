#include "sweep/digest.h"

#include <openssl/evp.h>

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <stdexcept>

#include "reference/exact.h"
#include "reference/reference.h"
#include "sweep/rows.h"

namespace qb::sweep {
namespace {

constexpr std::size_t kBatch = std::size_t{1} << 14;
constexpr std::uint64_t kFewest = 4096;  // what is converted rather than halved once more

class Sha256 {
 public:
  Sha256() : context_(EVP_MD_CTX_new()) {
    check(context_ ? EVP_DigestInit_ex(context_.get(), EVP_sha256(), nullptr) : 0);
  }
  void add(std::span<const std::uint8_t> bytes) {
    check(EVP_DigestUpdate(context_.get(), bytes.data(), bytes.size()));
  }
  std::string finish() {
    std::array<std::uint8_t, 32> sum;
    check(EVP_DigestFinal_ex(context_.get(), sum.data(), nullptr));
    std::string text;
    for (const std::uint8_t byte : sum) text += hex(byte, 2);
    return text;
  }

 private:
  static void check(int result) {
    if (result != 1) throw std::runtime_error("SHA-256 of libcrypto fails");
  }
  struct Free {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
  };
  std::unique_ptr<EVP_MD_CTX, Free> context_;
};

/// The largest magnitude that is no NaN, and what is left of an output without its sign.
struct NanRule {
  std::uint32_t magnitude;
  std::uint32_t largest;
  std::uint32_t counted;
};

NanRule nan_rule(const Conversion& conversion) {
  const bool is_code = conversion.verb == ScalarVerb::encode;
  const reference::Format& format =
      reference::format_of(is_code ? conversion.type : ScalarType::F32);
  return {(1u << (format.exponent_bits + format.mantissa_bits)) - 1,
          std::max(format.largest, format.infinity), counted_nan(conversion)};
}

void count_nans(const Expected& expected, std::span<const std::uint32_t> inputs,
                std::span<std::uint32_t> outputs) {
  const NanRule rule = nan_rule(expected.conversion());
  for (std::uint32_t& output : outputs)
    if ((output & rule.magnitude) > rule.largest) output = rule.counted;
  if (expected.conversion() != Conversion{ScalarVerb::encode, ScalarType::E2M1}) return;
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (is_nan(inputs[i])) outputs[i] = rule.counted;
}

template <unsigned size>
void write_little(std::span<const std::uint32_t> outputs, std::uint8_t* to) {
  for (const std::uint32_t output : outputs)
    for (unsigned byte = 0; byte < size; ++byte)
      *to++ = static_cast<std::uint8_t>(output >> (8 * byte));
}

std::span<const std::uint8_t> bytes_of(std::span<const std::uint32_t> outputs, unsigned size,
                                       std::vector<std::uint8_t>& to) {
  to.resize(outputs.size() * size);
  if (size == 1) write_little<1>(outputs, to.data());
  if (size == 2) write_little<2>(outputs, to.data());
  if (size == 4) write_little<4>(outputs, to.data());
  return to;
}

template <typename Fill>
std::string digest_of(const Expected& expected, const Range& range, Fill fill) {
  std::vector<std::uint32_t> inputs(kBatch), outputs(kBatch);
  std::vector<std::uint8_t> bytes;
  Sha256 sum;
  for (std::uint64_t first = range.first; first <= range.last; first += kBatch) {
    const std::size_t count =
        std::min<std::uint64_t>(kBatch, std::uint64_t{range.last} - first + 1);
    const auto in = std::span(inputs).first(count);
    const auto out = std::span(outputs).first(count);
    std::iota(in.begin(), in.end(), static_cast<std::uint32_t>(first));
    fill(in, out);
    count_nans(expected, in, out);
    sum.add(bytes_of(out, output_bytes(expected.conversion()), bytes));
  }
  return sum.finish();
}

}  // namespace

std::uint32_t counted_nan(const Conversion& conversion) {
  constexpr std::uint32_t kNan = 0x7fc00000;
  if (conversion.verb != ScalarVerb::encode) return kNan;
  return reference::encode_scalar(reference::Steps(), conversion.type, kNan);
}

std::string digest(const Expected& expected, const Subject& subject, const Range& range) {
  return digest_of(expected, range, subject);
}

std::string right_digest(const Expected& expected, const Range& range) {
  return digest_of(expected, range,
                   [&](auto inputs, auto outputs) { expected.fill(inputs.front(), outputs); });
}

Result sweep_by_digests(const Expected& expected, const Subject& subject,
                        const std::function<std::string(const Range&)>& asked,
                        std::span<const Range> ranges, const Progress& progress) {
  const auto differs = [&](const Range& range) {
    return asked(range) != right_digest(expected, range);
  };
  Result result;
  std::uint64_t of = 0;
  for (const Range& range : ranges) of += range.count();
  for (Range range : ranges) {
    result.nans += expected.nans_in(range);
    result.numbers += range.count() - expected.nans_in(range);
    if (progress) progress(result.numbers + result.nans, of);
    if (!differs(range)) continue;
    while (range.count() > kFewest) {
      const auto half = static_cast<std::uint32_t>(range.first + range.count() / 2);
      const Range lower{range.first, half - 1};
      range = differs(lower) ? lower : Range{half, range.last};
    }
    std::vector<std::uint32_t> inputs(range.count());
    std::iota(inputs.begin(), inputs.end(), range.first);
    const Result found = sweep(expected, subject, inputs, Nans::any);
    if (found.is_well())
      throw std::runtime_error("the digest of " + std::to_string(range.count()) + " inputs from " +
                               hex(range.first) + " differs, and no output does");
    result.number_difference = found.number_difference;
    result.nan_difference = found.nan_difference;
    break;
  }
  return result;
}

std::vector<SliceDigest> digests(std::span<const Range> ranges, const Options& options,
                                 const std::function<std::string(const Range&)>& one) {
  std::vector<SliceDigest> all(ranges.size());
  for_each_range(ranges, options.jobs, options.progress,
                 [&](std::size_t at) { all[at] = {ranges[at], one(ranges[at])}; });
  return all;
}

}  // namespace qb::sweep
