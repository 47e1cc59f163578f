// Floats quantized under any scheme and shape, and what comes back of them, as the laws about both
// ask, beside the reference. Scheme, shape and calibration come from the end of the input; it
// starts with the floats, by bit pattern.
#include <algorithm>

#include "fuzz/judge.h"
#include "properties/draw.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  qb::laws::BytesSource source({data, size});
  auto drawn = qb::laws::draw(source, qb::laws::cell_at(source.below(qb::laws::kCells)),
                              qb::laws::CaseKind::floats);
  // Drawn floats are near ties and extremes. Half of the inputs have any bits at all: those that
  // the input starts with.
  auto& floats = std::get<qb::laws::FloatsCase>(drawn);
  if (source.below(2) != 0) {
    std::vector<std::uint8_t> bytes(4 * floats.input.size());
    qb::laws::BytesSource({data, size}).fill(bytes);
    std::ranges::fill(floats.input, 0u);
    for (std::size_t i = 0; i < bytes.size(); ++i)
      floats.input[i / 4] |= std::uint32_t{bytes[i]} << (8 * (i % 4));
  }
  qb::fuzz::judge(drawn);
  return 0;
}
