#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "modebox/json.h"
#include "src/value/node.h"

namespace modebox {
namespace {

using value::Access;
using value::ArrayNode;
using value::EntriesNode;
using value::KeyIndex;
using value::Node;

/// What nlohmann's parser tells it is built into nodes; the open ones are on a
/// stack of its own, so nesting costs no host stack.
class Builder {
 public:
  explicit Builder(const JsonLimits& limits) : limits_(limits), budget_(limits.max_memory) {}

  bool null() { return add(nullptr); }
  bool boolean(bool value) { return add(value); }
  // The parser calls "-0" an integer, and it is the only zero that it does not
  // call an unsigned one.
  bool number_integer(std::int64_t number) {
    return add(number == 0 ? -0.0 : static_cast<double>(number));
  }
  bool number_unsigned(std::uint64_t number) { return add(static_cast<double>(number)); }
  bool number_float(double number, const std::string&) { return add(number); }
  bool string(std::string& text) { return spend(string_cost(text)) && add(Access::string(text)); }
  bool binary(nlohmann::json::binary_t&) { return false; }

  bool start_object(std::size_t) {
    return spend(sizeof(EntriesNode) + allocation) && open(new EntriesNode(Kind::object));
  }
  bool key(std::string& text) {
    if (!spend(sizeof(Entry) * 2 + index_cost + string_cost(text))) return false;
    auto& node = static_cast<EntriesNode&>(*open_.back().node);
    const auto key_at = [&](std::size_t i) -> const Value& { return node.entries[i].key; };
    Value key = Access::string(text);
    std::size_t at = node.index.find(key, node.entries.size(), key_at);
    if (at == KeyIndex::none) {
      at = node.entries.size();
      node.entries.push_back({std::move(key), Value()});
      node.index.added(node.entries.size(), key_at);
    }
    open_.back().entry = at;
    return true;
  }
  bool end_object() { return close(); }
  bool start_array(std::size_t) {
    return spend(sizeof(ArrayNode) + allocation) && open(new ArrayNode);
  }
  bool end_array() { return close(); }

  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) {
    std::string_view what = error.what();
    what.remove_prefix(std::min(what.size(), what.find(']') + 1));  // [json.exception...]
    constexpr std::string_view known = " parse error";
    const bool positioned = what.starts_with(known);
    if (positioned) what.remove_prefix(known.size());
    problem_ = "the text is not JSON";
    problem_.append(positioned ? "" : ":").append(what);
    return false;
  }

  Value take_root() { return std::move(root_); }
  const std::string& problem() const { return problem_; }

 private:
  static constexpr std::size_t allocation = 32;
  static constexpr std::size_t index_cost = 48;
  struct Open {
    Node* node;
    std::size_t entry = 0;  // of an object: where the next value belongs
  };

  static std::size_t string_cost(const std::string& text) {
    const bool inside = text.size() <= Access::inline_capacity;
    return inside ? 0 : text.size() + sizeof(value::HeapString) + allocation;
  }

  bool spend(std::size_t bytes) {
    if (bytes <= budget_) {
      budget_ -= bytes;
      return true;
    }
    problem_ = "the JSON text takes more than " + std::to_string(limits_.max_memory) +
               " bytes of memory as a value";
    return false;
  }

  bool add(Value value) { return place(std::move(value)) != nullptr; }

  Value* place(Value value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Node* parent = open_.back().node;
    if (parent->kind == Kind::object) {
      Value& slot = static_cast<EntriesNode*>(parent)->entries[open_.back().entry].value;
      slot = std::move(value);
      return &slot;
    }
    if (!spend(sizeof(Value) * 2)) return nullptr;
    auto* array = static_cast<ArrayNode*>(parent);
    array->length += 1;  // bounded by the budget, far below 2^32
    return &array->dense.emplace_back(std::move(value));
  }

  bool open(Node* node) {
    if (place(Access::adopt(node)) == nullptr) return false;
    if (open_.size() == limits_.max_depth) {
      problem_ = "the JSON text is nested deeper than " + std::to_string(limits_.max_depth) +
                 " arrays and objects";
      return false;
    }
    open_.push_back({node});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  const JsonLimits& limits_;
  std::size_t budget_;
  Value root_;
  std::vector<Open> open_;
  std::string problem_;
};

/// nlohmann's parser takes a NUL for the end of the text, whatever follows.
Error nul_at(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t line_start = before.rfind('\n') + 1;  // 0 if there is none
  return {"the text is not JSON at line " + std::to_string(lines + 1) + ", column " +
          std::to_string(at - line_start + 1) + ": syntax error - unexpected NUL"};
}

}  // namespace

Result<Value> from_json(std::string_view text, const JsonLimits& limits) {
  Builder builder(limits);
  if (!nlohmann::json::sax_parse(text, &builder)) return Error{builder.problem()};
  const std::size_t nul = text.find('\0');
  if (nul != std::string_view::npos) return nul_at(text, nul);
  return builder.take_root();
}

}  // namespace modebox
