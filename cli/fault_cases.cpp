#include "cli/fault_cases.h"

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <vector>

#include "cli/progress.h"
#include "conformance/files.h"
#include "properties/draw.h"
#include "properties/smallest.h"

namespace qb::cli {
namespace {

constexpr std::uint64_t kDraws = 20000;
constexpr std::uint64_t kFailuresToKeep = 20;
constexpr double kWanted = 0.9;

std::string path_of(const std::string& folder, const laws::Fault& fault) {
  return folder + "/" + std::string(fault.id) + ".json";
}

/// One row a fault, by as many threads as there are processors.
std::vector<laws::ShrinkRow> shrink_all(std::span<const laws::Fault> faults,
                                        const std::vector<std::uint64_t>& kept_weights,
                                        std::uint64_t failures, std::uint64_t seed) {
  std::vector<laws::ShrinkRow> rows(faults.size());
  std::atomic<std::size_t> next = 0;
  std::size_t done = 0;
  std::mutex counting;
  const auto progress = shown_progress("shrinking");
  const auto work = [&] {
    for (std::size_t i = next++; i < rows.size(); i = next++) {
      rows[i] = laws::shrink_failures(faults[i], kept_weights[i], seed, failures, kDraws);
      const std::lock_guard lock(counting);
      if (progress) progress(++done, rows.size());
    }
  };
  std::vector<std::thread> workers;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) workers.emplace_back(work);
  work();
  for (std::thread& worker : workers) worker.join();
  clear_progress();
  return rows;
}

void write_case(const std::string& path, const laws::Fault& fault, const laws::Conviction& found,
                const std::string& how) {
  nlohmann::ordered_json file;
  file["id"] = "faults/" + std::string(fault.id);
  file["law"] = found.law;
  file["note"] = "weight " + std::to_string(laws::weight(found.c)) + ", " + how + ". " +
                 std::string(fault.lesson);
  const auto members = nlohmann::ordered_json::parse(laws::to_json(found.c));
  for (const auto& [key, member] : members.items()) file[key] = member;
  std::ofstream stream(path, std::ios::binary);
  stream << file.dump(1) << "\n" << std::flush;
  if (!stream) throw Stop(kUsage, path + ": cannot write; name a folder that exists");
}

struct Kept {
  std::uint64_t weight = 0;
  bool enumerated = false;
};

Kept read_kept(const std::string& path) {
  const std::string text = conformance::read_file(path);
  const auto file = nlohmann::json::parse(text);
  return {laws::weight(laws::case_from_json(text)),
          file.value("note", "").find(", enumerated") != std::string::npos};
}

void print_row(const laws::Fault& fault, const Kept& kept, const laws::ShrinkRow& row) {
  char line[160];
  std::snprintf(
      line, sizeof line, "%-28s %4llu %-10s %3llu/%-3llu %5.2f %7.3f s",
      std::string(fault.id).c_str(), static_cast<unsigned long long>(kept.weight),
      kept.enumerated ? "enumerated" : "shrunk", static_cast<unsigned long long>(row.reached),
      static_cast<unsigned long long>(row.failures),
      static_cast<double>(row.most) / static_cast<double>(std::max<std::uint64_t>(kept.weight, 1)),
      row.most_seconds);
  std::cout << line << (row.failures != 0 && row.least < kept.weight ? "  smaller found" : "")
            << "\n";
}

}  // namespace

ExitCode keep_smallest(std::span<const laws::Fault> faults, const std::string& folder,
                       std::uint64_t most_weight) {
  if (!std::filesystem::is_directory(folder))  // it takes minutes to find something to write
    throw Stop(kUsage, folder + ": no folder; make it first");
  const laws::KillMatrix matrix =
      laws::kill_matrix(faults, laws::all_laws(), {1}, kDraws, std::thread::hardware_concurrency());
  const auto found =
      laws::smallest_cases(matrix, most_weight, [](std::uint64_t weight, std::size_t left) {
        std::cerr << "weight " << weight << " done, " << left << " faults left\n";
      });
  const auto rows =
      shrink_all(faults, std::vector<std::uint64_t>(faults.size()), kFailuresToKeep, 1);
  for (std::size_t i = 0; i < faults.size(); ++i) {
    const auto& shrunk = rows[i].best;
    if (!shrunk) throw Stop(kBroken, std::string(faults[i].id) + " lives; see qbytes faults");
    const bool is_enumerated = found[i] && laws::weight(found[i]->c) <= rows[i].least;
    write_case(path_of(folder, faults[i]), faults[i], is_enumerated ? *found[i] : *shrunk,
               is_enumerated ? "enumerated" : "shrunk");
  }
  return kAllWell;
}

ExitCode print_shrink_table(std::span<const laws::Fault> faults, const std::string& folder,
                            std::uint64_t failures, std::uint64_t seed) {
  std::vector<Kept> kept;
  std::vector<std::uint64_t> weights;
  for (const laws::Fault& fault : faults) {
    kept.push_back(read_kept(path_of(folder, fault)));
    weights.push_back(kept.back().weight);
  }
  const auto rows = shrink_all(faults, weights, failures, seed);
  std::uint64_t tried = 0, reached = 0;
  double worst = 0, slowest = 0;
  std::cout << "fault                        kept            reached  worst  slowest\n";
  for (std::size_t i = 0; i < faults.size(); ++i) {
    print_row(faults[i], kept[i], rows[i]);
    tried += rows[i].failures;
    reached += rows[i].reached;
    worst = std::max(worst, static_cast<double>(rows[i].most) /
                                static_cast<double>(std::max<std::uint64_t>(weights[i], 1)));
    slowest = std::max(slowest, rows[i].most_seconds);
  }
  const double part = tried == 0 ? 0 : static_cast<double>(reached) / static_cast<double>(tried);
  std::printf(
      "%llu failures, %.1f %% shrunk to the kept weight, at worst to %.2f times it; "
      "slowest %.2f s\n",
      static_cast<unsigned long long>(tried), 100 * part, worst, slowest);
  return part >= kWanted && worst <= 2 ? kAllWell : kBroken;
}

}  // namespace qb::cli
