#include "cli/limit_flags.h"

#include <cctype>
#include <string>

#include "src/base/limit_fields.h"

namespace modebox::cli {
namespace {

std::string flag_of(std::string_view name) {
  std::string flag = "--";
  for (const char letter : name) {
    if (std::isupper(static_cast<unsigned char>(letter)) != 0) flag += '-';
    flag += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return flag;
}

}  // namespace

void LimitFlags::add_to(CLI::App& command) {
  for (const LimitField& field : limit_fields()) {
    const auto preset = field.get(Limits{});
    command
        .add_option_function<std::int64_t>(
            flag_of(field.name),
            [this, name = field.name](std::int64_t value) { given_[name] = value; })
        ->group("Limits (modebox help limits)")
        ->default_str(preset ? std::to_string(*preset) : "off");
  }
}

void LimitFlags::apply(Limits& limits) const {
  for (const LimitField& field : limit_fields()) {
    const auto given = given_.find(field.name);
    if (given != given_.end()) field.set(limits, given->second);
  }
}

}  // namespace modebox::cli
