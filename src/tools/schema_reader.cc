#include "src/tools/schema_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "modebox/json.h"
#include "src/tools/schema_uri.h"

namespace modebox::schema {
namespace {

using value::PathStep;

PathStep into(const Place& place, const Value& key) {
  return {place.at, PathStep::Into::property, &key, 0};
}
PathStep into(const Place& place, std::size_t index) {
  return {place.at, PathStep::Into::element, nullptr, index};
}

/// The schema as a tree of JSON, whatever its nodes shared.
Result<Value> as_json(const Value& given) {
  const JsonLimits limits{.max_depth = max_schema_depth, .max_memory = std::size_t{512} << 20};
  if (given.is_string()) {
    if (given.as_string().size() > max_schema_bytes) return Error{"it is larger than 8 MiB"};
    return from_json(given.as_string(), limits);
  }
  const JsonOptions options{.max_bytes = max_schema_bytes, .max_depth = max_schema_depth};
  Result<std::string> text = to_json(given, options);
  if (!text) return std::move(text).error();
  return from_json(*text, limits);
}

std::string_view text_of(const Value& value) {
  return value.is_string() ? value.as_string() : std::string_view();
}

/// A dialect of somebody's own may take keywords away, or give them another meaning.
bool is_known_draft(std::string_view address) {
  if (address.empty()) return true;
  constexpr std::array known = {"json-schema.org/draft-04/",      "json-schema.org/draft-06/",
                                "json-schema.org/draft-07/",      "json-schema.org/draft/2019-09/",
                                "json-schema.org/draft/2020-12/", "json-schema.org/schema"};
  return std::any_of(known.begin(), known.end(),
                     [&](const char* draft) { return address.find(draft) != address.npos; });
}

}  // namespace

Result<std::shared_ptr<const Schema>> Schema::read(const Value& text_or_schema, Dialect dialect) {
  Result<Value> json = as_json(text_or_schema);
  if (!json) return std::move(json).error();
  auto schema = std::make_shared<Schema>();
  schema->source_ = *std::move(json);
  const std::string_view draft = text_of(schema->source_["$schema"]);
  for (const std::string_view old : {"draft-04", "draft-06", "draft-07"}) {
    if (draft.find(old) != draft.npos) dialect = Dialect::draft7;
  }
  if (Status status = Reader(*schema, dialect).run(); !status) return std::move(status).error();
  return std::shared_ptr<const Schema>(std::move(schema));
}

std::uint8_t Schema::types(NodeId id) const {
  std::uint8_t types = type::any;
  for (int steps = 0; steps < 64; ++steps) {
    const Node& here = nodes_[id];
    if (here.never) return 0;
    if (here.types != 0) types &= here.types;
    if (here.ref != none) {
      id = here.ref;
    } else if (here.branches != nullptr && here.branches->all_of.size() == 1) {
      id = here.branches->all_of[0];
    } else {
      break;
    }
  }
  return types;
}

NodeId Schema::behind_refs(NodeId id) const {
  const auto is_bare = [](const Node& node) {
    return node.ref != none && node.types == 0 && !node.never && !node.choices && !node.constant &&
           node.strings == nullptr && node.numbers == nullptr && node.arrays == nullptr &&
           node.objects == nullptr && node.branches == nullptr && node.words == nullptr;
  };
  // References that lead round in a circle were cut, so this ends.
  while (is_bare(nodes_[id])) id = nodes_[id].ref;
  return id;
}

std::string_view Schema::hint(NodeId id) const {
  const auto found = hints_.find(id);
  return found == hints_.end() ? std::string_view() : found->second;
}

Status Reader::run() {
  if (!is_known_draft(text_of(schema_.source_["$schema"]))) {
    note_text("$.$schema names a dialect that is not known, so it is read as draft " +
              std::string(dialect_ == Dialect::draft7 ? "7" : "2020-12"));
  }
  const std::string base;
  schema(schema_.source_, {nullptr, &base});
  if (!error_) follow_references();
  if (error_) return *std::move(error_);
  cut_cycles();
  return done();
}

void Reader::malformed(const Place& place, std::string_view must) {
  if (!error_) error_ = Error{value::path_text(place.at) + " must " + std::string(must)};
}

void Reader::note(const Place& place, std::string_view what) {
  note_text(value::path_text(place.at) + " " + std::string(what));
}

void Reader::note_text(std::string text) {
  if (schema_.notes_.size() == max_notes) text = "There are more notes, which are not listed";
  if (schema_.notes_.size() <= max_notes) schema_.notes_.push_back(std::move(text));
}

NodeId Reader::schema(const Value& value, const Place& place) {
  if (const auto known = read_.find(&value); known != read_.end()) return known->second;
  if (value.is_object()) return read_object(value, place);
  const auto id = static_cast<NodeId>(schema_.nodes_.size());
  Node& node = schema_.nodes_.emplace_back();
  read_.emplace(&value, id);
  if (value.is_boolean()) {
    node.never = !value.as_boolean();
  } else {
    malformed(place, "be a schema: an object, true or false");
  }
  return id;
}

NodeId Reader::read_object(const Value& value, const Place& place) {
  const auto id = static_cast<NodeId>(schema_.nodes_.size());
  if (id == max_schemas)
    malformed(place, "not be there: a schema has at most 250,000 schemas in it");
  if (error_) return id == 0 ? 0 : id - 1;
  schema_.nodes_.emplace_back();
  read_.emplace(&value, id);
  Node node;  // the vector may grow meanwhile
  const std::string base = base_of(value, place);
  read_keywords(value, {place.at, &base}, id, node);
  schema_.nodes_[id] = std::move(node);
  return id;
}

void Reader::read_keywords(const Value& value, const Place& place, NodeId id, Node& node) {
  const Value* ref = value.find("$ref");
  const bool alone = ref != nullptr && dialect_ == Dialect::draft7;
  for (const auto& [key, rule] : value.entries()) {
    const std::string_view name = key.as_string();
    const PathStep step = into(place, key);
    const Place here{&step, place.base};
    if (name == "$ref" || name == "$dynamicRef" || name == "$recursiveRef") {
      if (!rule.is_string()) {
        malformed(here, "be a string");
      } else {
        reference(id, rule.as_string(), here, name != "$ref");
      }
    } else if (alone && name != "definitions" && name != "$defs") {
      continue;
    } else if (const Keyword* keyword = find_keyword(name)) {
      keyword->read(*this, rule, here, node);
    } else if (!is_annotation(name) && unknown_keywords_.emplace(name).second) {
      note(here, "is a keyword that is not known, so it is not checked");
    }
    if (error_) return;
  }
  if (value["items"].is_array()) node.arrays->items = node.arrays->additional;
}

/// The address of the schema, which its `$id` may change; its names are noted.
std::string Reader::base_of(const Value& value, const Place& place) {
  const bool ignored = dialect_ == Dialect::draft7 && value.find("$ref") != nullptr;
  const auto [address, anchor] = split_fragment(ignored ? "" : text_of(value["$id"]));
  std::string base = resolve(*place.base, address);
  if (!address.empty() || place.at == nullptr) name(base, value);
  if (!anchor.empty()) name(base + "#" + anchor, value);
  for (const char* keyword : {"$anchor", "$dynamicAnchor"}) {
    const std::string_view plain = text_of(value[keyword]);
    if (!plain.empty()) name(base + "#" + std::string(plain), value);
  }
  if (const std::string_view dynamic = text_of(value["$dynamicAnchor"]); !dynamic.empty()) {
    dynamic_anchors_.emplace(dynamic, &value);
  }
  return base;
}

void Reader::name(const std::string& address, const Value& value) {
  named_.emplace(address, &value);
}

NodeId Reader::member(const Entry& entry, const Place& place) {
  const PathStep step = into(place, entry.key);
  return schema(entry.value, {&step, place.base});
}

std::vector<NodeId> Reader::schemas(const Value& value, const Place& place) {
  std::vector<NodeId> ids;
  if (!value.is_array()) malformed(place, "be an array of schemas");
  for (std::size_t i = 0; i < value.size() && !error_; ++i) {
    const PathStep step = into(place, i);
    ids.push_back(schema(value[i], {&step, place.base}));
  }
  return ids;
}

std::optional<double> Reader::number(const Value& value, const Place& place) {
  if (value.is_number()) return value.as_number();
  malformed(place, "be a number");
  return std::nullopt;
}

std::size_t Reader::count(const Value& value, const Place& place) {
  const double number = value.is_number() ? value.as_number() : -1;
  if (number < 0 || number != std::floor(number)) malformed(place, "be a whole number from 0 on");
  constexpr double most = 9007199254740992;
  return number > 0 ? static_cast<std::size_t>(number < most ? number : most) : 0;
}

std::vector<std::string> Reader::strings(const Value& value, const Place& place) {
  std::vector<std::string> texts;
  if (!value.is_array()) malformed(place, "be an array of strings");
  for (std::size_t i = 0; i < value.size() && !error_; ++i) {
    const PathStep step = into(place, i);
    if (!value[i].is_string()) malformed({&step, place.base}, "be a string");
    texts.emplace_back(text_of(value[i]));
  }
  return texts;
}

std::shared_ptr<const Pattern> Reader::pattern(std::string_view text, const Place& place) {
  auto compiled = Pattern::compile(text);
  if (compiled) return *std::move(compiled);
  note(place, "is a pattern that is not checked: " + compiled.error().message);
  return nullptr;
}

void Reader::reference(NodeId from, std::string_view text, const Place& place, bool dynamic) {
  references_.push_back(
      {from, *place.base, std::string(text), value::path_text(place.at), dynamic});
}

}  // namespace modebox::schema
