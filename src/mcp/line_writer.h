// Writes lines to a pipe, socket or file without ever making the caller wait.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

namespace modebox::mcp {

/// Thread-safe. Short lines are written where they come up, as long as the reader keeps up; for the
/// rest there is a thread.
class LineWriter {
 public:
  /// `descriptor` is borrowed. More than `max_waiting` bytes: the writer gives up.
  LineWriter(int descriptor, std::size_t max_waiting);
  /// Waits for what is left to be written, for a second at most.
  ~LineWriter();
  LineWriter(const LineWriter&) = delete;
  LineWriter& operator=(const LineWriter&) = delete;

  /// The text and a line end.
  void write(std::string text);
  /// The reader is gone, or does not read: nothing is written any more.
  bool has_failed() const;

 private:
  bool write_at_once(const std::string& line);
  void write_rest();
  bool write_whole(const std::string& line);

  const int descriptor_;
  const std::size_t max_waiting_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::string> waiting_;
  std::size_t waiting_bytes_ = 0;
  bool writing_ = false;
  bool ends_ = false;
  bool failed_ = false;
  std::thread thread_;
};

}  // namespace modebox::mcp
