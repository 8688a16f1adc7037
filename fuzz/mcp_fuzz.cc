// The reader of MCP messages on any text, and a server on what it reads: an error, or a message
// that the server takes without breaking; every answer is a message itself.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>
#include <variant>

#include "src/mcp/http_door.h"
#include "src/mcp/message_outline.h"
#include "src/mcp/server.h"

namespace {

using namespace modebox;
using namespace modebox::mcp;

void require(bool holds) {
  if (!holds) std::abort();
}

class Checked final : public Outlet {
 public:
  void send(std::string message) override { check(message); }
  void answer(std::string message, std::optional<ErrorCode>) override {
    check(message);
    require(++answers_ == 1);
  }
  void drop() override {}

 private:
  static void check(const std::string& message) {
    // A null id, in answers to what is no message, is the one thing that is not read back.
    if (message.find("\"id\":null") != std::string::npos) return;
    require(std::holds_alternative<Message>(read_message(message)));
  }

  int answers_ = 0;
};

Server& server() {
  static Server one({.version = "1"}, {{Value::object({{"name", "echo"}}), [](const auto& call) {
                                          call->progress("on");
                                          call->answer(Value::object({{"is", call->arguments()}}));
                                        }}});
  return one;
}

/// What can be read tells of itself what its outline does.
void check_outline(std::string_view line) {
  const auto read = read_message(line);
  const auto* message = std::get_if<Message>(&read);
  MessageOutline outline;
  outline.feed(line.substr(0, line.size() / 2));
  outline.feed(line.substr(line.size() / 2));
  if (message == nullptr) return;
  require(outline.kind() == message->kind);
  // Of a long id, or one with many escapes, it has none.
  if (!outline.id().is_null()) require(key_of(outline.id()) == key_of(message->id));
  require(!outline.id().is_null() || message->kind == Message::Kind::notification ||
          line.size() > 1000);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto client = server().connect("fuzz", "fuzz");
  // Several lines are several messages of one client.
  for (std::string_view rest = text; !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    server().receive(client, line, std::make_shared<Checked>());
    check_outline(line);
  }
  (void)decoded_value(text);
  (void)host_of(text);
  client->close();
  return 0;
}
