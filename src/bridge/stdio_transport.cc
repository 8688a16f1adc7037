#include "src/bridge/stdio_transport.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <string_view>
#include <utility>

#include "src/bridge/line_splitter.h"
#include "src/bridge/odd_message.h"
#include "src/config/launch.h"
#include "src/config/process.h"
#include "src/config/shown_text.h"

namespace modebox::bridge {
namespace {

using std::chrono::milliseconds;
using Time = std::chrono::steady_clock;

/// For a program to end by itself once its input has.
constexpr milliseconds time_to_end{300};
/// Between two looks at a program whose end the system does not signal.
constexpr milliseconds look_again{20};
/// Of what it wrote before it ended: more than a pipe holds, and not for ever.
constexpr int last_reads = 32;
/// What other lines than messages a server may write, such as a greeting.
constexpr int max_junk_lines = 200;
constexpr std::size_t max_shown_line = 200;
/// Of a server that does not read what it is sent.
constexpr std::size_t max_unsent = std::size_t{64} << 20;

std::string ending(const config::Exit& exit) {
  if (exit.lost) return "ended";
  if (exit.signal == 0) return "ended with exit code " + std::to_string(exit.code);
  const char* const name = sigabbrev_np(exit.signal);
  return "was ended by signal " + std::to_string(exit.signal) +
         (name != nullptr ? " (SIG" + std::string(name) + ")" : "");
}

class StdioTransport final : public Transport {
 public:
  StdioTransport(Loop& loop, StdioOptions options)
      : loop_(loop), options_(std::move(options)), lines_(options_.max_message) {}
  ~StdioTransport() override { close(); }

  std::optional<Loss> open(TransportEvents events) override;
  void send(Outgoing message) override;
  void drop(RequestId) override {}
  void agreed(mcp::Era, const std::string&) override {}
  void listen() override {}
  void close() override;
  bool cancels_by_message() const override { return true; }
  bool has_headers() const override { return false; }

 private:
  bool is_open() const { return process_ != nullptr; }
  config::Pipes& pipes() { return process_->pipes(); }

  void watch();
  void look_for_end();
  void write_out();
  /// False if there was nothing to read.
  bool read_output();
  bool read_errors();
  bool take_line(std::string_view line);
  bool take_junk(std::string_view line);
  void output_ended();
  void program_ended();
  void give_up(std::string what);
  void lose(Loss loss);
  void release();
  std::string tail() const;

  Loop& loop_;
  const StdioOptions options_;
  TransportEvents events_;
  std::unique_ptr<config::Process> process_;
  LineSplitter lines_;
  std::string unsent_;
  bool watches_input_ = false;
  config::Tail errors_;
  int junk_lines_ = 0;
  Loop::Timer look_ = 0;
  Loop::Timer overflow_ = 0;
  std::array<char, 64 * 1024> buffer_;
};

std::optional<Loss> StdioTransport::open(TransportEvents events) {
  const Result<config::Launch> launch =
      config::prepare_launch(options_.command, options_.environment);
  std::string why = launch ? "" : launch.error().message;
  if (launch) {
    Result<std::unique_ptr<config::Process>> process = config::Process::start(*launch);
    if (process) {
      process_ = *std::move(process);
    } else {
      why = process.error().message;
    }
  }
  if (!process_) {
    const std::string program =
        options_.command.words.empty() ? "" : options_.command.words.front();
    return Loss{"could not be started: of its program \"" +
                    config::shown_head(program.substr(program.rfind('/') + 1), max_shown_line) +
                    "\", " + why,
                "", true};
  }
  events_ = std::move(events);
  watch();
  return std::nullopt;
}

void StdioTransport::watch() {
  loop_.watch(pipes().output.number(), POLLIN, [this](short) { read_output(); });
  loop_.watch(pipes().errors.number(), POLLIN, [this](short) { read_errors(); });
  if (process_->end_signal() >= 0) {
    loop_.watch(process_->end_signal(), POLLIN, [this](short) { look_for_end(); });
  } else {
    look_for_end();
  }
}

void StdioTransport::look_for_end() {
  if (!is_open()) return;
  if (process_->exit()) return program_ended();
  if (process_->end_signal() < 0) look_ = loop_.after(look_again, [this] { look_for_end(); });
}

void StdioTransport::send(Outgoing message) {
  if (!is_open()) return;
  unsent_ += message.text;
  unsent_ += '\n';
  write_out();
}

void StdioTransport::write_out() {
  std::size_t done = 0;
  while (done < unsent_.size()) {
    const ssize_t written =
        ::write(pipes().input.number(), unsent_.data() + done, unsent_.size() - done);
    if (written > 0) {
      done += static_cast<std::size_t>(written);
    } else if (written < 0 && errno == EINTR) {
      continue;
    } else {
      break;
    }
  }
  unsent_.erase(0, done);
  if (unsent_.size() > max_unsent && overflow_ == 0) {
    // Not now: who sends expects no event.
    overflow_ = loop_.after(milliseconds(0), [this] { give_up("does not read what it is sent"); });
  }
  if (unsent_.empty() == !watches_input_) return;
  watches_input_ = !unsent_.empty();
  if (watches_input_) {
    loop_.watch(pipes().input.number(), POLLOUT, [this](short) { write_out(); });
  } else {
    loop_.unwatch(pipes().input.number());
  }
}

bool StdioTransport::read_output() {
  if (!is_open() || !pipes().output.is_open()) return false;
  const ssize_t size = ::read(pipes().output.number(), buffer_.data(), buffer_.size());
  if (size > 0) {
    const std::string_view piece(buffer_.data(), static_cast<std::size_t>(size));
    if (!lines_.add(piece, [this](std::string_view line) { return take_line(line); })) {
      give_up("sent a message of more than " + std::to_string(options_.max_message) +
              " bytes, which is the most that is taken");
    }
    return true;
  }
  if (size == 0 || (errno != EAGAIN && errno != EINTR)) output_ended();
  return false;
}

bool StdioTransport::read_errors() {
  if (!is_open() || !pipes().errors.is_open()) return false;
  const ssize_t size = ::read(pipes().errors.number(), buffer_.data(), buffer_.size());
  if (size > 0) {
    errors_.add({buffer_.data(), static_cast<std::size_t>(size)});
    return true;
  }
  if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
    loop_.unwatch(pipes().errors.number());
    pipes().errors.close();
  }
  return false;
}

/// False once this has been closed: what took the message may have done that.
bool StdioTransport::take_line(std::string_view line) {
  std::variant<mcp::Message, mcp::BadMessage> read = read_odd_message(line, options_.max_message);
  if (auto* const message = std::get_if<mcp::Message>(&read)) {
    events_.received(std::move(*message), 0);
    return is_open();
  }
  const mcp::BadMessage& bad = std::get<mcp::BadMessage>(read);
  if (const RequestId id = answered_by(line)) {
    events_.request_lost(
        id, {"gave an answer that can not be read", config::shown_text(bad.error.message)});
    return is_open();
  }
  return take_junk(line);
}

bool StdioTransport::take_junk(std::string_view line) {
  const std::string shown = config::shown_head(line, max_shown_line);
  if (++junk_lines_ == 1) {
    events_.note("It writes to its standard output what is no message, which is passed over: " +
                 shown);
  }
  if (junk_lines_ > max_junk_lines) {
    give_up("writes to its standard output what are no messages of the protocol, such as: " +
            shown);
  }
  return is_open();
}

/// Its output is closed, which no server does that goes on; its end tells why.
void StdioTransport::output_ended() {
  loop_.unwatch(pipes().output.number());
  pipes().output.close();
  const Time::time_point since = Time::now();
  while (!process_->exit() && Time::now() - since < time_to_end) {
    pollfd end{process_->end_signal(), POLLIN, 0};
    const milliseconds step = end.fd < 0 ? look_again : time_to_end;
    (void)::poll(&end, 1, static_cast<int>(step.count()));
  }
  if (process_->exit()) return program_ended();
  give_up("closed its standard output");
}

void StdioTransport::program_ended() {
  const config::Exit exit = *process_->exit();
  for (int i = 0; i < last_reads && is_open() && pipes().output.is_open(); ++i) {
    pollfd entry{pipes().output.number(), POLLIN, 0};
    if (::poll(&entry, 1, 0) != 1 || (entry.revents & POLLIN) == 0) break;
    if (!read_output()) break;
  }
  if (!is_open()) return;  // one of the last messages was the end of this
  for (int i = 0; i < last_reads && read_errors(); ++i) {
  }
  lose({ending(exit), tail()});
}

void StdioTransport::give_up(std::string what) {
  if (!is_open()) return;
  for (int i = 0; i < last_reads && read_errors(); ++i) {
  }
  lose({std::move(what) + ", and was ended", tail()});
}

std::string StdioTransport::tail() const {
  const std::string text = errors_.text();
  return text.empty() ? "" : "The last of its standard error: " + text;
}

void StdioTransport::lose(Loss loss) {
  release();
  events_.closed(std::move(loss));
}

/// Kills what is left of it, with all that it started.
void StdioTransport::release() {
  loop_.cancel(look_);
  loop_.cancel(overflow_);
  loop_.unwatch(pipes().input.number());
  loop_.unwatch(pipes().output.number());
  loop_.unwatch(pipes().errors.number());
  loop_.unwatch(process_->end_signal());
  process_.reset();
}

void StdioTransport::close() {
  if (!is_open()) return;
  loop_.unwatch(pipes().input.number());
  pipes().input.close();
  pipes().input_reader.close();
  const Time::time_point since = Time::now();
  // What it says now is nobody's, but it must be able to say it.
  while (!process_->exit()) {
    const auto left = std::chrono::ceil<milliseconds>(time_to_end - (Time::now() - since));
    if (left <= milliseconds(0)) break;
    pollfd entries[] = {{process_->end_signal(), POLLIN, 0},
                        {pipes().output.number(), POLLIN, 0},
                        {pipes().errors.number(), POLLIN, 0}};
    const milliseconds longest = process_->end_signal() < 0 ? look_again : left;
    (void)::poll(entries, 3, static_cast<int>(std::min(left, longest).count()));
    for (config::Descriptor* const from : {&pipes().output, &pipes().errors}) {
      if (!from->is_open()) continue;
      const ssize_t size = ::read(from->number(), buffer_.data(), buffer_.size());
      if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) {
        loop_.unwatch(from->number());
        from->close();
      }
    }
  }
  release();
}

}  // namespace

std::shared_ptr<Transport> make_stdio_transport(Loop& loop, StdioOptions options) {
  return std::make_shared<StdioTransport>(loop, std::move(options));
}

}  // namespace modebox::bridge
