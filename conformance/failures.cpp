#include "conformance/failures.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "properties/json_text.h"
#include "properties/scheme_json.h"

namespace qb::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

// FNV-1a, folded to 32 bits.
std::uint32_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

std::string quoted_json(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string note_of(const SubjectReport& subject, const laws::Broken& broken) {
  std::string note =
      subject.label + ": " + broken.what + "; expected " + broken.expected + "; got " + broken.got;
  if (!broken.first_difference.empty()) note += "; " + broken.first_difference;
  return note;
}

std::string failure_json(const LawRow& row, const SubjectReport& subject,
                         const Counterexample& example) {
  const std::string name = failure_name(row.id, example.smallest);
  const std::string c = laws::to_json(example.smallest);
  return "{\n  \"id\": \"regress/" + fs::path(name).stem().string() + "\",\n  \"law\": \"" +
         std::string(row.id) + "\",\n  \"implementation\": " + quoted_json(subject.label) +
         ",\n  \"note\": " + quoted_json(note_of(subject, example.broken)) + ",\n  " +
         c.substr(1, c.size() - 2) + "\n}\n";
}

Kept kept_from(const std::string& text, const std::string& path, const std::vector<LawRow>& all) {
  try {
    const json object = laws::json_from(text);
    Kept kept{laws::string_at(object, "law"), ""};
    if (!laws::absent(object, "implementation"))
      kept.implementation = laws::string_at(object, "implementation");
    if (std::ranges::none_of(all, [&](const LawRow& row) { return row.id == kept.law; }))
      throw laws::CaseError("law", "no law \"" + kept.law + "\"; see qbytes laws");
    return kept;
  } catch (const laws::CaseError& error) {
    throw FileError(path + ": " + error.what() +
                    "; correct the file, or take it out of the folder");
  }
}

// "burn-std 0.22.1" and "burn-std 0.22.1 #2" are of burn-std.
bool is_label_of(const std::string& label, const std::string& name) {
  return label == name || label.starts_with(name + " ");
}

}  // namespace

std::string failure_name(std::string_view law, const laws::Case& c) {
  return std::string(law) + "-" + laws::to_hex(hash_of(laws::to_json(c))) + ".json";
}

std::vector<VectorFile> kept_failures(const std::string& folder, const std::vector<LawRow>& all) {
  std::vector<std::string> paths;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error))
    if (entry->path().extension() == ".json") paths.push_back(entry->path().string());
  std::ranges::sort(paths);
  std::vector<VectorFile> files;
  for (const std::string& path : paths) {
    const std::string text = read_file(path);
    VectorFile file = vectors_from(text, path);
    if (file.kind != "case")
      throw FileError(path + ": not one case; take the file out of the folder");
    file.kind = "kept";
    file.kept = kept_from(text, path, all);
    file.vectors.front().known = {};
    files.push_back(std::move(file));
  }
  return files;
}

void keep_failures(const Report& report) {
  if (report.saved_in.empty()) return;
  const auto is_kept = [&](std::string_view law, const laws::Case& c) {
    return std::ranges::any_of(report.files, [&](const VectorFile& file) {
      return file.kept && file.kept->law == law && file.vectors.front().c == c;
    });
  };
  std::set<std::string> written;
  for (const SubjectReport& subject : report.subjects)
    for (const Counterexample& example : subject.result.counterexamples) {
      const LawRow& row = report.rows[example.row];
      if (!row.law || is_kept(row.id, example.smallest)) continue;
      const std::string name = failure_name(row.id, example.smallest);
      if (written.insert(name).second)
        write_file((fs::path(report.saved_in) / name).string(),
                   failure_json(row, subject, example));
    }
}

bool holds_now(const Report& report, std::size_t file) {
  const auto& kept = report.files[file].kept;
  if (!kept) return false;
  bool holds = false;
  for (const SubjectReport& subject : report.subjects) {
    const Counts& counts = subject.result.tally.files()[file];
    if (counts[Verdict::broken] + counts[Verdict::expected] != 0) return false;
    if (is_label_of(kept->implementation, subject.implementation.name))
      holds = holds || counts[Verdict::well] != 0;
  }
  return holds;
}

}  // namespace qb::conformance
