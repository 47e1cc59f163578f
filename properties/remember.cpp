#include "properties/remember.h"

#include <algorithm>
#include <array>
#include <cfenv>
#include <memory>
#include <utility>

#include "properties/kept_request.h"

namespace qb::laws {
namespace {

/// The verbs that laws ask with a whole case, again and again.
bool is_worth_keeping(const Request& request) {
  return std::holds_alternative<EncodeRequest>(request) ||
         std::holds_alternative<BytesRequest>(request) ||
         std::holds_alternative<QuantizeRequest>(request);
}

class Memory {
 public:
  explicit Memory(Implementation inner) : inner_(std::move(inner)) {}

  Reply ask(const Request& request) {
    // Whoever changed the environment wants to know what changes with it.
    if (std::fegetround() != FE_TONEAREST) return inner_.ask(request);
    return is_worth_keeping(request) ? recalled(request) : inner_.ask(request);
  }

 private:
  struct Entry {
    KeptRequest question;
    Reply reply;
    std::uint64_t last_use = 0;
  };

  Reply recalled(const Request& request) {
    ++now_;
    for (Entry& entry : entries_) {
      if (!entry.question.is(request)) continue;
      entry.last_use = now_;
      return entry.reply;
    }
    // Laws make variants of a case, each asked once, and come back to the case itself.
    Entry& oldest = *std::ranges::min_element(entries_, {}, &Entry::last_use);
    oldest = {*KeptRequest::from(request), inner_.ask(request), now_};
    return oldest.reply;
  }

  Implementation inner_;
  std::array<Entry, 6> entries_;
  std::uint64_t now_ = 0;
};

}  // namespace

Implementation remembering(Implementation inner) {
  Implementation outer = inner;
  outer.ask = [memory = std::make_shared<Memory>(std::move(inner))](const Request& request) {
    return memory->ask(request);
  };
  return outer;
}

}  // namespace qb::laws
