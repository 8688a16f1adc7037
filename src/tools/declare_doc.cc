// What types can not say, said in comments.
#include <optional>

#include "modebox/json.h"
#include "src/tools/declare_type.h"
#include "src/value/path.h"

namespace modebox::declare {
namespace {

using schema::none;

constexpr std::size_t most_of_a_description = 2000;
constexpr std::size_t most_of_a_rule = 200;

using Lines = std::vector<std::string>;

void add(Lines& lines, const std::string& text, std::size_t max_bytes = most_of_a_rule) {
  for (std::string& line : comment_lines(text, max_bytes)) lines.push_back(std::move(line));
}

/// `Length: 1 to 5`, `Length: at least 1`.
std::string range(const std::string& what, std::size_t least, std::optional<std::size_t> most) {
  if (least == 0 && !most) return "";
  std::string text = what + ": ";
  if (!most) return text + "at least " + std::to_string(least);
  if (least == 0) return text + "at most " + std::to_string(*most);
  if (least == *most) return text + std::to_string(least);
  return text + std::to_string(least) + " to " + std::to_string(*most);
}

/// `Integer, at least 1, at most 10`. That a number is an integer, and no more, needs no line: most
/// are.
void add_number_rules(Lines& lines, const schema::Node& node) {
  if (node.numbers == nullptr) return;
  const bool is_integer =
      (node.types & (schema::type::number | schema::type::integer)) == schema::type::integer;
  std::string text;
  const auto bound = [&](const char* what, const std::optional<double>& number) {
    if (number) text.append(", ").append(what).append(value::number_text(*number));
  };
  bound("at least ", node.numbers->minimum);
  bound("at most ", node.numbers->maximum);
  bound("greater than ", node.numbers->above);
  bound("less than ", node.numbers->below);
  bound("multiple of ", node.numbers->multiple_of);
  if (!text.empty()) add(lines, (is_integer ? "Integer" : "Number") + text);
}

void add_container_rules(Lines& lines, const schema::Node& node) {
  if (node.arrays != nullptr) {
    if (node.arrays->prefix.empty()) {
      add(lines, range("Elements", node.arrays->min_items, node.arrays->max_items));
    }
    if (node.arrays->unique) add(lines, "No two elements are equal");
    if (node.arrays->contains != none) add(lines, "There are further rules for its elements");
  }
  if (node.objects == nullptr) return;
  add(lines, range("Properties", node.objects->min_properties, node.objects->max_properties));
  for (const auto& rule : node.objects->patterns) {
    if (lines.size() < 20) add(lines, "Properties with names like " + rule.text + " are checked");
  }
  const bool has_more = node.objects->names != none || !node.objects->dependent_required.empty() ||
                        !node.objects->dependent_schemas.empty();
  if (has_more) add(lines, "There are further rules for its properties");
}

void add_words(Lines& lines, const schema::Words& words) {
  if (!words.format.empty()) add(lines, "Format: " + words.format);
  if (words.read_only) add(lines, "Read only");
  if (words.write_only) add(lines, "Write only");
  if (words.default_value) {
    const auto text = to_json(*words.default_value, {.max_bytes = 2000});
    if (text) add(lines, "@default " + *text);
  }
  if (words.deprecated) add(lines, "@deprecated");
}

}  // namespace

std::vector<std::string> doc_lines(const schema::Node& node) {
  Lines lines;
  if (node.words != nullptr) {
    const schema::Words& words = *node.words;
    add(lines, words.description.empty() ? words.title : words.description, most_of_a_description);
  }
  add_number_rules(lines, node);
  if (node.strings != nullptr) {
    add(lines, range("Length", node.strings->min_length, node.strings->max_length));
    const std::string& pattern = node.strings->pattern_text;
    if (!pattern.empty()) add(lines, "Pattern: " + pattern);
  }
  add_container_rules(lines, node);
  if (node.branches != nullptr && (node.branches->no != none || node.branches->condition != none)) {
    add(lines, "There are further rules for it");
  }
  if (node.words != nullptr) add_words(lines, *node.words);
  return lines;
}

}  // namespace modebox::declare
