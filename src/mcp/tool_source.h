// Where the tools of scripts come from: what there is when a script starts.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/toolbox.h"

namespace modebox::mcp {

/// The tools as they were at one moment. Immutable, shared.
struct Tools {
  Toolbox toolbox;
  /// Groups that are not there now, and why: one sentence each.
  std::map<std::string, std::string> missing;
};

/// Thread-safe. `ready` is called once, maybe before the function returns, on any thread. As long
/// as nothing changed, the same Tools are given: who asks may keep what it made of them.
class ToolSource {
 public:
  using Ready = std::function<void(std::shared_ptr<const Tools>)>;

  virtual ~ToolSource() = default;

  /// For a script with that text: at least all groups that the text could name.
  virtual void for_script(std::string_view source, Ready ready) = 0;
  /// For a run that goes on: those of these names that are there, and no others.
  virtual void for_resume(const std::vector<std::string>& names, Ready ready) = 0;
  /// All, for who looks at what there is.
  virtual void all(Ready ready) = 0;
};

/// Those of the tools that have one of the names; the same object if that is all of them.
std::shared_ptr<const Tools> only_named(std::shared_ptr<const Tools> tools,
                                        const std::vector<std::string>& names);

/// Always these.
std::shared_ptr<ToolSource> make_fixed_source(const Toolbox& tools);

}  // namespace modebox::mcp
