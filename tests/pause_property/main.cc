// The property: a run that is paused anywhere, and goes on in another process, is
// the run that was not paused.
//
//   modebox_pause_property SCRIPTS SHARD    checks so many scripts
//   modebox_pause_property --segment        makes one stretch of a run (standard input)
//   modebox_pause_property --show SEED      prints a script
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <iterator>
#include <string>

#include "tests/pause_property/script_maker.h"
#include "tests/pause_property/segment.h"

extern char** environ;

namespace modebox::tests {
namespace {

using nlohmann::json;

[[noreturn]] void give_up(const std::string& why) {
  std::cerr << why << '\n';
  std::exit(1);
}

/// Makes a stretch in a process of its own. The child reads all of the request
/// before it writes.
json in_new_process(const json& request) {
  int to[2];
  int from[2];
  if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) give_up("no pipe");
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, to[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, from[1], STDOUT_FILENO);
  std::string program = "/proc/self/exe";
  std::string flag = "--segment";
  char* arguments[] = {program.data(), flag.data(), nullptr};
  pid_t child = 0;
  if (posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ) != 0) {
    give_up("no process");
  }
  posix_spawn_file_actions_destroy(&actions);
  close(to[0]);
  close(from[1]);
  const std::string text = request.dump();
  for (std::size_t at = 0; at < text.size();) {
    const ssize_t written = write(to[1], text.data() + at, text.size() - at);
    if (written <= 0) give_up("the process does not read");
    at += static_cast<std::size_t>(written);
  }
  close(to[1]);
  std::string answer;
  char part[65536];
  for (ssize_t got = 0; (got = read(from[0], part, sizeof(part))) > 0;) {
    answer.append(part, static_cast<std::size_t>(got));
  }
  close(from[0]);
  int status = 0;
  waitpid(child, &status, 0);
  if (status != 0) give_up("a process ended with " + std::to_string(status));
  return json::parse(answer);
}

/// A whole run: what it gave, printed per branch, and called. Concurrent branches may
/// take turns in another order, so lines are sorted by branch, and calls as a whole.
struct Whole {
  std::string end;
  std::vector<std::string> lines;
  std::vector<std::string> calls;
  int segments = 0;
  bool operator==(const Whole& other) const {
    return end == other.end && lines == other.lines && calls == other.calls;
  }
};

void add(Whole& whole, const json& segment) {
  ++whole.segments;
  for (const json& line : segment.at("lines")) whole.lines.push_back(line);
  for (const json& call : segment.at("calls")) whole.calls.push_back(call);
}

Whole run_whole(const std::string& source, int pause) {
  Whole whole;
  json segment = pause == never ? run_segment({{"source", source}, {"pause", pause}})
                                : in_new_process({{"source", source}, {"pause", pause}});
  add(whole, segment);
  while (segment.contains("token")) {
    segment = in_new_process(
        {{"token", segment.at("token")}, {"ids", segment.at("ids")}, {"pause", pause}});
    add(whole, segment);
  }
  whole.end = segment.at("end");
  std::stable_sort(whole.lines.begin(), whole.lines.end(), [](const auto& a, const auto& b) {
    return a.substr(0, a.find(' ')) < b.substr(0, b.find(' '));
  });
  std::sort(whole.calls.begin(), whole.calls.end());
  return whole;
}

std::string shown(const Whole& whole) {
  std::string text = "end: " + whole.end + '\n';
  for (const std::string& line : whole.lines) text += "line: " + line + '\n';
  for (const std::string& call : whole.calls) text += "call: " + call + '\n';
  return text;
}

/// How many processes it took.
int check(std::uint64_t seed) {
  const std::string source = make_script(seed);
  const Whole straight = run_whole(source, never);
  if (straight.end.starts_with("error")) give_up(source + "\n" + straight.end);
  int segments = 0;
  const int calls = static_cast<int>(straight.calls.size());
  for (int pause = at_every_call; pause <= calls; ++pause) {
    if (pause == never) continue;
    const Whole paused = run_whole(source, pause);
    segments += paused.segments;
    if (!(paused == straight)) {
      give_up("Script " + std::to_string(seed) + ", paused at call " + std::to_string(pause) +
              ":\n" + source + "\nstraight:\n" + shown(straight) + "\npaused:\n" + shown(paused));
    }
  }
  return segments;
}

int main(int count, char** arguments) {
  const std::string first = count > 1 ? arguments[1] : "";
  if (first == "--segment") {
    const std::string text(std::istreambuf_iterator<char>(std::cin), {});
    std::cout << run_segment(json::parse(text)).dump(-1, ' ', true);
    return 0;
  }
  if (count != 3) give_up("usage: modebox_pause_property SCRIPTS SHARD");
  if (first == "--show") {
    std::cout << make_script(std::stoull(arguments[2]));
    return 0;
  }
  const int scripts = std::stoi(first);
  long segments = 0;
  for (int i = 0; i < scripts; ++i) {
    segments += check(std::stoull(arguments[2]) * 1'000'000 + static_cast<std::uint64_t>(i));
  }
  std::printf("%d scripts, %ld stretches, each in a process of its own: all as if not paused\n",
              scripts, segments);
  return 0;
}

}  // namespace
}  // namespace modebox::tests

int main(int count, char** arguments) { return modebox::tests::main(count, arguments); }
