// Values: exact copies of what a script gives, shared references and cycles included.
#include <iostream>
#include <limits>

#include "modebox/bigint.h"
#include "modebox/engine.h"

using modebox::Value;

int main() {
  const modebox::Engine engine = modebox::Engine::create().value();

  // begin read
  const modebox::RunResult result = engine.run(R"(
    const owner = { name: "Ann", born: new Date(0) };
    ({ big: 2n ** 64n, zero: -0, sparse: [1, , 3], owner, by: new Map([[owner, "yes"]]) })
  )");
  const Value& value = *result.value();
  std::cout << value["big"].as_bigint().to_string() << '\n'
            << 1 / value["zero"].as_number() << '\n'
            << value["sparse"].size() << " elements, the second is "
            << (value["sparse"].next_index(1) == 2u ? "a hole" : "there") << '\n'
            << value["owner"]["name"].as_string() << '\n'
            << *value["by"].get(value["owner"]) << '\n';
  // end read

  // begin make
  Value team = Value::object({{"name", "core"}, {"size", 2}});
  team.set("members", Value::array({"Ann", "Bob"}));
  team.set("self", team);  // a cycle
  modebox::Toolbox tools;
  tools.add(modebox::Tool::of("team.get", [team] { return team; })).value();
  // end make
  std::cout
      << *engine.run("const t = await team.get(); [t.self === t, t.members.length]", tools).value()
      << '\n';

  // begin kinds
  // Asking for the wrong kind throws; find, get and [] do not.
  try {
    (void)value["owner"].as_string();
  } catch (const modebox::KindError& error) {
    std::cout << error.what() << '\n';
  }
  std::cout << value["nobody"]["name"] << '\n';
  // end kinds
}
