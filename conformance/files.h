// Whole files, with errors that a person can act on.
#ifndef QB_CONFORMANCE_FILES_H
#define QB_CONFORMANCE_FILES_H

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace qb::conformance {

/// A file that cannot be read or written. `what()` is one line: what, which, why, what to do.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// What is read of one file at most: a device that never ends must not eat the memory.
inline constexpr std::size_t kLargestFile = std::size_t{256} << 20;

/// All of a file; `-` is stdin. Throws `FileError`, also for a folder and for more than
/// `kLargestFile` bytes.
std::string read_file(const std::string& path);

/// Writes beside `path` and then renames, so that nobody sees half a file. Throws `FileError`; then
/// what stood at `path` is as before. Something there that is no regular file, as /dev/stdout, is
/// written to at once.
void write_file(const std::string& path, std::string_view content);

/// Whether `write_file` will be able to write there, found out before the work is done. Throws
/// `FileError` if not.
void check_writable(const std::string& path);

}  // namespace qb::conformance

#endif  // QB_CONFORMANCE_FILES_H
