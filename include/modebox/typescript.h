// What becomes of the TypeScript in a script.
#pragma once

namespace modebox {

enum class TypeScriptMode {
  /// Types become white space, so that every position stays what it was. What is
  /// more than a type (enum, namespace, parameter properties) is an error.
  strip,
  /// That is compiled as well, and laid out on the lines of the source: columns stay
  /// what they were where nothing before them on the line grew (docs/typescript.md).
  transform,
};

}  // namespace modebox
