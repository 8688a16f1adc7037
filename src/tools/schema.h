// One JSON Schema, read and ready to check values.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/result.h"
#include "modebox/value.h"
#include "src/tools/schema_equal.h"
#include "src/tools/schema_node.h"

namespace modebox::schema {

/// Which draft a schema without `$schema` follows. They differ in what stands beside a
/// `$ref`: draft 7 ignores it.
enum class Dialect { draft7, draft2020 };

/// Immutable; may be used on any threads at once.
class Schema {
 public:
  /// `text_or_schema` is an object, a boolean, or a string with the JSON text of one.
  /// Fails on what can not be a schema: `$.properties.a.type must be ...`.
  static Result<std::shared_ptr<const Schema>> read(const Value& text_or_schema,
                                                    Dialect dialect = Dialect::draft2020);

  /// Nothing if the value fits, else a clause that says what does not: `$.items[3].to must
  /// be a string, not a number`.
  std::optional<std::string> misfit(const Value& value) const;
  /// The same within `budget`. If that is spent afterwards, nothing is known of the value.
  std::optional<std::string> misfit(const Value& value, Budget& budget) const;

  /// What is not checked and why, one clause each.
  const std::vector<std::string>& notes() const { return notes_; }
  /// The schema as it was given.
  const Value& source() const { return source_; }

  const Node& node(NodeId id) const { return nodes_[id]; }
  std::size_t size() const { return nodes_.size(); }
  static constexpr NodeId root = 0;

  /// The types that a value may have, through references and allOf.
  std::uint8_t types(NodeId id) const;
  /// The node that a bare `$ref` leads to.
  NodeId behind_refs(NodeId id) const;
  /// What references call the schema, the last word of their address; empty for the root.
  std::string_view hint(NodeId id) const;

 private:
  friend class Reader;
  Value source_;
  std::vector<Node> nodes_;
  std::vector<std::string> notes_;
  std::unordered_map<NodeId, std::string> hints_;
};

}  // namespace modebox::schema
