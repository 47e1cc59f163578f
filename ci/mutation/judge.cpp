// Whether a changed codec, reference or law shows: judges until the first sign (docs/mutants.md).
//
//   mutants_judge sides codec|reference FROM TO   kept cases where FROM is 0, then draws FROM to TO
//   mutants_judge keep FILE DRAWS                 the draw that first convicts each fault, by law
//   mutants_judge laws FILE TO                    these again; then no law may convict what is
//   right
//
// Exit: 0 nothing shows · 1 it shows, and where · 2 usage
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "corpus/case_file.h"
#include "properties/draw.h"
#include "properties/in_process.h"
#include "properties/kill_matrix.h"
#include "properties/remember.h"

namespace {

using namespace qb::laws;

constexpr std::uint64_t kSeed = 1;

struct Side {
  Implementation subject;
  Implementation oracle;
};

std::vector<Side> sides(std::string_view changed) {
  std::vector<Side> both;
  // Whoever is changed is asked afresh: a wrong reply may come once only.
  both.push_back({codec(), remembering(reference())});
  if (changed != "codec") both.push_back({reference(), remembering(codec())});
  return both;
}

bool shows(const std::vector<Side>& both, const Case& c, const std::string& origin) {
  for (const Side& side : both)
    for (const Law& law : all_laws()) {
      const Outcome outcome = judge(law, side.subject, side.oracle, c);
      const auto* broken = std::get_if<Broken>(&outcome);
      if (broken == nullptr) continue;
      std::printf("%s, %s: %s\n", std::string(law.id).c_str(), origin.c_str(),
                  broken->what.c_str());
      return true;
    }
  return false;
}

bool kept_cases_show(const std::vector<Side>& both) {
  for (const char* folder : {"faults", "regress", "reject"})
    for (const qb::corpus::CaseFile& file : qb::corpus::case_files(folder))
      if (shows(both, file.c, file.path)) return true;
  return false;
}

bool draws_show(const std::vector<Side>& both, std::uint64_t from, std::uint64_t to) {
  for (std::uint64_t i = from; i < to; ++i)
    if (shows(both, draw_number(kSeed, i), "draw " + std::to_string(i))) return true;
  return false;
}

void keep(const char* path, std::uint64_t draws) {
  const KillMatrix matrix =
      kill_matrix(all_faults(), all_laws(), {kSeed}, draws, std::thread::hardware_concurrency());
  std::ofstream to(path);
  for (std::size_t law = 0; law < matrix.laws().size(); ++law)
    for (std::size_t fault = 0; fault < matrix.faults().size(); ++fault)
      if (const std::uint64_t kill = matrix.median(fault, law); kill != kAlive)
        to << kill - 1 << " " << law << " " << fault << "\n";
}

struct Pair {
  std::size_t law;
  std::size_t fault;
};

std::map<std::uint64_t, std::vector<Pair>> pairs_by_draw(const char* path) {
  std::map<std::uint64_t, std::vector<Pair>> pairs;
  std::ifstream from(path);
  std::uint64_t draw = 0;
  for (Pair pair{}; from >> draw >> pair.law >> pair.fault;) pairs[draw].push_back(pair);
  return pairs;
}

/// Whether some law lets a fault live on the draw on which it once convicted it.
bool fault_lives(const char* path) {
  std::vector<Side> spoilt;
  for (const Fault& fault : all_faults())
    spoilt.push_back({fault.make(), remembering(oracle_for(fault))});
  for (const auto& [draw, pairs] : pairs_by_draw(path)) {
    const Case c = draw_number(kSeed, draw);
    for (const Pair& pair : pairs) {
      const Side& side = spoilt.at(pair.fault);
      const Law& law = all_laws()[pair.law];
      if (std::holds_alternative<Broken>(judge(law, side.subject, side.oracle, c))) continue;
      std::printf("%s, draw %llu: %s lives\n", std::string(law.id).c_str(),
                  static_cast<unsigned long long>(draw),
                  std::string(all_faults()[pair.fault].id).c_str());
      return true;
    }
  }
  return false;
}

int run(const std::vector<std::string_view>& arguments) {
  const auto number = [&](std::size_t i) {
    return std::strtoull(arguments[i].data(), nullptr, 10);
  };
  if (arguments.size() == 4 && arguments[0] == "sides") {
    const auto both = sides(arguments[1]);
    const std::uint64_t from = number(2);
    if (from == 0 && kept_cases_show(both)) return 1;
    return draws_show(both, from, number(3)) ? 1 : 0;
  }
  if (arguments.size() == 3 && arguments[0] == "keep") {
    keep(arguments[1].data(), number(2));
    return 0;
  }
  if (arguments.size() == 3 && arguments[0] == "laws") {
    if (fault_lives(arguments[1].data())) return 1;
    const auto both = sides("reference");
    return kept_cases_show(both) || draws_show(both, 0, number(2)) ? 1 : 0;
  }
  std::fputs("mutants_judge: see the head of ci/mutation/judge.cpp\n", stderr);
  return 2;
}

}  // namespace

int main(int count, char** arguments) { return run({arguments + 1, arguments + count}); }
