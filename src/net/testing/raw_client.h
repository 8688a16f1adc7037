// A client for tests of the server that sends whatever bytes it is told to.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/net/testing/test_server.h"

namespace modebox::net::testing {

/// One connection. Reads block for at most ten seconds, then they give what there is, as at the
/// end.
class RawClient : public Peer {
 public:
  explicit RawClient(std::uint16_t port, const std::string& address = "127.0.0.1");
  ~RawClient() override;
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  /// False if there is no connection.
  bool is_connected() const { return descriptor_ >= 0; }
  bool send(std::string_view bytes) override;
  void close() override;
  /// With a RST.
  void cut() override;
  /// FIN, but goes on reading.
  void finish_sending();

  struct Answer {
    /// 0: there was none.
    int status = 0;
    std::string head;
    std::string body;
  };
  /// By its Content-Length, or in chunks, or until the end. `bodiless`: to HEAD.
  Answer read_answer(bool bodiless = false);
  /// Sends, and reads the answer.
  Answer ask(std::string_view bytes);
  /// One chunk; empty for the last one, or at the end.
  std::string read_chunk();
  /// Whether the server closes the connection within that time, without another byte.
  bool sees_end(std::chrono::milliseconds within);
  /// Whether nothing comes in that time, and the connection stays.
  bool sees_silence(std::chrono::milliseconds time);

 protected:
  std::string read_some() override;

 private:
  int descriptor_ = -1;
};

}  // namespace modebox::net::testing
