#include "src/config/command_entry.h"

#include <algorithm>
#include <string_view>

namespace modebox::config {
namespace {

bool is_variable(std::string_view name) {
  return !name.empty() && name.find('=') == name.npos && name.find('\0') == name.npos;
}

}  // namespace

Command command_in(const Surroundings& around) {
  Command command;
  command.folder = around.folder;
  command.withheld = around.withheld;
  return command;
}

void read_cwd(const Item& item, const Surroundings& around, Command& command) {
  std::string folder;
  if (!item.read(folder)) return;
  if (folder.empty()) {
    item.must("not be empty; without it, programs run in the folder of the file");
  } else if (folder.front() == '/') {
    command.folder = folder;
  } else {
    command.folder = around.folder;
    if (!command.folder.ends_with('/')) command.folder += '/';
    command.folder += folder;
  }
}

void read_env(const Item& item, const Surroundings& around, Command& command) {
  for (const auto& [key, member] : item.members()) {
    const std::string& name = key->text;
    if (!is_variable(name)) {
      member.note(key->at, "must have a name that is not empty and has no \"=\" or NUL in it.");
    } else if (std::find(around.withheld.begin(), around.withheld.end(), name) !=
               around.withheld.end()) {
      member.note(key->at,
                  "must not be set: the variable with the secret for continuations is kept from "
                  "programs.");
    } else {
      member.read(command.environment[name]);
    }
  }
}

}  // namespace modebox::config
