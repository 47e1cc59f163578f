// Faults of NaNs on their way into a code, and of E2M1: one step of the reference replaced.
#include "properties/faults/tables.h"

namespace qb::laws {
namespace {

using reference::Steps;
namespace right = reference::right;

using NanCode = std::uint32_t(ScalarType, std::uint32_t);

/// The reference with other codes for NaNs.
Implementation nan_codes(NanCode* nan_code) {
  return spoilt([nan_code](Steps& s) { s.nan_code = nan_code; });
}

constexpr Fault kFaults[] = {
    {"f16_nan_payload_lost", Layer::step, "A NaN keeps the upper ten bits of its payload in F16.",
     "own: one NaN is as good as another where nobody looks",
     [] {
       return nan_codes([](ScalarType type, std::uint32_t bits) {
         return type == ScalarType::F16 ? bits >> 31 << 15 | 0x7e00 : right::nan_code(type, bits);
       });
     },
     "F32"},
    {"e4m3_nan_sign_lost", Layer::step, "A NaN with its sign set is FF in E4M3, not 7F.",
     "own: there is one NaN to the eye",
     [] {
       return nan_codes([](ScalarType type, std::uint32_t bits) {
         const bool is_e4m3 = type == ScalarType::E4M3 || type == ScalarType::UE4M3;
         return is_e4m3 ? 0x7f : right::nan_code(type, bits);
       });
     },
     "F34"},
    {"e5m2_nan_bit_lost", Layer::step, "A NaN with bit 21 set is 7F in E5M2, not 7E.",
     "ml_dtypes 0.6.0",
     [] {
       return nan_codes([](ScalarType type, std::uint32_t bits) {
         return type == ScalarType::E5M2 ? bits >> 31 << 7 | 0x7e : right::nan_code(type, bits);
       });
     },
     "F36"},
    {"e2m1_nan_is_minus_zero", Layer::step, "E2M1 has no NaN: every one gives 7.",
     "ml_dtypes 0.6.0",
     [] {
       return nan_codes([](ScalarType type, std::uint32_t bits) {
         return type == ScalarType::E2M1 ? 8 & ~(bits >> 28) : right::nan_code(type, bits);
       });
     },
     "F37"},
    {"e2m1_ties_up", Layer::step, "2.5 is 2 and 3.5 is 4 in E2M1: ties go to the even code.",
     "ROCm/aiter#974",
     [] {
       return spoilt([](Steps& s) {
         s.encode_scalar = [](const Steps& steps, ScalarType type, std::uint32_t bits) {
           // Where the next f32 has another code, this one lies on a tie that went down.
           const bool is_number = (bits & 0x7fffffff) < 0x7f800000;
           return right::encode_scalar(steps, type,
                                       type == ScalarType::E2M1 && is_number ? bits + 1 : bits);
         };
       });
     },
     "F37"},
};

}  // namespace

std::span<const Fault> nan_faults() { return kFaults; }

}  // namespace qb::laws
