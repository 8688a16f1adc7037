#include "cli/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace modebox::cli {

File::~File() {
  if (descriptor_ >= 0) close(descriptor_);
}

Result<std::string> read_to_end(int descriptor, const std::string& name, std::int64_t limit) {
  std::string text;
  char buffer[1 << 16];
  while (static_cast<std::int64_t>(text.size()) <= limit) {
    const ssize_t count = read(descriptor, buffer, sizeof buffer);
    if (count == 0) break;
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Error{"Can not read " + name + ": " + std::strerror(errno) + "."};
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

Result<std::string> read_file(const std::string& path, std::int64_t limit) {
  if (path == "-") return read_to_end(STDIN_FILENO, "standard input", limit);
  const std::string name = '"' + path + '"';
  const File file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (file.descriptor() < 0) {
    return Error{"Can not read " + name + ": " + std::strerror(errno) + "."};
  }
  return read_to_end(file.descriptor(), name, limit);
}

Status write_new_file(const std::string& path, std::string_view text) {
  const File file(open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  bool written = file.descriptor() >= 0;
  while (written && !text.empty()) {
    const ssize_t count = write(file.descriptor(), text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    written = count > 0;
    if (written) text.remove_prefix(static_cast<std::size_t>(count));
  }
  if (written && fsync(file.descriptor()) == 0) return done();
  return Error{"Can not write \"" + path + "\": " + std::strerror(errno) + "."};
}

}  // namespace modebox::cli
