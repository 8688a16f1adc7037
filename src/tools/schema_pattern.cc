#include "src/tools/schema_pattern.h"

#include <re2/re2.h>

#include <array>
#include <cctype>

namespace modebox::schema {
namespace {

constexpr std::size_t max_pattern_bytes = 4096;
constexpr std::int64_t max_memory = std::int64_t{1} << 20;
constexpr int max_program = 10'000;

// What JavaScript's \s matches, as RE2 writes the inside of a class.
constexpr std::string_view spaces =
    R"(\t\n\x{b}\f\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff})";
constexpr std::string_view line_ends = R"(\n\r\x{2028}\x{2029})";

// General categories that JavaScript also knows by a long name.
constexpr auto categories = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"Letter", "L"},
    {"Lowercase_Letter", "Ll"},
    {"Uppercase_Letter", "Lu"},
    {"Mark", "M"},
    {"Number", "N"},
    {"Decimal_Number", "Nd"},
    {"digit", "Nd"},
    {"Punctuation", "P"},
    {"Symbol", "S"},
    {"Separator", "Z"},
    {"Space_Separator", "Zs"},
});

/// Goes through a pattern once and writes what RE2 calls the same.
class Translation {
 public:
  explicit Translation(std::string_view text) : text_(text) {}

  std::optional<std::string> run() {
    while (!text_.empty() && ok_) in_class_ ? class_part() : part();
    if (!ok_ || in_class_) return std::nullopt;
    return std::move(out_);
  }

 private:
  bool take(std::string_view prefix) {
    if (!text_.starts_with(prefix)) return false;
    text_.remove_prefix(prefix.size());
    return true;
  }

  void copy(std::size_t count = 1) {
    out_ += text_.substr(0, count);
    text_.remove_prefix(count);
  }

  void part() {
    if (take("(?=") || take("(?!") || take("(?<=") || take("(?<!")) {
      ok_ = false;
    } else if (take("(?<")) {
      out_ += "(?P<";
    } else if (take("[^]")) {
      out_ += R"([\x{0}-\x{10ffff}])";
    } else if (take("[]")) {
      out_ += R"([^\x{0}-\x{10ffff}])";
    } else if (take("[")) {
      in_class_ = true;
      out_ += take("^") ? "[^" : "[";
    } else if (take(".")) {
      out_.append("[^").append(line_ends).append("]");
    } else if (take("\\")) {
      escape();
    } else {
      copy();
    }
  }

  void class_part() {
    if (take("]")) {
      in_class_ = false;
      out_ += "]";
    } else if (take("\\")) {
      escape();
    } else if (take("[")) {
      out_ += "\\[";  // [:alpha:] means nothing in JavaScript
    } else {
      copy();
    }
  }

  void escape() {
    if (text_.empty()) {
      ok_ = false;
      return;
    }
    const char letter = text_[0];
    text_.remove_prefix(1);
    if (letter == 's' || letter == 'S') return space(letter == 'S');
    if (letter == 'u') return unicode();
    if (letter == 'p' || letter == 'P') return property(letter);
    if (letter == 'v') return static_cast<void>(out_ += "\\x{b}");
    if (letter == '0') return static_cast<void>(out_ += "\\x{0}");
    if (letter == 'c') return control();
    if (letter == 'b' && in_class_) return static_cast<void>(out_ += "\\x{8}");
    if ((letter >= '1' && letter <= '9') || letter == 'k') {
      ok_ = false;  // a back reference
    } else if (std::string_view("dDwWbBtnrfx").find(letter) != std::string_view::npos) {
      out_ += '\\';
      out_ += letter;
    } else {
      literal(letter);
    }
  }

  void literal(char letter) {
    if (std::isalnum(static_cast<unsigned char>(letter)) == 0 && letter > 0) out_ += '\\';
    out_ += letter;
  }

  void space(bool negated) {
    if (in_class_ && negated) {
      ok_ = false;
    } else if (in_class_) {
      out_ += spaces;
    } else {
      out_.append(negated ? "[^" : "[").append(spaces).append("]");
    }
  }

  void control() {
    if (text_.empty() || std::isalpha(static_cast<unsigned char>(text_[0])) == 0) {
      ok_ = false;
      return;
    }
    constexpr std::string_view digits = "0123456789abcdef";
    const auto code = static_cast<unsigned>(text_[0]) & 31;
    out_.append("\\x{").append({digits[code >> 4], digits[code & 15]}).append("}");
    text_.remove_prefix(1);
  }

  static bool is_hex(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789abcdefABCDEF") == text.npos;
  }

  void unicode() {
    const std::size_t close = text_.find('}');
    if (text_.starts_with('{') && close != text_.npos && is_hex(text_.substr(1, close - 1))) {
      out_ += "\\x";
      return copy(close + 1);
    }
    if (text_.size() < 4 || !is_hex(text_.substr(0, 4))) return literal('u');
    const char high = static_cast<char>(std::tolower(static_cast<unsigned char>(text_[0])));
    const char next = static_cast<char>(std::tolower(static_cast<unsigned char>(text_[1])));
    if (high == 'd' && next >= '8') {
      ok_ = false;  // half of a character
      return;
    }
    out_ += "\\x{";
    copy(4);
    out_ += "}";
  }

  void property(char letter) {
    const std::size_t close = text_.find('}');
    if (!text_.starts_with('{') || close == text_.npos) {
      ok_ = false;
      return;
    }
    std::string_view name = text_.substr(1, close - 1);
    if (const std::size_t equals = name.find('='); equals != name.npos) {
      name.remove_prefix(equals + 1);
    }
    for (const auto& [longer, shorter] : categories) {
      if (name == longer) name = shorter;
    }
    out_.append("\\").append({letter}).append("{").append(name).append("}");
    text_.remove_prefix(close + 1);
  }

  std::string_view text_;
  std::string out_;
  bool in_class_ = false;
  bool ok_ = true;
};

re2::RE2::Options options() {
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(max_memory);
  options.set_never_capture(true);
  return options;
}

}  // namespace

std::optional<std::string> to_re2(std::string_view javascript) {
  return Translation(javascript).run();
}

struct Pattern::Compiled {
  explicit Compiled(const std::string& text) : re(text, options()) {}
  re2::RE2 re;
};

Pattern::Pattern(std::unique_ptr<Compiled> compiled) : compiled_(std::move(compiled)) {}
Pattern::~Pattern() = default;

Result<std::shared_ptr<const Pattern>> Pattern::compile(std::string_view javascript) {
  if (javascript.size() > max_pattern_bytes) return Error{"it is longer than 4096 bytes"};
  const std::optional<std::string> text = to_re2(javascript);
  if (!text) return Error{"it looks ahead or back, or is no regular expression"};
  auto compiled = std::make_unique<Compiled>(*text);
  if (!compiled->re.ok() || compiled->re.ProgramSize() > max_program) {
    return Error{"it is too large, or no regular expression"};
  }
  return std::shared_ptr<const Pattern>(new Pattern(std::move(compiled)));
}

bool Pattern::finds(std::string_view text) const {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), compiled_->re);
}

std::size_t Pattern::cost(std::size_t text_bytes) const {
  const auto size = static_cast<std::size_t>(compiled_->re.ProgramSize());
  return 8 + size / 16 + text_bytes / 16 * (1 + size / 256);
}

}  // namespace modebox::schema
