#include "src/config/exchange.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "src/config/shown_text.h"

namespace modebox::config {
namespace {

using std::chrono::milliseconds;
using Time = std::chrono::steady_clock;

/// For the output of others than the program, once that has ended.
constexpr milliseconds grace{250};
/// For the end of a program that was killed. One that runs as another user may not be
/// ours to kill.
constexpr milliseconds time_to_die{1000};
/// Between two looks at a program whose end the system does not signal.
constexpr milliseconds look_again{5};
constexpr milliseconds longest_wait{60'000};
/// Steps of a last read: more than a pipe holds, and not for ever.
constexpr int last_reads = 32;

class Exchange {
 public:
  Exchange(Process& process, std::string_view input, const ExchangeLimits& limits)
      : process_(process), pipes_(process.pipes()), input_(input), limits_(limits) {}

  Exchanged run() {
    while (true) {
      wait(time_left());
      step();
      if (has_too_much()) return stop(Exchanged::End::too_much_output);
      if (has_ended() && (is_output_closed() || time_left() == milliseconds(0))) return finish();
      if (!exit_ && time_left() == milliseconds(0)) return stop(Exchanged::End::too_slow);
    }
  }

 private:
  static milliseconds since(Time::time_point begin) {
    return std::chrono::duration_cast<milliseconds>(Time::now() - begin);
  }

  /// Until the end of the timeout, or of the grace once the program has ended. Of
  /// differences, since the timeout may be as long as a number can be.
  milliseconds time_left() const {
    const milliseconds left = exit_ ? grace - since(ended_) : limits_.timeout - since(begin_);
    return std::max(left, milliseconds(0));
  }

  void wait(milliseconds time) {
    const int end = exit_ ? -1 : process_.end_signal();
    const milliseconds longest = exit_ || end >= 0 ? longest_wait : look_again;
    std::array<pollfd, 4> events{pollfd{pipes_.input.number(), POLLOUT, 0},
                                 pollfd{pipes_.output.number(), POLLIN, 0},
                                 pollfd{pipes_.errors.number(), POLLIN, 0}, pollfd{end, POLLIN, 0}};
    const milliseconds within = std::clamp(time, milliseconds(0), longest);
    (void)poll(events.data(), events.size(), static_cast<int>(within.count()));
  }

  void step() {
    write_input();
    read_output();
    read_errors();
  }

  bool has_ended() {
    if (exit_) return true;
    exit_ = process_.exit();
    if (exit_) {
      ended_ = Time::now();
      close_input();
    }
    return exit_.has_value();
  }

  void write_input() {
    if (!pipes_.input.is_open()) return;
    const ssize_t size =
        input_.empty() ? 0 : write(pipes_.input.number(), input_.data(), input_.size());
    if (size > 0) input_.remove_prefix(static_cast<std::size_t>(size));
    const bool failed = size < 0 && errno != EAGAIN && errno != EINTR;
    if (input_.empty() || failed) close_input();
  }
  void close_input() {
    pipes_.input.close();
    pipes_.input_reader.close();
  }

  bool read_output() {
    const std::string_view text = read_some(pipes_.output);
    output_.append(text);
    return !text.empty();
  }
  bool read_errors() {
    const std::string_view text = read_some(pipes_.errors);
    errors_.add(text);
    return !text.empty();
  }
  /// Empty if there is nothing now; closes what has ended. Valid until the next.
  std::string_view read_some(Descriptor& from) {
    if (!from.is_open()) return {};
    const ssize_t size = read(from.number(), buffer_.data(), buffer_.size());
    if (size > 0) return {buffer_.data(), static_cast<std::size_t>(size)};
    if (size == 0 || (errno != EAGAIN && errno != EINTR)) from.close();
    return {};
  }

  bool is_output_closed() const { return !pipes_.output.is_open() && !pipes_.errors.is_open(); }
  bool has_too_much() const { return output_.size() > limits_.max_output; }

  /// The program has ended; so do all that it left behind.
  Exchanged finish() {
    if (!exit_->lost) process_.kill();
    for (int i = 0; i < last_reads && !has_too_much() && read_output(); ++i) {
    }
    for (int i = 0; i < last_reads && read_errors(); ++i) {
    }
    return result(has_too_much() ? Exchanged::End::too_much_output : Exchanged::End::exited);
  }

  Exchanged stop(Exchanged::End why) {
    process_.kill();
    close_input();
    pipes_.output.close();
    const Time::time_point killed = Time::now();
    while (!has_ended() && since(killed) < time_to_die) {
      wait(time_to_die - since(killed));
      read_errors();
    }
    return result(why);
  }

  Exchanged result(Exchanged::End end) { return {end, exit_, std::move(output_), errors_.text()}; }

  Process& process_;
  Pipes& pipes_;
  std::string_view input_;
  const ExchangeLimits limits_;
  const Time::time_point begin_ = Time::now();
  Time::time_point ended_;
  std::optional<Exit> exit_;
  std::string output_;
  Tail errors_;
  std::array<char, 64 * 1024> buffer_;
};

}  // namespace

Exchanged exchange(Process& process, std::string_view input, const ExchangeLimits& limits) {
  return Exchange(process, input, limits).run();
}

}  // namespace modebox::config
