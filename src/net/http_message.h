// What is sent and what comes back, as values.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "modebox/cancel.h"
#include "modebox/result.h"

namespace modebox::net {

/// Names and values in order; names keep their case, and are compared without it.
class HttpHeaders {
 public:
  using Field = std::pair<std::string, std::string>;

  HttpHeaders() = default;
  HttpHeaders(std::initializer_list<Field> fields) : fields_(fields) {}

  void add(std::string name, std::string value);
  /// Replaces all of that name.
  void set(std::string name, std::string value);
  void remove(std::string_view name);
  /// The first of that name.
  std::optional<std::string_view> get(std::string_view name) const;
  std::vector<std::string_view> all(std::string_view name) const;
  bool has(std::string_view name) const { return get(name).has_value(); }

  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }
  std::size_t size() const { return fields_.size(); }
  bool empty() const { return fields_.empty(); }
  bool operator==(const HttpHeaders&) const = default;

 private:
  std::vector<Field> fields_;
};

/// A body that is produced while it is sent. It can be sent once only: a redirect that would
/// send it again is an error.
struct HttpBodyStream {
  /// The next piece, nothing at the end, or an error, which ends the request. Empty pieces are
  /// skipped.
  using Piece = Result<std::optional<std::string>>;
  /// Asked for the next piece on the network's thread, so it must not block; it calls
  /// `reply` once, there and then or later, from any thread.
  std::function<void(std::function<void(Piece)> reply)> next;
  /// How many bytes it will be: sent as Content-Length, and it is an error if it gives more or
  /// fewer. Without it the body is sent in chunks.
  std::optional<std::uint64_t> length;
};

/// No body, a whole one, or a stream.
using HttpBody = std::variant<std::monostate, std::string, HttpBodyStream>;

/// What one request may take, over all of its redirects. Sizes are in bytes and at least 1.
struct HttpLimits {
  /// From start to the last byte. Nothing: no limit (for event streams).
  std::optional<std::chrono::milliseconds> timeout = std::chrono::milliseconds(30'000);
  /// Lookup, connection and TLS handshake of one hop.
  std::chrono::milliseconds connect_timeout{10'000};
  /// Without a byte of the answer, once the request has been sent. Nothing: no limit.
  std::optional<std::chrono::milliseconds> idle_timeout;
  /// Status line and headers of an answer, with all informational (1xx) ones before it; trailers
  /// count too.
  std::uint64_t max_header_bytes = 64 << 10;
  /// The answer's body as handed over: decoded.
  std::uint64_t max_body_bytes = 16 << 20;
  /// The answer's body as it comes over the wire.
  std::uint64_t max_encoded_bytes = 16 << 20;
  /// How many times larger than its encoding a body may be, once it is beyond 1 MiB. (Deflate
  /// reaches 1,030.)
  std::uint64_t max_ratio = 1'100;
  int max_redirects = 20;
  /// Line, headers and body of the request.
  std::uint64_t max_request_bytes = 16 << 20;
};

enum class Redirects {
  /// Followed, each hop judged like a request of its own.
  follow,
  /// The answer with the 3xx status is the result.
  hand_over,
  /// An error.
  refuse,
};

/// One request. A value, as far as its body is.
struct HttpRequest {
  /// A token (RFC 9110); case matters. CONNECT, TRACE and TRACK are refused.
  std::string method = "GET";
  /// http or https, see url.h.
  std::string url;
  /// Refused: names that are not tokens, values with control characters but tab, and what the
  /// client itself says: Host, Content-Length, Transfer-Encoding, Connection, Upgrade,
  /// TE, Trailer, Expect, Keep-Alive, Proxy-*. Accept, Accept-Encoding and User-Agent are added if
  /// they are not there.
  HttpHeaders headers;
  /// Names of headers that hold credentials, besides the usual ones: a redirect to another origin
  /// drops them.
  std::vector<std::string> credential_headers;
  HttpBody body;
  Redirects redirects = Redirects::follow;
  /// Undo gzip, deflate and br, several in a row too. A body with any other coding is handed over
  /// as it is.
  bool decode = true;
  HttpLimits limits;
  /// Ends the request within milliseconds.
  std::optional<Cancel> cancel;
};

/// The answer without its body.
struct HttpResponseHead {
  int status = 0;
  /// What follows the status, as it came; bytes of any value but control characters.
  std::string reason;
  /// As they came (`Content-Encoding` and `Content-Length` speak of the encoded body); values
  /// without white space at their ends.
  HttpHeaders headers;
  /// Where it came from, after redirects; no fragment.
  std::string url;
  int redirects = 0;
  /// The body is handed over without the coding that Content-Encoding names.
  bool decoded = false;
};

struct HttpResponse : HttpResponseHead {
  std::string body;
};

}  // namespace modebox::net
