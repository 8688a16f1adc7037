#include "src/typescript/layout.h"

#include <algorithm>
#include <array>
#include <vector>

#include "src/typescript/place.h"
#include "src/typescript/source_map.h"
#include "src/typescript/tokens.h"

namespace modebox::typescript {
namespace {

/// Writes tokens at places, from 0.
class Sheet {
 public:
  void put(std::string_view token) {
    text_ += token;
    for (std::size_t at = 0; at < token.size();) {
      const Width width = width_at(token, at);
      column_ = token[at] == '\n' ? 0 : column_ + width.units;
      line_ += token[at] == '\n' ? 1 : 0;
      at += width.bytes;
    }
  }
  /// Moves on to a place, if it is still ahead.
  void move_to(std::size_t line, std::size_t column, bool may_break) {
    if (line > line_ && may_break) {
      text_.append(line - line_, '\n');
      line_ = line;
      column_ = 0;
    }
    if (line == line_ && column > column_) {
      text_.append(column - column_, ' ');
      column_ = column;
    }
  }
  bool empty() const { return text_.empty(); }
  bool ends_in_space() const {
    return text_.empty() || text_.back() == ' ' || text_.back() == '\n';
  }
  std::string take() && { return std::move(text_); }

 private:
  std::string text_;
  std::size_t line_ = 0;
  std::size_t column_ = 0;
};

// Words that something has to follow, on whichever line.
constexpr auto open_words =
    std::to_array<std::string_view>({"case", "const", "delete", "do", "else", "extends", "in",
                                     "instanceof", "new", "typeof", "var", "void"});

/// A line may end between two tokens of a program without any effect, except behind a few
/// words (`return`), and before a few signs.
bool may_break(const Token* before, const Token& next) {
  if (next.on_new_line || before == nullptr) return true;
  if (next.text == "=>" || next.text == "++" || next.text == "--") return false;
  if (std::binary_search(open_words.begin(), open_words.end(), before->text)) return true;
  return before->kind == Token::Kind::sign && before->text != "++" && before->text != "--";
}

/// The tokens that are the source's own: those of the function's body, if it was put in one.
/// Nothing if the code does not begin and end like that function.
std::optional<std::vector<Token>> own_tokens(std::string_view code,
                                             const std::vector<Mapping>& mappings,
                                             const Surround& surround) {
  std::vector<Token> tokens = read_tokens(code, mappings);
  if (!surround.function) return tokens;
  const auto is_brace = [](std::string_view brace) {
    return [brace](const Token& token) { return token.text == brace; };
  };
  const auto open = std::find_if(tokens.begin(), tokens.end(), is_brace("{"));
  const auto close = std::find_if(tokens.rbegin(), tokens.rend(), is_brace("}"));
  if (open == tokens.end() || open - tokens.begin() > 6 || close == tokens.rend() ||
      close - tokens.rbegin() > 2) {
    return std::nullopt;
  }
  const auto last = close.base() - 1;
  if (last <= open) return std::nullopt;
  return std::vector<Token>(open + 1, last);
}

}  // namespace

std::optional<std::string> lay_out(std::string_view code, std::string_view map,
                                   const Surround& surround) {
  const auto mappings = read_mappings(map);
  if (!mappings) return std::nullopt;
  const auto tokens = own_tokens(code, *mappings, surround);
  if (!tokens) return std::nullopt;
  Sheet sheet;
  const Token* before = nullptr;
  for (const Token& token : *tokens) {
    if (const Mapping* place = token.mapping) {
      const std::size_t shift = place->source_line == 0 ? surround.columns : 0;
      const std::size_t column = place->source_column;
      sheet.move_to(place->source_line, column < shift ? 0 : column - shift,
                    may_break(before, token));
    }
    if (token.after_space && !sheet.ends_in_space()) sheet.put(" ");
    sheet.put(token.text);
    before = &token;
  }
  return std::move(sheet).take();
}

}  // namespace modebox::typescript
