#include "src/bridge/downstream.h"

#include "src/bridge/calls.h"
#include "src/bridge/connection.h"
#include "src/bridge/http_transport.h"
#include "src/bridge/listing.h"
#include "src/bridge/stdio_transport.h"
#include "src/config/launch.h"

namespace modebox::bridge {
namespace {

/// All that lives on the loop's thread.
struct Core {
  explicit Core(DownstreamOptions given)
      : options(std::move(given)),
        loop(Loop::create()),
        connection(*loop, Failures(options.name), connection_options(),
                   {.notified = [this](const mcp::Message& message) { listing.notified(message); },
                    .asked = [this](const mcp::Message& message,
                                    RequestId within) { calls.asked(message, within); },
                    .lost = [this] { listing.lost(); }}),
        listing(*loop, connection, options),
        calls(loop, connection, listing, options) {}

  ConnectionOptions connection_options() {
    if (const auto* const program = std::get_if<StdioServer>(&options.server)) {
      const StdioOptions stdio{*program, config::environment_of(*program), options.max_message};
      return {[this, stdio] { return make_stdio_transport(*loop, stdio); }, true,
              options.start_timeout};
    }
    const HttpOptions http{std::get<HttpServer>(options.server), options.max_message};
    return {[this, http] { return make_http_transport(loop, http); }, false, options.start_timeout};
  }

  void close() {
    const Loss why{"was ended by modebox"};
    calls.close(why);
    listing.close(why);
    connection.close(why);
  }

  const DownstreamOptions options;
  const std::shared_ptr<Loop> loop;
  Connection connection;
  Listing listing;
  Calls calls;
};

class LoopedDownstream final : public Downstream {
 public:
  explicit LoopedDownstream(DownstreamOptions options)
      : core_(std::make_shared<Core>(std::move(options))) {}
  ~LoopedDownstream() override {
    core_->loop->finish([core = core_] { core->close(); });
  }

  void list(Listed listed) override {
    if (const Listing::Tools tools = core_->listing.kept()) return listed(tools);
    const bool posted = core_->loop->post([core = core_, listed] { core->listing.list(listed); });
    if (!posted) listed(to_error(Failures(core_->options.name).no_thread()));
  }

  void call(const std::string& tool, const Value& arguments, const Cancel& cancel,
            Ended ended) override {
    if (cancel.cancelled()) return ended(Failures(core_->options.name).cancelled(tool));
    const bool posted = core_->loop->post([core = core_, tool, arguments, cancel, ended] {
      core->calls.call(tool, arguments, cancel, ended);
    });
    if (!posted) ended(Failures(core_->options.name).no_thread());
  }

  void go_on(const Value& handle, const Value& responses, const Cancel& cancel,
             Ended ended) override {
    const bool posted = core_->loop->post([core = core_, handle, responses, cancel, ended] {
      core->calls.go_on(handle, responses, cancel, ended);
    });
    if (!posted) ended(Failures(core_->options.name).no_thread());
  }

  void stop() override {
    core_->loop->post([core = core_] { core->close(); });
  }

 private:
  const std::shared_ptr<Core> core_;
};

}  // namespace

std::shared_ptr<Downstream> Downstream::create(DownstreamOptions options) {
  return std::make_shared<LoopedDownstream>(std::move(options));
}

}  // namespace modebox::bridge
