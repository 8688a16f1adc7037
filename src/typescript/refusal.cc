#include "src/typescript/refusal.h"

#include <algorithm>
#include <array>

namespace modebox::typescript {
namespace {

struct Construct {
  std::string_view in_message;  ///< what swc's message holds
  std::string_view sentence;    ///< what it is
  std::string_view instead;     ///< what else could be written
  bool compiled;                ///< whether transform helps
};

constexpr auto constructs = std::to_array<Construct>({
    {"enum", "TypeScript's enum is more than a type, so stripping types can not remove it",
     "write an object: const E = { A: 1 } as const", true},
    {"ESM-style", "A TypeScript namespace can not hold what only a module may, such as `export =`",
     "export declarations", false},
    {"namespace",
     "A TypeScript namespace with values is more than a type, so stripping types can not remove it",
     "write an object, or functions of their own", true},
    {"module keyword", "A TypeScript namespace that is written `module` is not supported",
     "write `namespace`", false},
    {"parameter property",
     "A TypeScript parameter property is more than a type, so stripping types can not remove it",
     "declare a field and assign it in the constructor", true},
    {"angle-bracket", "A type assertion in angle brackets can not be stripped",
     "write `value as T`", true},
    {"import equals", "TypeScript's `import =` is not supported: a script has no modules",
     "use the tools and globals that it is given", false},
    {"export assignment", "TypeScript's `export =` is not supported: a script has no modules",
     "return the value", false},
});

const Construct* construct_of(std::string_view message) {
  const auto found = std::find_if(constructs.begin(), constructs.end(), [&](const auto& each) {
    return message.find(each.in_message) != std::string_view::npos;
  });
  return found == constructs.end() ? nullptr : &*found;
}

std::string as_sentence(std::string_view message) {
  std::string text(message.substr(0, message.find('\n')));
  if (!text.empty() && text.back() != '.') text += '.';
  return text;
}

}  // namespace

bool can_be_compiled(std::string_view message) {
  const Construct* construct = construct_of(message);
  return construct == nullptr || construct->compiled;
}

std::string refuse_construct(std::string_view message, TypeScriptMode mode) {
  const Construct* construct = construct_of(message);
  if (construct == nullptr) return as_sentence(message);
  std::string text(construct->sentence);
  if (construct->compiled && mode == TypeScriptMode::strip) {
    return text.append(". Choose the option \"transform\" (--transform) to compile it, or ")
        .append(construct->instead)
        .append(".");
  }
  text += "; ";
  return text.append(construct->instead).append(".");
}

std::string tell_syntax_error(std::string_view source, const Place& place,
                              std::string_view message) {
  (void)source, (void)place;
  return as_sentence(message);
}

}  // namespace modebox::typescript
