#include "src/tools/declare_type.h"

#include <algorithm>
#include <set>

namespace modebox::declare {
namespace {

using schema::ArrayRules;
using schema::Node;
using schema::NodeId;
using schema::none;
using schema::ObjectRules;
using schema::Schema;
namespace json = schema::type;

constexpr int max_depth = 24;
constexpr std::size_t max_tuple = 64;
constexpr std::size_t most_on_one_line = 76;

std::string margin(int indent) { return std::string(static_cast<std::size_t>(indent), ' '); }

/// One property of an object type.
struct Field {
  std::string doc;
  std::string text;
};

Type object_type(const std::vector<Field>& fields, int indent) {
  std::size_t length = 0;
  bool is_short = true;
  for (const Field& field : fields) {
    length += field.text.size() + 2;
    is_short = is_short && field.doc.empty() && field.text.find('\n') == std::string::npos;
  }
  std::string text = "{";
  if (is_short && length <= most_on_one_line) {
    for (const Field& field : fields) text.append(" ").append(field.text).append(";");
    text.back() = ' ';
    return {text + "}"};
  }
  for (const Field& field : fields) {
    text.append("\n").append(field.doc).append(margin(indent + 2)).append(field.text).append(";");
  }
  return {text + "\n" + margin(indent) + "}"};
}

Type unknown_because(std::string_view why) { return {"unknown" + note_comment(why)}; }

}  // namespace

std::string Type::operand() const { return form == Form::atom ? text : "(" + text + ")"; }

Type joined(std::vector<Type> types, Type::Form form) {
  const bool is_union = form == Type::Form::alternative;
  std::vector<const Type*> kept;
  std::set<std::string_view> seen;
  const Type* unknown = nullptr;
  for (const Type& type : types) {
    if (type.is_unknown()) {
      if (unknown == nullptr || unknown->text.size() < type.text.size()) unknown = &type;
    } else if (!(is_union && type.text == "never") && seen.insert(type.text).second) {
      kept.push_back(&type);
    }
  }
  if (unknown != nullptr && (is_union || kept.empty())) return *unknown;
  if (kept.empty()) return {is_union && !types.empty() ? "never" : "unknown"};
  if (kept.size() == 1) return *kept[0];
  std::string text;
  for (const Type* type : kept) {
    if (!text.empty()) text += is_union ? " | " : " & ";
    text += is_union ? type->text : type->operand();
  }
  return {std::move(text), form};
}

bool TypeWriter::spend(std::size_t bytes) {
  left_ = bytes < left_ ? left_ - bytes : 0;
  return left_ > 0;
}

Type TypeWriter::type(const Schema& schema, NodeId id, int indent, int depth) {
  if (left_ == 0) return {"unknown"};
  if (depth > max_depth) return unknown_because("nested too deeply to be shown");
  spend(8);
  const Node& node = schema.node(id);
  std::vector<Type> parts{own_type(schema, node, indent, depth)};
  if (!node.unknown.empty()) parts.push_back(unknown_because(node.unknown));
  if (node.ref != none) parts.push_back(named(schema, node.ref));
  if (node.branches != nullptr) {
    for (const NodeId part : node.branches->all_of) {
      parts.push_back(type(schema, part, indent, depth + 1));
    }
    for (const auto* ids : {&node.branches->any_of, &node.branches->one_of}) {
      if (!ids->empty()) parts.push_back(any_of(schema, *ids, indent, depth));
    }
  }
  Type all = joined(std::move(parts), Type::Form::intersection);
  if (!node.nullable) return all;
  return joined({std::move(all), {"null"}}, Type::Form::alternative);
}

Type TypeWriter::any_of(const Schema& schema, const std::vector<NodeId>& ids, int indent,
                        int depth) {
  std::vector<Type> types;
  for (const NodeId id : ids) {
    types.push_back(type(schema, id, indent, depth + 1));
    if (types.back().is_unknown()) break;
  }
  return joined(std::move(types), Type::Form::alternative);
}

Type TypeWriter::choices(const std::vector<Value>& values) {
  std::vector<Type> types;
  for (const Value& value : values) {
    std::string text = literal_type(value);
    if (!spend(text.size() + 3)) return unknown_because("too many values to be shown");
    types.push_back({std::move(text)});
  }
  if (types.empty()) return {"never"};
  return joined(std::move(types), Type::Form::alternative);
}

/// What the node itself says, without the schemas that it joins.
Type TypeWriter::own_type(const Schema& schema, const Node& node, int indent, int depth) {
  if (node.never) return {"never"};
  if (node.constant) return choices({*node.constant});
  if (node.choices) return choices(*node.choices);
  const bool has_others = node.ref != none || node.branches != nullptr;
  std::uint8_t types = node.types;
  if (node.types == 0 && node.objects != nullptr) types |= json::object;
  if (node.types == 0 && node.arrays != nullptr) types |= json::array;
  // What is joined says more than a bare `type` beside it.
  if (has_others && types == json::object && node.objects == nullptr) return {};
  if (has_others && types == json::array && node.arrays == nullptr) return {};
  if (types == 0 || types == json::any) return {};
  return structure(schema, node, types, indent, depth);
}

Type TypeWriter::structure(const Schema& schema, const Node& node, std::uint8_t types, int indent,
                           int depth) {
  std::vector<Type> all;
  if ((types & json::string) != 0) all.push_back({"string"});
  if ((types & (json::number | json::integer)) != 0) all.push_back({"number"});
  if ((types & json::boolean) != 0) all.push_back({"boolean"});
  if ((types & json::array) != 0) {
    all.push_back(array(schema, node.arrays ? *node.arrays : ArrayRules(), indent, depth));
  }
  if ((types & json::object) != 0) {
    all.push_back(object(schema, node.objects ? *node.objects : ObjectRules(), indent, depth));
  }
  if ((types & json::null) != 0) all.push_back({"null"});
  return joined(std::move(all), Type::Form::alternative);
}

Type TypeWriter::object(const Schema& schema, const ObjectRules& rules, int indent, int depth) {
  std::vector<Field> fields;
  bool is_cut = false;
  const std::set<std::string_view> required(rules.required.begin(), rules.required.end());
  const auto add = [&](std::string_view name, const std::string& mark, std::string text,
                       std::string doc) {
    std::string line = property_key(name) + mark + ": " + std::move(text);
    is_cut = is_cut || !spend(property_key(name).size() + mark.size() + 4 + doc.size());
    fields.push_back({std::move(doc), std::move(line)});
  };
  for (const auto& [name, id] : rules.properties) {
    if (is_cut) break;
    Type inner = type(schema, id, indent + 2, depth + 1);
    add(name, required.count(name) > 0 ? "" : "?", std::move(inner.text),
        doc_comment(doc_lines(schema.node(id)), indent + 2));
  }
  for (const std::string_view name : required) {
    if (is_cut) break;
    if (rules.by_name.count(name) == 0) add(name, "", "unknown", "");
  }
  const std::string rest =
      is_cut ? "unknown" : index_type(schema, rules, !fields.empty(), indent, depth);
  if (!rest.empty()) fields.push_back({"", "[key: string]: " + rest});
  return object_type(fields, indent);
}

/// The type of properties that have no name in the schema; empty where there are none.
std::string TypeWriter::index_type(const Schema& schema, const ObjectRules& rules, bool has_fields,
                                   int indent, int depth) {
  const bool closed = rules.additional != none && schema.node(rules.additional).never;
  // An index signature speaks of the named properties too.
  if (has_fields) {
    const bool open = (rules.additional != none && !closed) || !rules.patterns.empty();
    return open ? "unknown" : "";
  }
  std::vector<Type> types;
  for (const auto& rule : rules.patterns) {
    types.push_back(type(schema, rule.schema, indent + 2, depth + 1));
  }
  if (rules.additional != none && !closed) {
    types.push_back(type(schema, rules.additional, indent + 2, depth + 1));
  }
  if (types.empty()) return closed ? "never" : "unknown";
  return joined(std::move(types), Type::Form::alternative).text;
}

Type TypeWriter::array(const Schema& schema, const ArrayRules& rules, int indent, int depth) {
  if (!rules.prefix.empty()) return tuple(schema, rules, indent, depth);
  if (rules.items == none) return {"unknown[]"};
  Type inner = type(schema, rules.items, indent, depth + 1);
  if (inner.text == "never") return {"[]"};
  const bool is_word = inner.form == Type::Form::atom && inner.text.find(' ') == std::string::npos;
  return {is_word ? inner.text + "[]" : "Array<" + inner.text + ">"};
}

Type TypeWriter::tuple(const Schema& schema, const ArrayRules& rules, int indent, int depth) {
  std::string text = "[";
  const std::size_t most = std::min(rules.max_items.value_or(rules.prefix.size()), max_tuple);
  const std::size_t shown = std::min(rules.prefix.size(), most);
  for (std::size_t i = 0; i < shown && left_ > 0; ++i) {
    const Type inner = type(schema, rules.prefix[i], indent, depth + 1);
    text.append(i == 0 ? "" : ", ");
    text.append(i < rules.min_items ? inner.text : inner.operand() + "?");
  }
  const bool closed = (rules.items != none && schema.node(rules.items).never) ||
                      (rules.max_items && *rules.max_items <= rules.prefix.size());
  const bool is_whole = left_ > 0 && shown < max_tuple;
  if (!closed || !is_whole) {
    ArrayRules rest;
    if (is_whole) rest.items = rules.items;
    text.append(text == "[" ? "..." : ", ...").append(array(schema, rest, indent, depth).text);
  }
  return {text + "]"};
}

Type TypeWriter::named(const Schema& schema, NodeId id) {
  const Key key(&schema, schema.behind_refs(id));
  if (const auto known = names_.find(key); known != names_.end()) return {known->second};
  if (!spend(32)) return {"unknown"};
  std::string hint = pascal_case(schema.hint(id));
  if (hint.empty()) hint = key.second == Schema::root ? "Root" : "Part";
  const std::string name = scope_.take(prefix_ + hint);
  names_.emplace(key, name);
  waiting_.push_back(key);
  return {name};
}

std::string TypeWriter::named_types() {
  std::string text;
  while (!waiting_.empty()) {
    const Key key = waiting_.front();
    waiting_.pop_front();
    const std::string& name = names_.at(key);
    const Type inner = type(*key.first, key.second, indent_);
    text += doc_comment(doc_lines(key.first->node(key.second)), indent_);
    text += margin(indent_) + "type " + name + " = " + inner.text + ";\n";
  }
  return text;
}

}  // namespace modebox::declare
