// nlohmann's parser tells what it reads, but not where. It tells it in the order of the
// text, and only what it found right, so a second pass that goes along token by token
// knows the place with hardly any parsing of its own.
#include "src/config/json_places.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "modebox/text.h"

namespace modebox::config {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::string_view white_space = " \t\r\n";

using Kind = PlacedJson::Kind;

/// Goes along with the parser: finds where its tokens begin and end.
class TokenWalk {
 public:
  explicit TokenWalk(std::string_view text)
      : text_(text), end_(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0) {}

  /// Where the token after the last one taken begins, or the text's size.
  std::size_t next() const {
    return std::min(text_.find_first_not_of(" \t\r\n,:", end_), text_.size());
  }

  /// Takes the next token, which is of so many bytes; gives its beginning.
  std::size_t take(std::size_t size) {
    const std::size_t at = next();
    end_ = at + size;
    return at;
  }

  std::size_t take_number() {
    const std::size_t at = next();
    end_ = std::min(text_.find_first_not_of("+-.0123456789eE", at), text_.size());
    return at;
  }

  std::size_t take_string() {
    const std::size_t at = next();
    for (end_ = at + 1; end_ < text_.size() && text_[end_] != '"'; ++end_) {
      if (text_[end_] == '\\') ++end_;
    }
    ++end_;
    return at;
  }

 private:
  std::string_view text_;
  std::size_t end_;
};

/// What a person should know where the parser stopped at `at`.
std::string advice(std::string_view text, std::size_t at, bool after_value) {
  if (at == text.size()) return "The text ends before its JSON value is complete.";
  const char c = text[at];
  if (c == '#') return "A comment begins with // here, or is between /* and */.";
  if (after_value) return "Nothing may follow the JSON value.";
  if (c == '\'') return "JSON has strings in double quotes only.";
  const std::size_t before =
      at == 0 ? std::string_view::npos : text.find_last_not_of(white_space, at - 1);
  if ((c == '}' || c == ']') && before != std::string_view::npos && text[before] == ',') {
    return "JSON has no comma after the last entry: remove the one before this bracket.";
  }
  return "";
}

/// The parser's own words, without the place in bytes and without what it read.
std::string parser_words(std::string_view what) {
  if (const std::size_t dash = what.find(" - "); dash != what.npos) what.remove_prefix(dash + 3);
  return "This is not JSON: " + std::string(what.substr(0, what.find("; last read"))) + ".";
}

/// Told by nlohmann's parser what it reads. Open arrays and objects are on a stack of
/// its own, so nesting costs no host stack.
class TreeBuilder {
 public:
  explicit TreeBuilder(std::string_view text) : text_(text), walk_(text) {}

  bool null() { return add(Kind::null, walk_.take(4)); }
  bool boolean(bool value) {
    return add(Kind::boolean, walk_.take(value ? 4 : 5)) && with(value ? 1 : 0);
  }
  bool number_integer(std::int64_t number) { return number_float(static_cast<double>(number), {}); }
  bool number_unsigned(std::uint64_t number) {
    return number_float(static_cast<double>(number), {});
  }
  bool number_float(double number, const std::string&) {
    return add(Kind::number, walk_.take_number()) && with(number);
  }
  bool string(std::string& text) {
    if (!add(Kind::string, walk_.take_string())) return false;
    last_->text = std::move(text);
    return true;
  }
  bool binary(nlohmann::json::binary_t&) { return false; }

  bool start_object(std::size_t) { return open(Kind::object); }
  bool start_array(std::size_t) { return open(Kind::array); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& text) {
    const std::size_t at = walk_.take_string();
    open_.back()->keys.push_back({std::move(text), at});
    return true;
  }

  bool parse_error(std::size_t read, const std::string&, const nlohmann::json::exception& error) {
    constexpr int out_of_range = 406;
    const std::string_view what = error.what();
    if (error.id == out_of_range) return fail(walk_.next(), "The number is too large.");
    const std::size_t at = place_of_error(read, what);
    const std::string advised = advice(text_, at, last_ != nullptr && open_.empty());
    return fail(at, advised.empty() ? parser_words(what) : advised);
  }

  std::variant<PlacedJson, Mistake> result() && {
    if (mistake_) return *std::move(mistake_);
    return std::move(root_);
  }

 private:
  /// `read` bytes are read, the one that is wrong being the last of them, or the last of a
  /// token that is right in itself but not at this place.
  std::size_t place_of_error(std::size_t read, std::string_view what) const {
    const std::size_t last = std::min(read == 0 ? 0 : read - 1, text_.size());
    const std::size_t token = walk_.next();
    if (last >= text_.size() || token > last) return last;
    const bool in_string = text_[token] == '"' && what.find("unexpected") == what.npos;
    const bool punctuation = std::string_view(",:[]{}").find(text_[last]) != what.npos;
    return in_string || (punctuation && what.find("unexpected") != what.npos) ? last : token;
  }

  bool fail(std::size_t at, std::string sentence) {
    mistake_ = Mistake{at, std::move(sentence)};
    return false;
  }

  bool add(Kind kind, std::size_t at) {
    if (++values_ > max_json_values) {
      return fail(at, "The text must hold at most " + std::to_string(max_json_values) + " values.");
    }
    last_ = open_.empty() ? &root_ : &open_.back()->items.emplace_back();
    last_->kind = kind;
    last_->at = at;
    return true;
  }

  bool with(double number) {
    last_->number = number;
    return true;
  }

  bool open(Kind kind) {
    const std::size_t at = walk_.take(1);
    if (open_.size() == max_json_depth) {
      return fail(at, "The text must hold at most " + std::to_string(max_json_depth) +
                          " arrays and objects within each other.");
    }
    if (!add(kind, at)) return false;
    open_.push_back(last_);
    return true;
  }

  bool close() {
    walk_.take(1);
    open_.pop_back();
    return true;
  }

  std::string_view text_;
  TokenWalk walk_;
  PlacedJson root_;
  PlacedJson* last_ = nullptr;
  // They stay where they are: the array that holds an open one gets no further item
  // before that one is closed.
  std::vector<PlacedJson*> open_;
  std::size_t values_ = 0;
  std::optional<Mistake> mistake_;
};

/// The text with spaces for its comments, so that all places stay what they are. A comment that
/// does not end is left, and no JSON.
std::string without_comments(std::string_view text) {
  std::string out(text);
  bool in_string = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (in_string) {
      if (text[at] == '\\') {
        ++at;
      } else {
        in_string = text[at] != '"';
      }
      continue;
    }
    in_string = text[at] == '"';
    const std::string_view sign = text.substr(at, 2);
    if (sign != "//" && sign != "/*") continue;
    const std::size_t end =
        sign == "//" ? std::min(text.find('\n', at), text.size()) : text.find("*/", at + 2);
    if (end == text.npos) break;
    const std::size_t after = sign == "//" ? end : end + 2;
    std::replace_if(
        out.begin() + static_cast<std::ptrdiff_t>(at),
        out.begin() + static_cast<std::ptrdiff_t>(after), [](char c) { return c != '\n'; }, ' ');
    at = after - 1;
  }
  return out;
}

}  // namespace

std::variant<PlacedJson, Mistake> parse_places(std::string_view given) {
  const std::string text = without_comments(given);
  if (const std::size_t at = find_invalid_wtf8(text); at != text.npos) {
    return Mistake{at, "The text must be UTF-8; this byte is not."};
  }
  // The parser would take it for the end, and not look at what follows.
  if (const std::size_t at = text.find('\0'); at != text.npos) {
    return Mistake{at, "The text must not hold a NUL byte."};
  }
  TreeBuilder builder(text);
  nlohmann::json::sax_parse(text, &builder);
  return std::move(builder).result();
}

std::string line_and_column(std::string_view text, std::size_t at) {
  std::string_view before = text.substr(0, at);
  if (before.starts_with(byte_order_mark)) before.remove_prefix(byte_order_mark.size());
  const auto lines = std::count(before.begin(), before.end(), '\n');
  before.remove_prefix(before.rfind('\n') + 1);  // npos + 1 is 0
  const auto characters =
      std::count_if(before.begin(), before.end(), [](char c) { return (c & 0xC0) != 0x80; });
  return std::to_string(lines + 1) + ':' + std::to_string(characters + 1);
}

}  // namespace modebox::config
