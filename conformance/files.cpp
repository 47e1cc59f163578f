#include "conformance/files.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

namespace qb::conformance {
namespace {

constexpr const char* kBeside = ".part";

// There, and no regular file: nothing to rename over.
bool is_special(const std::string& path) {
  std::error_code ignored;
  const auto status = std::filesystem::status(path, ignored);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

std::string reason(int error) {
  return error == 0 ? std::string("unknown reason") : std::string(std::strerror(error));
}

FileError cannot_write(const std::string& path, int error) {
  return FileError("cannot write " + path + ": " + reason(error) +
                   "; name a file in a folder that can be written");
}

void drop(const std::string& path) {
  std::error_code ignored;
  std::filesystem::remove(path, ignored);
}

void write_whole(const std::string& to, const std::string& path, std::string_view content) {
  errno = 0;
  std::ofstream file(to, std::ios::binary | std::ios::trunc);
  file.write(content.data(), static_cast<std::streamsize>(content.size()));
  file.close();
  if (file) return;
  throw cannot_write(path, errno);
}

}  // namespace

std::string read_file(const std::string& path) {
  const auto all = [](std::istream& from) {
    return std::string(std::istreambuf_iterator<char>(from), std::istreambuf_iterator<char>());
  };
  if (path == "-") return all(std::cin);
  std::error_code ignored;
  errno = std::filesystem::is_directory(path, ignored) ? EISDIR : 0;
  std::ifstream file(path, std::ios::binary);
  if (errno == EISDIR || !file.is_open())
    throw FileError("cannot read " + path + ": " + reason(errno) +
                    "; name a file that exists, or - for stdin");
  std::string content;
  try {
    content = all(file);
  } catch (const std::ios_base::failure&) {
    file.setstate(std::ios::badbit);  // the stream buffer throws where a read fails
  }
  if (file.bad()) throw FileError("cannot read " + path + ": " + reason(errno) + "; try again");
  return content;
}

void write_file(const std::string& path, std::string_view content) {
  if (is_special(path)) {
    write_whole(path, path, content);
    return;
  }
  const std::string beside = path + kBeside;
  try {
    write_whole(beside, path, content);
  } catch (const FileError&) {
    drop(beside);
    throw;
  }
  std::error_code error;
  std::filesystem::rename(beside, path, error);
  if (!error) return;
  drop(beside);
  throw cannot_write(path, error.value());
}

void check_writable(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) throw cannot_write(path, EISDIR);
  if (is_special(path)) return;
  const std::string beside = path + kBeside;
  write_whole(beside, path, "");
  drop(beside);
}

}  // namespace qb::conformance
