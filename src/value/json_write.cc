// Strict and tagged JSON. Both walk what the value shares each time it occurs;
// every visit writes at least a byte, so the cap on the text bounds the walk.
#include <charconv>
#include <cmath>
#include <string>
#include <unordered_map>

#include "modebox/json.h"
#include "modebox/text.h"
#include "src/value/cbor_format.h"
#include "src/value/literal.h"
#include "src/value/node.h"
#include "src/value/path.h"

namespace modebox {
namespace {

using value::Access;
using value::Node;
using value::PathStep;
using Into = PathStep::Into;

std::string_view element_name(ElementType type) {
  constexpr std::string_view names[] = {"int8",      "uint8",   "uint8_clamped", "int16",
                                        "uint16",    "int32",   "uint32",        "bigint64",
                                        "biguint64", "float16", "float32",       "float64"};
  return names[static_cast<std::size_t>(type)];
}

/// Functions that call each other a thousand deep are kept apart, so that none
/// pays the stack of another.
#define SMALL_FRAME [[gnu::noinline]]

class Writer {
 public:
  Writer(const JsonOptions& options, bool tagged) : options_(options), tagged_(tagged) {}

  Result<std::string> run(const Value& root) {
    if (!item(root, nullptr)) return Error{problem_};
    return std::move(out_);
  }

 private:
  bool is_lenient() const { return options_.lenient && !tagged_; }

  bool fits(std::size_t more = 0) {
    if (out_.size() + more <= options_.max_bytes) return true;
    problem_ = "the value takes more than " + std::to_string(options_.max_bytes) + " bytes as JSON";
    return false;
  }

  SMALL_FRAME bool fail(const PathStep* path, std::string_view what) {
    problem_ = value::path_text(path).append(" ").append(what);
    return false;
  }

  SMALL_FRAME bool can_not_hold(const PathStep* path, std::string_view what) {
    return fail(path, std::string("is ").append(what).append(", which JSON can not hold"));
  }

  // Text pieces.

  void newline() {
    if (options_.indent <= 0) return;
    out_ += '\n';
    out_.append(level_ * static_cast<std::size_t>(options_.indent), ' ');
  }
  void begin(char bracket) {
    out_ += bracket;
    ++level_;
    first_ = true;
  }
  void next() {
    if (!first_) out_ += ',';
    first_ = false;
    newline();
  }
  void end(char bracket) {
    --level_;
    if (!first_) newline();
    first_ = false;
    out_ += bracket;
  }
  void name(std::string_view key) {
    next();
    value::append_quoted(out_, key);
    out_ += options_.indent > 0 ? ": " : ":";
  }
  void tag(std::string_view type) {
    begin('{');
    name("$type");
    value::append_quoted(out_, type);
  }
  SMALL_FRAME bool tag_with(std::string_view type, std::string_view key, std::string_view text) {
    if (!fits(text.size())) return false;
    tag(type);
    name(key);
    value::append_quoted(out_, text);
    end('}');
    return fits();
  }

  // Scalars.

  SMALL_FRAME bool item(const Value& value, const PathStep* path) {
    switch (value.kind()) {
      case Kind::undefined:
        return undefined(Access::is_hole(value), path);
      case Kind::null:
        out_ += "null";
        return fits();
      case Kind::boolean:
        out_ += value.as_boolean() ? "true" : "false";
        return fits();
      case Kind::number:
        return number(value.as_number(), path);
      case Kind::bigint:
        if (!tagged_) return can_not_hold(path, "a BigInt");
        return tag_with("bigint", "value", value::bigint_text(value.as_bigint()));
      case Kind::string:
        return string(value.as_string(), path);
      default:
        return node(value, path);
    }
  }

  SMALL_FRAME bool undefined(bool hole, const PathStep* path) {
    if (is_lenient()) {
      out_ += "null";
      return fits();
    }
    if (!tagged_) return can_not_hold(path, hole ? "a hole" : "undefined");
    tag(hole ? "hole" : "undefined");
    end('}');
    return fits();
  }

  SMALL_FRAME bool number(double number, const PathStep* path) {
    if (std::isfinite(number)) {
      out_ += number == 0 && std::signbit(number) ? "-0.0" : value::number_text(number);
      return fits();
    }
    if (!tagged_) return can_not_hold(path, value::number_text(number));
    return tag_with("number", "value", value::number_text(number));
  }

  SMALL_FRAME bool string(std::string_view text, const PathStep* path) {
    if (!fits(text.size())) return false;
    if (is_well_formed(text)) {
      value::append_quoted(out_, text);
      return fits();
    }
    if (!tagged_) return fail(path, "has a lone surrogate, which JSON can not hold");
    tag("string");
    name("units");
    begin('[');
    for (const char16_t unit : to_utf16(text)) {
      next();
      out_ += std::to_string(static_cast<unsigned>(unit));
    }
    end(']');
    end('}');
    return fits();
  }

  // Containers.

  SMALL_FRAME bool node(const Value& value, const PathStep* path) {
    if (is_lenient() && value.kind() == Kind::date) return date(value);
    if (!tagged_ && !value.is_object() && !value.is_array()) {
      return can_not_hold(path, with_article(value.kind()));
    }
    if (!value::holds_values(value.kind())) return leaf(value);
    const Node* node = Access::pointer(value);
    const auto [open, fresh] = open_.try_emplace(node, path);
    if (!fresh) return cycle(path, open->second);
    if (open_.size() > options_.max_depth) return too_deep(path);
    const bool whole = container(value, path);
    open_.erase(node);
    return whole && fits();
  }

  SMALL_FRAME bool cycle(const PathStep* path, const PathStep* target) {
    if (!tagged_) return fail(path, "refers back to what it is in, which JSON can not hold");
    return tag_with("cycle", "path", value::path_text(target));
  }

  SMALL_FRAME bool too_deep(const PathStep* path) {
    return fail(path,
                "is nested deeper than " + std::to_string(options_.max_depth) + " containers");
  }

  SMALL_FRAME bool date(const Value& value) {
    const std::string text = value::iso_date(value.as_date());
    text.empty() ? void(out_ += "null") : value::append_quoted(out_, text);
    return fits();
  }

  SMALL_FRAME bool leaf(const Value& value) {
    switch (value.kind()) {
      case Kind::date:
        tag("date");
        name("value");
        if (!date(value)) return false;
        end('}');
        return fits();
      case Kind::regexp:
        tag("regexp");
        name("source");
        if (!string(value.regexp_source(), nullptr)) return false;
        name("flags");
        value::append_quoted(out_, value.regexp_flags());
        end('}');
        return fits();
      default:
        break;
    }
    if (!fits(value.bytes().size())) return false;
    tag(value.kind() == Kind::array_buffer  ? "array_buffer"
        : value.kind() == Kind::typed_array ? "typed_array"
                                            : "data_view");
    if (value.kind() == Kind::typed_array) {
      name("element");
      value::append_quoted(out_, element_name(value.element_type()));
    }
    name("base64");
    value::append_quoted(out_, value::base64(value.bytes()));
    end('}');
    return fits();
  }

  SMALL_FRAME bool container(const Value& value, const PathStep* path) {
    switch (value.kind()) {
      case Kind::array:
        return array(value, path);
      case Kind::set:
        return set(value, path);
      case Kind::map:
        tag("map");
        return pairs(value, path);
      case Kind::error:
        tag("error");
        return properties(value, path);
      default:
        break;
    }
    if (tagged_ && needs_pairs(value)) {
      tag("object");
      return pairs(value, path);
    }
    begin('{');
    return properties(value, path);
  }

  static bool needs_pairs(const Value& object) {
    for (const Entry& entry : object.entries()) {
      const std::string_view key = entry.key.as_string();
      if (key == "$type" || !is_well_formed(key)) return true;
    }
    return false;
  }

  SMALL_FRAME bool properties(const Value& value, const PathStep* path) {
    PathStep step{path, Into::property, nullptr, 0};
    for (const Entry& entry : value.entries()) {
      step.key = &entry.key;
      const std::string_view key = entry.key.as_string();
      if (!fits(key.size())) return false;
      if (!is_well_formed(key)) {
        return fail(path, "has a key with a lone surrogate, which JSON can not hold");
      }
      if (is_lenient() && entry.value.is_undefined()) continue;
      name(key);
      if (!item(entry.value, &step)) return false;
    }
    end('}');
    return true;
  }

  /// The rest of a tagged object whose entries are pairs.
  SMALL_FRAME bool pairs(const Value& value, const PathStep* path) {
    PathStep key_step{path, Into::map_key, nullptr, 0};
    PathStep step{path, value.is_map() ? Into::map_value : Into::property, nullptr, 0};
    name("entries");
    begin('[');
    for (const Entry& entry : value.entries()) {
      step.key = &entry.key;
      next();
      begin('[');
      next();
      if (!item(entry.key, &key_step)) return false;
      next();
      if (!item(entry.value, &step)) return false;
      end(']');
      ++key_step.index;
    }
    end(']');
    end('}');
    return true;
  }

  SMALL_FRAME bool set(const Value& value, const PathStep* path) {
    PathStep step{path, Into::member, nullptr, 0};
    tag("set");
    name("members");
    begin('[');
    for (const Value& member : value.members()) {
      next();
      if (!item(member, &step)) return false;
      ++step.index;
    }
    end(']');
    end('}');
    return true;
  }

  SMALL_FRAME bool array(const Value& value, const PathStep* path) {
    std::size_t present = 0;
    auto i = value.next_index(0);
    for (; i; i = value.next_index(std::uint64_t{*i} + 1)) ++present;
    if (tagged_ && value::is_very_sparse(value.size(), present)) return sparse_array(value, path);
    PathStep step{path, Into::element, nullptr, 0};
    begin('[');
    for (std::size_t at = 0; at < value.size(); ++at) {
      step.index = at;
      next();
      const auto there = value.next_index(at);
      if (there && *there == at ? !item(value[at], &step) : !undefined(true, &step)) return false;
    }
    end(']');
    return true;
  }

  SMALL_FRAME bool sparse_array(const Value& value, const PathStep* path) {
    PathStep step{path, Into::element, nullptr, 0};
    tag("array");
    name("length");
    out_ += std::to_string(value.size());
    name("elements");
    begin('[');
    for (auto i = value.next_index(0); i; i = value.next_index(std::uint64_t{*i} + 1)) {
      step.index = *i;
      next();
      begin('[');
      next();
      out_ += std::to_string(*i);
      next();
      if (!item(value[*i], &step)) return false;
      end(']');
    }
    end(']');
    end('}');
    return true;
  }

  const JsonOptions& options_;
  const bool tagged_;
  std::string out_;
  std::size_t level_ = 0;
  bool first_ = true;
  /// The containers that are being written, and where they are.
  std::unordered_map<const Node*, const PathStep*> open_;
  std::string problem_;
};

}  // namespace

Result<std::string> to_json(const Value& value, const JsonOptions& options) {
  return Writer(options, false).run(value);
}

Result<std::string> to_tagged_json(const Value& value, const JsonOptions& options) {
  return Writer(options, true).run(value);
}

}  // namespace modebox
