// A tool that is a program of the host: started anew for each call, never through a
// shell, with the script's arguments as JSON on its standard input.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "modebox/tool.h"

namespace modebox::config {

/// What to start, as a configuration describes it. A value type.
struct Command {
  /// The program and its arguments, as they are. A program without a slash is looked
  /// up in the absolute folders of the $PATH that it gets; one with a slash that is
  /// not absolute, in `folder`.
  std::vector<std::string> words;
  /// Where it runs: an absolute path.
  std::string folder;
  /// Added to the environment of this process, or replacing what it has.
  std::map<std::string, std::string> environment;
  /// Names of variables that the program must not see (MODEBOX_SECRET always), also
  /// if `environment` has them.
  std::vector<std::string> withheld;
  /// From the start to the end of its output and its exit; then it is killed, with
  /// all that it started.
  std::chrono::milliseconds timeout{30'000};
  /// Bytes of standard output; a program that writes more is killed.
  std::size_t max_output = std::size_t{4} << 20;
};

/// An asynchronous tool. The program gets the one argument of the call as JSON (an
/// array of them where the script gave none, only undefined, or several; a line end
/// follows), and answers with one JSON value on standard output, or nothing
/// (undefined). All else is an error of the call, with one of these codes:
///   E_COMMAND_ARGUMENTS  JSON can not hold the arguments (a TypeError); nothing started
///   E_COMMAND_START      the program can not be started
///   E_COMMAND_FAILED     it ended with an exit code other than 0, or by a signal
///   E_COMMAND_TIMEOUT    it took too long, and was killed
///   E_COMMAND_OUTPUT     what it wrote is no JSON, or too much
///   E_COMMAND_CANCELLED  the call was cancelled, and the program killed
/// A message names the program as `words` does (of an absolute path the last part),
/// and shows no path of the host, but for what the program itself wrote: it has the
/// last 4 KiB of standard error.
///
/// The program has a session and a process group of its own. When a call ends, in
/// whatever way, all that is left in that group is killed; what the program left
/// behind may go on with its output for a quarter of a second until then. The
/// environment is read here, the files of the program are looked for in each call.
Tool make_command_tool(std::string name, Command command);

}  // namespace modebox::config
