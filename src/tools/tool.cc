#include "modebox/tool.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <utility>

#include "src/tools/tool_schemas.h"

namespace modebox {
namespace {

ToolError from_exception(bool hidden) {
  constexpr std::string_view fixed = "The host function failed.";
  if (hidden) return {std::string(fixed)};
  try {
    throw;
  } catch (const std::exception& error) {
    return {error.what()};
  } catch (...) {
    return {std::string(fixed)};
  }
}

using SchemaPtr = std::shared_ptr<const schema::Schema>;

/// The tool's schemas with one of them replaced.
std::shared_ptr<const ToolSchemas> with_schema(const Tool& tool, const std::string& which,
                                               SchemaPtr ToolSchemas::*place, const Value& given) {
  auto schemas = std::make_shared<ToolSchemas>(ToolSchemas::of(tool));
  auto read = schema::Schema::read(given);
  if (read) {
    (*schemas).*place = *std::move(read);
  } else {
    schemas->problem = "The " + which + " schema of the tool \"" + tool.name() +
                       "\" can not be used: " + read.error().message + ".";
  }
  return schemas;
}

Value source_of(const SchemaPtr& schema) { return schema == nullptr ? Value() : schema->source(); }

void add_notes(std::vector<std::string>& notes, const SchemaPtr& schema, const std::string& lead) {
  if (schema == nullptr) return;
  for (const std::string& note : schema->notes()) notes.push_back(lead + note + ".");
}

}  // namespace

const ToolSchemas& ToolSchemas::of(const Tool& tool) {
  static const ToolSchemas none;
  return tool.schemas_ == nullptr ? none : *tool.schemas_;
}

void HostCall::interrupt(Value payload) const { throw Interrupt{std::move(payload)}; }

const Value* HostCall::interrupt_payload() const { return resume ? &resume->payload : nullptr; }

Value HostCall::argument(std::size_t index) const {
  return index < arguments.size() ? arguments[index] : Value();
}

/// Settles at most once; an end that goes unsettled settles with an error, so
/// that no script waits for an answer that nobody can give any more.
struct Reply::End {
  explicit End(Sink where) : sink(std::move(where)) {}
  ~End() { settle(ToolError{"The host function ended without an answer."}); }

  void settle(ToolResult result) {
    if (!settled.exchange(true)) sink(std::move(result));
  }

  Sink sink;
  std::atomic<bool> settled = false;
};

Reply::Reply(Sink sink) : end_(std::make_shared<End>(std::move(sink))) {}

void Reply::operator()(ToolResult result) const { end_->settle(std::move(result)); }

Tool::Tool(std::string name, Function function)
    : name_(std::move(name)), function_(std::make_shared<const Function>(std::move(function))) {}

Tool Tool::async(std::string name, AsyncFunction function) {
  Tool tool(std::move(name), Function());
  tool.function_.reset();
  tool.async_ = std::make_shared<const AsyncFunction>(std::move(function));
  return tool;
}

Tool& Tool::synchronous() {
  synchronous_ = true;
  return *this;
}

Tool& Tool::approval(Approval policy) {
  approval_ = std::move(policy);
  return *this;
}

Tool& Tool::source() {
  source_ = true;
  return *this;
}

Tool& Tool::sink() {
  sink_ = true;
  return *this;
}

Tool& Tool::alias(std::string name) {
  aliases_.push_back(std::move(name));
  return *this;
}

Tool& Tool::original_name(std::string name) {
  original_name_ = std::move(name);
  return *this;
}

Tool& Tool::description(std::string text) {
  description_ = std::move(text);
  return *this;
}

Tool& Tool::input_schema(const Value& schema) {
  schemas_ = with_schema(*this, "input", &ToolSchemas::input, schema);
  return *this;
}

Tool& Tool::output_schema(const Value& schema) {
  schemas_ = with_schema(*this, "output", &ToolSchemas::output, schema);
  return *this;
}

Value Tool::input_schema() const { return source_of(ToolSchemas::of(*this).input); }

Value Tool::output_schema() const { return source_of(ToolSchemas::of(*this).output); }

std::vector<std::string> Tool::schema_notes() const {
  const ToolSchemas& schemas = ToolSchemas::of(*this);
  std::vector<std::string> notes;
  add_notes(notes, schemas.input, "The input schema of " + name_ + ": ");
  add_notes(notes, schemas.output, "The output schema of " + name_ + ": ");
  return notes;
}

Tool& Tool::hide_errors() {
  hides_errors_ = true;
  return *this;
}

Tool& Tool::check(Check check) {
  check_ = std::make_shared<const Check>(std::move(check));
  return *this;
}

bool Tool::fits_any(const std::vector<std::string>& patterns) const {
  return std::any_of(patterns.begin(), patterns.end(), [this](const std::string& pattern) {
    const auto fits = [&pattern](const std::string& alias) {
      return matches_pattern(pattern, alias);
    };
    return fits(name_) || std::any_of(aliases_.begin(), aliases_.end(), fits) ||
           (!original_name_.empty() && matches_pattern(pattern, original_name_));
  });
}

std::optional<ToolError> Tool::refusal(const std::vector<Value>& arguments) const {
  if (check_ == nullptr) return std::nullopt;
  try {
    return (*check_)(arguments);
  } catch (...) {
    return from_exception(hides_errors_);
  }
}

Tool& Tool::web_fetch() {
  web_fetch_ = true;
  return *this;
}

ToolResult Tool::call(const HostCall& call) const {
  try {
    return (*function_)(call);
  } catch (const Interrupt& interrupt) {
    return interrupt;
  } catch (...) {
    return from_exception(hides_errors_);
  }
}

void Tool::start(HostCall call, Reply reply) const {
  try {
    (*async_)(std::move(call), reply);
  } catch (const Interrupt& interrupt) {
    reply(interrupt);
  } catch (...) {
    reply(from_exception(hides_errors_));
  }
}

}  // namespace modebox
