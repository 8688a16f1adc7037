#include "tests/runner/value_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

#include "modebox/bigint.h"
#include "modebox/text.h"

namespace modebox::tests {
namespace {

std::string number_text(double number) {
  if (std::isnan(number)) return "NaN";
  if (std::isinf(number)) return number < 0 ? "-Infinity" : "Infinity";
  if (number == 0) return std::signbit(number) ? "-0" : "0";
  const double size = std::fabs(number);
  const bool plain = size >= 1e-6 && size < 1e21;
  std::array<char, 64> buffer;
  const auto format = plain ? std::chars_format::fixed : std::chars_format::scientific;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format).ptr;
  std::string text(buffer.data(), end);
  // JavaScript writes 1e-7 where C++ writes 1e-07.
  const std::size_t exponent = text.find_first_of("+-", 1);
  if (!plain && exponent != std::string::npos && text[exponent + 1] == '0') {
    text.erase(exponent + 1, 1);
  }
  return text;
}

// Walks nodes in the order they are written and numbers those met twice.
class Sharing {
 public:
  void visit(const Value& value) {
    if (!value.is_node()) return;
    for (auto& [node, count] : bucket(value)) {
      if (same_node(node, value)) {
        ++count;
        return;
      }
    }
    bucket(value).emplace_back(value, 1);
    for (const Entry& entry : value.entries()) {
      visit(entry.key);
      visit(entry.value);
    }
    for (const Value& member : value.members()) visit(member);
    if (value.is_array()) {
      for (auto i = value.next_index(0); i; i = value.next_index(std::uint64_t{*i} + 1)) {
        visit(value[*i]);
      }
    }
    if (value.kind() == Kind::typed_array || value.kind() == Kind::data_view) {
      visit(value.buffer());
    }
  }

  int count(const Value& value) {
    for (const auto& [node, count] : bucket(value)) {
      if (same_node(node, value)) return count;
    }
    return 0;
  }

 private:
  // There is no hash of a node's identity in the public API; kind and size
  // spread the small graphs of tests well enough.
  std::vector<std::pair<Value, int>>& bucket(const Value& value) {
    return nodes_[{value.kind(), value.size()}];
  }

  std::map<std::pair<Kind, std::size_t>, std::vector<std::pair<Value, int>>> nodes_;
};

class Writer {
 public:
  explicit Writer(const Value& root) { sharing_.visit(root); }

  void write(const Value& value) {
    if (!value.is_node()) return write_scalar(value);
    if (sharing_.count(value) > 1) {
      for (std::size_t i = 0; i < named_.size(); ++i) {
        if (same_node(named_[i], value)) {
          out_ += "*" + std::to_string(i + 1);
          return;
        }
      }
      named_.push_back(value);
      out_ += "&" + std::to_string(named_.size()) + " ";
    }
    write_node(value);
  }

  std::string take() { return std::move(out_); }

 private:
  void write_scalar(const Value& value) {
    switch (value.kind()) {
      case Kind::null:
        out_ += "null";
        break;
      case Kind::boolean:
        out_ += value.as_boolean() ? "true" : "false";
        break;
      case Kind::number:
        out_ += number_text(value.as_number());
        break;
      case Kind::bigint:
        out_ += value.as_bigint().to_string() + "n";
        break;
      case Kind::string:
        out_ += quoted_text(value.as_string());
        break;
      default:
        out_ += "undefined";
    }
  }

  void write_node(const Value& value) {
    switch (value.kind()) {
      case Kind::object:
        return write_entries("{", ": ", value.entries());
      case Kind::map:
        return write_entries("Map{", " => ", value.entries());
      case Kind::array:
        return write_array(value);
      case Kind::set:
        return write_set(value);
      case Kind::date:
        out_ += "Date(" + number_text(value.as_date()) + ")";
        return;
      case Kind::regexp:
        out_ += "/" + std::string(value.regexp_source()) + "/" + std::string(value.regexp_flags());
        return;
      case Kind::array_buffer:
        return write_buffer(value);
      case Kind::error:
        return write_error(value);
      default:
        return write_view(value);
    }
  }

  void write_entries(std::string_view open, std::string_view between,
                     std::span<const Entry> entries) {
    out_ += open;
    for (const Entry& entry : entries) {
      if (&entry != entries.data()) out_ += ", ";
      write(entry.key);
      out_ += between;
      write(entry.value);
    }
    out_ += "}";
  }

  void write_array(const Value& array) {
    out_ += "[";
    std::uint64_t next = 0;
    for (auto i = array.next_index(0); i; i = array.next_index(next)) {
      if (next != 0) out_ += ", ";
      if (write_holes(*i - next)) out_ += ", ";
      write(array[*i]);
      next = std::uint64_t{*i} + 1;
    }
    if (next != 0 && next < array.size()) out_ += ", ";
    write_holes(array.size() - next);
    out_ += "]";
  }

  bool write_holes(std::uint64_t count) {
    if (count == 1) out_ += "<hole>";
    if (count > 1) out_ += "<" + std::to_string(count) + " holes>";
    return count > 0;
  }

  void write_set(const Value& set) {
    out_ += "Set{";
    for (const Value& member : set.members()) {
      if (&member != set.members().data()) out_ += ", ";
      write(member);
    }
    out_ += "}";
  }

  void write_buffer(const Value& buffer) {
    out_ += "ArrayBuffer(";
    const char* separator = "";
    for (const std::byte byte : buffer.bytes()) {
      std::array<char, 8> hex;
      std::snprintf(hex.data(), hex.size(), "%s%02x", separator, static_cast<unsigned>(byte));
      out_ += hex.data();
      separator = " ";
    }
    out_ += ")";
  }

  void write_view(const Value& view) {
    const bool data_view = view.kind() == Kind::data_view;
    out_ += data_view ? "DataView" : std::string(to_string(view.element_type()));
    out_ += "[";
    if (data_view) {
      out_ += std::to_string(view.size());
    } else {
      for (std::size_t i = 0; i < view.size(); ++i) {
        if (i != 0) out_ += ", ";
        out_ += element_text(view, i);
      }
    }
    out_ += "]";
    const bool whole = view.byte_offset() == 0 && view.bytes().size() == view.buffer().size();
    if (whole && !data_view && sharing_.count(view.buffer()) == 1) return;
    out_ += " at " + std::to_string(view.byte_offset()) + " of ";
    write(view.buffer());
  }

  template <typename T>
  static T load(const Value& view, std::size_t index) {
    T element;
    std::memcpy(&element, view.bytes().data() + index * sizeof(T), sizeof(T));
    return element;
  }

  static double half(std::uint16_t bits) {
    const int exponent = bits >> 10 & 31;
    const int mantissa = bits & 1023;
    double size =
        exponent == 0 ? std::ldexp(mantissa, -24) : std::ldexp(mantissa + 1024, exponent - 25);
    if (exponent == 31) size = mantissa == 0 ? INFINITY : NAN;
    return (bits & 0x8000) != 0 ? -size : size;
  }

  static std::string element_text(const Value& view, std::size_t index) {
    switch (view.element_type()) {
      case ElementType::int8:
        return number_text(load<std::int8_t>(view, index));
      case ElementType::uint8:
      case ElementType::uint8_clamped:
        return number_text(load<std::uint8_t>(view, index));
      case ElementType::int16:
        return number_text(load<std::int16_t>(view, index));
      case ElementType::uint16:
        return number_text(load<std::uint16_t>(view, index));
      case ElementType::int32:
        return number_text(load<std::int32_t>(view, index));
      case ElementType::uint32:
        return number_text(load<std::uint32_t>(view, index));
      case ElementType::bigint64:
        return std::to_string(load<std::int64_t>(view, index)) + "n";
      case ElementType::biguint64:
        return std::to_string(load<std::uint64_t>(view, index)) + "n";
      case ElementType::float16:
        return number_text(half(load<std::uint16_t>(view, index)));
      case ElementType::float32:
        return number_text(load<float>(view, index));
      case ElementType::float64:
        return number_text(load<double>(view, index));
    }
    return "?";
  }

  void write_error(const Value& error) {
    const Value& name = error["name"];
    out_ += name.is_string() ? std::string(name.as_string()) : "Error";
    out_ += "(";
    write(error["message"]);
    bool any = false;
    for (const Entry& entry : error.entries()) {
      const std::string_view key = entry.key.as_string();
      if (key == "name" || key == "message") continue;
      out_ += any ? ", " : ", {";
      any = true;
      out_ += quoted_text(key) + ": ";
      write(entry.value);
    }
    out_ += any ? "})" : ")";
  }

  Sharing sharing_;
  std::vector<Value> named_;
  std::string out_;
};

}  // namespace

std::string value_text(const Value& value) {
  Writer writer(value);
  writer.write(value);
  return writer.take();
}

std::string quoted_text(std::string_view wtf8) {
  std::string out = "\"";
  const std::u16string units = to_utf16(wtf8);
  for (std::size_t i = 0; i < units.size(); ++i) {
    const char16_t unit = units[i];
    const bool high = unit >= 0xd800 && unit < 0xdc00;
    if (high && i + 1 < units.size() && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000) {
      out += from_utf16(units.substr(i++, 2));
    } else if (unit == '"' || unit == '\\') {
      out += {'\\', static_cast<char>(unit)};
    } else if (unit == '\n') {
      out += "\\n";
    } else if (unit < 0x20 || (unit >= 0xd800 && unit < 0xe000)) {
      std::array<char, 8> escape;
      std::snprintf(escape.data(), escape.size(), "\\u%04x", static_cast<unsigned>(unit));
      out += escape.data();
    } else {
      out += from_utf16(std::u16string_view(&unit, 1));
    }
  }
  return out + "\"";
}

std::string squeezed(std::string_view text) {
  std::string out;
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') inside = !inside;
    if (inside && c == '\\' && i + 1 < text.size()) {
      out += c;
      out += text[++i];
    } else if (inside || (c != ' ' && c != '\t' && c != '\n' && c != '\r')) {
      out += c;
    }
  }
  return out;
}

}  // namespace modebox::tests
