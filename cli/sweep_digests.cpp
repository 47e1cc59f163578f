#include <algorithm>
#include <cstdio>
#include <iostream>

#include "cli/progress.h"
#include "cli/swept.h"
#include "conformance/files.h"
#include "sweep/asked_subject.h"
#include "sweep/digest_file.h"

namespace qb::cli {
namespace {

using sweep::Conversion;

/// Of the conversions among the names; of all conversions without names.
std::vector<Conversion> conversions_of(const SweepRun& run) {
  if (run.names.empty()) return {sweep::conversions().begin(), sweep::conversions().end()};
  std::vector<Conversion> all;
  for (const std::string& name : run.names) {
    const auto conversion = sweep::conversion_named(name);
    if (!conversion) throw Stop(kUsage, name + ": only conversions have digests");
    all.push_back(*conversion);
  }
  return all;
}

sweep::Digests digests_from(const std::string& path) {
  try {
    return sweep::read_digests(conformance::read_file(path));
  } catch (const sweep::DigestFileError& error) {
    throw Stop(kUsage, "--against " + path + ": " + error.what());
  }
}

/// Those of a shard; throws `Stop` where the file lacks one.
std::vector<sweep::SliceDigest> kept(const sweep::Digests& file, const Conversion& conversion,
                                     const SweepRun& run, const std::string& path) {
  std::vector<sweep::SliceDigest> found;
  for (const auto& range : slices(conversion, run.shard))
    for (const auto& [of, list] : file) {
      if (of != conversion) continue;
      const auto one = std::ranges::find(list, range, &sweep::SliceDigest::inputs);
      if (one != list.end()) found.push_back(*one);
    }
  if (found.size() != slices(conversion, run.shard).size())
    throw Stop(kUsage, "--against " + path + ": it lacks digests of " + name(conversion));
  return found;
}

/// Prints a line; whether all agree.
bool agree(const Conversion& conversion, const std::vector<sweep::SliceDigest>& wanted,
           const SweepRun& run, const Swept& swept) {
  const sweep::Expected expected(conversion);
  const sweep::Subject subject = swept.subjects.conversion(conversion);
  std::vector<sweep::Range> ranges;
  for (const auto& one : wanted) ranges.push_back(one.inputs);
  sweep::Options options;
  options.jobs = swept.testee ? 1 : run.jobs;
  options.progress = shown_progress(name(conversion));
  const auto got = sweep::digests(ranges, options, [&](const sweep::Range& range) {
    return swept.subjects.digest ? swept.subjects.digest(conversion, range)
                                 : sweep::digest(expected, subject, range);
  });
  clear_progress();
  const auto [one, other] = std::ranges::mismatch(wanted, got);
  const bool is_well = one == wanted.end();
  std::printf("%-15s %4zu digests  %s%s\n", name(conversion).c_str(), wanted.size(),
              is_well ? "agree" : "differ, first at ",
              is_well ? "" : sweep::hex(one->inputs.first).c_str());
  std::fflush(stdout);
  return is_well;
}

}  // namespace

ExitCode print_digests(const SweepRun& run) {
  sweep::Digests all;
  for (const Conversion& conversion : conversions_of(run)) {
    const sweep::Expected expected(conversion);
    sweep::Options options;
    options.jobs = run.jobs;
    options.progress = shown_progress(name(conversion));
    all.emplace_back(conversion, sweep::digests(slices(conversion, run.shard), options,
                                                [&](const sweep::Range& range) {
                                                  return sweep::right_digest(expected, range);
                                                }));
    clear_progress();
  }
  std::cout << sweep::write_digests(all);
  return kAllWell;
}

ExitCode check_digests(const SweepRun& run, const std::string& path) {
  const auto file = digests_from(path);
  const Swept swept(run);
  bool is_well = true;
  std::size_t checked = 0;
  try {
    for (const Conversion& conversion : conversions_of(run)) {
      const auto wanted = kept(file, conversion, run, path);
      checked += wanted.size();
      is_well = agree(conversion, wanted, run, swept) && is_well;
    }
  } catch (const sweep::Lacking& lacking) {
    throw Stop(kNothingChecked, std::string("--against: ") + lacking.what());
  } catch (const sweep::Lost& lost) {
    stop_lost(swept, lost.what());
  }
  if (checked == 0) throw Stop(kNothingChecked, "--against: no digest lies in this shard");
  return is_well ? kAllWell : kBroken;
}

}  // namespace qb::cli
