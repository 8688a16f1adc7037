// Reading what went wrong: kind, code, place, and what had been done before.
#include <iostream>

#include "modebox/engine.h"

int main() {
  const modebox::Engine engine = modebox::Engine::create().value();
  modebox::Toolbox tools;
  tools.add(modebox::Tool::of("mail.send", [](const std::string&) {})).value();

  const char* script = R"(await mail.send("ann");
const user = { name: "bob" };
await mail.send(user.address.city);
)";
  // begin report
  const modebox::RunResult result = engine.run(script, tools, {.source_name = "notify.js"});
  if (const modebox::RunError* error = result.error()) {
    std::cout << "kind    " << to_string(error->kind) << '\n'
              << "code    " << error->code << '\n'
              << "name    " << error->name << '\n'
              << "message " << error->message << '\n'
              << "place   line " << error->line << ", column " << error->column << '\n';
  }
  // What was done before the failure need not be done again.
  for (const modebox::CallRecord& call : result.calls) {
    std::cout << call.name << ' ' << to_string(call.state) << '\n';
  }
  // end report
}
