#include "src/config/config.h"

namespace modebox::config {

Result<Toolbox> make_toolbox(const Config& config) {
  Toolbox toolbox;
  for (const CommandToolConfig& entry : config.tools) {
    Tool tool = make_command_tool(entry.name, entry.command);
    tool.description(entry.description);
    if (!entry.input.schema.is_undefined()) tool.input_schema(entry.input.schema);
    if (!entry.output.schema.is_undefined()) tool.output_schema(entry.output.schema);
    if (entry.approve) tool.approval(Approval::always());
    if (entry.source) tool.source();
    if (entry.sink) tool.sink();
    if (const Status added = toolbox.add(std::move(tool)); !added) return added.error();
  }
  return toolbox;
}

}  // namespace modebox::config
