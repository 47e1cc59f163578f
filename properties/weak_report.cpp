#include <string>

#include "properties/weak_laws.h"

namespace qb::laws {
namespace {

bool convicts(const KillMatrix& matrix, std::size_t fault, std::string_view law) {
  for (std::size_t i = 0; i < matrix.laws().size(); ++i)
    if (matrix.laws()[i].id == law) return matrix.median(fault, i) != kAlive;
  return false;
}

/// Whether a fault changes what valid data is written or read as.
bool spoils_data(const KillMatrix& ours, std::size_t fault) {
  return convicts(ours, fault, "encode_bytes") || convicts(ours, fault, "decode_any_bits") ||
         convicts(ours, fault, "codes_come_back") || convicts(ours, fault, "scales_come_back");
}

template <typename Misses>
std::string row(const KillMatrix& ours, std::string_view name, std::string_view claim,
                Misses misses) {
  std::size_t all = 0, data = 0;
  for (std::size_t fault = 0; fault < ours.faults().size(); ++fault) {
    if (!misses(fault)) continue;
    ++all;
    if (spoils_data(ours, fault)) ++data;
  }
  return "| " + std::string(name) + " | " + std::string(claim) + " | " + std::to_string(all) +
         " | " + std::to_string(data) + " |\n";
}

}  // namespace

std::string weak_markdown(const KillMatrix& ours, const KillMatrix& weak) {
  std::size_t data = 0;
  for (std::size_t fault = 0; fault < ours.faults().size(); ++fault)
    if (spoils_data(ours, fault)) ++data;
  std::string table = "| judge | claim | misses of " + std::to_string(ours.faults().size()) +
                      " faults | of the " + std::to_string(data) +
                      " that spoil valid data |\n|---|---|---|---|\n";
  for (std::size_t law = 0; law < weak.laws().size(); ++law)
    table += row(ours, weak.laws()[law].id, weak.laws()[law].claim,
                 [&](std::size_t fault) { return weak.median(fault, law) == kAlive; });
  table += row(ours, "all five", "", [&](std::size_t fault) { return !weak.dies(fault); });
  return table +
         row(ours, "the laws below", "", [&](std::size_t fault) { return !ours.dies(fault); });
}

}  // namespace qb::laws
