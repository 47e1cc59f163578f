// Files of one case each, for the tests of this folder.
#ifndef QB_CORPUS_CASE_FILE_H
#define QB_CORPUS_CASE_FILE_H

#include <filesystem>
#include <string>
#include <vector>

#include "properties/case.h"

namespace qb::corpus {

struct CaseFile {
  std::string path;    // below corpus/
  std::string folder;  // the folder it lies in, without those around it
  std::string stem;
  std::string law;  // notes of the file, or empty
  std::string note;
  laws::Case c;
};

/// Every *.json below that folder of corpus/, in the order of the paths. Throws with the path in
/// front where a file holds no case.
std::vector<CaseFile> case_files(const std::filesystem::path& folder);

}  // namespace qb::corpus

#endif  // QB_CORPUS_CASE_FILE_H
