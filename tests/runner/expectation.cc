#include "tests/runner/expectation.h"

#include <algorithm>
#include <chrono>
#include <sstream>

#include "tests/runner/process_stats.h"
#include "tests/runner/value_text.h"

namespace modebox::tests {
namespace {

std::string position_text(const RunError& error) {
  return std::to_string(error.line) + ":" + std::to_string(error.column);
}

// The next word of `text`, or the quoted string if one begins there; removed.
std::string take_word(std::string_view& text) {
  const std::size_t start = text.find_first_not_of(" \n");
  if (start == std::string_view::npos) {
    text = {};
    return {};
  }
  text.remove_prefix(start);
  std::size_t end = text.find_first_of(" \n");
  if (text[0] == '"') {
    end = 1;
    while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
    ++end;
  }
  const std::string word(text.substr(0, end));
  text.remove_prefix(std::min(word.size(), text.size()));
  return word;
}

std::string missing(std::string_view what, std::string_view expected, std::string_view actual) {
  std::string text(what);
  text.append(": expected ").append(expected).append("\n    but got ").append(actual).append("\n");
  return text;
}

// `Kind CODE Name "part of the message" at 5:11`; all but the kind optional.
std::string compare_error(std::string_view expected, const Outcome& outcome) {
  const auto* failed = std::get_if<Failed>(&outcome);
  if (failed == nullptr) return missing("outcome", expected, outcome_text(outcome));
  const RunError& error = failed->error;
  std::string_view rest = expected;
  bool same = take_word(rest) == to_string(error.kind);
  for (std::string word = take_word(rest); !word.empty(); word = take_word(rest)) {
    if (word[0] == '"') {
      const std::string message = quoted_text(error.message);
      same = same && message.find(word.substr(1, word.size() - 2)) != std::string::npos;
    } else if (word == "at") {
      same = same && take_word(rest) == position_text(error);
    } else if (word.find('_') != std::string::npos) {
      same = same && word == error.code;
    } else {
      same = same && word == error.name;
    }
  }
  return same ? "" : missing("outcome", expected, outcome_text(outcome));
}

std::string compare_completed(std::string_view expected, const Outcome& outcome) {
  if (squeezed(expected) == squeezed(outcome_text(outcome))) return {};
  return missing("outcome", expected, outcome_text(outcome));
}

std::string log_text(const LogEntry& entry) { return entry.level + " " + quoted_text(entry.text); }

std::string compare_logs(const CaseFile& file, const RunResult& result) {
  const std::vector<std::string> expected = file.find_all("log");
  std::string actual;
  for (const LogEntry& entry : result.logs) actual += "\n      " + log_text(entry);
  bool same = expected.size() == result.logs.size();
  for (std::size_t i = 0; same && i < expected.size(); ++i) {
    same = expected[i] == log_text(result.logs[i]);
  }
  std::string lines;
  for (const std::string& line : expected) lines += "\n      " + line;
  return same ? "" : missing("logs", lines, actual);
}

std::string compare_log_bytes(std::string_view limit, const RunResult& result) {
  std::size_t bytes = 0;
  for (const LogEntry& entry : result.logs) bytes += entry.text.size();
  if (bytes <= std::stoul(std::string(limit))) return {};
  return missing("bytes of logs", limit, std::to_string(bytes));
}

// `t.echo t.hang=running`: completed where no state is given.
std::string compare_calls(std::string_view expected, const RunResult& result) {
  std::string wanted;
  for (std::string word = take_word(expected); !word.empty(); word = take_word(expected)) {
    if (word.find('=') == std::string::npos) word += "=completed";
    wanted += word + " ";
  }
  std::string actual;
  for (const CallRecord& call : result.calls) {
    actual += call.name + "=" + std::string(to_string(call.state)) + " ";
  }
  return wanted == actual ? "" : missing("calls", wanted, actual);
}

std::string compare_text(std::string_view what, std::string_view expected,
                         std::string_view actual) {
  return squeezed(expected) == squeezed(actual) ? "" : missing(what, expected, actual);
}

std::string compare_part(std::string_view directive, const std::string& part,
                         const RunError& error) {
  const bool in_stack = directive.starts_with("stack");
  const std::string& text = in_stack ? error.stack : error.message;
  const bool wanted = directive.ends_with("has");
  const bool there = text.find(part) != std::string::npos;
  return wanted == there ? "" : missing(directive, part, text);
}

std::string compare_wall_time(std::string_view directive, double bound, const RunResult& result) {
  const double taken = std::chrono::duration<double, std::milli>(result.stats.wall_time).count();
  const bool fine = directive == "takes-at-least-ms" ? taken >= bound : taken <= bound * slowness();
  return fine ? "" : missing(directive, std::to_string(bound), std::to_string(taken));
}

std::string compare_directive(const std::string& key, const std::string& value,
                              const RunResult& result, const std::vector<Value>& records) {
  const RunError* error = result.error();
  if (key == "expect") return compare_completed(value, result.outcome);
  if (key == "expect-error") return compare_error(value, result.outcome);
  if (key == "log-bytes-at-most") return compare_log_bytes(value, result);
  if (key == "calls") return compare_calls(value, result);
  if (key == "records") return compare_text(key, value, value_text(Value::array(records)));
  if (key == "takes-at-least-ms" || key == "ends-within-ms") {
    return compare_wall_time(key, std::stod(value), result);
  }
  if (error == nullptr) return {};
  if (key == "thrown") {
    return compare_text(key, value, error->thrown ? value_text(*error->thrown) : "nothing");
  }
  if (key == "message-bytes-at-most" && error->message.size() > std::stoul(value)) {
    return missing(key, value, std::to_string(error->message.size()));
  }
  if (key == "stack-has" || key == "stack-lacks" || key == "message-lacks") {
    return compare_part(key, value, *error);
  }
  return {};
}

bool is_alternative(std::string_view alternative, const Outcome& outcome) {
  std::string_view rest = alternative;
  const std::string kind = take_word(rest);
  if (const auto* failed = std::get_if<Failed>(&outcome)) {
    const std::string name = take_word(rest);
    return kind == to_string(failed->error.kind) && (name.empty() || name == failed->error.name);
  }
  if (kind != "completed") return false;
  if (squeezed(rest).empty()) return true;
  return squeezed(rest) == squeezed(value_text(std::get<Completed>(outcome).value));
}

}  // namespace

std::string outcome_text(const Outcome& outcome) {
  if (const auto* completed = std::get_if<Completed>(&outcome)) {
    return "completed " + value_text(completed->value);
  }
  const RunError& error = std::get<Failed>(outcome).error;
  std::string text(to_string(error.kind));
  text += " " + error.code;
  if (!error.name.empty()) text += " " + error.name;
  return text + " " + quoted_text(error.message) + " at " + position_text(error);
}

std::string directive_differences(const CaseFile& file, const RunResult& result,
                                  const std::vector<Value>& records) {
  std::string all;
  for (const auto& [key, value] : file.directives) {
    all += compare_directive(key, value, result, records);
  }
  return all;
}

std::string differences(const CaseFile& file, const RunResult& result,
                        const std::vector<Value>& records) {
  std::string all = directive_differences(file, result, records);
  if (!file.find("log-bytes-at-most")) all += compare_logs(file, result);
  return all;
}

std::string not_among(std::string_view alternatives, const Outcome& outcome) {
  std::istringstream each{std::string(alternatives)};
  std::string alternative;
  while (std::getline(each, alternative, '|')) {
    if (is_alternative(alternative, outcome)) return {};
  }
  std::string actual = outcome_text(outcome);
  if (actual.size() > 300) actual = actual.substr(0, 300) + "...";
  return missing("outcome", alternatives, actual);
}

}  // namespace modebox::tests
