#include "modebox/toolbox.h"

#include <algorithm>
#include <array>

#include "src/tools/identifier.h"
#include "src/tools/tool_schemas.h"

namespace modebox {
namespace {

/// `a.b` lies under `a`.
bool lies_under(std::string_view inner, std::string_view outer) {
  return inner.size() > outer.size() && inner.starts_with(outer) && inner[outer.size()] == '.';
}

Status check_name(std::string_view name) {
  std::string_view rest = name;
  std::string_view first = name.substr(0, name.find('.'));
  const auto refused = [name](const std::string& why) {
    return Error{"\"" + std::string(name) + "\" can not be a tool's name: " + why};
  };
  if (is_reserved_word(first)) {
    return refused("\"" + std::string(first) +
                   "\" is a reserved word of JavaScript; it may stand after a dot.");
  }
  for (;;) {
    const std::size_t dot = rest.find('.');
    const std::string_view part = rest.substr(0, dot);
    if (!is_identifier_name(part)) {
      return refused("each part between dots must be a JavaScript identifier.");
    }
    if (part == "then" || part == "__proto__") {
      return refused("with a part \"" + std::string(part) +
                     "\" an object behaves in ways that scripts do not expect.");
    }
    if (dot == std::string_view::npos) break;
    rest.remove_prefix(dot + 1);
  }
  if (is_reserved_global(first)) {
    return refused("\"" + std::string(first) + "\" already means something in every script.");
  }
  return done();
}

}  // namespace

Toolbox::Toolbox() : tools_(std::make_shared<std::vector<Tool>>()) {}

Status Toolbox::add(Tool tool) {
  if (Status named = check_name(tool.name()); !named) return named;
  if (const auto& problem = ToolSchemas::of(tool).problem) return Error{*problem};
  if (tool.is_async() && tool.is_synchronous()) {
    return Error{"The tool \"" + tool.name() +
                 "\" answers later, so the script can not block for it: remove synchronous()."};
  }
  if (tool.is_web_fetch() && (tool.name() != "fetch" || tool.is_synchronous())) {
    return Error{"The tool \"" + tool.name() +
                 "\" can not be behind the web's fetch: it must be named \"fetch\" and not be "
                 "synchronous."};
  }
  if (tool.is_synchronous() &&
      (tool.approval().kind() != Approval::Kind::never || tool.is_sink())) {
    return Error{"The synchronous tool \"" + tool.name() +
                 "\" can not wait for consent, so it can neither need approval nor be a sink."};
  }
  for (const Tool& other : *tools_) {
    if (other.name() == tool.name()) {
      return Error{"There is already a tool named \"" + tool.name() + "\"."};
    }
    if (lies_under(other.name(), tool.name()) || lies_under(tool.name(), other.name())) {
      return Error{"The tools \"" + other.name() + "\" and \"" + tool.name() +
                   "\" can not both exist: one would have to be a function and a group at once."};
    }
  }
  // A run may hold the present set: it keeps it as it was.
  if (tools_.use_count() > 1) tools_ = std::make_shared<std::vector<Tool>>(*tools_);
  tools_->push_back(std::move(tool));
  return done();
}

Status Toolbox::attach(std::string name, AttachmentFactory factory) {
  if (name.empty() || factory == nullptr) {
    return Error{"An attachment needs a name and a factory."};
  }
  if (!attachments_.emplace(name, std::move(factory)).second) {
    return Error{"There is already an attachment named \"" + name + "\"."};
  }
  return done();
}

std::vector<std::string> Toolbox::schema_notes() const {
  std::vector<std::string> all;
  for (const Tool& tool : *tools_) {
    for (std::string& note : tool.schema_notes()) all.push_back(std::move(note));
  }
  return all;
}

const Tool* Toolbox::find(std::string_view name) const {
  const auto found = std::find_if(tools_->begin(), tools_->end(),
                                  [&](const Tool& tool) { return tool.name() == name; });
  return found == tools_->end() ? nullptr : &*found;
}

}  // namespace modebox
