#include "tests/runner/process_stats.h"

#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>

namespace modebox::tests {
namespace {

std::size_t entries_of(const char* folder) {
  const std::filesystem::directory_iterator begin(folder);
  return static_cast<std::size_t>(std::distance(begin, std::filesystem::directory_iterator()));
}

double number_from_environment(const char* name, double otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atof(text);
}

}  // namespace

std::size_t resident_bytes() {
  if (!sanitized()) malloc_trim(0);
  std::ifstream statm("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  statm >> total >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

std::size_t open_descriptors() { return entries_of("/proc/self/fd") - 1; }

std::size_t threads() { return entries_of("/proc/self/task"); }

std::size_t mappings() {
  std::ifstream maps("/proc/self/maps");
  return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(maps), {}, '\n'));
}

bool sanitized() {
#if defined(MODEBOX_ADDRESS_SANITIZER) || defined(MODEBOX_THREAD_SANITIZER)
  return true;
#else
  return false;
#endif
}

double slowness() {
  double load = 0;
  getloadavg(&load, 1);
  const double busy = std::max(1.0, 2 * load / std::max(1U, std::thread::hardware_concurrency()));
  return number_from_environment("MODEBOX_TEST_SLOWNESS", sanitized() ? 10 : 1) * busy;
}

int repetitions(int wanted) {
  const double most = number_from_environment("MODEBOX_TEST_REPEAT", wanted);
  return std::max(1, std::min(wanted, static_cast<int>(most)));
}

}  // namespace modebox::tests
