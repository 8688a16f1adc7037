// Whole processes, from spawn to exit.
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include "bench/measures.h"
#include "bench/scripts.h"
#include "bench/timing.h"

extern char** environ;

namespace modebox::bench {

double spawn_ms(const std::vector<std::string>& arguments) {
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const auto began = Clock::now();
  const int failed = posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (failed != 0 || waitpid(child, &status, 0) != child) give_up("can not start " + arguments[0]);
  const double took = milliseconds(Clock::now() - began);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) give_up(arguments[0] + " failed");
  return took;
}

void measure_cli(Report& report, const std::string& cli) {
  std::vector<double> samples;
  for (int i = 0; i < 200; ++i) samples.push_back(spawn_ms({cli, "run", "-e", "1+1"}));
  report.add("cli_ms_p50", median(samples), "whole process `modebox run -e 1+1`",
             Report::Goal::at_most, 8);
}

}  // namespace modebox::bench
