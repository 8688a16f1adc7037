// Messages over Streamable HTTP: each that is sent is a POST, and what the server says comes in the
// answers, as JSON or as a stream of events.
#pragma once

#include <cstddef>
#include <memory>

#include "src/bridge/downstream.h"
#include "src/bridge/loop.h"
#include "src/bridge/transport.h"

namespace modebox::bridge {

/// A value type.
struct HttpOptions {
  HttpServer server;
  /// Bytes of a message.
  std::size_t max_message = std::size_t{8} << 20;
};

std::shared_ptr<Transport> make_http_transport(const std::shared_ptr<Loop>& loop,
                                               HttpOptions options);

}  // namespace modebox::bridge
