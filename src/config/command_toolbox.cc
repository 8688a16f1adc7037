#include <algorithm>
#include <utility>

#include "src/config/config.h"

namespace modebox::config {
namespace {

Result<Tool> make_fetch(const FetchConfig& entry) {
  Result<Tool> tool = fetch_tool(entry.options);
  if (!tool) return tool;
  if (entry.approve) {
    tool->approval(Approval::always());
  } else if (!entry.approve_methods.empty()) {
    tool->approval(Approval::when([methods = entry.approve_methods](const HostCall& call) {
      const Value method = call.argument(0)["method"];
      return std::any_of(methods.begin(), methods.end(),
                         [&](const std::string& one) { return method == Value(one); });
    }));
  }
  if (entry.source) tool->source();
  if (entry.sink) tool->sink();
  return tool;
}

}  // namespace

Result<Toolbox> make_toolbox(const Config& config) {
  Toolbox toolbox;
  for (const CommandToolConfig& entry : config.tools) {
    Tool tool = make_command_tool(entry.name, entry.command);
    tool.description(entry.description);
    if (!entry.input.schema.is_undefined()) tool.input_schema(entry.input.schema);
    if (!entry.output.schema.is_undefined()) tool.output_schema(entry.output.schema);
    if (entry.approve || (config.approve_destructive && !entry.read_only)) {
      tool.approval(Approval::always());
    }
    if (entry.source) tool.source();
    if (entry.sink) tool.sink();
    if (const Status added = toolbox.add(std::move(tool)); !added) return added.error();
  }
  if (config.fetch) {
    FetchConfig entry = *config.fetch;
    if (config.approve_destructive) {
      for (const std::string& method : entry.options.methods) {
        if (method != "GET" && method != "HEAD") entry.approve_methods.push_back(method);
      }
    }
    Result<Tool> fetch = make_fetch(entry);
    if (!fetch) return fetch.error();
    if (const Status added = toolbox.add(*std::move(fetch)); !added) return added.error();
  }
  return toolbox;
}

}  // namespace modebox::config
