#include "src/value/cbor_reader.h"

#include "modebox/text.h"
#include "src/value/cbor_head.h"

namespace modebox::value {
namespace {

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

CborReader::Type CborReader::peek() const {
  if (!ok() || at_end()) return Type::end;
  CborHead head;
  if (!read_head(bytes_.data() + position_, bytes_.size() - position_, head)) return Type::other;
  if (head.major == Major::tag) return head.argument == tag::wtf8 ? Type::text : Type::tag;
  if (head.major != Major::simple) return static_cast<Type>(head.major);
  const auto first = std::to_integer<std::uint8_t>(bytes_[position_]);
  if (first == simple::null) return Type::null;
  if (first == simple::true_value || first == simple::false_value) return Type::boolean;
  return first >= simple::float16 && first <= simple::float64 ? Type::number : Type::other;
}

bool CborReader::head(std::uint8_t major, std::string_view expected, std::uint64_t& argument) {
  if (!ok()) return false;
  CborHead head;
  if (!read_head(bytes_.data() + position_, bytes_.size() - position_, head) ||
      head.major != static_cast<Major>(major)) {
    fail(expected);
    return false;
  }
  position_ += head.size;
  argument = head.argument;
  return true;
}

std::span<const std::byte> CborReader::take(std::uint64_t size) {
  if (size > bytes_.size() - position_) {
    fail("expected as many bytes as the length says");
    return {};
  }
  const auto taken = bytes_.subspan(position_, static_cast<std::size_t>(size));
  position_ += taken.size();
  return taken;
}

std::size_t CborReader::array() {
  std::uint64_t items = 0;
  if (!head(static_cast<std::uint8_t>(Major::array), "expected an array", items)) return 0;
  if (items > bytes_.size() - position_) return fail("expected a shorter array"), 0;
  return static_cast<std::size_t>(items);
}

std::size_t CborReader::map() {
  std::uint64_t pairs = 0;
  if (!head(static_cast<std::uint8_t>(Major::map), "expected a map", pairs)) return 0;
  if (pairs > (bytes_.size() - position_) / 2) return fail("expected a shorter map"), 0;
  return static_cast<std::size_t>(pairs);
}

std::uint64_t CborReader::uint() {
  std::uint64_t number = 0;
  head(static_cast<std::uint8_t>(Major::uint), "expected an unsigned integer", number);
  return number;
}

double CborReader::number() {
  if (!ok()) return 0;
  CborHead head;
  if (!read_head(bytes_.data() + position_, bytes_.size() - position_, head)) {
    return fail("expected a number"), 0;
  }
  const auto argument = static_cast<double>(head.argument);
  double result;
  if (head.major == Major::uint) {
    result = argument;
  } else if (head.major == Major::negative) {
    result = -1 - argument;
  } else if (head.major == Major::simple && head.info >= 25) {
    result = float_of(head);
  } else {
    return fail("expected a number"), 0;
  }
  position_ += head.size;
  return result;
}

bool CborReader::boolean() {
  if (peek() != Type::boolean) return fail("expected a boolean"), false;
  return std::to_integer<std::uint8_t>(bytes_[position_++]) == simple::true_value;
}

bool CborReader::take_null() {
  if (peek() != Type::null) return false;
  ++position_;
  return true;
}

std::string_view CborReader::text() {
  const bool tagged = peek() == Type::text && (std::to_integer<std::uint8_t>(bytes_[position_]) >>
                                               5) == static_cast<std::uint8_t>(Major::tag);
  std::uint64_t argument = 0;
  if (tagged) head(static_cast<std::uint8_t>(Major::tag), "expected a text", argument);
  const auto major = static_cast<std::uint8_t>(tagged ? Major::bytes : Major::text);
  if (!head(major, "expected a text", argument)) return {};
  const std::size_t start = position_;
  const std::string_view result = as_text(take(argument));
  const std::size_t invalid = find_invalid_wtf8(result);
  if (invalid == std::string_view::npos && (tagged || is_well_formed(result))) return result;
  position_ = start + (invalid == std::string_view::npos ? 0 : invalid);
  fail("expected UTF-8");
  return {};
}

std::span<const std::byte> CborReader::bytes() {
  std::uint64_t size = 0;
  if (!head(static_cast<std::uint8_t>(Major::bytes), "expected a byte string", size)) return {};
  return take(size);
}

std::span<const std::byte> CborReader::raw() {
  if (!ok()) return {};
  std::size_t problem_at = 0;
  const std::size_t size =
      item_size(bytes_.data() + position_, bytes_.size() - position_, problem_at);
  if (size == 0) {
    position_ += problem_at;
    fail("expected a well-formed item");
    return {};
  }
  return take(size);
}

Value CborReader::value(const DecodeLimits& limits) {
  if (!ok()) return {};
  DecodedFirst facts;
  Result<Value> result = decode_first(bytes_.subspan(position_), limits, facts);
  takes_too_much_memory_ = facts.takes_too_much_memory;
  if (!result) {
    problem_ = result.error().message;
    position_ = bytes_.size();
    return {};
  }
  position_ += facts.used;
  return *std::move(result);
}

void CborReader::finish() {
  if (ok() && !at_end()) fail("expected the end");
}

void CborReader::fail(std::string_view problem) {
  if (!ok()) return;
  problem_ = "the message is malformed at byte " + std::to_string(position_) + ": ";
  problem_ += problem;
  position_ = bytes_.size();
}

Error CborReader::error() const { return Error{problem_}; }

}  // namespace modebox::value
