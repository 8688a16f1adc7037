#include "src/mcp/stdio.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "src/mcp/line_writer.h"
#include "src/mcp/message_outline.h"

namespace modebox::mcp {
namespace {

class StdioOutlet final : public Outlet {
 public:
  explicit StdioOutlet(std::shared_ptr<LineWriter> writer) : writer_(std::move(writer)) {}

  void send(std::string message) override { writer_->write(std::move(message)); }
  void answer(std::string message, std::optional<ErrorCode>) override {
    writer_->write(std::move(message));
  }
  void drop() override {}

 private:
  std::shared_ptr<LineWriter> writer_;
};

/// Lines out of the pieces in which they come. Of a line that is too long there is the outline.
class LineReader {
 public:
  explicit LineReader(std::size_t max_line) : max_line_(max_line) {}

  template <typename Line, typename TooLong>
  void add(std::string_view piece, Line line, TooLong too_long) {
    while (!piece.empty()) {
      const std::size_t end = piece.find('\n');
      add_part(piece.substr(0, end));
      if (end == std::string_view::npos) return;
      piece.remove_prefix(end + 1);
      if (skipped_) {
        too_long(*skipped_);
      } else if (line_.find_first_not_of(" \t\r") != std::string::npos) {
        line(line_);
      }
      line_.clear();
      skipped_.reset();
    }
  }

 private:
  void add_part(std::string_view part) {
    if (!skipped_ && part.size() > max_line_ - line_.size()) {
      skipped_.emplace().feed(line_);
      std::string().swap(line_);
    }
    if (skipped_) return skipped_->feed(part);
    line_.append(part);
  }

  const std::size_t max_line_;
  std::string line_;
  std::optional<MessageOutline> skipped_;
};

/// A descriptor that can be read once the cancel has fired.
class StopEvent {
 public:
  explicit StopEvent(const Cancel& stop)
      : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        registration_(
            stop.on_cancel([descriptor = descriptor_] { ::eventfd_write(descriptor, 1); })) {}
  ~StopEvent() {
    registration_ = {};
    ::close(descriptor_);
  }
  StopEvent(const StopEvent&) = delete;
  StopEvent& operator=(const StopEvent&) = delete;

  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  Cancel::Registration registration_;
};

/// Says so to whoever waits for what was in the line.
void refuse_line(Server& server, const std::shared_ptr<Client>& client,
                 const std::shared_ptr<Outlet>& outlet, const MessageOutline& skipped,
                 std::size_t max_line) {
  const ProtocolError error{
      ErrorCode::invalid_request,
      "The message was not read: it has more than " + std::to_string(max_line) +
          " bytes, which is the most that a line may have. Send less at a time; scripts of one "
          "session can share what comes in several calls.",
      {}};
  const std::optional<Message::Kind> kind = skipped.kind();
  if (kind == Message::Kind::notification) return;
  if (kind != Message::Kind::response) {
    return outlet->answer(error_text(skipped.id(), error), error.code);
  }
  Message response;
  response.kind = Message::Kind::response;
  response.id = skipped.id();
  response.error =
      Value::object({{"code", static_cast<int>(error.code)}, {"message", error.message}});
  server.take(client, std::move(response), outlet);
}

/// The next bytes of the input; empty at its end, or when it is to stop.
std::string_view read_some(int input, int stop, std::array<char, 65536>& buffer) {
  for (;;) {
    pollfd entries[] = {{input, POLLIN, 0}, {stop, POLLIN, 0}};
    if (::poll(entries, 2, -1) < 0 && errno != EINTR) return {};
    if (entries[1].revents != 0) return {};
    if (entries[0].revents == 0) continue;
    const ssize_t count = ::read(input, buffer.data(), buffer.size());
    if (count > 0) return {buffer.data(), static_cast<std::size_t>(count)};
    if (count == 0 || (errno != EINTR && errno != EAGAIN)) return {};
  }
}

/// False if that took too long, or it is to stop.
bool becomes_idle(const Client& client, std::chrono::milliseconds most, const Cancel& stop) {
  const auto give_up = std::chrono::steady_clock::now() + most;
  while (!client.is_idle()) {
    if (stop.cancelled() || std::chrono::steady_clock::now() > give_up) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace

void serve_stdio(Server& server, const Cancel& stop, const StdioOptions& options) {
  const auto writer = std::make_shared<LineWriter>(options.output, options.max_waiting);
  const auto outlet = std::make_shared<StdioOutlet>(writer);
  const std::shared_ptr<Client> client = server.connect("stdio", "stdio");
  client->set_unasked(outlet);
  const StopEvent stopped(stop);
  LineReader reader(options.max_line);
  std::array<char, 65536> buffer;
  for (;;) {
    const std::string_view piece = read_some(options.input, stopped.descriptor(), buffer);
    if (piece.empty() || writer->has_failed()) break;
    reader.add(
        piece, [&](std::string_view line) { server.receive(client, line, outlet); },
        [&](const MessageOutline& skipped) {
          refuse_line(server, client, outlet, skipped, options.max_line);
        });
  }
  // Who wrote all its requests at once and closed its end (`echo ... | modebox mcp`) gets answers.
  if (!writer->has_failed()) (void)becomes_idle(*client, std::chrono::seconds(1), stop);
  client->close();
  // Runs end within milliseconds of being cancelled; what they would answer is nobody's any more.
  (void)becomes_idle(*client, std::chrono::seconds(2), Cancel());
}

}  // namespace modebox::mcp
