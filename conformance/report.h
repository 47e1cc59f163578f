// What a run says: as text for people, as JSON for programs (report.schema.json).
#ifndef QB_CONFORMANCE_REPORT_H
#define QB_CONFORMANCE_REPORT_H

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/pipe.h"
#include "conformance/run.h"
#include "properties/cell.h"

namespace qb::conformance {

/// One implementation that was judged.
struct SubjectReport {
  std::string label;    // "codec", "burn-std 0.22.1": different for each
  std::string command;  // of a testee; empty for the codec
  laws::Implementation implementation;
  Expectations expectations;
  std::optional<PipeHealth> health;  // of a testee, as the run left it
  Result result;
};

struct Report {
  std::string version;  // of qbytes
  std::string program;  // as it was called: "build/release/qbytes"
  std::string command;  // the one command that repeats the run
  std::vector<LawRow> rows;
  std::vector<VectorFile> files;
  std::uint64_t seed = 0;
  double elapsed_seconds = 0;
  std::vector<SubjectReport> subjects;
  std::string saved_in;  // where failures are kept, or empty
};

/// The cells that any subject was really checked in.
std::bitset<laws::kCells> visited(const Report& report);

/// What is said of one subject at last.
struct Summary {
  std::uint64_t checked = 0;          // judgements that held or broke
  std::uint64_t laws_broken = 0;      // expected or not
  std::uint64_t laws_unexpected = 0;  // of those, the ones broken where that was not expected
  std::string text;                   // "all well", "3 laws broken, all expected"
};
Summary summary(const SubjectReport& subject);

/// A law of which a subject's judgements said little: fewer than one in ten were real.
struct MostlyVacuous {
  std::size_t row;
  std::uint64_t checked = 0;  // held or broke
  std::uint64_t judged = 0;   // in all
  std::uint64_t unsupported = 0;
};
/// In the order of the rows; laws that were never judged are not among them.
std::vector<MostlyVacuous> mostly_vacuous(const Report& report, const SubjectReport& subject);

/// Drawn laws with fewer than `wanted` real judgements by every subject, as "id: 12". A law is left
/// out where each subject lacks what it needs, or could not be seen to keep it.
std::vector<std::string> below(const Report& report, std::uint64_t wanted);

/// What a run tells of one line of the expectations.
struct LineUse {
  std::uint64_t excused = 0;  // failures that it was the first to fit
  std::uint64_t checked = 0;  // judgements of its laws in its cells that held or broke
  /// Nothing to excuse in so many judgements: the failure is gone, or a line before excuses it. Of
  /// a failure in one judgement of 20, so many miss all once in 170 times; and laws about refusals
  /// reach it in a run of ci/verify.
  bool is_stale() const { return excused == 0 && checked >= kEnoughToTell; }
  static constexpr std::uint64_t kEnoughToTell = 100;
};
/// By line. Cost: all cells a line.
std::vector<LineUse> line_uses(const Report& report, const SubjectReport& subject);

/// The command that replays a counterexample: a vector or a kept failure from its file, others from
/// the file where they are saved, else from their JSON.
std::string replay_command(const Report& report, const SubjectReport& subject,
                           const Counterexample& example);

/// The whole report in text. `is_coloured`: with the escapes of a terminal.
std::string to_text(const Report& report, bool is_coloured);

/// The whole report in JSON, indented, with a line end.
std::string to_json(const Report& report);

/// "1 draw", "2 draws".
std::string counted(std::uint64_t count, const std::string& one);

/// A word for a shell, in single quotes where it needs them.
std::string quoted(const std::string& word);

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_REPORT_H
