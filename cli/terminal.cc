#include "cli/terminal.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

#include "cli/render.h"
#include "modebox/json.h"
#include "src/mcp/consent.h"
#include "src/mcp/elicitation.h"
#include "src/tools/shown_text.h"

namespace modebox::cli {
namespace {

/// Bytes of a call's arguments that are shown; a call of more can only be allowed by its
/// tool's name, written out.
constexpr std::size_t most_of_call = 64 << 10;

/// How often a question looks whether the run was cancelled.
constexpr int look_every_ms = 50;

std::string choices(const Interruption& interruption) {
  std::string text =
      "  y          yes, make this call\n"
      "  n [REASON] no; the script gets an error with the reason\n";
  if (interruption.reason == InterruptionReason::interrupt) {
    text += "  = JSON     answer the tool's question with a value\n";
  }
  return text + "  q          put it off: the token is printed, to go on later\n";
}

std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// The answer that a line gives, or why it gives none. `whole`: all of the call was shown.
Result<Resolution> read_answer(std::string_view line, const Interruption& interruption,
                               bool whole) {
  const std::string_view word = line.substr(0, line.find(' '));
  const bool is_yes = line == "y" || line == "Y" || line == "yes";
  if (is_yes && !whole) {
    return Error{
        "Not all of this call could be shown. To allow it nevertheless, write the name of "
        "its tool.\n"};
  }
  const bool asks = mcp::elicitation_of(interruption) != nullptr;
  if (is_yes || (!whole && line == interruption.tool)) {
    return asks ? mcp::resolution_of(interruption, true) : approve(interruption.id);
  }
  if (word == "n" || word == "N" || word == "no") {
    if (asks) return mcp::resolution_of(interruption, false);
    return deny(interruption.id, std::string(trimmed(line.substr(word.size()))));
  }
  if (line == "?") return Error{choices(interruption)};
  if (!line.starts_with('='))
    return Error{"That is no answer. These are:\n" + choices(interruption)};
  if (interruption.reason != InterruptionReason::interrupt) {
    return Error{"This call only needs a yes or a no: its tool has asked nothing.\n"};
  }
  Result<Value> value = from_json(line.substr(1));
  if (!value) return Error{"That is no JSON: " + value.error().message + "\n"};
  return resume_with(interruption.id, *std::move(value));
}

/// What the MCP server behind a tool asks: its words, and the fields of its form, which a plain yes
/// leaves at their defaults.
std::string elicited(const Interruption& interruption) {
  std::string text;
  for (const mcp::Question& question : mcp::questions_of({interruption})) {
    text += shown_text(question.params["message"].as_string()) + "\n";
    const Value& fields = question.params["requestedSchema"]["properties"];
    if (fields.is_object() && fields.size() > 0) {
      text += render_in_margin(render_value(fields), 76) + "\n";
    }
  }
  return text;
}

std::string why(const Interruption& interruption) {
  if (mcp::elicitation_of(interruption) != nullptr) return elicited(interruption);
  switch (interruption.reason) {
    case InterruptionReason::approval:
      return "Its calls need consent.";
    case InterruptionReason::data_flow:
      return "It is a sink, and the script has read from a source.";
    case InterruptionReason::interrupt:
      return "It asks:\n" +
             render_in_margin(render_value(interruption.payload.value_or(Value())), 76);
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
    const std::string number = interruptions.size() == 1
                                   ? ""
                                   : " (" + std::to_string(answers.size() + 1) + " of " +
                                         std::to_string(interruptions.size()) + ")";
    std::optional<Resolution> answer = ask_for(interruption, number);
    put_off_ = !answer;
    if (put_off_) break;
    answers.push_back(*std::move(answer));
  }
  return answers;
}

std::optional<Resolution> Terminal::ask_for(const Interruption& interruption,
                                            const std::string& number) {
  // What was typed before the question was there is no answer to it.
  tcflush(file_.descriptor(), TCIFLUSH);
  read_ahead_.clear();
  const Description call = shown_call(interruption, most_of_call);
  write("\nThe script calls" + number + "\n" + render_in_margin(call.text, width()) + "\n" +
        "That is a call of " + shown_text(interruption.tool) + ". " + why(interruption) + "\n");
  for (;;) {
    write("Allow? [y, n, ?] ");
    std::string line;
    if (read_line(line) == Reading::ended) return std::nullopt;
    const std::string_view given = trimmed(line);
    if (given == "q") return std::nullopt;
    Result<Resolution> answer = read_answer(given, interruption, call.whole);
    if (answer) return *std::move(answer);
    write(answer.error().message);
  }
}

/// Of the text in its margin.
std::size_t Terminal::width() const {
  constexpr std::size_t margin = 4;
  winsize size = {};
  const bool known = ioctl(file_.descriptor(), TIOCGWINSZ, &size) == 0 && size.ws_col >= 20;
  return (known ? size.ws_col : 80) - margin;
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
