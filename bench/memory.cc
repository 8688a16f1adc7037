#include "bench/memory.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

namespace modebox::bench {

double resident_kib() {
  std::ifstream file("/proc/self/statm");
  double size = 0;
  double resident = 0;
  file >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024;
}

double image_mib() {
  double bytes = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    std::error_code gone;
    const std::string target = std::filesystem::read_symlink(entry.path(), gone).string();
    struct stat info {};
    if (!target.starts_with("/memfd:modebox-image") || stat(entry.path().c_str(), &info) != 0)
      continue;
    bytes = std::max(bytes, static_cast<double>(info.st_blocks) * 512);  // pages, without holes
  }
  return bytes / (1 << 20);
}

}  // namespace modebox::bench
