// Toolbox::declarations: a tool is a function, a group of tools a namespace.
#include <algorithm>
#include <map>
#include <utility>

#include "modebox/toolbox.h"
#include "src/tools/consent_note.h"
#include "src/tools/declare_type.h"
#include "src/tools/identifier.h"
#include "src/tools/tool_schemas.h"

namespace modebox {
namespace {

using declare::doc_comment;
using declare::Type;
using declare::TypeWriter;
using schema::Schema;
using schema::Shape;

constexpr std::size_t max_groups = 16;
constexpr std::size_t most_of_a_description = 4000;

/// Tools whose names begin the same.
struct Group {
  std::string name;
  std::vector<std::pair<std::string, const Tool*>> tools;
  std::vector<Group> groups;

  Group& inner(std::string_view inner_name) {
    for (Group& group : groups) {
      if (group.name == inner_name) return group;
    }
    return groups.emplace_back(Group{std::string(inner_name), {}, {}});
  }
};

std::string parameters_of_list(TypeWriter& types, const Schema& schema, int indent) {
  const schema::Node& node = schema.node(schema.behind_refs(Schema::root));
  if (node.branches != nullptr || node.ref != schema::none || node.choices || node.constant ||
      node.arrays == nullptr || node.arrays->prefix.size() > 32) {
    return "...args: unknown[]";
  }
  const schema::ArrayRules& rules = *node.arrays;
  declare::Names names;
  std::string text;
  for (std::size_t i = 0; i < rules.prefix.size(); ++i) {
    const schema::Node& item = schema.node(rules.prefix[i]);
    std::string name = item.words != nullptr ? item.words->title : "";
    if (!declare::is_identifier(name) || is_reserved_word(name))
      name = "arg" + std::to_string(i + 1);
    text.append(text.empty() ? "" : ", ").append(names.take(name));
    text.append(i < rules.min_items ? ": " : "?: ");
    text.append(types.type(schema, rules.prefix[i], indent).text);
  }
  const bool closed = (rules.items != schema::none && schema.node(rules.items).never) ||
                      (rules.max_items && *rules.max_items <= rules.prefix.size());
  if (closed) return text;
  const Type rest = rules.items == schema::none ? Type() : types.type(schema, rules.items, indent);
  return text.append(text.empty() ? "..." : ", ...")
      .append(names.take("rest"))
      .append(": Array<" + rest.text + ">");
}

std::string parameters(TypeWriter& types, const Schema* schema, int indent) {
  if (schema == nullptr) return "...args: unknown[]";
  const Shape shape = schema::shape_of(*schema);
  if (shape == Shape::list) return parameters_of_list(types, *schema, indent);
  const Value nothing = shape == Shape::object ? Value::object() : Value();
  const char* name = schema->misfit(nothing) ? "input: " : "input?: ";
  return name + types.type(*schema, Schema::root, indent).text;
}

/// The text of one scope of names: the top level, or a namespace.
class ScopeWriter {
 public:
  ScopeWriter(const DeclarationOptions& options, std::string path)
      : options_(options), path_(std::move(path)) {}

  std::string write(const Group& group, int indent) {
    indent_ = indent;
    for (const auto& [name, tool] : group.tools) locals_.push_back(local_name(name));
    for (const Group& inner : group.groups) locals_.push_back(local_name(inner.name));
    std::size_t next = 0;
    std::string text;
    for (const auto& [name, tool] : group.tools) text += function(name, locals_[next++], *tool);
    for (const Group& inner : group.groups) text += space(locals_[next++], inner);
    return text + exports_text();
  }

 private:
  /// A name that can be declared. One that is a reserved word is exported as what it is.
  std::string local_name(const std::string& name) {
    const bool plain = declare::is_identifier(name) && !is_reserved_word(name);
    if (plain) return names_.take(name);
    std::string local = names_.take(declare::is_identifier(name) ? name + "_" : "tool_");
    if (declare::is_identifier(name)) exports_.push_back(local + " as " + name);
    return local;
  }

  std::string margin() const { return std::string(static_cast<std::size_t>(indent_), ' '); }

  /// With aliases, only what is exported by word is.
  std::string opening(const std::string& name, const std::string& local) const {
    if (path_.empty()) return "declare ";
    return exports_.empty() || name != local ? "" : "export ";
  }

  /// What types there are for it is the business of who checks the script. No doc comment: it would
  /// be that of the declaration that follows.
  std::string web_fetch(const Tool& tool) const {
    std::string text =
        "// fetch(input, init): Promise<Response>, with Headers, Request and Response, as on the "
        "web; "
        "no streams, Blob or FormData.\n";
    for (const std::string& line : words_on(tool)) {
      text.append(line.empty() ? "//" : "// ").append(line).append("\n");
    }
    return text + "\n";
  }

  /// Its description, and whether a person is asked.
  std::vector<std::string> words_on(const Tool& tool) const {
    auto lines = declare::comment_lines(tool.description(), most_of_a_description);
    if (std::string note = consent_note(tool, options_.approve); !note.empty()) {
      lines.push_back(std::move(note));
    }
    return lines;
  }

  std::string function(const std::string& name, const std::string& local, const Tool& tool) {
    if (tool.is_web_fetch()) return web_fetch(tool);
    const ToolSchemas& schemas = ToolSchemas::of(tool);
    TypeWriter types(names_, declare::pascal_case(name), options_.max_tool_bytes, indent_);
    const std::string inputs = parameters(types, schemas.input.get(), indent_);
    const Schema* output = schemas.output.get();
    const Type result = output == nullptr ? Type() : types.type(*output, Schema::root, indent_);
    std::string text = doc_comment(docs(name, local, tool), indent_) + margin() +
                       opening(name, local) + "function " + local + "(" + inputs + "): ";
    text += tool.is_synchronous() ? result.text : "Promise<" + result.text + ">";
    return types.named_types() + text + ";\n";
  }

  std::vector<std::string> docs(const std::string& name, const std::string& local,
                                const Tool& tool) const {
    std::vector<std::string> lines = words_on(tool);
    if (name != local && !declare::is_identifier(name)) {
      const std::string owner = path_.empty() ? "globalThis" : path_;
      lines.push_back("In scripts: " + owner + "[" + declare::string_literal(name) + "]");
    }
    return lines;
  }

  std::string space(const std::string& local, const Group& inner) const {
    const std::string& name = inner.name;
    const std::string path = path_.empty() ? name : path_ + "." + name;
    std::string text;
    if (!declare::is_identifier(name)) {
      text = doc_comment({"In scripts: [" + declare::string_literal(name) + "]"}, indent_);
    }
    return text + margin() + opening(name, local) + "namespace " + local + " {\n" +
           ScopeWriter(options_, path).write(inner, indent_ + 2) + margin() + "}\n";
  }

  std::string exports_text() const {
    if (path_.empty()) return "";
    std::string text;
    for (const std::string& entry : exports_) {
      text.append(text.empty() ? "" : ", ").append(entry);
    }
    return text.empty() ? "" : margin() + "export { " + text + " };\n";
  }

  const DeclarationOptions& options_;
  std::string path_;
  int indent_ = 0;
  declare::Names names_;
  std::vector<std::string> locals_;
  std::vector<std::string> exports_;
};

bool is_wanted(const Tool& tool, const DeclarationOptions& options) {
  return options.only.empty() ||
         std::any_of(options.only.begin(), options.only.end(), [&](const std::string& pattern) {
           return matches_pattern(pattern, tool.name());
         });
}

/// Puts the tool where its name says; false if that is too deep.
bool place(Group& root, const Tool& tool) {
  Group* group = &root;
  std::string_view rest = tool.name();
  if (std::count(rest.begin(), rest.end(), '.') > static_cast<std::ptrdiff_t>(max_groups)) {
    return false;
  }
  for (std::size_t dot = rest.find('.'); dot != rest.npos; dot = rest.find('.')) {
    group = &group->inner(rest.substr(0, dot));
    rest.remove_prefix(dot + 1);
  }
  group->tools.emplace_back(rest, &tool);
  return true;
}

}  // namespace

std::string consent_note(const Tool& tool, const std::vector<std::string>& approve) {
  const bool always = tool.fits_any(approve) || tool.approval().kind() == Approval::Kind::always;
  if (always) return "Each call needs the user's consent.";
  return tool.approval().kind() == Approval::Kind::when ? "Some calls need the user's consent."
                                                        : "";
}

std::string Toolbox::declarations(const DeclarationOptions& options) const {
  Group root;
  std::size_t left_out = 0;
  for (const Tool& tool : tools()) {
    if (is_wanted(tool, options) && !place(root, tool)) ++left_out;
  }
  std::string text = ScopeWriter(options, "").write(root, 0);
  if (left_out > 0) {
    text += "// " + std::to_string(left_out) + " tools with more than 16 dots are not listed.\n";
  }
  return text;
}

}  // namespace modebox
