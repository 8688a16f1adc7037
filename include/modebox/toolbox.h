// The set of tools that a run is given: its only authority.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/result.h"
#include "modebox/tool.h"

namespace modebox {

struct DeclarationOptions {
  /// Patterns such as `bank.*`: only tools whose name fits one. None: all tools.
  std::vector<std::string> only;
  /// As RunOptions::approve: the declarations say of these tools, too, that they need consent.
  std::vector<std::string> approve;
  /// Bytes of the types of one tool, roughly; what is beyond is `unknown`.
  std::size_t max_tool_bytes = std::size_t{64} << 10;
};

/// A set of tools with distinct names. A run keeps the set as it was when it
/// started; later changes are for later runs. A value type: copies are
/// independent.
class Toolbox {
 public:
  Toolbox();

  /// Adds a tool. The name is one or more JavaScript identifiers joined by
  /// dots; `a` and `a.b` can not both be tools, and a name that the language or
  /// the sandbox defines (`console`, `Object`) can not be taken. Its schemas must be
  /// JSON Schemas. An error says which rule was broken, and where.
  Status add(Tool tool);

  /// Gives every run something of its own beside the sandbox. `factory` is called
  /// when a run starts (without bytes) and when it goes on after a pause (with
  /// what `save` gave). Attachments are part of what a continuation is bound to.
  /// Fails if the name is empty or taken.
  Status attach(std::string name, AttachmentFactory factory);
  const std::map<std::string, AttachmentFactory>& attachments() const { return attachments_; }

  /// The tools, in the order they were added.
  const std::vector<Tool>& tools() const { return *tools_; }
  /// The tool of that name, or null.
  const Tool* find(std::string_view name) const;

  /// TypeScript declarations of the tools, for a model's prompt: documented, and valid
  /// whatever the schemas are. Ends with a line end; empty without tools.
  std::string declarations(const DeclarationOptions& options = {}) const;
  /// What of the tools' schemas is not checked, one sentence each.
  std::vector<std::string> schema_notes() const;

  /// The tools as they are now, for a run that starts. Cheap.
  std::shared_ptr<const std::vector<Tool>> snapshot() const { return tools_; }

 private:
  std::shared_ptr<std::vector<Tool>> tools_;
  std::map<std::string, AttachmentFactory> attachments_;
};

}  // namespace modebox
