// For tests of tools that are programs: calling them, and a folder for what they
// write. Included by tests only.
#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <future>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "src/config/command_tool.h"

namespace modebox::config {

/// Far beyond what anything here takes, on however busy a machine.
inline constexpr std::chrono::seconds patience{120};

inline Command program(std::vector<std::string> words) {
  Command command{std::move(words), "/"};
  command.timeout = patience;
  return command;
}

inline Command shell(std::string script) { return program({"/bin/sh", "-c", std::move(script)}); }

inline std::future<ToolResult> start(const Command& command, std::vector<Value> arguments = {},
                                     const Cancel& cancel = {}) {
  auto promise = std::make_shared<std::promise<ToolResult>>();
  std::future<ToolResult> result = promise->get_future();
  make_command_tool("mail", command)
      .start({.name = "mail", .arguments = std::move(arguments), .cancel = cancel},
             Reply([promise](ToolResult given) { promise->set_value(std::move(given)); }));
  return result;
}

inline ToolResult answer_of(std::future<ToolResult> future) {
  if (future.wait_for(patience) != std::future_status::ready) {
    ADD_FAILURE() << "No answer.";
    std::abort();  // what waits can not be taken back
  }
  return future.get();
}

/// An error is shown as a value that no program gives.
inline Value value_of(const ToolResult& result) {
  const auto* const value = std::get_if<Value>(&result);
  return value != nullptr ? *value : Value::error("Error", std::get<ToolError>(result).message);
}

inline ToolError error_of(const ToolResult& result) {
  const auto* const error = std::get_if<ToolError>(&result);
  return error != nullptr ? *error : ToolError{"no error"};
}

inline Value run(const Command& command, std::vector<Value> arguments = {}) {
  return value_of(answer_of(start(command, std::move(arguments))));
}

inline ToolError failure(const Command& command, std::vector<Value> arguments = {}) {
  return error_of(answer_of(start(command, std::move(arguments))));
}

inline bool eventually(const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

/// What init has not waited for yet is gone as well.
inline bool is_gone(const std::string& process) {
  std::ifstream status("/proc/" + process + "/stat");
  std::string line;
  if (!std::getline(status, line)) return true;
  return line.substr(line.rfind(')') + 2, 1) == "Z";
}

inline std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

/// A folder of its own for each test.
class CommandToolTest : public ::testing::Test {
 protected:
  CommandToolTest() {
    std::string name = std::filesystem::temp_directory_path() / "modebox-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) std::abort();
    folder_ = name;
  }
  ~CommandToolTest() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  void write(const std::string& name, const std::string& text, mode_t mode = 0700) {
    const std::string path = folder_ + "/" + name;
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path) << text;
    chmod(path.c_str(), mode);
  }

  Command in_folder(Command command) {
    command.folder = folder_;
    return command;
  }

  /// The words of a file that a program writes, once there are that many.
  std::vector<std::string> words_of(const std::string& name, std::size_t count) {
    std::vector<std::string> words;
    EXPECT_TRUE(eventually([&] {
      std::ifstream file(folder_ + "/" + name);
      words.assign(std::istream_iterator<std::string>(file), {});
      return words.size() >= count;
    }));
    return words;
  }

  void expect_gone(const std::vector<std::string>& processes) {
    for (const std::string& process : processes) {
      EXPECT_TRUE(eventually([&] { return is_gone(process); })) << process;
    }
  }

  std::string folder_;
};

/// A program and one that it started, which note who they are and stay.
inline constexpr const char* lingering = "sleep 600 & echo $! $$ > processes; wait";

}  // namespace modebox::config
