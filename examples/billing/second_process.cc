#include "second_process.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>

namespace billing {

int run_second_process(const std::vector<std::string>& arguments) {
  std::vector<std::string> words = {"modebox_demo"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t process = 0;
  const int error =
      posix_spawn(&process, "/proc/self/exe", nullptr, nullptr, pointers.data(), environ);
  if (error != 0) {
    throw std::runtime_error(std::string("Can not start a second process: ") +
                             std::strerror(error));
  }
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : EXIT_FAILURE;
}

}  // namespace billing
