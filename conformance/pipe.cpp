#include "conformance/pipe.h"

#include <optional>
#include <utility>

#include "conformance/child.h"

namespace qb::conformance {
namespace {

using laws::Died;
using How = laws::Died::How;

// Enough for a panic's message and its place; what comes last on stderr says most.
constexpr std::size_t kShownStderr = 300;
// A healthy testee is asked to end before it is killed, so that what it writes at its end
// (coverage, leak reports) is not lost.
constexpr std::chrono::milliseconds kFarewell{2000};

std::string with_stderr(std::string what, const Child& child) {
  std::string_view text = child.last_stderr();
  while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.remove_suffix(1);
  if (text.empty()) return what;
  const bool cut = text.size() > kShownStderr;
  if (cut) text.remove_prefix(text.size() - kShownStderr);
  return std::move(what) + "; stderr: " + (cut ? "..." : "") + excerpt(text, kShownStderr);
}

Died died(End end, const Child& child, std::chrono::milliseconds patience) {
  switch (end) {
    case End::hung:
      return {How::hung,
              with_stderr("no reply in " + std::to_string(patience.count()) + " ms", child)};
    case End::flooded:
      return {How::garbage, with_stderr("more than " + std::to_string(kLongestLine >> 20) +
                                            " MiB of output without a reply",
                                        child)};
    case End::ended:
      break;
  }
  const ExitStatus status = child.exit_status();
  if (status == ExitStatus{}) return {How::ended, with_stderr("closed its output", child)};
  return {How::ended, with_stderr(describe(status), child)};
}

// A child that has greeted, or why there is none.
struct Start {
  std::unique_ptr<Child> child;
  Greeting greeting;
  std::optional<Died> failure;
};

Start start(const PipeOptions& options) {
  auto started = Child::start(options.command);
  if (const auto* error = std::get_if<StartError>(&started))
    return {nullptr, {}, Died{How::ended, error->why}};
  auto child = std::get<std::unique_ptr<Child>>(std::move(started));
  const auto exchanged = child->exchange(write_hello(), options.start_timeout);
  if (const End* end = std::get_if<End>(&exchanged))
    return {nullptr, {}, died(*end, *child, options.start_timeout)};
  auto greeting = read_greeting(std::get<std::string>(exchanged));
  if (const auto* error = std::get_if<ProtocolError>(&greeting))
    return {nullptr, {}, Died{How::garbage, with_stderr("greeting: " + error->what, *child)}};
  if (child->has_unread())
    return {nullptr, {}, Died{How::garbage, with_stderr("more than a greeting", *child)}};
  return {std::move(child), std::get<Greeting>(std::move(greeting)), std::nullopt};
}

std::uint64_t short_by(const laws::Request& request) {
  if (const auto* encode = std::get_if<laws::EncodeRequest>(&request)) return encode->short_by;
  if (const auto* bytes = std::get_if<laws::BytesRequest>(&request)) return bytes->short_by;
  if (const auto* floats = std::get_if<laws::QuantizeRequest>(&request)) return floats->short_by;
  return 0;
}

laws::Request without_offset(const laws::Request& request) {
  laws::Request copy = request;
  if (auto* encode = std::get_if<laws::EncodeRequest>(&copy)) encode->input_offset = 0;
  if (auto* bytes = std::get_if<laws::BytesRequest>(&copy)) bytes->input_offset = 0;
  return copy;
}

class Pipe {
 public:
  Pipe(PipeOptions options, std::unique_ptr<Child> child, Greeting greeting)
      : options_(std::move(options)), child_(std::move(child)), greeting_(std::move(greeting)) {}
  ~Pipe() {
    if (child_) child_->finish(kFarewell);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  laws::Reply ask(const laws::Request& request) {
    const std::uint32_t verb = laws::capability_of(request);
    if ((greeting_.capabilities & verb) == 0)
      return laws::Unsupported{"no verb " + std::string(capability_name(verb))};
    if (short_by(request) != 0)
      return laws::Unsupported{"another process cannot be given short buffers"};
    if (!child_) {
      if (auto failure = start_again()) return *std::move(failure);
    }
    if ((greeting_.capabilities & laws::kPlacement) == 0) return exchange(without_offset(request));
    return exchange(request);
  }

  const std::shared_ptr<PipeHealth>& health() const { return health_; }

 private:
  laws::Reply exchange(const laws::Request& request) {
    const std::uint64_t id = ++last_id_;
    const auto exchanged = child_->exchange(write_request(id, request), options_.timeout);
    if (const End* end = std::get_if<End>(&exchanged))
      return lost(died(*end, *child_, options_.timeout));
    auto reply = read_reply(std::get<std::string>(exchanged), id, request);
    if (const auto* error = std::get_if<ProtocolError>(&reply))
      return lost({How::garbage, with_stderr(error->what, *child_)});
    // It would be taken for the next reply, and the next request blamed.
    if (child_->has_unread())
      return lost({How::garbage, with_stderr("more than one line for one request", *child_)});
    return std::get<laws::Reply>(std::move(reply));
  }

  // None is success.
  std::optional<Died> start_again() {
    if (health_->restarts >= kMostRestarts || health_->hangs >= kMostHangs)
      return Died{How::given_up, "given up after " + std::to_string(health_->restarts) +
                                     " restarts and " + std::to_string(health_->hangs) +
                                     " hangs; the last: " + health_->last_detail};
    ++health_->restarts;
    Start again = start(options_);
    if (again.failure) return lost(*std::move(again.failure));
    if (again.greeting != greeting_)
      return lost({How::garbage, "greets otherwise after a restart"});
    child_ = std::move(again.child);
    return std::nullopt;
  }

  Died lost(Died how) {
    child_ = nullptr;
    if (how.how == How::hung) ++health_->hangs;
    if (how.how == How::garbage) {
      ++health_->violations;
      health_->last_violation = how.detail;
    }
    health_->last_detail = how.detail;
    return how;
  }

  PipeOptions options_;
  std::unique_ptr<Child> child_;  // none after it was lost, until the next request
  Greeting greeting_;
  std::uint64_t last_id_ = 0;
  std::shared_ptr<PipeHealth> health_ = std::make_shared<PipeHealth>();
};

}  // namespace

std::variant<Testee, ConnectError> connect(const PipeOptions& options) {
  Start first = start(options);
  if (first.failure) {
    const bool started = first.failure->how != How::ended;
    return ConnectError{
        started ? ConnectError::Why::broke_protocol : ConnectError::Why::could_not_start,
        first.failure->detail};
  }
  const Greeting greeting = std::move(first.greeting);
  auto pipe = std::make_shared<Pipe>(options, std::move(first.child), greeting);
  return Testee{{greeting.name, greeting.version, greeting.capabilities,
                 [pipe](const laws::Request& request) { return pipe->ask(request); }},
                greeting,
                pipe->health()};
}

}  // namespace qb::conformance
