// What `$ref` and `$dynamicRef` lead to. Only places within the schema are looked at;
// nothing is fetched.
#include <algorithm>
#include <charconv>

#include "src/tools/schema_reader.h"
#include "src/tools/schema_uri.h"

namespace modebox::schema {
namespace {

std::string unescaped(std::string_view token) {
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    const bool escape = token[i] == '~' && i + 1 < token.size();
    if (escape && token[i + 1] == '0') out += '~';
    if (escape && token[i + 1] == '1') out += '/';
    if (escape) ++i;
    if (!escape) out += token[i];
  }
  return out;
}

const Value* element(const Value& array, const std::string& token) {
  std::size_t index = 0;
  const char* end = token.data() + token.size();
  const auto [at, error] = std::from_chars(token.data(), end, index);
  return error == std::errc() && at == end && index < array.size() ? &array[index] : nullptr;
}

/// The part of `value` that the JSON pointer names, or null. An `$id` on the way changes
/// the address of what is below it.
const Value* part_at(const Value* value, std::string_view pointer, std::string& base) {
  bool first = true;
  while (value != nullptr && !pointer.empty()) {
    const Value& id = (*value)["$id"];
    if (!first && id.is_string()) base = resolve(base, split_fragment(id.as_string()).first);
    first = false;
    pointer.remove_prefix(1);
    const std::size_t slash = std::min(pointer.find('/'), pointer.size());
    const std::string token = unescaped(pointer.substr(0, slash));
    pointer.remove_prefix(slash);
    value = value->is_array() ? element(*value, token) : value->find(token);
  }
  return value;
}

/// The groups of nodes that lead to each other in place (Tarjan's algorithm, with a stack
/// of its own: the chain may be as long as the schema is large).
class Circles {
 public:
  explicit Circles(const std::vector<Node>& nodes) : nodes_(nodes), seen_(nodes.size()) {
    for (NodeId id = 0; id < nodes.size(); ++id) {
      if (seen_[id].number == 0) visit(id);
    }
  }
  bool are_together(NodeId a, NodeId b) const { return seen_[a].group == seen_[b].group; }

 private:
  struct Seen {
    NodeId number = 0, low = 0, group = none;
  };
  struct Open {
    NodeId id;
    std::vector<NodeId> next;
  };

  void open(NodeId id) {
    seen_[id].number = seen_[id].low = ++count_;
    members_.push_back(id);
    open_.push_back({id, {}});
    for_each_in_place(nodes_[id], [&](NodeId to) { open_.back().next.push_back(to); });
  }

  void visit(NodeId root) {
    open(root);
    while (!open_.empty()) {
      Open& top = open_.back();
      if (top.next.empty()) {
        close();
        continue;
      }
      const NodeId to = top.next.back();
      top.next.pop_back();
      Seen& here = seen_[top.id];
      if (seen_[to].number == 0) {
        open(to);
      } else if (seen_[to].group == none) {
        here.low = std::min(here.low, seen_[to].number);
      }
    }
  }

  void close() {
    const NodeId id = open_.back().id;
    open_.pop_back();
    if (!open_.empty()) {
      Seen& parent = seen_[open_.back().id];
      parent.low = std::min(parent.low, seen_[id].low);
    }
    if (seen_[id].low != seen_[id].number) return;
    for (NodeId member = none; member != id;) {
      member = members_.back();
      members_.pop_back();
      seen_[member].group = id;
    }
  }

  const std::vector<Node>& nodes_;
  std::vector<Seen> seen_;
  std::vector<Open> open_;
  std::vector<NodeId> members_;
  NodeId count_ = 0;
};

}  // namespace

void Reader::follow_references() {
  // What is found may have references of its own.
  for (std::size_t i = 0; i < references_.size() && !error_; ++i) {
    const Reference reference = references_[i];
    follow(reference);
  }
}

void Reader::follow(const Reference& reference) {
  const auto [address, fragment] = split_fragment(reference.text);
  std::string base = resolve(reference.base, address);
  const Value* found = nullptr;
  const auto document = named_.find(base);
  if (fragment.empty() || fragment[0] == '/') {
    if (document != named_.end()) found = part_at(document->second, fragment, base);
  } else if (const auto anchor = named_.find(base + "#" + fragment); anchor != named_.end()) {
    found = anchor->second;
  }
  if (reference.dynamic && dynamic_anchors_.count(fragment) > 1) {
    schema_.nodes_[reference.from].unknown = "a $dynamicRef that several anchors answer to";
    note_text(reference.place + " is not checked: several $dynamicAnchors have its name");
  } else if (found == nullptr) {
    leads_nowhere(reference, document == named_.end());
  } else {
    const NodeId to = schema(*found, {nullptr, &base});
    schema_.nodes_[reference.from].ref = to;
    const std::string& path = fragment.empty() ? address : fragment;
    schema_.hints_.emplace(to, path.substr(path.rfind('/') + 1));
  }
}

void Reader::leads_nowhere(const Reference& reference, bool remote) {
  const std::string text = value::quoted(reference.text, 80);
  if (!remote) {
    error_ = Error{reference.place + " must lead to a part of the schema; there is no " + text};
    return;
  }
  schema_.nodes_[reference.from].unknown = "$ref " + text + " is not part of the schema";
  note_text(reference.place + " is not checked: " + text +
            " is another document, and none is fetched");
}

/// A schema that says of a value only that it has to fit itself says nothing.
void Reader::cut_cycles() {
  const Circles circles(schema_.nodes_);
  for (NodeId id = 0; id < schema_.nodes_.size(); ++id) {
    Node& node = schema_.nodes_[id];
    if (node.ref == none || !circles.are_together(id, node.ref)) continue;
    node.ref = none;
    node.unknown = "a $ref that leads back to itself";
    note_text("A $ref is not checked: for the same value it leads back to itself");
  }
}

}  // namespace modebox::schema
