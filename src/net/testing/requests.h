// Requests, and handlers for them, for tests of the server.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "src/net/http_server.h"

namespace modebox::net::testing {

inline std::unique_ptr<HttpServer> serve(HttpRequestHandler handler,
                                         const HttpServerOptions& options = {}) {
  return HttpServer::listen(options, std::move(handler)).value();
}

inline std::string get(const std::string& target, const std::string& headers = "") {
  return "GET " + target + " HTTP/1.1\r\nHost: a\r\n" + headers + "\r\n";
}
inline std::string post(const std::string& body, const std::string& headers = "") {
  return "POST /p HTTP/1.1\r\nHost: a\r\n" + headers +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Whether it does within that time, which is for machines that are busy.
inline bool soon(const std::function<bool()>& holds,
                 std::chrono::milliseconds time = std::chrono::seconds(20)) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!holds()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

/// Keeps the responders of all requests, for the test to answer.
struct Waiting {
  HttpRequestHandler handler() {
    return [this](const HttpServerRequest& request, const HttpResponder& responder) {
      const std::lock_guard lock(mutex);
      responders.push_back(responder);
      targets.push_back(request.target);
    };
  }
  std::size_t size() {
    const std::lock_guard lock(mutex);
    return responders.size();
  }
  /// Of the request with that number, once it is there.
  HttpResponder at(std::size_t index) {
    EXPECT_TRUE(soon([&] { return size() > index; }));
    const std::lock_guard lock(mutex);
    return responders.at(index);
  }

  std::mutex mutex;
  std::vector<HttpResponder> responders;
  std::vector<std::string> targets;
};

}  // namespace modebox::net::testing
