#include "src/mcp/message_outline.h"

#include <utility>

#include "modebox/json.h"

namespace modebox::mcp {
namespace {

/// Of a key or a value. Clients' ids are short.
constexpr std::size_t longest_text = 1 << 10;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

}  // namespace

void MessageOutline::feed(std::string_view piece) {
  for (const char c : piece) take(c);
}

void MessageOutline::take(char c) {
  if (in_string_) return take_in_string(c);
  if (place_ == Place::no_object) return;
  if (is_space(c)) {
    if (!text_.empty() && text_.back() != ' ') keep(' ');
    return;
  }
  if (place_ == Place::inside) return take_inside(c);
  const bool begins = place_ == Place::before && c == '{';
  place_ = begins ? Place::inside : Place::no_object;
  depth_ = 1;
}

void MessageOutline::take_inside(char c) {
  if (c == '}' || c == ']') {
    if (--depth_ > 0) return;
    end_of_value();
    place_ = c == '}' ? Place::after : Place::no_object;
    return;
  }
  if (depth_ == 1 && c == ':') return end_of_key();
  if (depth_ == 1 && c == ',') return end_of_value();
  keep(c);
  in_string_ = c == '"';
  if (c == '{' || c == '[') ++depth_;
}

void MessageOutline::take_in_string(char c) {
  keep(c);
  if (escaped_) {
    escaped_ = false;
  } else if (c == '\\') {
    escaped_ = true;
  } else if (c == '"') {
    in_string_ = false;
  }
}

void MessageOutline::keep(char c) {
  if (depth_ != 1) return;
  text_is_cut_ = text_is_cut_ || text_.size() == longest_text;
  if (!text_is_cut_) text_ += c;
}

void MessageOutline::end_of_key() {
  const Result<Value> key = from_json(text_);
  key_ = key && key->is_string() && !text_is_cut_ ? std::string(key->as_string()) : "";
  text_.clear();
  text_is_cut_ = false;
}

void MessageOutline::end_of_value() {
  const std::string key = std::exchange(key_, {});
  const std::string text = std::exchange(text_, {});
  const bool is_cut = std::exchange(text_is_cut_, false);
  if (key == "method") has_method_ = true;
  if (key == "result" || key == "error") has_outcome_ = true;
  if (key != "id") return;
  has_id_ = true;
  const Result<Value> id = from_json(text);
  id_ = id && !is_cut && !key_of(*id).empty() ? *id : Value(nullptr);
}

Value MessageOutline::id() const { return place_ == Place::after ? id_ : Value(nullptr); }

std::optional<Message::Kind> MessageOutline::kind() const {
  if (place_ != Place::after) return std::nullopt;
  if (has_method_) return has_id_ ? Message::Kind::request : Message::Kind::notification;
  if (has_outcome_) return Message::Kind::response;
  return std::nullopt;
}

}  // namespace modebox::mcp
