#include "src/bridge/bridge_tool.h"

#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "src/bridge/call_arguments.h"
#include "src/bridge/questions.h"
#include "src/bridge/tool_names.h"
#include "src/bridge/tool_result.h"
#include "src/tools/shown_text.h"
#include "src/tools/tool_schemas.h"

namespace modebox::bridge {
namespace {

constexpr std::size_t most_of_a_name = 100;
constexpr std::size_t most_notes = 50;

std::string quoted(std::string_view name) {
  const bool is_long = name.size() > most_of_a_name;
  return '"' + shown_text(Value::string_lossy(name.substr(0, most_of_a_name)).as_string()) +
         (is_long ? "...\"" : "\"");
}

/// What a call needs to know, shared by all calls of the tool. Not the link: a call that is under
/// way would keep its own server alive.
struct Target {
  std::string server;
  /// In scripts, and on the wire.
  std::string name, original;
  TextIs text_is;
};

ToolResult answer_of(const Target& target, CallEnd end) {
  if (const auto* failure = std::get_if<CallFailure>(&end)) return to_tool_error(*failure);
  if (const auto* question = std::get_if<InputNeeded>(&end)) {
    return interrupt_for(target.server, *question);
  }
  return to_tool_result(target.name, std::get<Value>(end), target.text_is);
}

void call(const Link& link, const std::shared_ptr<const Target>& target, const HostCall& call,
          const Reply& reply) {
  const std::shared_ptr<Downstream> downstream = link.downstream();
  if (downstream == nullptr) {
    return reply(
        ToolError{"The MCP server " + target->server + " is not started any more: modebox ends.",
                  "Error", "E_MCP_START"});
  }
  auto ended = [target, reply](CallEnd end) { reply(answer_of(*target, std::move(end))); };
  const auto answered =
      call.resume ? answered_question(target->server, *call.resume) : std::nullopt;
  if (answered && !*answered) {
    return reply(ToolError{answered->error().message, "Error", answered->error().code});
  }
  if (answered) {
    const AnsweredQuestion& question = answered->value();
    return downstream->go_on(question.handle, question.responses, call.cancel, std::move(ended));
  }
  std::variant<Value, ToolError> arguments = call_arguments(target->name, call.arguments);
  if (auto* problem = std::get_if<ToolError>(&arguments)) return reply(std::move(*problem));
  downstream->call(target->original, std::get<Value>(arguments), call.cancel, std::move(ended));
}

/// What is wrong with a schema, or empty.
std::string schema_problem(const Tool& tool) {
  const ToolSchemas& schemas = ToolSchemas::of(tool);
  if (schemas.problem) return *schemas.problem;
  const bool is_list =
      schemas.input != nullptr && schema::shape_of(*schemas.input) == schema::Shape::list;
  return is_list ? "The input schema of " + tool.name() + " is not that of an object." : "";
}

bool is_schema(const Value& value) { return value.is_object() || value.is_boolean(); }

Tool make_tool(const std::shared_ptr<Link>& link, std::shared_ptr<const Target> target,
               const RemoteTool& remote, bool needs_consent, std::vector<std::string>& notes) {
  Tool tool = Tool::async(target->name, [link, target](const HostCall& made, const Reply& reply) {
    call(*link, target, made, reply);
  });
  tool.original_name(target->server + '.' + target->original);
  // Another tool may take the name that this one had without a number: patterns hold for both.
  const std::string group = target->name.substr(0, target->name.find('.') + 1);
  tool.alias(group + identifier_of(target->original, Place::member));
  tool.check([name = target->name](const std::vector<Value>& given) -> std::optional<ToolError> {
    std::variant<Value, ToolError> arguments = call_arguments(name, given);
    auto* problem = std::get_if<ToolError>(&arguments);
    return problem == nullptr ? std::nullopt : std::optional(std::move(*problem));
  });
  std::string description = remote.description;
  if (!target->name.ends_with('.' + remote.name)) {
    if (!description.empty()) description += '\n';
    description += "Its server calls it " + quoted(remote.name) + '.';
  }
  tool.description(std::move(description));
  if (needs_consent) tool.approval(Approval::always());
  for (const bool is_input : {true, false}) {
    const Value& schema = is_input ? remote.input_schema : remote.output_schema;
    if (!is_schema(schema)) continue;
    Tool with_schema = tool;
    is_input ? with_schema.input_schema(schema) : with_schema.output_schema(schema);
    const std::string problem = schema_problem(with_schema);
    if (problem.empty()) {
      tool = std::move(with_schema);
    } else {
      notes.push_back(problem + " It is not looked at.");
    }
  }
  return tool;
}

/// What is wrong with a thousand tools is told of the first.
void shorten(std::vector<std::string>& notes) {
  if (notes.size() <= most_notes) return;
  const std::size_t more = notes.size() - most_notes;
  notes.resize(most_notes);
  notes.push_back("And " + std::to_string(more) + " more of that kind.");
}

}  // namespace

Link::Link(std::string server, std::string group, std::shared_ptr<Downstream> downstream)
    : server_(std::move(server)), group_(std::move(group)), downstream_(std::move(downstream)) {}

std::shared_ptr<Downstream> Link::downstream() const {
  const std::lock_guard lock(mutex_);
  return downstream_;
}

void Link::close() {
  std::shared_ptr<Downstream> downstream;
  {
    const std::lock_guard lock(mutex_);
    downstream.swap(downstream_);
  }
  if (downstream != nullptr) downstream->stop();
}

BridgeTools make_bridge_tools(const std::shared_ptr<Link>& link, const RemoteTools& remote,
                              bool approve_destructive) {
  std::vector<std::string> names;
  names.reserve(remote.tools.size());
  for (const RemoteTool& tool : remote.tools) names.push_back(tool.name);
  const Identifiers identifiers = distinct_identifiers(names, Place::member);
  BridgeTools made;
  std::set<std::string_view> seen;
  for (const RemoteTool& tool : remote.tools) {
    if (!seen.insert(tool.name).second) {
      made.notes.push_back("There are several tools named " + quoted(tool.name) +
                           "; the first counts.");
      continue;
    }
    auto target = std::make_shared<const Target>(
        Target{link->server(), link->group() + '.' + identifiers.find(tool.name)->second, tool.name,
               text_is(tool.output_schema)});
    const bool needs_consent = approve_destructive && !tool.read_only;
    made.tools.push_back(make_tool(link, std::move(target), tool, needs_consent, made.notes));
  }
  shorten(made.notes);
  return made;
}

}  // namespace modebox::bridge
