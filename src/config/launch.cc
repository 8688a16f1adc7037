#include "src/config/launch.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace modebox::config {
namespace {

constexpr std::string_view secret = "MODEBOX_SECRET";

enum class Found { nothing, no_program, program };

Found look_at(const std::string& path) {
  struct stat file {};
  if (stat(path.c_str(), &file) != 0) return Found::nothing;
  const bool runs =
      S_ISREG(file.st_mode) && faccessat(AT_FDCWD, path.c_str(), X_OK, AT_EACCESS) == 0;
  return runs ? Found::program : Found::no_program;
}

Error not_executable() { return {"it is not an executable file"}; }

std::string_view search_path(const std::vector<std::string>& environment) {
  constexpr std::string_view name = "PATH=";
  for (const std::string_view variable : environment) {
    if (variable.starts_with(name)) return variable.substr(name.size());
  }
  return {};
}

/// Entries of $PATH that are not absolute are passed over: they would mean whatever
/// folder this process is in, and scripts may be able to write there.
Result<std::string> search(const std::string& word, std::string_view folders) {
  bool exists = false;
  while (!folders.empty()) {
    const std::string_view folder = folders.substr(0, folders.find(':'));
    folders.remove_prefix(std::min(folders.size(), folder.size() + 1));
    if (!folder.starts_with('/')) continue;
    std::string path = std::string(folder) + "/" + word;
    const Found found = look_at(path);
    if (found == Found::program) return path;
    exists = exists || found == Found::no_program;
  }
  if (exists) return Error{"what $PATH has under that name is not an executable file"};
  return Error{"it is not found in $PATH"};
}

Result<std::string> find_program(const Command& command, std::string_view folders) {
  const std::string& word = command.words[0];
  if (word.find('/') == std::string::npos) return search(word, folders);
  std::string path = word.starts_with('/') ? word : command.folder + "/" + word;
  const Found found = look_at(path);
  if (found == Found::program) return path;
  if (found == Found::no_program) return not_executable();
  return Error{"there is no such file"};
}

bool is_folder(const std::string& path) {
  struct stat file {};
  return stat(path.c_str(), &file) == 0 && S_ISDIR(file.st_mode);
}

/// The kernel would take such text as ended there.
bool has_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

bool has_nul(const std::vector<std::string>& texts) {
  return std::any_of(texts.begin(), texts.end(),
                     [](const std::string& text) { return has_nul(text); });
}

}  // namespace

std::vector<std::string> environment_of(const Command& command) {
  std::map<std::string, std::string> variables = command.environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t end = text.find('=');
    if (end == std::string_view::npos || end == 0) continue;
    variables.emplace(text.substr(0, end), text.substr(end + 1));  // keeps what is there
  }
  variables.erase(std::string(secret));
  for (const std::string& name : command.withheld) variables.erase(name);
  std::vector<std::string> environment;
  environment.reserve(variables.size());
  for (const auto& [name, value] : variables) {
    environment.emplace_back(name).append("=").append(value);
  }
  return environment;
}

Result<Launch> prepare_launch(const Command& command, std::vector<std::string> environment) {
  if (command.words.empty() || command.words[0].empty()) return Error{"it has no name"};
  if (has_nul(command.words) || has_nul(environment) || has_nul(command.folder)) {
    return Error{"its words, its folder or its environment have a NUL in them"};
  }
  Result<std::string> file = find_program(command, search_path(environment));
  if (!file) return file.error();
  if (!is_folder(command.folder)) return Error{"the folder that it is to run in is not there"};
  return Launch{std::move(*file), command.words, std::move(environment), command.folder};
}

}  // namespace modebox::config
