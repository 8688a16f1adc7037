#include "src/mcp/line_writer.h"

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <cerrno>
#include <chrono>
#include <utility>

namespace modebox::mcp {
namespace {

bool takes_more(int descriptor, int timeout_ms) {
  pollfd entry{descriptor, POLLOUT, 0};
  return ::poll(&entry, 1, timeout_ms) == 1 && (entry.revents & POLLOUT) != 0;
}

}  // namespace

LineWriter::LineWriter(int descriptor, std::size_t max_waiting)
    : descriptor_(descriptor), max_waiting_(max_waiting) {}

LineWriter::~LineWriter() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool LineWriter::has_failed() const {
  const std::lock_guard lock(mutex_);
  return failed_;
}

void LineWriter::write(std::string text) {
  text += '\n';
  const std::lock_guard lock(mutex_);
  if (failed_ || ends_) return;
  if (!writing_ && waiting_.empty() && write_at_once(text)) return;
  if (failed_) return;
  waiting_bytes_ += text.size();
  if (waiting_bytes_ > max_waiting_) {
    failed_ = true;
    waiting_.clear();
    return;
  }
  waiting_.push_back(std::move(text));
  if (!thread_.joinable()) thread_ = std::thread([this] { write_rest(); });
  changed_.notify_all();
}

/// All of it or nothing. A pipe that polls as writable takes PIPE_BUF bytes; a socket is asked.
bool LineWriter::write_at_once(const std::string& line) {
  if (line.size() > PIPE_BUF) return false;
  for (;;) {
    if (!takes_more(descriptor_, 0)) return false;
    const ssize_t written = ::write(descriptor_, line.data(), line.size());
    if (written == static_cast<ssize_t>(line.size())) return true;
    if (written < 0 && errno == EINTR) continue;
    if (written >= 0) {
      // A socket or a file took a part: the rest goes first.
      waiting_.push_front(line.substr(static_cast<std::size_t>(written)));
      waiting_bytes_ += waiting_.front().size();
      if (!thread_.joinable()) thread_ = std::thread([this] { write_rest(); });
      changed_.notify_all();
      return true;
    }
    if (errno != EAGAIN && errno != EWOULDBLOCK) failed_ = true;
    return false;
  }
}

void LineWriter::write_rest() {
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [this] { return !waiting_.empty() || ends_ || failed_; });
    if (failed_ || (ends_ && waiting_.empty())) return;
    const std::string line = std::move(waiting_.front());
    waiting_.pop_front();
    writing_ = true;
    lock.unlock();
    const bool good = write_whole(line);
    lock.lock();
    writing_ = false;
    waiting_bytes_ -= line.size();
    if (!good) failed_ = true;
  }
}

bool LineWriter::write_whole(const std::string& line) {
  std::size_t done = 0;
  std::chrono::steady_clock::time_point give_up = std::chrono::steady_clock::time_point::max();
  while (done < line.size()) {
    {
      const std::lock_guard lock(mutex_);
      if (failed_) return false;
      const auto now = std::chrono::steady_clock::now();
      if (ends_ && give_up == std::chrono::steady_clock::time_point::max()) {
        give_up = now + std::chrono::seconds(1);
      }
      if (now > give_up) return false;
    }
    if (!takes_more(descriptor_, 100)) {
      pollfd entry{descriptor_, 0, 0};
      if (::poll(&entry, 1, 0) == 1 && (entry.revents & (POLLERR | POLLNVAL)) != 0) return false;
      continue;
    }
    const std::size_t part = std::min<std::size_t>(line.size() - done, PIPE_BUF);
    const ssize_t written = ::write(descriptor_, line.data() + done, part);
    if (written > 0) {
      done += static_cast<std::size_t>(written);
    } else if (written < 0 && errno != EINTR && errno != EAGAIN && errno != EWOULDBLOCK) {
      return false;
    }
  }
  return true;
}

}  // namespace modebox::mcp
