#include "bench/memory.h"

#include <unistd.h>

#include <fstream>

namespace modebox::bench {

double resident_kib() {
  std::ifstream file("/proc/self/statm");
  double size = 0;
  double resident = 0;
  file >> size >> resident;
  return resident * static_cast<double>(sysconf(_SC_PAGESIZE)) / 1024;
}

}  // namespace modebox::bench
