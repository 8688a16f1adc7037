// An HTTP proxy for tests: CONNECT only, and it connects every name to 127.0.0.1.
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "src/net/testing/test_server.h"

namespace modebox::net::testing {

class TestProxy {
 public:
  /// Instead of connecting it answers `refusal`, if that is not empty.
  explicit TestProxy(std::string refusal = "");

  std::string url() const { return server_.url(""); }
  /// The heads of the requests so far.
  std::vector<std::string> heads() const;

 private:
  void serve(Peer& peer);

  const std::string refusal_;
  mutable std::mutex mutex_;
  std::vector<std::string> heads_;
  TestServer server_;
};

}  // namespace modebox::net::testing
