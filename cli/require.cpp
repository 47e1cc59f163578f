#include "cli/require.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <sstream>

#include "cli/exit_codes.h"

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
                           "100, several with commas between");
  const auto measure = static_cast<std::size_t>(found - conformance::kMeasureNames.begin());
  return {conformance::kMeasures[measure], percent};
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

std::vector<Requirement> read_requirements(const std::string& argument) {
  std::vector<Requirement> all;
  std::istringstream items(argument);
  for (std::string item; std::getline(items, item, ',');) all.push_back(read_one(argument, item));
  if (argument.ends_with(',')) read_one(argument, "");
  for (std::size_t i = 0; i < all.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (all[i].measure == all[j].measure)
        throw Stop(kUsage, "--require " + argument + ": " + std::string(name(all[i].measure)) +
                               " twice; say each once");
  return all;
}

bool reaches(const std::vector<Requirement>& requirements, const conformance::Report& report) {
  bool all = true;
  for (const Requirement& requirement : requirements) all = reaches(requirement, report) && all;
  return all;
}

}  // namespace qb::cli
