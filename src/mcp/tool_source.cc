#include "src/mcp/tool_source.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace modebox::mcp {
namespace {

class FixedSource final : public ToolSource {
 public:
  explicit FixedSource(const Toolbox& tools) {
    auto all = std::make_shared<Tools>();
    all->toolbox = tools;
    tools_ = std::move(all);
  }

  void for_script(std::string_view, Ready ready) override { ready(tools_); }
  void for_resume(const std::vector<std::string>& names, Ready ready) override {
    ready(only_named(tools_, names));
  }
  void all(Ready ready) override { ready(tools_); }

 private:
  std::shared_ptr<const Tools> tools_;
};

}  // namespace

std::shared_ptr<const Tools> only_named(std::shared_ptr<const Tools> tools,
                                        const std::vector<std::string>& names) {
  const std::vector<Tool>& all = tools->toolbox.tools();
  const std::unordered_set<std::string_view> wanted(names.begin(), names.end());
  const auto is_named = [&wanted](const Tool& tool) { return wanted.contains(tool.name()); };
  if (std::all_of(all.begin(), all.end(), is_named)) return tools;
  auto some = std::make_shared<Tools>();
  some->missing = tools->missing;
  for (const Tool& tool : all) {
    if (is_named(tool)) (void)some->toolbox.add(tool);  // its names were fine among more
  }
  for (const auto& [name, attachment] : tools->toolbox.attachments()) {
    (void)some->toolbox.attach(name, attachment);
  }
  return some;
}

std::shared_ptr<ToolSource> make_fixed_source(const Toolbox& tools) {
  return std::make_shared<FixedSource>(tools);
}

}  // namespace modebox::mcp
