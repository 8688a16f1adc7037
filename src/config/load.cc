// The configuration as a file. Its name may come from a project that nobody has looked
// at, so nothing here waits for a pipe or reads a device.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "src/config/config.h"
#include "src/config/descriptor.h"
#include "src/value/path.h"

namespace modebox::config {
namespace {

Error refusal(const std::string& path, const std::string& why) {
  return Error{"The configuration " + value::quoted(path) + " can not be read: " + why + "."};
}

/// The file's bytes, at most one more than a configuration may have.
Result<std::string> bytes_of(int file, const std::string& path) {
  std::string text(max_config_bytes + 1, '\0');
  std::size_t size = 0;
  while (size < text.size()) {
    const ssize_t count = read(file, text.data() + size, text.size() - size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return refusal(path, std::strerror(errno));
    if (count == 0) break;
    size += static_cast<std::size_t>(count);
  }
  text.resize(size);
  return text;
}

Result<std::string> text_of(const std::string& path) {
  if (path.find('\0') != std::string::npos) return refusal(path, "the name has a NUL in it");
  const Descriptor file(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  struct stat facts = {};
  if (!file.is_open() || fstat(file.number(), &facts) != 0) {
    return refusal(path, std::strerror(errno));
  }
  if (S_ISDIR(facts.st_mode)) return refusal(path, "it is a folder");
  if (!S_ISREG(facts.st_mode)) return refusal(path, "it is not a regular file");
  Result<std::string> text = bytes_of(file.number(), path);
  if (text && text->size() > max_config_bytes) return refusal(path, "it is larger than 1 MiB");
  return text;
}

Result<std::string> folder_of(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash + 1);
  const std::unique_ptr<char, decltype(&std::free)> real(realpath(folder.c_str(), nullptr),
                                                         &std::free);
  if (real == nullptr) return refusal(path, std::strerror(errno));
  return std::string(real.get());
}

}  // namespace

Result<Config> load_config(const std::string& path) {
  const Result<std::string> text = text_of(path);
  if (!text) return text.error();
  const Result<std::string> folder = folder_of(path);
  if (!folder) return folder.error();
  return parse_config(*text, path, *folder);
}

}  // namespace modebox::config
