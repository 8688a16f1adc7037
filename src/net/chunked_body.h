// The transfer coding `chunked` (RFC 9112, 7.1), byte by byte, so that what it accepts does not
// depend on the pieces that bytes come in. Beast's own reader asserts where a last chunk comes in
// two pieces, which a server could use against builds with assertions.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "modebox/result.h"

namespace modebox::net {

class ChunkedBody {
 public:
  /// Trailers and one chunk's extensions may take `max_trailer_bytes`; all framing that much and 16
  /// times what the body takes. `whose` begins the messages of errors, and outlives this.
  explicit ChunkedBody(std::uint64_t max_trailer_bytes,
                       std::string_view whose = "The server's answer")
      : max_trailer_bytes_(max_trailer_bytes), whose_(whose) {}

  /// Takes bytes off the front of `bytes`, until it is empty or the body is over. Errors:
  /// `protocol`, or what `out` gives.
  Status feed(std::string_view& bytes, const std::function<Status(std::string_view)>& out);
  bool done() const { return state_ == State::end; }

 private:
  enum class State {
    size,
    size_blank,
    extension,
    size_lf,
    data,
    data_cr,
    data_lf,
    trailer_start,
    trailer,
    trailer_lf,
    last_lf,
    end
  };

  Status take(char c);
  Status take_size_digit(char c);
  Status take_after_size(char c);
  Error bad_chunk(const std::string& what) const;
  void end_size_line();

  const std::uint64_t max_trailer_bytes_;
  const std::string_view whose_;
  State state_ = State::size;
  std::uint64_t left_ = 0;
  int digits_ = 0;
  std::uint64_t line_bytes_ = 0;
  std::uint64_t framing_bytes_ = 0;
  std::uint64_t body_bytes_ = 0;
};

}  // namespace modebox::net
