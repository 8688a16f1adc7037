#include "src/engine/policy.h"

#include <algorithm>
#include <span>

#include "src/sandbox/sha256.h"

namespace modebox::engine {
Result<std::vector<ToolPolicy>> policies_of(const std::vector<Tool>& tools,
                                            const RunOptions& options) {
  std::vector<ToolPolicy> policies;
  policies.reserve(tools.size());
  for (const Tool& tool : tools) {
    ToolPolicy policy;
    policy.approval =
        tool.fits_any(options.approve) ? Approval::Kind::always : tool.approval().kind();
    policy.source = tool.is_source() || tool.fits_any(options.sources);
    policy.sink = tool.is_sink() || tool.fits_any(options.sinks);
    if (tool.is_synchronous() && (policy.approval != Approval::Kind::never || policy.sink)) {
      return Error{"The synchronous tool \"" + tool.name() +
                   "\" can not wait for consent, so it can neither need approval nor be a sink."};
    }
    policies.push_back(policy);
  }
  return policies;
}

std::string tool_set_hash(const std::vector<Tool>& tools, const std::vector<ToolPolicy>& policies,
                          const std::set<std::string>& attachments) {
  std::vector<std::string> lines;
  lines.reserve(tools.size());
  for (std::size_t i = 0; i < tools.size(); ++i) {
    std::string line = tools[i].name();
    line += tools[i].is_synchronous() ? " sync" : " async";
    if (tools[i].is_web_fetch()) line += " fetch";
    line += " approval:" + std::to_string(static_cast<int>(policies[i].approval));
    if (policies[i].source) line += " source";
    if (policies[i].sink) line += " sink";
    // Another tool may have come to the name since: consent was not for that one.
    const std::string& original = tools[i].original_name();
    if (!original.empty()) line += " original:" + std::to_string(original.size()) + ':' + original;
    lines.push_back(std::move(line));
  }
  std::sort(lines.begin(), lines.end());
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  for (const std::string& name : attachments) {
    text += "attachment " + std::to_string(name.size()) + ' ' + name + '\n';
  }
  return sandbox::sha256_hex(std::as_bytes(std::span(text)));
}

}  // namespace modebox::engine
