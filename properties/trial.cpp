#include "properties/trial.h"

#include <cfenv>
#include <utility>

namespace qb::laws {

Trial::Trial(const Implementation& right, const Implementation& oracle, std::span<const Law> laws,
             const std::vector<bool>& wanted, const Case& c)
    : oracle_(oracle), laws_(laws), case_(c) {
  for (std::size_t law = 0; law < laws.size(); ++law)
    if (wanted[law] && laws[law].kind == kind(c)) askings_.push_back(asked_by(law, right));
}

std::optional<std::size_t> Trial::number_of(const Request& request, const Reply& reply) {
  for (std::size_t i = 0; i < requests_.size(); ++i)
    if (requests_[i].is(request)) return i;
  auto kept = KeptRequest::from(request);
  if (!kept) return std::nullopt;
  requests_.push_back(std::move(*kept));
  replies_.push_back(reply);
  return requests_.size() - 1;
}

Trial::Asking Trial::asked_by(std::size_t law, const Implementation& right) {
  Asking asking{law, false, {}};
  Implementation overheard = right;
  overheard.ask = [&](const Request& request) {
    Reply reply = right.ask(request);
    const bool is_usual = std::fegetround() == FE_TONEAREST;
    const auto number = is_usual ? number_of(request, reply) : std::nullopt;
    if (number)
      asking.requests.push_back(*number);
    else
      asking.always = true;
    return reply;
  };
  judge(laws_[law], overheard, oracle_, case_);
  return asking;
}

bool Trial::differs(const Implementation& subject, const Asking& asking,
                    std::vector<Seen>& seen) const {
  if (asking.always) return true;
  for (const std::size_t i : asking.requests) {
    if (seen[i] == Seen::not_yet)
      seen[i] =
          same_reply(subject.ask(requests_[i].request()), replies_[i]) ? Seen::same : Seen::other;
    if (seen[i] == Seen::other) return true;
  }
  return false;
}

bool Trial::breaks(const Implementation& subject, std::size_t law) const {
  return std::holds_alternative<Broken>(judge(laws_[law], subject, oracle_, case_));
}

}  // namespace qb::laws
