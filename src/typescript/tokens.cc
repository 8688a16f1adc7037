#include "src/typescript/tokens.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "src/typescript/place.h"

namespace modebox::typescript {
namespace {

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '$' || c == '#' || c == '\\' || static_cast<unsigned char>(c) >= 0x80;
}

// After these words a slash begins a regular expression.
constexpr auto before_value =
    std::to_array<std::string_view>({"await", "case", "delete", "do", "else", "in", "instanceof",
                                     "new", "of", "return", "throw", "typeof", "void", "yield"});

class Reader {
 public:
  Reader(std::string_view code, const std::vector<Mapping>& mappings)
      : code_(code), mappings_(mappings) {}

  std::vector<Token> read() {
    while (skip_blank()) {
      Token token;
      token.after_space = space_;
      token.on_new_line = new_line_;
      token.mapping = mapping_here();
      const std::size_t start = at_;
      token.kind = take_token(token.mapping != nullptr);
      token.text = code_.substr(start, at_ - start);
      count(start);
      tokens_.push_back(token);
    }
    return std::move(tokens_);
  }

 private:
  char here(std::size_t ahead = 0) const {
    return at_ + ahead < code_.size() ? code_[at_ + ahead] : '\0';
  }
  bool starts(std::string_view text) const { return code_.substr(at_, text.size()) == text; }

  /// Lines and columns of the code up to here.
  void count(std::size_t start) {
    while (start < at_) {
      const Width width = width_at(code_, start);
      column_ = code_[start] == '\n' ? 0 : column_ + static_cast<std::uint32_t>(width.units);
      line_ += code_[start] == '\n' ? 1 : 0;
      start += width.bytes;
    }
  }

  /// White space and comments; false at the end.
  bool skip_blank() {
    space_ = new_line_ = false;
    for (;;) {
      const std::size_t start = at_;
      if (is_space(here())) {
        ++at_;
      } else if (starts("//")) {
        at_ = std::min(code_.find('\n', at_), code_.size());
      } else if (starts("/*")) {
        const std::size_t end = code_.find("*/", at_ + 2);
        at_ = end == std::string_view::npos ? code_.size() : end + 2;
      } else {
        return at_ < code_.size();
      }
      const std::string_view blank = code_.substr(start, at_ - start);
      space_ = true;
      new_line_ = new_line_ || blank.find('\n') != std::string_view::npos;
      count(start);
    }
  }

  /// Mappings are in the order of the code, so the next one is looked for from the last on.
  /// Those inside of a token do not count.
  const Mapping* mapping_here() {
    const auto before = [](const Mapping& mapping, std::uint32_t line, std::uint32_t column) {
      return mapping.line < line || (mapping.line == line && mapping.column < column);
    };
    while (next_ < mappings_.size() && before(mappings_[next_], line_, column_)) ++next_;
    const Mapping* found = nullptr;
    while (next_ < mappings_.size() && mappings_[next_].line == line_ &&
           mappings_[next_].column == column_) {
      found = &mappings_[next_++];
    }
    return found;
  }

  /// A regular expression is a value, and a value has a mapping; a division has none.
  bool regular_expression_here(bool mapped) const {
    if (here() != '/') return false;
    if (mapped || tokens_.empty()) return true;
    const Token& last = tokens_.back();
    if (last.kind == Token::Kind::sign) {
      return last.text != ")" && last.text != "]" && last.text != "}";
    }
    return std::binary_search(before_value.begin(), before_value.end(), last.text);
  }

  Token::Kind take_token(bool mapped) {
    const char c = here();
    if (c == '"' || c == '\'') return take_string(c);
    if (c == '`') return take_template();
    if (regular_expression_here(mapped)) return take_regular_expression();
    if (!is_name(c)) return take_sign();
    while (at_ < code_.size() && is_name(here())) ++at_;
    return Token::Kind::word;
  }

  Token::Kind take_sign() {
    if (!open_braces_.empty() && here() == '}' && open_braces_.back() == 0) {
      open_braces_.pop_back();
      return take_template();
    }
    if (!open_braces_.empty() && here() == '{') ++open_braces_.back();
    if (!open_braces_.empty() && here() == '}') --open_braces_.back();
    const bool two = starts("=>") || starts("++") || starts("--");
    at_ += two ? 2 : 1;
    return Token::Kind::sign;
  }

  Token::Kind take_string(char quote) {
    for (++at_; at_ < code_.size() && here() != quote; ++at_) {
      if (here() == '\\') ++at_;
    }
    at_ = std::min(at_ + 1, code_.size());
    return Token::Kind::other;
  }

  Token::Kind take_regular_expression() {
    bool in_class = false;
    for (++at_; at_ < code_.size() && here() != '\n' && (in_class || here() != '/'); ++at_) {
      if (here() == '[') in_class = true;
      if (here() == ']') in_class = false;
      if (here() == '\\') ++at_;
    }
    at_ = std::min(at_ + 1, code_.size());
    while (is_name(here())) ++at_;
    return Token::Kind::other;
  }

  /// From a quote, or from the brace that ends an insertion, to the next such place.
  Token::Kind take_template() {
    for (++at_; at_ < code_.size(); ++at_) {
      if (here() == '\\') {
        ++at_;
      } else if (here() == '`') {
        break;
      } else if (starts("${")) {
        ++at_;
        open_braces_.push_back(0);
        break;
      }
    }
    at_ = std::min(at_ + 1, code_.size());
    return Token::Kind::other;
  }

  std::string_view code_;
  const std::vector<Mapping>& mappings_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> open_braces_;  ///< in each insertion of a template that is open
  std::size_t at_ = 0;
  std::size_t next_ = 0;
  std::uint32_t line_ = 0;
  std::uint32_t column_ = 0;
  bool space_ = false;
  bool new_line_ = false;
};

}  // namespace

std::vector<Token> read_tokens(std::string_view code, const std::vector<Mapping>& mappings) {
  return Reader(code, mappings).read();
}

}  // namespace modebox::typescript
