// The schemas of a tool, and how the arguments of a call relate to its input schema.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "modebox/tool.h"
#include "src/tools/schema.h"

namespace modebox {

namespace schema {

/// What the schema of a tool's input speaks of: the one argument that has to be an object,
/// the list of all arguments, or the one argument whatever it is.
enum class Shape { object, list, value };
Shape shape_of(const Schema& schema);

}  // namespace schema

/// What Tool holds. Immutable once made.
struct ToolSchemas {
  std::shared_ptr<const schema::Schema> input, output;
  /// What was wrong with one of them: a sentence.
  std::optional<std::string> problem;

  static const ToolSchemas& of(const Tool& tool);
};

/// Checks the arguments of a call; an object that was left out is made `{}`. What does not
/// fit is the error of that call, a TypeError with the code E_INVALID_ARGUMENTS. If the budget is
/// spent afterwards, nothing is known of them.
std::optional<ToolError> check_arguments(const Tool& tool, std::vector<Value>& arguments,
                                         schema::Budget& budget);

/// The result, or the error that it does not fit: code E_INVALID_RESULT.
ToolResult checked_result(const Tool& tool, ToolResult result);

}  // namespace modebox
