#include "cli/token_argument.h"

#include <algorithm>
#include <string_view>

#include "cli/file.h"

namespace modebox::cli {
namespace {

/// How every token begins, and no sensible name of a file (docs/continuation-format.md).
constexpr std::string_view beginning = "bWIB";
/// More than a token of the default limit has.
constexpr std::size_t most_bytes = 64 << 20;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

Result<std::string> read_token(const std::string& given) {
  Result<std::string> text = given.starts_with(beginning)
                                 ? Result<std::string>(given)
                                 : read_file(given, std::int64_t{most_bytes});
  if (!text) return text;
  if (text->size() > most_bytes) return Error{"\"" + given + "\" is larger than a token can be."};
  text->erase(std::find_if_not(text->rbegin(), text->rend(), is_space).base(), text->end());
  text->erase(text->begin(), std::find_if_not(text->begin(), text->end(), is_space));
  if (text->empty()) return Error{"There is no token in \"" + given + "\"."};
  return text;
}

}  // namespace modebox::cli
