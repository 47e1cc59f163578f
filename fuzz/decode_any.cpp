// Any bytes, under any scheme and shape, read as they lie there. Scheme, shape and placement come
// from the end of the input; all that is left of it is the buffer, of the right length or not.
#include "fuzz/judge.h"
#include "properties/draw.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  qb::laws::BytesSource source({data, size});
  auto drawn = qb::laws::draw(source, qb::laws::cell_at(source.below(qb::laws::kCells)),
                              qb::laws::CaseKind::bytes);
  // Half of the inputs keep the drawn length, so that most buffers are read and not just refused.
  auto& buffer = std::get<qb::laws::BytesCase>(drawn);
  if (source.below(2) != 0) {
    buffer.bytes.resize(size < 4096 ? size : 4096);
    source.fill(buffer.bytes);
  }
  qb::fuzz::judge(drawn);
  return 0;
}
