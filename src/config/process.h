// A program that runs as a child of this process, with pipes to it: the seam to the
// system's processes. It has a session and a process group of its own, so that it can
// be killed with all that it started (but for what leaves that group).
#pragma once

#include <sys/types.h>

#include <memory>
#include <optional>

#include "modebox/result.h"
#include "src/config/descriptor.h"
#include "src/config/launch.h"

namespace modebox::config {

/// How a program ended: by `signal`, or, where that is 0, with `code`.
struct Exit {
  int code = 0;
  int signal = 0;
  /// Somebody else in this process has waited for it (or SIGCHLD is ignored), so that
  /// nobody can tell.
  bool lost = false;
};

/// Our ends of the pipes; none of them blocks. Close them as you like.
struct Pipes {
  Descriptor input;
  /// The other end of `input`, kept as long as that is: nobody is ever the one who
  /// writes where nobody can read, and there is no SIGPIPE that would have to be
  /// handled in a process that is not ours.
  Descriptor input_reader;
  Descriptor output;
  Descriptor errors;
};

/// Owns the child; not movable. Used by one thread, but for kill().
class Process {
 public:
  /// Errors are the end of a sentence: `this process may not execute it`.
  static Result<std::unique_ptr<Process>> start(const Launch& launch);
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  /// Kills it, with all that it started, and waits for its end.
  ~Process();

  Pipes& pipes() { return pipes_; }
  /// Becomes readable when the program ends; -1 if the system has no such thing.
  int end_signal() const { return end_signal_.number(); }
  /// How it ended, or nothing while it runs. Does not wait.
  std::optional<Exit> exit();
  /// Kills it and all that it started; from any thread, also when it has ended. Does
  /// nothing in a child of fork(), whose copy of this is not the owner.
  void kill() noexcept;

 private:
  Process(pid_t id, Pipes pipes);

  const pid_t id_;
  const pid_t owner_;
  Pipes pipes_;
  Descriptor end_signal_;
  std::optional<Exit> exit_;
};

}  // namespace modebox::config
