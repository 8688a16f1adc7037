#include "cli/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

#include "cli/render.h"
#include "modebox/json.h"

namespace modebox::cli {
namespace {

/// How often a question looks whether the run was cancelled.
constexpr int look_every_ms = 50;

constexpr std::string_view choices =
    "  y          yes, make this call\n"
    "  n [REASON] no; the script gets an error with the reason\n"
    "  = JSON     answer the tool's question with a value\n"
    "  q          put it off: the token is printed, to go on later\n";

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// The answer that a line gives, or why it gives none.
Result<Resolution> read_answer(std::string_view line, const Interruption& interruption) {
  if (line == "y" || line == "yes") return approve(interruption.id);
  if (line == "n" || line == "no") return deny(interruption.id);
  if (line.starts_with("n ")) return deny(interruption.id, std::string(trimmed(line.substr(2))));
  if (!line.starts_with('=')) return Error{std::string(choices)};
  if (interruption.reason != InterruptionReason::interrupt) {
    return Error{"This call only needs a yes or a no: its tool has asked nothing.\n"};
  }
  Result<Value> value = from_json(line.substr(1));
  if (!value) return Error{"That is no JSON: " + value.error().message + "\n"};
  return resume_with(interruption.id, *std::move(value));
}

std::string why(const Interruption& interruption) {
  switch (interruption.reason) {
    case InterruptionReason::approval:
      return "Its calls need consent.";
    case InterruptionReason::data_flow:
      return "It is a sink, and the script has read from a source.";
    case InterruptionReason::interrupt:
      return "It asks: " + render_value(interruption.payload.value_or(Value()));
  }
  return {};
}

}  // namespace

Terminal::Terminal(Cancel cancel)
    : cancel_(std::move(cancel)), file_(open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)) {}

bool Terminal::is_there() const { return file_.descriptor() >= 0 && isatty(STDERR_FILENO) == 1; }

std::vector<Resolution> Terminal::ask(const std::vector<Interruption>& interruptions) {
  std::vector<Resolution> answers;
  for (const Interruption& interruption : interruptions) {
    std::optional<Resolution> answer = ask_for(interruption);
    put_off_ = !answer;
    if (put_off_) break;
    answers.push_back(*std::move(answer));
  }
  return answers;
}

std::optional<Resolution> Terminal::ask_for(const Interruption& interruption) {
  // What was typed before the question was there is no answer to it.
  tcflush(file_.descriptor(), TCIFLUSH);
  read_ahead_.clear();
  write("\nThe script calls\n  " + render_call(interruption) + "\n" + why(interruption) + "\n");
  for (;;) {
    write("Allow? [y, n, ?] ");
    std::string line;
    if (read_line(line) == Reading::ended) return std::nullopt;
    const std::string_view given = trimmed(line);
    if (given == "q") return std::nullopt;
    Result<Resolution> answer = read_answer(given, interruption);
    if (answer) return *std::move(answer);
    write(answer.error().message);
  }
}

void Terminal::write(const std::string& text) const {
  for (std::string_view rest = text; !rest.empty();) {
    const ssize_t count = ::write(file_.descriptor(), rest.data(), rest.size());
    if (count < 0 && errno != EINTR) return;  // reading finds that the terminal is gone
    if (count > 0) rest.remove_prefix(static_cast<std::size_t>(count));
  }
}

Terminal::Reading Terminal::read_line(std::string& line) {
  constexpr std::size_t longest = 1 << 20;
  for (;;) {
    if (const std::size_t end = read_ahead_.find('\n'); end != std::string::npos) {
      line = read_ahead_.substr(0, end);
      read_ahead_.erase(0, end + 1);
      return Reading::line;
    }
    pollfd waited = {file_.descriptor(), POLLIN, 0};
    const int ready = poll(&waited, 1, look_every_ms);
    if (cancel_.cancelled() || read_ahead_.size() > longest) return Reading::ended;
    if (ready <= 0) continue;
    char buffer[4096];
    const ssize_t count = read(file_.descriptor(), buffer, sizeof buffer);
    if (count == 0 || (count < 0 && errno != EINTR)) return Reading::ended;
    if (count > 0) read_ahead_.append(buffer, static_cast<std::size_t>(count));
  }
}

}  // namespace modebox::cli
