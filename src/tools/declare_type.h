// Types of TypeScript from JSON Schemas. Everything that a schema says of values in its
// types, names and choices is in the type; ranges, formats and the like are in comments.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/tools/declare_text.h"
#include "src/tools/schema.h"

namespace modebox::declare {

/// A type's text, and how it may stand beside operators.
struct Type {
  enum class Form { atom, intersection, alternative };
  std::string text = "unknown";
  Form form = Form::atom;

  bool is_unknown() const { return text.starts_with("unknown"); }
  /// In parentheses unless it is an atom.
  std::string operand() const;
};

Type joined(std::vector<Type> types, Type::Form form);

/// What a person should know of a schema, as the lines of a comment.
std::vector<std::string> doc_lines(const schema::Node& node);

/// Writes the types of one tool. What references lead to becomes types with names.
class TypeWriter {
 public:
  /// `prefix` begins the names, which are new in `scope`. After about `max_bytes`
  /// whatever is left is `unknown`.
  TypeWriter(Names& scope, std::string prefix, std::size_t max_bytes, int indent)
      : scope_(scope), prefix_(std::move(prefix)), left_(max_bytes), indent_(indent) {}

  /// The type of values that fit. `indent` is that of the line it begins in.
  Type type(const schema::Schema& schema, schema::NodeId id, int indent, int depth = 0);
  /// The types that were named so far, one declaration after the other.
  std::string named_types();

 private:
  using Key = std::pair<const schema::Schema*, schema::NodeId>;

  Type own_type(const schema::Schema& schema, const schema::Node& node, int indent, int depth);
  Type structure(const schema::Schema& schema, const schema::Node& node, std::uint8_t types,
                 int indent, int depth);
  Type choices(const std::vector<Value>& values);
  Type any_of(const schema::Schema& schema, const std::vector<schema::NodeId>& ids, int indent,
              int depth);
  Type object(const schema::Schema& schema, const schema::ObjectRules& rules, int indent,
              int depth);
  std::string index_type(const schema::Schema& schema, const schema::ObjectRules& rules,
                         bool has_fields, int indent, int depth);
  Type array(const schema::Schema& schema, const schema::ArrayRules& rules, int indent, int depth);
  Type tuple(const schema::Schema& schema, const schema::ArrayRules& rules, int indent, int depth);
  Type named(const schema::Schema& schema, schema::NodeId id);
  bool spend(std::size_t bytes);

  Names& scope_;
  std::string prefix_;
  std::size_t left_;
  int indent_;
  std::map<Key, std::string> names_;
  std::deque<Key> waiting_;
};

}  // namespace modebox::declare
