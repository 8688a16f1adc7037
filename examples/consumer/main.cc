// The smallest program around modebox: one tool, one script, its value.
#include <iostream>

#include "modebox/engine.h"

int main() {
  auto engine = modebox::Engine::create();
  if (!engine) {
    std::cerr << engine.error().message << "\n";
    return 1;
  }

  modebox::Toolbox tools;
  auto added = tools.add(modebox::Tool::of("math.add", [](double a, double b) { return a + b; }));
  if (!added) {
    std::cerr << added.error().message << "\n";
    return 1;
  }

  const modebox::RunResult result = engine->run("await math.add(40, 2)", tools);
  if (const auto* error = result.error()) {
    std::cerr << error->name << ": " << error->message << "\n";
    return 1;
  }
  std::cout << "modebox " << modebox::version() << " says " << result.value()->as_number() << "\n";
  return result.value()->as_number() == 42 ? 0 : 1;
}
