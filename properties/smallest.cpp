#include "properties/smallest.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "properties/draw.h"
#include "properties/enumerate.h"
#include "properties/remember.h"
#include "properties/trial.h"

namespace qb::laws {
namespace {

constexpr std::uint64_t kShrinkSteps = 20000;

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

const Law& law_named(std::string_view id) { return *std::ranges::find(all_laws(), id, &Law::id); }

bool breaks(const Law& law, const Implementation& subject, const Implementation& oracle,
            const Case& c) {
  return law.kind == kind(c) && std::holds_alternative<Broken>(judge(law, subject, oracle, c));
}

void shrink_one(const Conviction& from, const Implementation& subject, const Implementation& oracle,
                std::uint64_t kept_weight, ShrinkRow& row) {
  const auto begin = std::chrono::steady_clock::now();
  std::string_view by = from.law;
  const auto convicts = [&](const Case& c) {
    if (breaks(law_named(by), subject, oracle, c)) return true;
    for (const Law& law : all_laws())
      if (law.id != by && breaks(law, subject, oracle, c)) {
        by = law.id;
        return true;
      }
    return false;
  };
  const Case small = shrink(from.c, convicts, kShrinkSteps);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  const std::uint64_t reached = weight(small);
  ++row.failures;
  if (reached <= kept_weight) ++row.reached;
  if (!row.best || reached < row.least) {
    row.least = reached;
    row.best = Conviction{by, small};
  }
  row.most = std::max(row.most, reached);
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
  Search searches[] = {{Layer::step, matrix}, {Layer::verb, matrix}};
  const auto put = [&](const Case& c) {
    for (Search& search : searches)
      search.put(c, [&](std::size_t fault, const Conviction& one) { found[fault] = one; });
  };
  for (std::uint64_t weight = 0; weight <= most_weight; ++weight) {
    for (const CaseKind kind : {CaseKind::tensor, CaseKind::bytes, CaseKind::scalar})
      if (searches[0].wants(kind) || searches[1].wants(kind)) enumerate(kind, weight, put);
    progress(weight, searches[0].left() + searches[1].left());
    if (searches[0].left() + searches[1].left() == 0) break;
  }
  return found;
}

ShrinkRow shrink_failures(const Fault& fault, std::uint64_t kept_weight, std::uint64_t seed,
                          std::uint64_t failures, std::uint64_t draws) {
  ShrinkRow row;
  const Implementation subject = fault.make();  // may look at more than the request
  const Implementation oracle = remembering(oracle_for(fault));
  for (std::uint64_t i = 0; i < draws && row.failures < failures; ++i) {
    const Case c = draw_number(seed, i);
    for (const Law& law : all_laws()) {
      if (!breaks(law, subject, oracle, c)) continue;
      shrink_one({law.id, c}, subject, oracle, kept_weight, row);
      break;
    }
  }
  return row;
}

}  // namespace qb::laws
