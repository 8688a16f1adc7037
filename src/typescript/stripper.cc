#include "src/typescript/stripper.h"

#include <pthread.h>
#include <time.h>

#include <array>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "modebox/text.h"
#include "src/sandbox/stripper.h"
#include "src/sandbox/watchdog.h"

namespace modebox::typescript {
namespace {

using sandbox::EntryEnd;
using sandbox::EntryResult;
using sandbox::StopReason;
using sandbox::TrapKind;
using sandbox::Watchdog;

/// The largest source takes 60 MB.
constexpr std::uint64_t memory_limit = 192 << 20;
/// However little of it the thread could compute.
constexpr std::chrono::seconds most_wall_time{2};

std::chrono::nanoseconds now_on(clockid_t clock) {
  timespec time = {};
  clock_gettime(clock, &time);
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

/// The stripper imports nothing of its host.
class Nobody final : public sandbox::Host {
 public:
  sandbox::CallAnswer call(std::span<const std::byte>) noexcept override {
    return {{}, StopReason::internal};
  }
  sandbox::PollAnswer poll(sandbox::PollKind) noexcept override {
    return {0, StopReason::internal};
  }
};

/// Stops a slot when the thread that entered it has used up its computing time. A busy
/// machine must not make a source too complex, so waiting does not count, up to a point.
class TimeLimit : public std::enable_shared_from_this<TimeLimit> {
 public:
  TimeLimit(sandbox::Lease& lease, std::chrono::nanoseconds left)
      : slot_(lease.slot()), epoch_(lease.epoch()), end_(Watchdog::Clock::now() + most_wall_time) {
    pthread_getcpuclockid(pthread_self(), &clock_);
    cpu_end_ = now_on(clock_) + left;
  }

  void watch() {
    const std::lock_guard lock(mutex_);
    arm();
  }
  void finish() {
    const std::lock_guard lock(mutex_);
    over_ = true;
    alarm_ = {};
  }

 private:
  void arm() {
    const auto next = Watchdog::Clock::now() + (cpu_end_ - now_on(clock_));
    alarm_ = Watchdog::process().arm(std::min(next, end_),
                                     [self = shared_from_this()] { self->check(); });
  }
  void check() {
    const std::lock_guard lock(mutex_);
    if (over_) return;
    if (now_on(clock_) < cpu_end_ && Watchdog::Clock::now() < end_) return arm();
    slot_.stop(epoch_, StopReason::timeout);
  }

  sandbox::Slot& slot_;
  const std::uint64_t epoch_;
  const Watchdog::Clock::time_point end_;
  clockid_t clock_ = {};
  std::chrono::nanoseconds cpu_end_{0};
  std::mutex mutex_;
  bool over_ = false;
  Watchdog::Handle alarm_;
};

/// A slot; when all are taken it is worth waiting, since none is for long.
std::optional<sandbox::Lease> take_slot() {
  const auto end = Watchdog::Clock::now() + most_wall_time;
  for (;;) {
    Result<sandbox::Lease> lease = sandbox::stripper_pool().acquire(memory_limit);
    if (lease) return *std::move(lease);
    if (lease.error().code != sandbox::Pool::all_taken || Watchdog::Clock::now() > end) {
      return std::nullopt;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

NoAnswer reason_of(const EntryResult& entry, const sandbox::Slot& slot) {
  if (entry.end == EntryEnd::stopped) {
    return entry.reason == StopReason::timeout ? NoAnswer::too_complex : NoAnswer::broken;
  }
  // Its stack lies at the lowest addresses, so that running out of it is a fault. For memory
  // that it does not get, it gives up in the way that it does for any bug of its own.
  const bool much_memory = slot.memory_size() > memory_limit / 2;
  return entry.trap == TrapKind::memory_fault || entry.trap == TrapKind::stack_exhausted ||
                 (entry.trap == TrapKind::unreachable && much_memory)
             ? NoAnswer::too_complex
             : NoAnswer::broken;
}

/// Its words, then its texts; see stripper_imports.c.
constexpr std::size_t words = 8;
constexpr std::size_t first_length = 5;

/// The answer is guest memory: lengths are checked, and text is valid UTF-8 or nothing.
std::optional<Answer> read_answer(std::span<const std::byte> output) {
  std::array<std::uint32_t, words> head;
  if (output.size() < sizeof(head)) return std::nullopt;
  std::memcpy(head.data(), output.data(), sizeof(head));
  output = output.subspan(sizeof(head));
  std::array<std::string, words - first_length> texts;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::size_t length = head[first_length + i];
    if (length > output.size()) return std::nullopt;
    texts[i].assign(reinterpret_cast<const char*>(output.data()), length);
    output = output.subspan(length);
    if (find_invalid_wtf8(texts[i]) != std::string::npos || !is_well_formed(texts[i])) {
      return std::nullopt;
    }
  }
  return Answer{head[0] != 0, head[1], head[2], std::move(texts[0]), std::move(texts[1])};
}

}  // namespace

Allowance::Allowance(std::chrono::nanoseconds time)
    : end_(now_on(CLOCK_THREAD_CPUTIME_ID) + time) {}

std::chrono::nanoseconds Allowance::left() const { return end_ - now_on(CLOCK_THREAD_CPUTIME_ID); }

std::variant<Answer, NoAnswer> ask_swc(std::string_view source, TypeScriptMode mode,
                                       const Allowance& allowance) {
  if (allowance.left().count() <= 0) return NoAnswer::too_complex;
  std::optional<sandbox::Lease> lease = take_slot();
  if (!lease) return NoAnswer::broken;
  std::string message(1, mode == TypeScriptMode::transform ? '\1' : '\0');
  message += source;
  const auto limit = std::make_shared<TimeLimit>(*lease, allowance.left());
  limit->watch();
  Nobody nobody;
  const EntryResult entry = lease->slot().enter(std::as_bytes(std::span(message)), nobody);
  limit->finish();
  if (entry.end != EntryEnd::returned) return reason_of(entry, lease->slot());
  if (auto answer = read_answer(entry.output)) return *std::move(answer);
  return NoAnswer::broken;
}

}  // namespace modebox::typescript
