// Reads a JSON Schema into nodes: a walk over its keywords (schema_keywords.cc), then the
// references (schema_refs.cc), which may make parts schemas that the walk did not see.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "src/tools/schema.h"
#include "src/value/path.h"

namespace modebox::schema {

constexpr std::size_t max_schema_bytes = std::size_t{8} << 20;
constexpr std::size_t max_schema_depth = 256;
constexpr std::size_t max_schemas = 250'000;
constexpr std::size_t max_notes = 50;

/// Where a keyword stands.
struct Place {
  const value::PathStep* at = nullptr;
  /// The address that references are resolved against.
  const std::string* base = nullptr;
};

class Reader {
 public:
  Reader(Schema& schema, Dialect dialect) : schema_(schema), dialect_(dialect) {}
  /// Reads schema.source_, which must be JSON.
  Status run();

  // For the keywords. What is malformed fails the reading, once; the rest goes on.

  void malformed(const Place& place, std::string_view must);
  void note(const Place& place, std::string_view what);
  NodeId schema(const Value& value, const Place& place);
  /// A member of the object at `place` that is a schema.
  NodeId member(const Entry& entry, const Place& place);
  std::vector<NodeId> schemas(const Value& value, const Place& place);
  std::optional<double> number(const Value& value, const Place& place);
  std::size_t count(const Value& value, const Place& place);
  std::vector<std::string> strings(const Value& value, const Place& place);
  std::shared_ptr<const Pattern> pattern(std::string_view text, const Place& place);
  void reference(NodeId from, std::string_view text, const Place& place, bool dynamic = false);

 private:
  /// A `$ref` that was read, and whose target is looked for at the end.
  struct Reference {
    NodeId from;
    std::string base, text, place;
    bool dynamic;
  };

  NodeId read_object(const Value& value, const Place& place);
  void read_keywords(const Value& value, const Place& place, NodeId id, Node& node);
  std::string base_of(const Value& value, const Place& place);
  void name(const std::string& address, const Value& value);
  void follow_references();
  void follow(const Reference& reference);
  void leads_nowhere(const Reference& reference, bool remote);
  void note_text(std::string text);
  void cut_cycles();

  Schema& schema_;
  Dialect dialect_;
  std::optional<Error> error_;
  std::unordered_map<const Value*, NodeId> read_;
  /// Schemas with an `$id`, and anchors as `address#name`.
  std::map<std::string, const Value*> named_;
  std::multimap<std::string, const Value*> dynamic_anchors_;
  std::vector<Reference> references_;
  std::set<std::string, std::less<>> unknown_keywords_;
};

/// What one keyword says.
struct Keyword {
  std::string_view name;
  void (*read)(Reader& reader, const Value& value, const Place& place, Node& node);
};

/// Null for one that is not known.
const Keyword* find_keyword(std::string_view name);
/// Known, and of no effect on what is valid.
bool is_annotation(std::string_view name);

}  // namespace modebox::schema
