// Calls of one server's tools: each from its beginning to its end, over questions to the user. Used
// on the loop's thread only.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

#include "modebox/cancel.h"
#include "src/bridge/connection.h"
#include "src/bridge/downstream.h"
#include "src/bridge/listing.h"

namespace modebox::bridge {

class Calls {
 public:
  /// The others must outlive it.
  Calls(const std::shared_ptr<Loop>& loop, Connection& connection, Listing& listing,
        const DownstreamOptions& options);
  ~Calls();

  void call(std::string tool, Value arguments, const Cancel& cancel, Downstream::Ended ended);
  void go_on(const Value& handle, const Value& responses, const Cancel& cancel,
             Downstream::Ended ended);
  /// A request of the server's.
  void asked(const mcp::Message& message, RequestId within);
  /// All that is under way has come to nothing.
  void close(const Loss& why);

 private:
  struct Call;
  using CallPointer = std::shared_ptr<Call>;

  CallPointer make(std::string tool, Value arguments);
  void watch_for_cancel(const CallPointer& call, const Cancel& cancel);
  void begin(const CallPointer& call);
  void send(const CallPointer& call);
  void start_time(const CallPointer& call);
  void stop_time(const CallPointer& call);
  void answered(const CallPointer& call, const Answer& answer);
  void wants_input(const CallPointer& call, Value requests, Value state);
  void failed(const CallPointer& call, const Value& error);
  void lost(const CallPointer& call, const Loss& loss);
  void end(const CallPointer& call, CallEnd how);
  void cancelled(std::uint64_t number);

  CallPointer asking_call(RequestId within) const;
  void park(const CallPointer& call);
  void answer_questions(const CallPointer& call, const Value& responses);
  void go_on_parked(std::string_view id, const Value& responses, const Cancel& cancel,
                    Downstream::Ended ended);

  const std::shared_ptr<Loop> loop_;
  Connection& connection_;
  Listing& listing_;
  const DownstreamOptions& options_;
  const Failures failures_;
  std::uint64_t last_number_ = 0;
  /// Those that are parked too.
  std::unordered_map<std::uint64_t, CallPointer> calls_;
};

}  // namespace modebox::bridge
