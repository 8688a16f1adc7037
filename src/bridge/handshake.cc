#include "src/bridge/handshake.h"

#include <algorithm>
#include <utility>

#include "modebox/engine.h"
#include "src/bridge/error_answer.h"

namespace modebox::bridge {
namespace {

using std::chrono::milliseconds;

/// A server that knows nothing of `server/discover` may say nothing to it either.
constexpr milliseconds longest_probe{3000};

Value client_info() { return Value::object({{"name", "modebox"}, {"version", Value(version())}}); }

Value client_capabilities() {
  return Value::object({{"elicitation", Value::object({{"form", Value::object()}})}});
}

std::string text_of(const Value& value) {
  return value.is_string() ? std::string(value.as_string()) : "";
}

bool lists_modern(const Value& versions) {
  for (auto i = versions.next_index(0); versions.is_array() && i; i = versions.next_index(*i + 1)) {
    if (versions[*i] == Value(mcp::modern_version)) return true;
  }
  return false;
}

bool lists_legacy(const Value& versions) {
  return std::any_of(mcp::legacy_versions.begin(), mcp::legacy_versions.end(), [&](auto version) {
    for (auto i = versions.next_index(0); versions.is_array() && i;
         i = versions.next_index(*i + 1)) {
      if (versions[*i] == Value(version)) return true;
    }
    return false;
  });
}

Greeting greeting_of(mcp::Era era, std::string version, const Value& result, const Value& info) {
  return {era, std::move(version), text_of(info["name"]), text_of(info["version"]),
          result["capabilities"]["tools"]["listChanged"] == Value(true)};
}

/// One handshake. Held by what it waits for.
class Handshake : public std::enable_shared_from_this<Handshake> {
 public:
  Handshake(Loop& loop, std::shared_ptr<Peer> peer, Greeted greeted)
      : loop_(loop), peer_(std::move(peer)), greeted_(std::move(greeted)) {}

  void begin(std::optional<mcp::Era> known, milliseconds time) {
    timer_ = loop_.after(time, [self = shared_from_this()] { self->fail({{}, true}); });
    if (known == mcp::Era::legacy) return initialize();
    discover();
    const milliseconds probe = known ? time : std::min(longest_probe, time / 4);
    probe_timer_ = loop_.after(probe, [self = shared_from_this()] { self->initialize(); });
  }

 private:
  void discover() {
    discovering_ = true;
    discover_id_ =
        peer_->request({"server/discover", Value::object({{"_meta", client_meta()}}), {}, {}},
                       [self = shared_from_this()](Answer answer) { self->discovered(answer); });
  }

  /// May come late, once `initialize` has been sent: it counts all the same.
  void discovered(const Answer& answer) {
    if (done_) return;
    discovering_ = false;
    switch (answer.kind) {
      case Answer::Kind::result:
        if (lists_modern(answer.value["supportedVersions"])) return modern(answer.value);
        break;
      case Answer::Kind::error:
        if (is_error(answer.value, mcp::ErrorCode::unsupported_version)) {
          const Value& versions = answer.value["data"]["supported"];
          if (lists_modern(versions) && !discovered_again_) {
            // It may be one of several behind a name, of which some are older.
            discovered_again_ = true;
            return discover();
          }
          if (!lists_modern(versions) && !lists_legacy(versions)) {
            return fail({{"speaks no version of the protocol that modebox does",
                          "It says: " + error_text_of(answer.value)}});
          }
        }
        break;
      case Answer::Kind::lost:
        // Whether a server is there at all does not depend on the method; nor does who may use it.
        if (answer.loss.http_status == 0 || answer.loss.http_status == 401 ||
            answer.loss.http_status == 403) {
          return fail({answer.loss, false, true});
        }
        break;
      case Answer::Kind::too_late:
        break;
    }
    if (initialize_failure_) return fail({*initialize_failure_});
    initialize();
  }

  void modern(const Value& result) {
    if (initialize_id_ != 0) peer_->forget(initialize_id_);
    peer_->set_meta(client_meta());
    const Value& info = result["_meta"][mcp::meta_server_info];
    succeed(greeting_of(mcp::Era::modern, std::string(mcp::modern_version), result, info));
  }

  void initialize() {
    if (initialize_id_ != 0 || done_) return;
    loop_.cancel(probe_timer_);
    const Value params = Value::object({{"protocolVersion", Value(mcp::legacy_versions.front())},
                                        {"capabilities", client_capabilities()},
                                        {"clientInfo", client_info()}});
    initialize_id_ = peer_->request(
        {"initialize", params, {}, {}},
        [self = shared_from_this()](const Answer& answer) { self->initialized(answer); });
  }

  void initialized(const Answer& answer) {
    if (done_) return;
    if (answer.kind != Answer::Kind::result) {
      initialize_failure_ =
          answer.kind == Answer::Kind::lost
              ? answer.loss
              : Loss{"refused the handshake", "It says: " + error_text_of(answer.value)};
      // It may be one that is slow, and answers the first of the two yet.
      const bool ended = answer.kind == Answer::Kind::lost;
      if (!discovering_ || ended) fail({*initialize_failure_, false, ended});
      return;
    }
    const std::string agreed = text_of(answer.value["protocolVersion"]);
    const auto& known = mcp::legacy_versions;
    if (std::find(known.begin(), known.end(), agreed) == known.end()) {
      return fail({{"speaks no version of the protocol that modebox does",
                    agreed.empty() ? "Its answer to initialize names none."
                                   : "It wants " + describe_text(agreed) + "."}});
    }
    if (discovering_) peer_->forget(discover_id_);
    Greeting greeting =
        greeting_of(mcp::Era::legacy, agreed, answer.value, answer.value["serverInfo"]);
    peer_->transport().agreed(greeting.era, greeting.version);
    peer_->notify("notifications/initialized");
    succeed(std::move(greeting));
  }

  void succeed(Greeting greeting) {
    finish();
    if (greeting.era == mcp::Era::modern) {
      peer_->transport().agreed(greeting.era, greeting.version);
    }
    greeted_(std::move(greeting));
  }

  void fail(NoGreeting why) {
    if (done_) return;
    finish();
    greeted_(std::move(why));
  }

  void finish() {
    done_ = true;
    loop_.cancel(timer_);
    loop_.cancel(probe_timer_);
  }

  Loop& loop_;
  const std::shared_ptr<Peer> peer_;
  const Greeted greeted_;
  Loop::Timer timer_ = 0;
  Loop::Timer probe_timer_ = 0;
  RequestId discover_id_ = 0;
  RequestId initialize_id_ = 0;
  bool discovering_ = false;
  bool discovered_again_ = false;
  bool done_ = false;
  std::optional<Loss> initialize_failure_;
};

}  // namespace

Value client_meta() {
  return Value::object({{mcp::meta_version, Value(mcp::modern_version)},
                        {"io.modelcontextprotocol/clientInfo", client_info()},
                        {mcp::meta_capabilities, client_capabilities()}});
}

void shake_hands(Loop& loop, const std::shared_ptr<Peer>& peer, std::optional<mcp::Era> known,
                 milliseconds time, Greeted greeted) {
  std::make_shared<Handshake>(loop, peer, std::move(greeted))->begin(known, time);
}

}  // namespace modebox::bridge
