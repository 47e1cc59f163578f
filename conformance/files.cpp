#include "conformance/files.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
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

std::string read_all(std::istream& from, const std::string& name) {
  std::string content;
  std::array<char, std::size_t{64} << 10> piece{};
  while (from.read(piece.data(), piece.size()), from.gcount() > 0) {
    content.append(piece.data(), static_cast<std::size_t>(from.gcount()));
    if (content.size() > kLargestFile)
      throw FileError("cannot read " + name + ": more than " + std::to_string(kLargestFile >> 20) +
                      " MiB; give it in smaller files");
  }
  return content;
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
  if (path == "-") return read_all(std::cin, "stdin");
  std::error_code ignored;
  errno = std::filesystem::is_directory(path, ignored) ? EISDIR : 0;
  std::ifstream file(path, std::ios::binary);
  if (errno == EISDIR || !file.is_open())
    throw FileError("cannot read " + path + ": " + reason(errno) +
                    "; name a file that exists, or - for stdin");
  std::string content = read_all(file, path);
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
