// The smallest program around modebox: one tool, one script, its value.
#include <iostream>

#include "modebox/engine.h"

int main() {
  auto engine = modebox::Engine::create();
  if (!engine) {
    std::cerr << engine.error().message << '\n';
    return 1;
  }

  modebox::Toolbox tools;
  auto added = tools.add(modebox::Tool::of(
      "weather.temperature", [](const std::string& city) { return city == "Paris" ? 18 : 12; }));
  if (!added) {
    std::cerr << added.error().message << '\n';
    return 1;
  }

  const char* script = R"(
    const cities = ["Paris", "Oslo"];
    const degrees = await Promise.all(cities.map((city) => weather.temperature(city)));
    Math.max(...degrees)
  )";
  const modebox::RunResult result = engine->run(script, tools);
  if (const modebox::RunError* error = result.error()) {
    std::cerr << error->code << ": " << error->message << '\n';
    return 1;
  }
  std::cout << "warmest: " << result.value()->as_number() << '\n';
}
