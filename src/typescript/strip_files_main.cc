// modebox_strip_files: strips the files whose names it reads, one a line, and writes of each
// `ok LENGTH` or `error LENGTH` and then the JavaScript or the message. For
// scripts/compare-strip.
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>

#include "modebox/text.h"
#include "src/typescript/strip.h"

namespace modebox::typescript {
namespace {

void write(std::string_view head, std::string_view text) {
  std::cout << head << ' ' << text.size() << '\n' << text << '\n';
}

void strip_file(const std::string& name) {
  std::ifstream file(name, std::ios::binary);
  const std::string source(std::istreambuf_iterator<char>(file), {});
  if (find_invalid_wtf8(source) != std::string::npos) return write("error", "not UTF-8");
  const StripResult result = strip(source, TypeScriptMode::strip, std::chrono::seconds(5));
  if (const auto* error = std::get_if<StripError>(&result)) return write("error", error->message);
  write("ok", std::get<std::string>(result));
}

}  // namespace
}  // namespace modebox::typescript

int main() {
  for (std::string name; std::getline(std::cin, name);) modebox::typescript::strip_file(name);
  return 0;
}
