#include "corpus/case_file.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace qb::corpus {
namespace {

namespace fs = std::filesystem;

CaseFile read(const fs::path& root, const fs::path& path) {
  CaseFile file;
  file.path = fs::relative(path, root).string();
  file.folder = path.parent_path().filename().string();
  file.stem = path.stem().string();
  std::ifstream stream(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  try {
    file.c = laws::case_from_json(text);
    const auto members = nlohmann::json::parse(text);
    file.law = members.value("law", "");
    file.note = members.value("note", "");
  } catch (const std::exception& error) {
    throw std::runtime_error(file.path + ": " + error.what());
  }
  return file;
}

}  // namespace

std::vector<CaseFile> case_files(const fs::path& folder) {
  const fs::path root = QB_CORPUS_DIR;
  std::vector<CaseFile> files;
  for (const auto& entry : fs::recursive_directory_iterator(root / folder))
    if (entry.path().extension() == ".json") files.push_back(read(root, entry.path()));
  std::sort(files.begin(), files.end(),
            [](const CaseFile& a, const CaseFile& b) { return a.path < b.path; });
  return files;
}

}  // namespace qb::corpus
