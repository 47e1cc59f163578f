#include "properties/smallest.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "properties/draw.h"
#include "properties/enumerate.h"
#include "properties/remember.h"
#include "properties/shrink.h"
#include "properties/trial.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kToLearnFrom = 20;  // failures, whose laws are asked
constexpr CaseKind kAllKinds[] = {CaseKind::scalar, CaseKind::tensor, CaseKind::bytes,
                                  CaseKind::floats};

/// The faults of one layer that have no case yet, put to one case after another.
class Search {
 public:
  Search(Layer layer, const KillMatrix& matrix) : matrix_(matrix), right_(unspoilt(layer)) {
    const auto faults = matrix.faults();
    for (std::size_t i = 0; i < faults.size(); ++i)
      if (faults[i].layer == layer) left_.push_back({i, faults[i].make()});
    if (!left_.empty()) oracle_ = remembering(oracle_for(faults[left_.front().fault]));
    choose_laws();
  }

  std::size_t left() const { return left_.size(); }
  /// Whether any fault that is left may be convicted on a case of that kind.
  bool wants(CaseKind kind) const { return wanted_kinds_[static_cast<std::size_t>(kind)]; }

  template <typename Found>
  void put(const Case& c, Found found) {
    if (!wants(kind(c))) return;
    const Trial trial(right_, oracle_, matrix_.laws(), wanted_laws_, c);
    const std::size_t before = left_.size();
    std::erase_if(left_, [&](const Open& open) {
      std::optional<std::size_t> by;
      trial.run(
          open.subject, [&](std::size_t law) { return !by && convicts(open.fault, law); },
          [&](std::size_t law) { by = law; });
      if (by) found(open.fault, Conviction{matrix_.laws()[*by].id, c});
      return by.has_value();
    });
    if (left_.size() != before) choose_laws();
  }

 private:
  struct Open {
    std::size_t fault;
    Implementation subject;
  };

  bool convicts(std::size_t fault, std::size_t law) const {
    return matrix_.median(fault, law) != kAlive;
  }
  void choose_laws() {
    wanted_laws_.assign(matrix_.laws().size(), false);
    wanted_kinds_.assign(kKinds, false);
    for (const Open& open : left_)
      for (std::size_t law = 0; law < wanted_laws_.size(); ++law)
        if (convicts(open.fault, law)) {
          wanted_laws_[law] = true;
          wanted_kinds_[static_cast<std::size_t>(matrix_.laws()[law].kind)] = true;
        }
  }

  static constexpr std::size_t kKinds = std::variant_size_v<Case>;
  const KillMatrix& matrix_;
  Implementation right_, oracle_;
  std::vector<Open> left_;
  std::vector<bool> wanted_laws_, wanted_kinds_;
};

bool breaks(const Law& law, const Implementation& subject, const Implementation& oracle,
            const Case& c) {
  return law.kind == kind(c) && std::holds_alternative<Broken>(judge(law, subject, oracle, c));
}

/// A fault before laws, with a count of what it was asked.
class Trials {
 public:
  Trials(const Fault& fault, std::uint64_t asks)
      : subject_(fault.make()), oracle_(remembering(oracle_for(fault))), asks_(asks) {
    subject_.ask = [this, ask = subject_.ask](const Request& request) {
      ++asked_;
      return ask(request);
    };
    for (const Law& law : all_laws())  // the cheapest
      if (law.kind == CaseKind::scalar) add(law);
  }
  Trials(const Trials&) = delete;

  /// Whether any law convicts; those that do are the laws of all shrinking from now on.
  bool add_laws(const Case& c) {
    bool convicts = false;
    for (const Law& law : all_laws())
      if (breaks(law, subject_, oracle_, c)) {
        convicts = true;
        add(law);
      }
    return convicts;
  }

  /// Makes a case smaller while one of the laws convicts.
  Case shrunk(const Case& from) {
    convict(from);
    const auto by_any = [this](const Case& c) { return convict(c); };
    const auto by_same = [this](const Case& c) { return breaks(*by_, subject_, oracle_, c); };
    const auto budget = [this] { return within(); };
    Case c = descend(from, by_any, budget());
    const CaseKind same[] = {by_->kind};
    c = shrink(c, same, by_same, budget);  // one law takes less time, and leaves less to do
    c = shrink(c, kinds_of_laws(), by_any, budget);
    const auto by_every = [this](const Case& light) { return convicts_any_law(light); };
    const auto few = [left = asks_ / 10]() mutable { return left-- != 0; };
    c = lightest(c, Among::all, kAllKinds, by_every, few);  // the lightest are few
    return c;
  }
  std::string_view by() const { return by_->id; }

 private:
  void add(const Law& law) {
    if (std::ranges::find(laws_, &law) == laws_.end()) laws_.push_back(&law);
  }
  /// The law that convicted last is asked first.
  bool convict(const Case& c) {
    if (by_ != nullptr && breaks(*by_, subject_, oracle_, c)) return true;
    for (const Law* law : laws_)
      if (law != by_ && breaks(*law, subject_, oracle_, c)) {
        by_ = law;
        return true;
      }
    return false;
  }
  bool convicts_any_law(const Case& c) {
    for (const Law& law : all_laws())
      if (breaks(law, subject_, oracle_, c)) {
        by_ = &law;
        return true;
      }
    return false;
  }
  GoesOn within() {  // most trials ask nothing
    return [this, most = asked_ + asks_, left = 2 * asks_]() mutable {
      return asked_ < most && left-- != 0;
    };
  }
  std::vector<CaseKind> kinds_of_laws() const {
    std::vector<CaseKind> kinds;
    for (const CaseKind kind : kAllKinds)
      if (std::ranges::any_of(laws_, [&](const Law* law) { return law->kind == kind; }))
        kinds.push_back(kind);
    return kinds;
  }

  Implementation subject_, oracle_;
  const std::uint64_t asks_;
  std::vector<const Law*> laws_;
  const Law* by_ = nullptr;
  std::uint64_t asked_ = 0;
};

void shrink_one(const Case& from, Trials& trials, std::uint64_t kept_weight, ShrinkRow& row) {
  const auto begin = std::chrono::steady_clock::now();
  const Case small = trials.shrunk(from);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const std::uint64_t reached = weight(small);
  ++row.failures;
  if (reached <= kept_weight) ++row.reached;
  if (!row.best || reached < row.least) {
    row.least = reached;
    row.best = Conviction{trials.by(), small};
  }
  if (!row.worst || reached > row.most) {
    row.most = reached;
    row.worst = Conviction{trials.by(), small};
  }
  row.most_seconds = std::max(row.most_seconds, took.count());
}

}  // namespace

std::optional<Conviction> convicted(const Fault& fault, const Case& c) {
  const Implementation subject = fault.make();
  const Implementation oracle = oracle_for(fault);
  for (const Law& law : all_laws())
    if (breaks(law, subject, oracle, c)) return Conviction{law.id, c};
  return std::nullopt;
}

std::vector<std::optional<Conviction>> smallest_cases(
    const KillMatrix& matrix, std::uint64_t most_weight,
    const std::function<void(std::uint64_t, std::size_t)>& progress) {
  std::vector<std::optional<Conviction>> found(matrix.faults().size());
  std::vector<Search> searches;
  for (const Layer layer : kLayers) searches.emplace_back(layer, matrix);
  const auto left = [&] {
    std::size_t all = 0;
    for (const Search& search : searches) all += search.left();
    return all;
  };
  const auto put = [&](const Case& c) {
    for (Search& search : searches)
      search.put(c, [&](std::size_t fault, const Conviction& one) { found[fault] = one; });
    return true;
  };
  Enumeration all;
  for (std::uint64_t weight = 0; weight <= most_weight; ++weight) {
    for (const CaseKind kind : kAllKinds)
      if (std::ranges::any_of(searches, [&](const Search& one) { return one.wants(kind); }))
        all.visit(kind, weight, put);
    progress(weight, left());
    if (left() == 0) break;
  }
  return found;
}

ShrinkRow shrink_failures(const Fault& fault, std::uint64_t kept_weight, std::uint64_t seed,
                          std::uint64_t failures, std::uint64_t draws, std::uint64_t asks) {
  ShrinkRow row;
  Trials trials(fault, asks);
  std::vector<Case> found;
  for (std::uint64_t i = 0; i < draws && found.size() < std::max(failures, kToLearnFrom); ++i) {
    const Case c = draw_number(seed, i);
    if (trials.add_laws(c)) found.push_back(c);
  }
  found.resize(std::min<std::uint64_t>(found.size(), failures));
  for (const Case& c : found) shrink_one(c, trials, kept_weight, row);
  return row;
}

}  // namespace qb::laws
