#include "cli/require.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <iostream>
#include <set>
#include <sstream>

#include "cli/exit_codes.h"
#include "conformance/report.h"

namespace qb::cli {
namespace {

Requirement read_one(const std::string& argument, const std::string& item) {
  const std::size_t equals = item.find('=');
  const std::string name = item.substr(0, equals);
  const std::string number = equals == std::string::npos ? "" : item.substr(equals + 1);
  const auto found = std::ranges::find(conformance::kMeasureNames, name);
  char* end = nullptr;
  const double percent = std::strtod(number.c_str(), &end);
  const bool is_number = !number.empty() && *end == '\0' && percent >= 0 && percent <= 100;
  if (found == conformance::kMeasureNames.end() || !is_number)
    throw Stop(kUsage, "--require " + argument +
                           ": expected cells=P, pairs=P, triples=P or labels=P with P from 0 to "
                           "100, or judgements=N, several with commas between");
  const auto measure = static_cast<std::size_t>(found - conformance::kMeasureNames.begin());
  return {conformance::kMeasures[measure], percent};
}

std::uint64_t read_judgements(const std::string& argument, const std::string& item) {
  constexpr std::uint64_t kMost = 1000000;
  const std::string number = item.size() > 11 ? item.substr(11) : "";
  std::uint64_t wanted = 0;
  const auto [next, error] = std::from_chars(number.data(), number.data() + number.size(), wanted);
  if (error != std::errc() || next != number.data() + number.size() || wanted > kMost)
    throw Stop(kUsage, "--require " + argument + ": expected judgements=N with N from 0 to " +
                           std::to_string(kMost));
  return wanted;
}

bool reaches(const Requirement& requirement, const conformance::Report& report) {
  constexpr std::size_t kListed = 10;
  const auto covered = conformance::covered(report, requirement.measure);
  const double reached = 100.0 * static_cast<double>(covered.reached);
  if (reached >= requirement.percent * static_cast<double>(covered.of)) return true;
  std::cout << "required: " << requirement.percent << " % of the " << name(requirement.measure)
            << "; not reached, among others:\n";
  for (std::size_t i = 0; i < std::min(kListed, covered.missing.size()); ++i)
    std::cout << "  " << covered.missing[i] << "\n";
  return false;
}

}  // namespace

Requirements read_requirements(const std::string& argument) {
  Requirements all;
  std::set<std::string> names;
  std::istringstream items(argument);
  for (std::string item; std::getline(items, item, ',');) {
    const std::string name = item.substr(0, item.find('='));
    if (!names.insert(name).second)
      throw Stop(kUsage, "--require " + argument + ": " + name + " twice; say each once");
    if (name == "judgements")
      all.judgements = read_judgements(argument, item);
    else
      all.coverage.push_back(read_one(argument, item));
  }
  if (argument.ends_with(',')) read_one(argument, "");
  return all;
}

bool reaches(const Requirements& requirements, const conformance::Report& report) {
  bool all = true;
  for (const Requirement& requirement : requirements.coverage)
    all = reaches(requirement, report) && all;
  const auto below = conformance::below(report, requirements.judgements);
  if (below.empty()) return all;
  std::cout << "required: " << requirements.judgements
            << " real judgements of every law; fewer have:\n";
  for (const std::string& law : below) std::cout << "  " << law << "\n";
  return false;
}

}  // namespace qb::cli
