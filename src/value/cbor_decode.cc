#include "src/value/cbor_decode.h"

#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/text.h"
#include "src/value/cbor_head.h"
#include "src/value/node.h"

namespace modebox::value {
namespace {

constexpr std::size_t allocation = 32;  // what the allocator and rounding add, at most
constexpr double max_integer = 9007199254740991.0;

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Adds or takes one from a big-endian magnitude: a negative n is written as -1 - n.
std::vector<std::uint8_t> plus_one(std::span<const std::byte> magnitude) {
  std::vector<std::uint8_t> result(magnitude.size() + 1);
  unsigned carry = 1;
  for (std::size_t i = magnitude.size(); i > 0; --i) {
    carry += std::to_integer<unsigned>(magnitude[i - 1]);
    result[i] = static_cast<std::uint8_t>(carry);
    carry >>= 8;
  }
  result[0] = static_cast<std::uint8_t>(carry);
  return result;
}

/// Functions that call each other a thousand deep are kept apart, so that none
/// pays the stack of another.
#define SMALL_FRAME [[gnu::noinline]]

/// Decodes one item. Every function returns false after the first problem,
/// which is kept. Nodes are filled in place, so what is there when it fails is
/// an ordinary, incomplete value.
class Decoder {
 public:
  Decoder(std::span<const std::byte> bytes, const DecodeLimits& limits)
      : begin_(bytes.data()),
        at_(begin_),
        end_(begin_ + bytes.size()),
        budget_(limits.max_memory),
        max_memory_(limits.max_memory),
        max_depth_(limits.max_depth) {}

  bool run(Value& root) {
    if (!item(root)) return false;
    if (cyclic_) {
      replaced_.push_back(root);
      own_together(replaced_);
    }
    return true;
  }
  std::size_t used() const { return static_cast<std::size_t>(at_ - begin_); }
  std::string problem() const { return problem_; }
  bool is_over_budget() const { return is_over_budget_; }
  bool fail(std::string_view what) { return fail_at(at_, what); }

 private:
  /// A value that tag 28 marks for later reference. While it is open, a
  /// reference to it is one from within: a cycle.
  struct Shared {
    Node* node = nullptr;
    bool open = true;
  };
  static constexpr std::size_t not_shared = ~std::size_t{0};

  std::size_t left() const { return static_cast<std::size_t>(end_ - at_); }

  [[gnu::noinline]] bool fail_at(const std::byte* where, std::string_view what) {
    if (!problem_.empty()) return false;
    problem_ = "the value is malformed at byte " + std::to_string(where - begin_) + ": ";
    problem_ += what;
    return false;
  }

  bool spend(std::size_t bytes) {
    if (bytes > budget_) return over_budget();
    budget_ -= bytes;
    return true;
  }
  [[gnu::noinline]] bool over_budget() {
    is_over_budget_ = problem_.empty();
    problem_ = "the value takes more than " + std::to_string(max_memory_) +
               " bytes of memory in the host (at byte " + std::to_string(used()) + ")";
    return false;
  }

  bool head(CborHead& head) {
    if (!read_head(at_, left(), head)) return fail("an item is cut off or has an unknown form");
    at_ += head.size;
    return true;
  }

  bool expect(Major major, std::string_view what, std::uint64_t& argument) {
    CborHead next;
    const std::byte* start = at_;
    if (!head(next)) return false;
    if (next.major != major) return fail_at(start, what);
    argument = next.argument;
    return true;
  }

  /// The head of an array of exactly `items`.
  bool expect_array(std::uint64_t items, std::string_view what) {
    std::uint64_t count = 0;
    const std::byte* start = at_;
    return expect(Major::array, what, count) && (count == items || fail_at(start, what));
  }

  bool take(std::uint64_t size, std::span<const std::byte>& out) {
    if (size > left()) return fail("a string is longer than the message");
    out = {at_, static_cast<std::size_t>(size)};
    at_ += size;
    return true;
  }

  template <typename T, typename... Arguments>
  T* make(Value& slot, Arguments... arguments) {
    if (!spend(sizeof(T) + allocation)) return nullptr;
    auto* node = new T(arguments...);
    slot = Access::adopt(node);
    if (marked_ != not_shared) {
      shared_[marked_].node = node;
      marked_ = not_shared;
    }
    return node;
  }

  bool item(Value& slot) {
    const std::byte* start = at_;
    CborHead next;
    if (!head(next)) return false;
    const bool may_be_shared = next.major == Major::tag || next.major == Major::array ||
                               next.major == Major::map || next.major == Major::bytes;
    if (marked_ != not_shared && !may_be_shared) return fail_at(start, no_identity);
    switch (next.major) {
      case Major::uint:
      case Major::negative:
        return integer(start, next, slot);
      case Major::bytes:
        return buffer(next.argument, slot);
      case Major::text:
        return text(start, next.argument, slot);
      case Major::array:
        return array(start, next.argument, slot);
      case Major::map:
        return object(start, next.argument, Kind::object, slot);
      case Major::tag:
        return tagged(start, next.argument, slot);
      case Major::simple:
        break;
    }
    return simple_value(start, next, slot);
  }

  bool integer(const std::byte* start, const CborHead& next, Value& slot) {
    const double magnitude =
        static_cast<double>(next.argument) + (next.major == Major::negative ? 1 : 0);
    if (magnitude > max_integer) return fail_at(start, "an integer is beyond 2^53-1");
    slot = Value(next.major == Major::negative ? -magnitude : magnitude);
    return true;
  }

  bool simple_value(const std::byte* start, const CborHead& next, Value& slot) {
    switch (std::to_integer<std::uint8_t>(*start)) {
      case simple::false_value:
      case simple::true_value:
        slot = Value(next.info == 21);
        return true;
      case simple::null:
        slot = Value(nullptr);
        return true;
      case simple::undefined:
        slot = Value();
        return true;
      case simple::float16:
      case simple::float32:
      case simple::float64:
        slot = Value(float_of(next));
        return true;
      case simple::hole:
        return fail_at(start, "a hole is not in an array");
      default:
        return fail_at(start, "an unknown simple value");
    }
  }

  bool string(std::string_view text, bool may_have_surrogates, const std::byte* start,
              Value& slot) {
    const std::size_t invalid = find_invalid_wtf8(text);
    if (invalid != std::string_view::npos || !(may_have_surrogates || is_well_formed(text))) {
      return fail_at(start, "a string is not valid UTF-8");
    }
    if (text.size() > Access::inline_capacity &&
        !spend(text.size() + sizeof(HeapString) + allocation)) {
      return false;
    }
    slot = Access::string(text);
    return true;
  }

  SMALL_FRAME bool text(const std::byte* start, std::uint64_t size, Value& slot) {
    std::span<const std::byte> bytes;
    return take(size, bytes) && string(as_text(bytes), false, start, slot);
  }

  SMALL_FRAME bool wtf8(const std::byte* start, Value& slot) {
    std::uint64_t size = 0;
    std::span<const std::byte> bytes;
    return expect(Major::bytes, "tag 273 has no byte string", size) && take(size, bytes) &&
           string(as_text(bytes), true, start, slot);
  }

  /// A string: an object's key, or where only a string makes sense.
  SMALL_FRAME bool string_item(std::string_view what, Value& slot) {
    const std::byte* start = at_;
    CborHead next;
    if (!head(next)) return false;
    if (next.major == Major::text) return text(start, next.argument, slot);
    if (next.major == Major::tag && next.argument == tag::wtf8) return wtf8(start, slot);
    return fail_at(start, what);
  }

  SMALL_FRAME bool buffer(std::uint64_t size, Value& slot) {
    std::span<const std::byte> bytes;
    if (!take(size, bytes) || !spend(bytes.size())) return false;
    auto* node = make<BufferNode>(slot);
    if (node == nullptr) return false;
    node->bytes.assign(bytes.begin(), bytes.end());
    return true;
  }

  /// Before the items of a container: `count` of them, each taking at least
  /// `item_bytes` of the message and `memory` of the host's.
  bool enter(const std::byte* start, std::uint64_t count, std::size_t item_bytes,
             std::size_t memory) {
    if (count > left() / item_bytes)
      return fail_at(start, "a container is longer than the message");
    if (++depth_ > max_depth_) return too_deep(start);
    return spend(static_cast<std::size_t>(count) * memory);
  }

  [[gnu::noinline]] bool too_deep(const std::byte* where) {
    return fail_at(where, "it is nested deeper than " + std::to_string(max_depth_) + " containers");
  }

  SMALL_FRAME bool array(const std::byte* start, std::uint64_t count, Value& slot) {
    if (!enter(start, count, 1, sizeof(Value))) return false;
    auto* node = make<ArrayNode>(slot);
    if (node == nullptr) return false;
    node->length = static_cast<std::uint32_t>(count);
    if (count != node->length) return fail_at(start, "an array is longer than 2^32-1");
    node->dense.reserve(node->length);
    for (std::uint64_t i = 0; i < count; ++i) {
      Value& element = node->dense.emplace_back();
      if (at_ != end_ && std::to_integer<std::uint8_t>(*at_) == simple::hole) {
        element = Access::hole();
        ++at_;
      } else if (!item(element)) {
        return false;
      }
    }
    --depth_;
    return true;
  }

  SMALL_FRAME bool sparse_array(const std::byte* start, Value& slot) {
    std::uint64_t length = 0, items = 0;
    if (!expect_array(2, "tag 40000 has no array of two") ||
        !expect(Major::uint, "a sparse array has no length", length) ||
        !expect(Major::array, "a sparse array has no elements", items)) {
      return false;
    }
    if (length > 0xffffffff) return fail_at(start, "an array is longer than 2^32-1");
    if (items % 2 != 0) return fail_at(start, "a sparse array's element has no value");
    constexpr std::size_t map_node = sizeof(std::pair<std::uint32_t, Value>) + 32 + allocation;
    if (!enter(start, items / 2, 2, map_node)) return false;
    auto* node = make<ArrayNode>(slot);
    if (node == nullptr) return false;
    node->length = static_cast<std::uint32_t>(length);
    if (items > 0) node->sparse = std::make_unique<std::map<std::uint32_t, Value>>();
    std::uint64_t least = 0;
    for (; items > 0; items -= 2) {
      std::uint64_t index = 0;
      const std::byte* index_at = at_;
      if (!expect(Major::uint, "a sparse array's index is not a number", index)) return false;
      if (index < least || index >= length) {
        return fail_at(index_at, "a sparse array's indices do not rise within its length");
      }
      least = index + 1;
      auto added = node->sparse->emplace_hint(node->sparse->end(),
                                              static_cast<std::uint32_t>(index), Value());
      if (!item(added->second)) return false;
    }
    --depth_;
    return true;
  }

  SMALL_FRAME bool object(const std::byte* start, std::uint64_t count, Kind kind, Value& slot) {
    constexpr std::size_t index_cost = 48;
    const std::size_t cost = sizeof(Entry) + (count > KeyIndex::small ? index_cost : 0);
    if (!enter(start, count, 2, cost)) return false;
    auto* node = make<EntriesNode>(slot, kind);
    if (node == nullptr) return false;
    auto& entries = node->entries;
    entries.reserve(static_cast<std::size_t>(count));
    const auto key_at = [&](std::size_t i) -> const Value& { return entries[i].key; };
    for (std::uint64_t i = 0; i < count; ++i) {
      entries.emplace_back();
      Value& place = entries.back().key;
      if (!(kind == Kind::map ? item(place)
                              : string_item("an object's key is not a string", place))) {
        return false;
      }
      if (place.is_number() && Access::number(place) == 0) place = Value(0.0);
      const std::size_t before = node->index.find(place, entries.size() - 1, key_at);
      if (before != KeyIndex::none) {
        entries.pop_back();
        if (!replace(entries[before].value)) return false;
        continue;
      }
      node->index.added(entries.size(), key_at);
      if (!item(entries.back().value)) return false;
    }
    --depth_;
    return true;
  }

  /// The value of a key that occurs again: the last one counts. What it
  /// replaces stays until the end, since later items may refer to it.
  SMALL_FRAME bool replace(Value& slot) {
    if (!spend(2 * sizeof(Value))) return false;
    replaced_.push_back(std::move(slot));
    return item(slot);
  }

  SMALL_FRAME bool set(const std::byte* start, Value& slot) {
    std::uint64_t count = 0;
    constexpr std::size_t index_cost = 48;
    if (!expect(Major::array, "tag 258 has no array", count) ||
        !enter(start, count, 1, sizeof(Value) + (count > KeyIndex::small ? index_cost : 0))) {
      return false;
    }
    auto* node = make<SetNode>(slot);
    if (node == nullptr) return false;
    auto& members = node->members;
    members.reserve(static_cast<std::size_t>(count));
    const auto key_at = [&](std::size_t i) -> const Value& { return members[i]; };
    for (std::uint64_t i = 0; i < count; ++i) {
      Value& place = members.emplace_back();
      if (!item(place)) return false;
      if (place.is_number() && Access::number(place) == 0) place = Value(0.0);
      if (node->index.find(place, members.size() - 1, key_at) != KeyIndex::none) {
        members.pop_back();
        continue;
      }
      node->index.added(members.size(), key_at);
    }
    --depth_;
    return true;
  }

  SMALL_FRAME bool error(const std::byte* start, Value& slot) {
    std::uint64_t count = 0;
    if (!expect(Major::map, "tag 40003 has no map", count)) return false;
    if (!object(start, count, Kind::error, slot)) return false;
    const auto is_text = [&](std::string_view key, bool needed) {
      const Value* found = slot.find(key);
      return found == nullptr ? !needed : found->is_string();
    };
    const Value* errors = slot.find("errors");
    if (!is_text("name", true) || !is_text("message", true) || !is_text("code", false) ||
        (errors != nullptr && !errors->is_array())) {
      return fail_at(start,
                     "an error's name, message, code or errors is missing or of a wrong kind");
    }
    const std::size_t known =
        2 + (slot.find("code") != nullptr) + (slot.find("cause") != nullptr) + (errors != nullptr);
    return slot.size() == known || fail_at(start, "an error has an unknown property");
  }

  SMALL_FRAME bool bigint(bool negative, Value& slot) {
    std::uint64_t size = 0;
    std::span<const std::byte> bytes;
    if (!expect(Major::bytes, "a BigInt has no byte string", size) || !take(size, bytes) ||
        !spend(bytes.size() + sizeof(HeapBigInt) + 2 * allocation)) {
      return false;
    }
    const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
    slot = Value(negative ? BigInt::from_magnitude(true, plus_one(bytes))
                          : BigInt::from_magnitude(false, {data, bytes.size()}));
    return true;
  }

  SMALL_FRAME bool date(const std::byte* start, Value& slot) {
    auto* node = make<DateNode>(slot);
    CborHead next;
    Value time;
    const std::byte* time_at = at_;
    if (node == nullptr || !head(next)) return false;
    const bool whole = next.major == Major::uint || next.major == Major::negative;
    if (!whole && next.major != Major::simple) return fail_at(start, "a Date has no number");
    if (!(whole ? integer(time_at, next, time) : simple_value(time_at, next, time))) return false;
    if (!time.is_number()) return fail_at(start, "a Date has no number");
    node->time = clip_time(Access::number(time));
    return true;
  }

  SMALL_FRAME bool regexp(Value& slot) {
    Value source, flags;
    auto* node = make<RegExpNode>(slot);
    if (node == nullptr || !expect_array(2, "a RegExp has no array of two") ||
        !string_item("a RegExp's source is not a string", source) ||
        !string_item("a RegExp's flags are not a string", flags) ||
        !spend(source.as_string().size() + flags.as_string().size())) {
      return false;
    }
    node->source = source.as_string();
    node->flags = flags.as_string();
    return true;
  }

  /// A typed array over the whole of a buffer of its own.
  SMALL_FRAME bool whole_view(const std::byte* start, ElementType type, Value& slot) {
    auto* node = make<ViewNode>(slot, Kind::typed_array);
    std::uint64_t size = 0;
    if (node == nullptr || !expect(Major::bytes, "a typed array has no byte string", size) ||
        !buffer(size, node->buffer)) {
      return false;
    }
    node->type = type;
    node->length = node->buffer.size() / element_size(type);
    return size % element_size(type) == 0 || fail_at(start, "a typed array ends within an element");
  }

  /// [element tag or 0 for a DataView, buffer, byte offset, length]
  SMALL_FRAME bool view(const std::byte* start, Value& slot) {
    std::uint64_t element = 0, offset = 0, length = 0;
    if (!expect_array(4, "a view has no array of four") ||
        !expect(Major::uint, "a view has no element type", element)) {
      return false;
    }
    const std::optional<ElementType> type =
        element == 0 ? ElementType::uint8 : type_of_tag(element);
    if (!type) return fail_at(start, "a view has an unknown element type");
    auto* node = make<ViewNode>(slot, element == 0 ? Kind::data_view : Kind::typed_array);
    // What stands for the buffer may be hostile and nest in its turn.
    if (node == nullptr || ++depth_ > max_depth_ + 1 || !item(node->buffer)) {
      return fail_at(start, "a view has no buffer");
    }
    --depth_;
    if (node->buffer.kind() != Kind::array_buffer) return fail_at(start, "a view has no buffer");
    if (!expect(Major::uint, "a view has no byte offset", offset) ||
        !expect(Major::uint, "a view has no length", length)) {
      return false;
    }
    const std::size_t width = element_size(*type), available = node->buffer.size();
    if (offset % width != 0 || offset > available || length > (available - offset) / width) {
      return fail_at(start, "a view reaches beyond its buffer or is misaligned");
    }
    node->type = *type;
    node->byte_offset = static_cast<std::size_t>(offset);
    node->length = static_cast<std::size_t>(length);
    return true;
  }

  static std::optional<ElementType> type_of_tag(std::uint64_t tag) {
    for (int i = 0; i <= static_cast<int>(ElementType::float64); ++i) {
      if (typed_array_tag(static_cast<ElementType>(i)) == tag) return static_cast<ElementType>(i);
    }
    return std::nullopt;
  }

  SMALL_FRAME bool mark(const std::byte* start, Value& slot) {
    if (marked_ != not_shared) return fail_at(start, "tag 28 stands twice");
    const std::size_t number = shared_.size();
    if (!spend(2 * sizeof(Shared))) return false;
    shared_.emplace_back();
    marked_ = number;
    if (!item(slot)) return false;
    if (!slot.is_node() || shared_[number].node == nullptr) return fail_at(start, no_identity);
    shared_[number].open = false;
    return true;
  }

  SMALL_FRAME bool reference(const std::byte* start, Value& slot) {
    std::uint64_t number = 0;
    if (!expect(Major::uint, "tag 29 has no number", number)) return false;
    if (number >= shared_.size() || shared_[number].node == nullptr) {
      return fail_at(start, "tag 29 refers to nothing that came before");
    }
    const Shared& target = shared_[number];
    slot = Access::weak(target.node);
    if (target.open) {
      cyclic_ = true;
    } else {
      slot = Value(slot);  // a copy counts
    }
    return true;
  }

  SMALL_FRAME bool tagged(const std::byte* start, std::uint64_t tag, Value& slot) {
    const bool scalar = tag == tag::bigint || tag == tag::negative_bigint || tag == tag::wtf8 ||
                        tag == tag::reference;
    if (scalar && marked_ != not_shared) return fail_at(start, no_identity);
    switch (tag) {
      case tag::bigint:
      case tag::negative_bigint:
        return bigint(tag == tag::negative_bigint, slot);
      case tag::shared:
        return mark(start, slot);
      case tag::reference:
        return reference(start, slot);
      case tag::set:
        return set(start, slot);
      case tag::map: {
        std::uint64_t count = 0;
        return expect(Major::map, "tag 259 has no map", count) &&
               object(start, count, Kind::map, slot);
      }
      case tag::wtf8:
        return wtf8(start, slot);
      case tag::regexp:
        return regexp(slot);
      case tag::sparse_array:
        return sparse_array(start, slot);
      case tag::date:
        return date(start, slot);
      case tag::view:
        return view(start, slot);
      case tag::error:
        return error(start, slot);
      default:
        break;
    }
    if (const auto type = type_of_tag(tag)) return whole_view(start, *type, slot);
    return fail_at(start, "an unknown tag");
  }

  static constexpr std::string_view no_identity = "tag 28 is on a value without identity";

  const std::byte* begin_;
  const std::byte* at_;
  const std::byte* end_;
  std::size_t budget_;
  std::size_t max_memory_;
  bool is_over_budget_ = false;
  std::size_t max_depth_;
  std::size_t depth_ = 0;
  /// By number, in the order in which tag 28 occurs.
  std::vector<Shared> shared_;
  /// The entry of shared_ that the next node belongs to.
  std::size_t marked_ = not_shared;
  bool cyclic_ = false;
  std::vector<Value> replaced_;
  std::string problem_;
};

}  // namespace

Result<Value> decode_first(std::span<const std::byte> bytes, const DecodeLimits& limits,
                           DecodedFirst& facts) {
  Decoder decoder(bytes, limits);
  Value root;
  const bool decoded = decoder.run(root);
  facts = {decoder.used(), decoder.is_over_budget()};
  if (!decoded) return Error{decoder.problem()};
  return root;
}

Result<Value> decode(std::span<const std::byte> bytes, const DecodeLimits& limits) {
  DecodedFirst facts;
  Result<Value> result = decode_first(bytes, limits, facts);
  if (result && facts.used != bytes.size()) {
    return Error{"the value is malformed at byte " + std::to_string(facts.used) +
                 ": something follows it"};
  }
  return result;
}

}  // namespace modebox::value
