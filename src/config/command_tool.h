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
  /// up in $PATH; one with a slash that is not absolute, in `folder`.
  std::vector<std::string> words;
  /// Where it runs: an absolute path.
  std::string folder;
  /// Added to the environment of this process, or replacing what it has.
  std::map<std::string, std::string> environment;
  /// Names of variables that the program must not see (MODEBOX_SECRET always).
  std::vector<std::string> withheld;
  /// From the start to the end of its output and its exit; then it is killed, with
  /// all that it started.
  std::chrono::milliseconds timeout{30'000};
  /// Bytes of standard output; a program that writes more is killed.
  std::size_t max_output = std::size_t{4} << 20;
};

/// An asynchronous tool. The program gets the one argument of the call as JSON (an
/// array of them where the script gave none or several; a line end follows), and
/// answers with one JSON value on standard output, or nothing (undefined). An exit
/// code other than 0, a signal, too much output, or what is no JSON is an error of
/// the call that says so, with the tail of standard error, and that shows no path of
/// the host. A cancelled call kills the program.
Tool make_command_tool(std::string name, Command command);

}  // namespace modebox::config
