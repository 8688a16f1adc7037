// Values as text for people. Pieces are made from the inside out; a container
// whose pieces fit on a line stays on one. A budget of bytes is spent by every
// piece, so neither large nor shared values make the text long.
#include <ostream>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "modebox/json.h"
#include "src/value/literal.h"
#include "src/value/node.h"
#include "src/value/path.h"

namespace modebox {
namespace {

using value::Access;
using value::Node;

class Describer {
 public:
  explicit Describer(const DescribeOptions& options)
      : options_(options), budget_(options.max_bytes) {}

  std::string text(const Value& value) {
    if (value::holds_values(value.kind())) return container(value);
    std::string text = leaf(value);
    spend(text.size());
    return text;
  }

  bool is_whole() const { return whole_ && budget_ > 0; }

 private:
  std::string leaf(const Value& value) {
    switch (value.kind()) {
      case Kind::undefined:
      case Kind::null:
        return std::string(to_string(value.kind()));
      case Kind::boolean:
        return value.as_boolean() ? "true" : "false";
      case Kind::number:
        return value::number_text(value.as_number());
      case Kind::bigint:
        return cut(value::bigint_text(value.as_bigint())) + "n";
      case Kind::string:
        return value::quoted(value.as_string(), budget_);
      case Kind::date: {
        const std::string date = value::iso_date(value.as_date());
        return date.empty() ? "Invalid Date" : date;
      }
      case Kind::regexp:
        return cut("/" + value::printable(value.regexp_source()) + "/" +
                   value::printable(value.regexp_flags()));
      case Kind::typed_array:
        return typed_array(value);
      case Kind::data_view:
        return bytes("DataView", value);
      default:
        return bytes("ArrayBuffer", value);
    }
  }

  std::string cut(std::string text) {
    if (text.size() <= budget_) return text;
    whole_ = false;
    std::size_t size = budget_;
    while (size > 0 && (text[size] & 0xc0) == 0x80) --size;
    return text.substr(0, size) + "...";
  }

  std::string container(const Value& value) {
    const Node* node = Access::pointer(value);
    if (open_.contains(node)) return "[circular]";
    if (open_.size() >= options_.max_depth) {
      whole_ = false;
      return "[" + std::string(to_string(value.kind())) + "]";
    }
    open_.insert(node);
    std::string text = inside(value);
    open_.erase(node);
    return text;
  }

  std::string inside(const Value& value) {
    switch (value.kind()) {
      case Kind::object:
        return entries("", value, ": ");
      case Kind::array:
        return array(value);
      case Kind::map:
        return entries(sized("Map", value), value, " => ");
      case Kind::set:
        return set(value);
      default:
        return error(value);
    }
  }

  static std::string sized(std::string_view name, const Value& value) {
    return std::string(name) + "(" + std::to_string(value.size()) + ") ";
  }

  void spend(std::size_t bytes) { budget_ -= std::min(bytes, budget_); }

  /// Before each piece of a container: false when nothing is left to spend, and
  /// then the last piece is an ellipsis.
  bool more(std::vector<std::string>& pieces) {
    spend(2 + 2 * open_.size());  // what separates it, and its indentation
    if (budget_ == 0) pieces.emplace_back("...");
    return budget_ > 0;
  }

  std::string entries(std::string prefix, const Value& value, std::string_view between) {
    std::vector<std::string> pieces;
    for (const Entry& entry : value.entries()) {
      if (!more(pieces)) break;
      std::string piece = value.is_map() ? text(entry.key) : key(entry.key.as_string());
      piece += between;
      piece += text(entry.value);
      pieces.push_back(std::move(piece));
    }
    return join(std::move(prefix), '{', pieces, '}');
  }

  std::string key(std::string_view name) {
    const std::string path = value::property_path(name);
    std::string text = path.front() == '.' ? path.substr(1) : value::quoted(name, budget_);
    spend(text.size());
    return text;
  }

  std::string set(const Value& value) {
    std::vector<std::string> pieces;
    for (const Value& member : value.members()) {
      if (!more(pieces)) break;
      pieces.push_back(text(member));
    }
    return join(sized("Set", value), '{', pieces, '}');
  }

  std::string array(const Value& value) {
    std::vector<std::string> pieces;
    const auto holes = [&](std::uint64_t count) {
      if (count > 0 && more(pieces)) pieces.push_back("<" + std::to_string(count) + " empty>");
    };
    std::uint64_t next = 0;
    for (auto i = value.next_index(0); i; i = value.next_index(next)) {
      holes(*i - next);
      if (budget_ == 0 || !more(pieces)) return join("", '[', pieces, ']');
      pieces.push_back(text(value[*i]));
      next = std::uint64_t{*i} + 1;
    }
    holes(value.size() - next);
    return join("", '[', pieces, ']');
  }

  std::string typed_array(const Value& value) {
    std::vector<std::string> pieces;
    for (std::size_t i = 0; i < value.size() && more(pieces); ++i) {
      pieces.push_back(text(value::element_at(value, i)));
    }
    return join(sized(to_string(value.element_type()), value), '[', pieces, ']');
  }

  std::string bytes(std::string_view name, const Value& value) {
    constexpr char digits[] = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : value.bytes()) {
      if (text.size() + 4 > budget_) {
        text += " ...";
        whole_ = false;
        break;
      }
      if (!text.empty()) text += ' ';
      text += digits[std::to_integer<unsigned>(byte) >> 4];
      text += digits[std::to_integer<unsigned>(byte) & 15];
    }
    if (text.empty()) return sized(name, value) + "{}";
    return sized(name, value) + "{ " + text + " }";
  }

  std::string error(const Value& value) {
    std::string head(value["name"].as_string());
    const std::string_view message = value["message"].as_string();
    if (!message.empty()) head.append(": ").append(message);
    head = "[" + cut(value::printable(head)) + "]";
    spend(head.size());
    std::vector<std::string> pieces;
    for (const Entry& entry : value.entries()) {
      const std::string_view name = entry.key.as_string();
      if (name == "name" || name == "message") continue;
      if (!more(pieces)) break;
      std::string piece = key(name) + ": ";
      piece += text(entry.value);
      pieces.push_back(std::move(piece));
    }
    return pieces.empty() ? head : join(head + " ", '{', pieces, '}');
  }

  std::string join(std::string prefix, char open, const std::vector<std::string>& pieces,
                   char close) {
    std::string text = std::move(prefix) + open;
    std::size_t width = text.size() + 2;
    bool broken = false;
    for (const std::string& piece : pieces) {
      width += piece.size() + 2;
      broken = broken || piece.find('\n') != std::string::npos;
    }
    broken = broken || width > options_.line_width;
    bool first = true;
    for (const std::string& piece : pieces) {
      if (!first) text += ',';
      first = false;
      text += broken ? "\n  " : " ";
      for (const char c : piece) {
        text += c;
        if (c == '\n') text += "  ";
      }
    }
    if (!pieces.empty()) text += broken ? '\n' : ' ';
    text += close;
    return text;
  }

  const DescribeOptions& options_;
  std::size_t budget_;
  bool whole_ = true;
  std::unordered_set<const Node*> open_;
};

}  // namespace

std::string describe(const Value& value, const DescribeOptions& options) {
  return Describer(options).text(value);
}

Description describe_whole(const Value& value, const DescribeOptions& options) {
  Describer describer(options);
  std::string text = describer.text(value);
  return {std::move(text), describer.is_whole()};
}

std::ostream& operator<<(std::ostream& out, const Value& value) { return out << describe(value); }

}  // namespace modebox
