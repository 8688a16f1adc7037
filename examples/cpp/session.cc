// Scripts that run one after the other in the same virtual machine, as in a REPL.
#include <iostream>

#include "modebox/engine.h"
#include "modebox/json.h"
#include "modebox/session.h"

int main() {
  const modebox::Engine engine = modebox::Engine::create().value();
  modebox::Session session = engine.open_session().value();
  for (const char* script :
       {"const prices = [3, 4]", "const sum = prices.reduce((a, b) => a + b); sum",
        "const prices = [10]; prices", "nothing.here", "[prices, sum]"}) {
    const modebox::RunResult result = session.run(script);
    if (const modebox::RunError* error = result.error()) {
      std::cout << error->name << ": " << error->message << '\n';
    } else {
      std::cout << modebox::describe(*result.value()) << '\n';
    }
  }

  // As a token it goes on in any process that has the secret and the store.
  const std::string token = session.save().value();
  modebox::Session later = engine.restore_session(token).value();
  std::cout << "later: " << modebox::describe(*later.run("sum * 6").value()) << '\n';
}
