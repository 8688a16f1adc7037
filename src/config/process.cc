// posix_spawn, since this process has many threads: nothing of ours runs between
// fork and exec. What the child gets is said in full (session, signals, descriptors),
// whatever state the host is in.
//
// The child is not reaped before the end of its Process. Until then its number, which
// is that of its group, belongs to nobody else, so that kill() can not hit others.
#include "src/config/process.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

namespace modebox::config {
namespace {

constexpr int first_beyond_standard = 3;

struct Pipe {
  Descriptor read;
  Descriptor write;
};

/// In a host that has closed its standard streams a pipe could take their numbers,
/// and one end overwrite the other when the child's are put in their places.
bool move_beyond_standard(Descriptor& descriptor) {
  if (descriptor.number() >= first_beyond_standard) return true;
  descriptor = Descriptor(fcntl(descriptor.number(), F_DUPFD_CLOEXEC, first_beyond_standard));
  return descriptor.is_open();
}

bool make_pipe(Pipe& pipe) {
  std::array<int, 2> ends;
  if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
  pipe = {Descriptor(ends[0]), Descriptor(ends[1])};
  return move_beyond_standard(pipe.read) && move_beyond_standard(pipe.write);
}

bool never_block(const Descriptor& descriptor) {
  return fcntl(descriptor.number(), F_SETFL, O_NONBLOCK) == 0;
}

/// What the child does before it becomes the program. The first problem counts.
class SpawnPlan {
 public:
  SpawnPlan() {
    note(posix_spawnattr_init(&attributes_));
    note(posix_spawn_file_actions_init(&actions_));
  }
  SpawnPlan(const SpawnPlan&) = delete;
  SpawnPlan& operator=(const SpawnPlan&) = delete;
  ~SpawnPlan() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  void set_session_and_signals() {
    sigset_t all;
    sigset_t none;
    sigfillset(&all);
    sigemptyset(&none);
    note(posix_spawnattr_setsigdefault(&attributes_, &all));
    note(posix_spawnattr_setsigmask(&attributes_, &none));
    note(posix_spawnattr_setflags(
        &attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK));
  }
  void set_folder(const std::string& folder) {
    note(posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str()));
  }
  void set_stream(const Descriptor& descriptor, int number) {
    note(posix_spawn_file_actions_adddup2(&actions_, descriptor.number(), number));
  }
  void close_others() {
    note(posix_spawn_file_actions_addclosefrom_np(&actions_, first_beyond_standard));
  }

  /// 0, or what went wrong.
  int run(const Launch& launch, pid_t& id) const {
    if (problem_ != 0) return problem_;
    const std::vector<char*> words = pointers(launch.words);
    const std::vector<char*> environment = pointers(launch.environment);
    return posix_spawn(&id, launch.file.c_str(), &actions_, &attributes_, words.data(),
                       environment.data());
  }

 private:
  static std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> result;
    result.reserve(texts.size() + 1);
    for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
    result.push_back(nullptr);
    return result;
  }
  void note(int problem) {
    if (problem_ == 0) problem_ = problem;
  }

  posix_spawnattr_t attributes_;
  posix_spawn_file_actions_t actions_;
  int problem_ = 0;
};

Error why_not_started(int problem) {
  switch (problem) {
    case ENOENT:
      return {"what its first line names as its interpreter is not there"};
    case EACCES:
    case EPERM:
      return {"this process may not execute it, or not enter the folder that it is to run in"};
    case ENOEXEC:
      return {"it is neither a program for this machine nor a script that begins with #!"};
    default:
      return {"the system says: " + std::generic_category().message(problem)};
  }
}

}  // namespace

Result<std::unique_ptr<Process>> Process::start(const Launch& launch) {
  Pipe input, output, errors;
  const bool piped = make_pipe(input) && make_pipe(output) && make_pipe(errors) &&
                     never_block(input.write) && never_block(output.read) &&
                     never_block(errors.read);
  if (!piped) return why_not_started(errno);
  SpawnPlan plan;
  plan.set_session_and_signals();
  plan.set_folder(launch.folder);
  plan.set_stream(input.read, STDIN_FILENO);
  plan.set_stream(output.write, STDOUT_FILENO);
  plan.set_stream(errors.write, STDERR_FILENO);
  plan.close_others();
  pid_t id = -1;
  const int problem = plan.run(launch, id);
  if (problem != 0) return why_not_started(problem);
  Pipes ours{std::move(input.write), std::move(input.read), std::move(output.read),
             std::move(errors.read)};
  return std::unique_ptr<Process>(new Process(id, std::move(ours)));
}

Process::Process(pid_t id, Pipes pipes)
    : id_(id),
      owner_(getpid()),
      pipes_(std::move(pipes)),
      end_signal_(static_cast<int>(syscall(SYS_pidfd_open, id, 0))) {}

Process::~Process() {
  if (exit() && exit_->lost) return;  // its number may be another's already
  kill();
  siginfo_t ignored;
  while (waitid(P_PID, static_cast<id_t>(id_), &ignored, WEXITED) != 0 && errno == EINTR) {
  }
}

std::optional<Exit> Process::exit() {
  if (exit_) return exit_;
  siginfo_t end{};
  if (waitid(P_PID, static_cast<id_t>(id_), &end, WEXITED | WNOHANG | WNOWAIT) != 0) {
    if (errno == ECHILD) exit_ = Exit{.lost = true};
  } else if (end.si_pid == id_) {
    exit_ = end.si_code == CLD_EXITED ? Exit{.code = end.si_status} : Exit{.signal = end.si_status};
  }
  return exit_;
}

void Process::kill() noexcept {
  if (getpid() == owner_) ::kill(-id_, SIGKILL);
}

}  // namespace modebox::config
