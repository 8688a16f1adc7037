// A call has a thread of its own, which starts the program, talks to it and answers.
// Cancelling it kills the program, and the thread hears of that as of any other end.
#include "src/config/command_tool.h"

#include <exception>
#include <memory>
#include <string_view>
#include <utility>

#include "modebox/json.h"
#include "src/config/call_thread.h"
#include "src/config/command_errors.h"
#include "src/config/exchange.h"
#include "src/config/launch.h"
#include "src/config/process.h"

namespace modebox::config {
namespace {

/// What all calls of a tool share.
struct CommandTool {
  CommandTool(std::string name, Command what)
      : command(std::move(what)),
        environment(environment_of(command)),
        errors(std::move(name), command) {}

  const Command command;
  const std::vector<std::string> environment;
  const CommandErrors errors;
};

constexpr std::size_t max_input_bytes = std::size_t{4} << 20;

Value input_value(const std::vector<Value>& arguments) {
  if (arguments.size() != 1) return Value::array(arguments);
  return arguments[0].is_undefined() ? Value::array() : arguments[0];
}

Result<std::string> input_text(const std::vector<Value>& arguments) {
  JsonOptions options;
  options.lenient = true;
  // What is shared is written out each time, so that small arguments can be a large text.
  options.max_bytes = max_input_bytes;
  Result<std::string> text = to_json(input_value(arguments), options);
  if (text) text->push_back('\n');
  return text;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

ToolResult answer(const CommandTool& tool, const Exchanged& exchanged) {
  const CommandErrors& errors = tool.errors;
  if (exchanged.end == Exchanged::End::too_slow) return errors.too_slow(exchanged.errors);
  if (exchanged.end == Exchanged::End::too_much_output) {
    return errors.too_much_output(exchanged.errors);
  }
  const Exit& exit = *exchanged.exit;
  if (exit.lost || exit.signal != 0 || exit.code != 0) return errors.failed(exit, exchanged.errors);
  if (is_blank(exchanged.output)) return Value();
  Result<Value> value = from_json(exchanged.output);
  if (!value) return errors.not_json(value.error().message, exchanged.errors);
  return std::move(*value);
}

Exchanged talk(const CommandTool& tool, Process& process, std::string_view input,
               const Cancel& cancel, const Cancel& exiting) {
  const auto kill = [&process] { process.kill(); };
  const Cancel::Registration on_cancel = cancel.on_cancel(kill);
  const Cancel::Registration on_exit = exiting.on_cancel(kill);
  return exchange(process, input, {tool.command.timeout, tool.command.max_output});
}

/// Answers as soon as it can; what is left of the program is waited for after that.
void run_call(const CommandTool& tool, const HostCall& call, const Reply& reply,
              const Cancel& exiting) {
  const auto is_cancelled = [&] { return call.cancel.cancelled() || exiting.cancelled(); };
  const Result<std::string> input = input_text(call.arguments);
  if (!input) return reply(tool.errors.wrong_arguments(input.error().message));
  if (is_cancelled()) return reply(tool.errors.cancelled());
  const Result<Launch> launch = prepare_launch(tool.command, tool.environment);
  if (!launch) return reply(tool.errors.not_started(launch.error().message));
  Result<std::unique_ptr<Process>> process = Process::start(*launch);
  if (!process) return reply(tool.errors.not_started(process.error().message));
  const Exchanged exchanged = talk(tool, **process, *input, call.cancel, exiting);
  if (exchanged.exit) process->reset();
  reply(is_cancelled() ? tool.errors.cancelled() : answer(tool, exchanged));
}

void start_call(std::shared_ptr<const CommandTool> tool, HostCall call, const Reply& reply) {
  const CommandErrors& errors = tool->errors;
  const Status started =
      run_on_call_thread([tool, call = std::move(call), reply](const Cancel& exiting) {
        try {
          run_call(*tool, call, reply, exiting);
        } catch (const std::exception& error) {
          reply(tool->errors.broken_off(error.what()));
        }
      });
  if (!started) reply(errors.not_started("there is no thread for it: " + started.error().message));
}

}  // namespace

Tool make_command_tool(std::string name, Command command) {
  auto tool = std::make_shared<const CommandTool>(name, std::move(command));
  return Tool::async(std::move(name), [tool](HostCall call, const Reply& reply) {
    start_call(tool, std::move(call), reply);
  });
}

}  // namespace modebox::config
