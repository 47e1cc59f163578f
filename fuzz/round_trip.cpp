// A tensor drawn from the input is written, read back, permuted and refused as the laws ask, beside
// the reference.
#include "fuzz/judge.h"
#include "properties/draw.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  qb::laws::BytesSource source({data, size});
  const auto cell = qb::laws::cell_at(source.below(qb::laws::kCells));
  qb::fuzz::judge(qb::laws::draw(source, cell, qb::laws::CaseKind::tensor));
  return 0;
}
