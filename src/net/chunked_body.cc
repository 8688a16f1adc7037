#include "src/net/chunked_body.h"

#include <algorithm>

#include "src/net/http_error.h"

namespace modebox::net {
namespace {

bool is_text(char c) { return c == '\t' || (static_cast<unsigned char>(c) >= 0x20 && c != 0x7f); }

}  // namespace

Error ChunkedBody::bad_chunk(const std::string& what) const {
  return http_error(HttpErrorKind::protocol, std::string(whose_).append(" ").append(what) + ".");
}

Status ChunkedBody::feed(std::string_view& bytes,
                         const std::function<Status(std::string_view)>& out) {
  while (!bytes.empty() && !done()) {
    if (state_ == State::data) {
      const std::string_view piece = bytes.substr(0, std::min<std::uint64_t>(left_, bytes.size()));
      bytes.remove_prefix(piece.size());
      left_ -= piece.size();
      body_bytes_ += piece.size();
      if (left_ == 0) state_ = State::data_cr;
      if (auto taken = out(piece); !taken) return taken;
      continue;
    }
    if (auto taken = take(bytes.front()); !taken) return taken;
    bytes.remove_prefix(1);
    ++line_bytes_;
    ++framing_bytes_;
    if (line_bytes_ > max_trailer_bytes_ ||
        framing_bytes_ > max_trailer_bytes_ + 16 * body_bytes_) {
      return bad_chunk("has more chunk headers or trailers than is sane");
    }
  }
  return modebox::done();
}

Status ChunkedBody::take(char c) {
  const auto expect = [&](char expected, State next) {
    if (c != expected) return Status(bad_chunk("has a chunk that does not end where it should"));
    state_ = next;
    return modebox::done();
  };
  switch (state_) {
    case State::size:
      return take_size_digit(c);
    case State::size_blank:
      return take_after_size(c);
    case State::extension:
      if (c == '\r') {
        state_ = State::size_lf;
      } else if (!is_text(c)) {
        return bad_chunk("has control characters in a chunk's header");
      }
      return modebox::done();
    case State::size_lf:
      if (auto taken = expect('\n', State::data); !taken) return taken;
      end_size_line();
      return modebox::done();
    case State::data_cr:
      return expect('\r', State::data_lf);
    case State::data_lf:
      digits_ = 0;
      line_bytes_ = 0;
      return expect('\n', State::size);
    case State::trailer_start:
      if (c == '\r') {
        state_ = State::last_lf;
        return modebox::done();
      }
      state_ = State::trailer;
      return take(c);
    case State::trailer:
      if (c == '\r') {
        state_ = State::trailer_lf;
      } else if (!is_text(c)) {
        return bad_chunk("has control characters in its trailers");
      }
      return modebox::done();
    case State::trailer_lf:
      return expect('\n', State::trailer_start);
    case State::last_lf:
      return expect('\n', State::end);
    case State::data:
    case State::end:
      break;
  }
  return modebox::done();
}

Status ChunkedBody::take_size_digit(char c) {
  const int digit = c >= '0' && c <= '9'   ? c - '0'
                    : c >= 'a' && c <= 'f' ? c - 'a' + 10
                    : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                           : -1;
  if (digit >= 0) {
    // 15 digits are no overflow and more than there is.
    if (++digits_ > 15) return bad_chunk("has a chunk that is too large");
    left_ = left_ * 16 + static_cast<unsigned>(digit);
    return modebox::done();
  }
  if (digits_ == 0) return bad_chunk("has a chunk without a size");
  return take_after_size(c);
}

/// White space at the end is what some servers pad sizes with.
Status ChunkedBody::take_after_size(char c) {
  if (c == '\r') {
    state_ = State::size_lf;
  } else if (c == ';') {
    state_ = State::extension;
  } else if (c == ' ' || c == '\t') {
    state_ = State::size_blank;
  } else {
    return bad_chunk("has a chunk whose size is no number");
  }
  return modebox::done();
}

void ChunkedBody::end_size_line() {
  line_bytes_ = 0;
  state_ = left_ == 0 ? State::trailer_start : State::data;
}

}  // namespace modebox::net
