// For the unit tests: pools of the hostile guest (hostile_guest.c), its messages, and
// children in which a test may do what would spoil the process.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>

#include "src/sandbox/image.h"
#include "src/sandbox/sandbox.h"

extern "C" const guest_module hostile_module;

namespace modebox::sandbox {

inline const Image& hostile_image() {
  static const BootedImage* booted = [] {
    Result<BootedImage> made = boot(hostile_module);
    if (!made) std::fprintf(stderr, "%s\n", made.error().message.c_str());
    return new BootedImage(std::move(made).value());
  }();
  return booted->image;
}

/// A pool per process, so that children get their own.
inline Pool& hostile_pool() {
  static Pool* pool = nullptr;
  static std::uint64_t generation = 0;
  if (pool == nullptr || generation != fork_generation()) {
    pool = &Pool::create(hostile_image());
    generation = fork_generation();
  }
  return *pool;
}

/// Answers calls with a function, or echoes them.
class TestHost : public Host {
 public:
  CallAnswer call(std::span<const std::byte> message) noexcept override {
    ++calls;
    if (on_call) return on_call(message);
    reply.assign(reinterpret_cast<const char*>(message.data()), message.size());
    return {std::as_bytes(std::span(reply)), StopReason::none};
  }
  PollAnswer poll(PollKind kind) noexcept override {
    ++polls;
    return on_poll ? on_poll(kind) : PollAnswer{};
  }

  int calls = 0;
  int polls = 0;
  std::string reply;
  std::function<CallAnswer(std::span<const std::byte>)> on_call;
  std::function<PollAnswer(PollKind)> on_poll;
};

/// A command and its numbers, as the guest reads them.
inline std::string command(std::string_view letters,
                           std::initializer_list<std::uint32_t> numbers = {}) {
  std::string message(letters);
  for (const std::uint32_t number : numbers) {
    message.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  return message;
}

inline EntryResult enter(Slot& slot, const std::string& message, Host& host) {
  return slot.enter(std::as_bytes(std::span(message)), host);
}

inline std::string text_of(const EntryResult& result) {
  return {reinterpret_cast<const char*>(result.output.data()), result.output.size()};
}

inline double number_of(const EntryResult& result) {
  double value = -1;
  if (result.output.size() == sizeof(value)) {
    std::memcpy(&value, result.output.data(), sizeof(value));
  }
  return value;
}

inline Lease lease(std::uint64_t memory_limit = 1 << 20) {
  Result<Lease> taken = hostile_pool().acquire(memory_limit);
  if (!taken) std::fprintf(stderr, "%s\n", taken.error().message.c_str());
  return std::move(taken).value();
}

/// The number that a fresh sandbox answers a command with; -1 for anything else.
inline double ask(const std::string& message) {
  TestHost host;
  const Lease taken = lease();
  const EntryResult result = enter(taken.slot(), message, host);
  return result.end == EntryEnd::returned ? number_of(result) : -1;
}

inline bool works() { return ask("b") == 42; }

/// Runs a function in a child; its result as the child's exit code, or 1000 plus
/// the signal that ended it.
inline int in_child(const std::function<int()>& function) {
  std::fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int code = function();
    std::fflush(nullptr);
    _exit(code);
  }
  int status = 0;
  if (child < 0 || waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace modebox::sandbox
