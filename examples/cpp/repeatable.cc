// The same seed and the same virtual clock give the same run.
#include <iostream>

#include "modebox/engine.h"

int main() {
  const modebox::Engine engine = modebox::Engine::create().value();
  const char* script = R"(
    const begin = Date.now();
    await new Promise((resolve) => setTimeout(resolve, 3_600_000));
    console.log(`an hour later: ${Date.now() - begin} ms`);
    [new Date().toISOString(), Math.floor(Math.random() * 1e9)].join(" ")
  )";
  // begin options
  modebox::RunOptions options;
  options.seed = 7;
  options.virtual_clock = 1'767'225'600'000;  // 1 January 2026
  // end options
  const modebox::RunResult first = engine.run(script, {}, options);
  const modebox::RunResult second = engine.run(script, {}, options);
  std::cout << first.logs.at(0).text << '\n'
            << (*first.value() == *second.value() ? "equal" : "different") << '\n'
            << std::string(first.value()->as_string().substr(0, 24)) << '\n';
}
