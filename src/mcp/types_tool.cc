#include "src/mcp/types_tool.h"

#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "src/mcp/catalog.h"
#include "src/mcp/content.h"
#include "src/mcp/protocol.h"

namespace modebox::mcp {
namespace {

Value declaration() {
  const auto text = [](std::string_view description) {
    return Value::object({{"type", "string"}, {"description", description}});
  };
  return Value::object(
      {{"name", "types"},
       {"title", "Show functions"},
       {"description", Catalog::types_description()},
       {"inputSchema",
        Value::object(
            {{"type", "object"},
             {"properties",
              Value::object(
                  {{"query", text("Words to look for, a function's name, or a pattern: mail.*")},
                   {"server", text("Only functions whose name begins with this.")}})},
             {"additionalProperties", false}})},
       {"annotations", Value::object({{"readOnlyHint", true}, {"openWorldHint", false}})},
       {"_meta", Value::object({{meta_always_load, true}})}});
}

/// What was made of the tools, as long as they are the same.
class Shelf {
 public:
  Shelf(std::shared_ptr<ToolSource> source, std::vector<std::string> approve)
      : source_(std::move(source)), approve_(std::move(approve)) {}

  ToolSource& source() const { return *source_; }

  Catalog catalog_of(const std::shared_ptr<const Tools>& tools) {
    const std::lock_guard lock(mutex_);
    if (tools_ != tools) {
      catalog_.emplace(tools->toolbox, approve_);
      tools_ = tools;
    }
    return *catalog_;
  }

 private:
  const std::shared_ptr<ToolSource> source_;
  const std::vector<std::string> approve_;
  std::mutex mutex_;
  std::shared_ptr<const Tools> tools_;
  std::optional<Catalog> catalog_;
};

std::string missing_text(const Tools& tools, std::string_view server) {
  std::string text;
  for (const auto& [name, why] : tools.missing) {
    if (!server.empty() && server != name) continue;
    text.append("\n// ").append(name).append(" is not there: ").append(why);
  }
  return text;
}

void answer(const std::shared_ptr<Shelf>& shelf, const std::shared_ptr<ToolCall>& call) {
  const Value& arguments = call->arguments();
  for (const char* name : {"query", "server"}) {
    if (!arguments[name].is_nullish() && !arguments[name].is_string()) {
      return call->answer(
          text_result("The argument " + std::string(name) + " must be a string.", true));
    }
  }
  const auto text_of = [&arguments](const char* name) {
    return std::string(arguments[name].is_string() ? arguments[name].as_string()
                                                   : std::string_view());
  };
  const std::string server = text_of("server");
  const auto ready = [shelf, call, query = text_of("query"),
                      server](const std::shared_ptr<const Tools>& tools) {
    const std::string text = shelf->catalog_of(tools).types(query, server);
    call->answer(text_result(text + missing_text(*tools, server), false));
  };
  if (server.empty()) return shelf->source().all(ready);
  // The name as if a script had it: that server is enough.
  shelf->source().for_script(server, ready);
}

}  // namespace

ServerTool make_types_tool(std::shared_ptr<ToolSource> source, std::vector<std::string> approve) {
  return {declaration(), [shelf = std::make_shared<Shelf>(std::move(source), std::move(approve))](
                             const std::shared_ptr<ToolCall>& call) { answer(shelf, call); }};
}

}  // namespace modebox::mcp
