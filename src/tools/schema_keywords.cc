// The keywords of JSON Schema, drafts 4 to 2020-12, and `nullable` of OpenAPI.
#include <algorithm>
#include <array>
#include <utility>

#include "src/tools/schema_reader.h"

namespace modebox::schema {
namespace {

using value::PathStep;

std::uint8_t type_named(std::string_view name) {
  constexpr auto names = std::to_array<std::pair<std::string_view, std::uint8_t>>(
      {{"null", type::null},
       {"boolean", type::boolean},
       {"integer", type::integer},
       {"number", type::number | type::integer},
       {"string", type::string},
       {"array", type::array},
       {"object", type::object}});
  for (const auto& [known, bits] : names) {
    if (known == name) return bits;
  }
  return 0;
}

void read_type(Reader& reader, const Value& value, const Place& place, Node& node) {
  const auto add = [&](const Value& name) {
    const std::uint8_t bits = name.is_string() ? type_named(name.as_string()) : 0;
    if (bits == 0) {
      reader.malformed(place,
                       "be one of \"null\", \"boolean\", \"integer\", \"number\", \"string\", "
                       "\"array\", \"object\", or an array of them");
    }
    node.types = static_cast<std::uint8_t>(node.types | bits);
  };
  if (!value.is_array()) return add(value);
  for (std::size_t i = 0; i < value.size(); ++i) add(value[i]);
  if (value.size() == 0) node.never = true;
}

void read_enum(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (!value.is_array()) return reader.malformed(place, "be an array");
  std::vector<Value>& choices = node.choices.emplace();
  for (std::size_t i = 0; i < value.size(); ++i) choices.push_back(value[i]);
}

template <std::optional<double> NumberRules::*rule>
void read_number(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (const auto number = reader.number(value, place)) made(node.numbers).*rule = number;
}

/// Draft 4 has a boolean here, which is about the `minimum` beside it.
template <std::optional<double> NumberRules::*rule>
void read_exclusive(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (!value.is_boolean()) return read_number<rule>(reader, value, place, node);
  if (value.as_boolean()) reader.note(place, "is the boolean of draft 4, which is not checked");
}

void read_multiple(Reader& reader, const Value& value, const Place& place, Node& node) {
  const auto number = reader.number(value, place);
  if (number && *number <= 0) reader.malformed(place, "be greater than 0");
  made(node.numbers).multiple_of = number;
}

template <auto rules, auto rule>
void read_count(Reader& reader, const Value& value, const Place& place, Node& node) {
  made(node.*rules).*rule = reader.count(value, place);
}

template <auto rules, auto rule>
void read_schema(Reader& reader, const Value& value, const Place& place, Node& node) {
  const NodeId id = reader.schema(value, place);
  made(node.*rules).*rule = id;
}

template <auto rules, auto rule>
void read_schemas(Reader& reader, const Value& value, const Place& place, Node& node) {
  std::vector<NodeId> ids = reader.schemas(value, place);
  made(node.*rules).*rule = std::move(ids);
}

void read_pattern(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (!value.is_string()) return reader.malformed(place, "be a string");
  StringRules& rules = made(node.strings);
  rules.pattern_text = value.as_string();
  rules.pattern = reader.pattern(rules.pattern_text, place);
}

void read_items(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (value.is_array())
    return read_schemas<&Node::arrays, &ArrayRules::prefix>(reader, value, place, node);
  read_schema<&Node::arrays, &ArrayRules::items>(reader, value, place, node);
}

void read_unique(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (!value.is_boolean()) return reader.malformed(place, "be true or false");
  made(node.arrays).unique = value.as_boolean();
}

void read_properties(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (!value.is_object()) return reader.malformed(place, "be an object of schemas");
  ObjectRules& rules = made(node.objects);
  rules.properties.reserve(value.size());
  for (const Entry& entry : value.entries()) {
    const NodeId id = reader.member(entry, place);
    rules.properties.emplace_back(entry.key.as_string(), id);
  }
  for (const auto& [name, id] : rules.properties) rules.by_name.emplace(name, id);
}

void read_required(Reader& reader, const Value& value, const Place& place, Node& node) {
  made(node.objects).required = reader.strings(value, place);
}

void read_pattern_properties(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (!value.is_object()) return reader.malformed(place, "be an object of schemas");
  ObjectRules& rules = made(node.objects);
  for (const Entry& entry : value.entries()) {
    const NodeId id = reader.member(entry, place);
    const PathStep step{place.at, PathStep::Into::property, &entry.key, 0};
    const std::string text(entry.key.as_string());
    auto pattern = reader.pattern(text, {&step, place.base});
    if (pattern == nullptr) rules.has_unknown_pattern = true;
    rules.patterns.push_back({text, std::move(pattern), id});
  }
}

void read_dependent_required(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (!value.is_object()) return reader.malformed(place, "be an object of arrays of strings");
  for (const Entry& entry : value.entries()) {
    made(node.objects)
        .dependent_required.emplace_back(entry.key.as_string(), reader.strings(entry.value, place));
  }
}

void read_dependent_schemas(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (!value.is_object()) return reader.malformed(place, "be an object of schemas");
  for (const Entry& entry : value.entries()) {
    const NodeId id = reader.member(entry, place);
    made(node.objects).dependent_schemas.emplace_back(entry.key.as_string(), id);
  }
}

/// Both in one, until draft 7.
void read_dependencies(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (!value.is_object()) return reader.malformed(place, "be an object");
  for (const Entry& entry : value.entries()) {
    if (entry.value.is_array()) {
      made(node.objects)
          .dependent_required.emplace_back(entry.key.as_string(),
                                           reader.strings(entry.value, place));
    } else {
      const NodeId id = reader.member(entry, place);
      made(node.objects).dependent_schemas.emplace_back(entry.key.as_string(), id);
    }
  }
}

/// Schemas that only references lead to.
void read_definitions(Reader& reader, const Value& value, const Place& place, Node&) {
  if (!value.is_object()) return reader.malformed(place, "be an object of schemas");
  for (const Entry& entry : value.entries()) reader.member(entry, place);
}

template <std::string Words::*word>
void read_words(Reader&, const Value& value, const Place&, Node& node) {
  if (value.is_string()) made(node.words).*word = value.as_string();
}

template <bool Words::*word>
void read_mark(Reader&, const Value& value, const Place&, Node& node) {
  if (value.is_boolean()) made(node.words).*word = value.as_boolean();
}

void read_default(Reader&, const Value& value, const Place&, Node& node) {
  made(node.words).default_value = value;
}

void read_nullable(Reader& reader, const Value& value, const Place& place, Node& node) {
  if (!value.is_boolean()) return reader.malformed(place, "be true or false");
  node.nullable = value.as_boolean();
}

void read_const(Reader&, const Value& value, const Place&, Node& node) { node.constant = value; }

constexpr auto keywords = std::to_array<Keyword>({
    {"$defs", read_definitions},
    {"additionalItems", read_schema<&Node::arrays, &ArrayRules::additional>},
    {"additionalProperties", read_schema<&Node::objects, &ObjectRules::additional>},
    {"allOf", read_schemas<&Node::branches, &Branches::all_of>},
    {"anyOf", read_schemas<&Node::branches, &Branches::any_of>},
    {"const", read_const},
    {"contains", read_schema<&Node::arrays, &ArrayRules::contains>},
    {"default", read_default},
    {"definitions", read_definitions},
    {"dependencies", read_dependencies},
    {"dependentRequired", read_dependent_required},
    {"dependentSchemas", read_dependent_schemas},
    {"deprecated", read_mark<&Words::deprecated>},
    {"description", read_words<&Words::description>},
    {"else", read_schema<&Node::branches, &Branches::otherwise>},
    {"enum", read_enum},
    {"exclusiveMaximum", read_exclusive<&NumberRules::below>},
    {"exclusiveMinimum", read_exclusive<&NumberRules::above>},
    {"format", read_words<&Words::format>},
    {"if", read_schema<&Node::branches, &Branches::condition>},
    {"items", read_items},
    {"maxContains", read_count<&Node::arrays, &ArrayRules::max_contains>},
    {"maxItems", read_count<&Node::arrays, &ArrayRules::max_items>},
    {"maxLength", read_count<&Node::strings, &StringRules::max_length>},
    {"maxProperties", read_count<&Node::objects, &ObjectRules::max_properties>},
    {"maximum", read_number<&NumberRules::maximum>},
    {"minContains", read_count<&Node::arrays, &ArrayRules::min_contains>},
    {"minItems", read_count<&Node::arrays, &ArrayRules::min_items>},
    {"minLength", read_count<&Node::strings, &StringRules::min_length>},
    {"minProperties", read_count<&Node::objects, &ObjectRules::min_properties>},
    {"minimum", read_number<&NumberRules::minimum>},
    {"multipleOf", read_multiple},
    {"not", read_schema<&Node::branches, &Branches::no>},
    {"nullable", read_nullable},
    {"oneOf", read_schemas<&Node::branches, &Branches::one_of>},
    {"pattern", read_pattern},
    {"patternProperties", read_pattern_properties},
    {"prefixItems", read_schemas<&Node::arrays, &ArrayRules::prefix>},
    {"properties", read_properties},
    {"propertyNames", read_schema<&Node::objects, &ObjectRules::names>},
    {"readOnly", read_mark<&Words::read_only>},
    {"required", read_required},
    {"then", read_schema<&Node::branches, &Branches::then>},
    {"title", read_words<&Words::title>},
    {"type", read_type},
    {"unevaluatedItems", read_schema<&Node::arrays, &ArrayRules::unevaluated>},
    {"unevaluatedProperties", read_schema<&Node::objects, &ObjectRules::unevaluated>},
    {"uniqueItems", read_unique},
    {"writeOnly", read_mark<&Words::write_only>},
});

constexpr auto annotations = std::to_array<std::string_view>(
    {"$anchor", "$comment", "$dynamicAnchor", "$id", "$recursiveAnchor", "$schema", "$vocabulary",
     "contentEncoding", "contentMediaType", "contentSchema", "example", "examples"});

}  // namespace

const Keyword* find_keyword(std::string_view name) {
  const auto found = std::lower_bound(
      keywords.begin(), keywords.end(), name,
      [](const Keyword& keyword, std::string_view text) { return keyword.name < text; });
  return found != keywords.end() && found->name == name ? &*found : nullptr;
}

bool is_annotation(std::string_view name) {
  return name.starts_with("x-") ||
         std::find(annotations.begin(), annotations.end(), name) != annotations.end();
}

}  // namespace modebox::schema
