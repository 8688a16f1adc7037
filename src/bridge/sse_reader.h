// Events out of the pieces in which an event stream comes, as the HTML Standard reads it.
// https://html.spec.whatwg.org/multipage/server-sent-events.html
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace modebox::bridge {

/// Valid during the call that hands it over.
struct SseEvent {
  /// `message` where the stream names none.
  std::string_view type;
  std::string_view data;
};

class SseReader {
 public:
  /// `max_event`: bytes of the data of one event, and of one line.
  explicit SseReader(std::size_t max_event) : max_event_(max_event) {}

  /// Hands over events that have data, until `event` says false. False if one is too large: no
  /// more can be read then.
  bool add(std::string_view piece, const std::function<bool(const SseEvent&)>& event);

  /// The id of the last event that had one, also one without data; empty for none.
  const std::string& last_id() const { return last_id_; }
  /// How long to wait before the stream is asked for again, if it says so.
  std::optional<std::chrono::milliseconds> retry() const { return retry_; }
  /// For a stream that goes on where this one was cut: what was not whole is dropped.
  void restart();

 private:
  bool take_line(std::string_view line, const std::function<bool(const SseEvent&)>& event);
  void take_field(std::string_view name, std::string_view value);

  const std::size_t max_event_;
  std::string line_;
  std::string type_;
  std::string data_;
  bool has_data_ = false;
  std::string id_;
  std::string last_id_;
  std::optional<std::chrono::milliseconds> retry_;
  bool at_start_ = true;
  bool after_return_ = false;
  bool too_large_ = false;
};

}  // namespace modebox::bridge
