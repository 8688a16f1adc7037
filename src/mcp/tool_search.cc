#include "src/mcp/tool_search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "modebox/json.h"
#include "modebox/text.h"

namespace modebox::mcp {
namespace {

constexpr std::size_t most_query_bytes = 1000;
constexpr std::size_t most_query_words = 8;
constexpr std::size_t most_word_bytes = 64;
constexpr std::size_t most_description_bytes = 1000;
constexpr std::size_t most_words = 200;
constexpr std::size_t most_parameters = 64;
constexpr int most_schema_depth = 3;
constexpr std::size_t most_schema_bytes = std::size_t{1} << 20;

// What a match is worth. A match in the name outweighs any in the description.
constexpr double same_word_in_name = 10;
constexpr double start_of_word_in_name = 6;
constexpr double within_name = 4;
constexpr double in_parameters = 2;
constexpr double same_word_in_description = 1.5;
constexpr double start_of_word_in_description = 1;
constexpr double within_description = 0.5;
/// Shorter words are the start of too much, and within too much.
constexpr std::size_t least_start = 3;

/// Of Latin-1, Greek and Cyrillic, whose capitals stand at a fixed distance; the rest stays.
char16_t lower(char16_t unit) {
  const auto between = [unit](char16_t first, char16_t last) {
    return unit >= first && unit <= last;
  };
  if (between(u'A', u'Z')) return static_cast<char16_t>(unit + 0x20);
  if (between(0xC0, 0xDE) && unit != 0xD7) return static_cast<char16_t>(unit + 0x20);
  if (between(0x391, 0x3A9) || between(0x410, 0x42F)) return static_cast<char16_t>(unit + 0x20);
  if (between(0x400, 0x40F)) return static_cast<char16_t>(unit + 0x50);
  return unit;
}

enum class Sort { other, digit, capital, small };

Sort sort_of(char16_t unit) {
  if (unit >= u'0' && unit <= u'9') return Sort::digit;
  if (lower(unit) != unit) return Sort::capital;
  if (unit >= u'a' && unit <= u'z') return Sort::small;
  const bool is_letter = unit >= 0xC0 && !(unit >= 0x2000 && unit <= 0x206F) &&
                         !(unit >= 0x3000 && unit <= 0x3004) && unit != 0xFEFF && unit != 0xFFFD;
  return is_letter ? Sort::small : Sort::other;
}

/// Whether a word ends between the two: `listIssues`, `v2`; `HTMLPage` before the P.
bool ends_between(Sort before, Sort here, Sort next) {
  if (before == Sort::other || here == Sort::other) return true;
  if ((before == Sort::digit) != (here == Sort::digit)) return true;
  if (before == Sort::small && here == Sort::capital) return true;
  return before == Sort::capital && here == Sort::capital && next == Sort::small;
}

std::string_view beginning(std::string_view text, std::size_t most) {
  return text.substr(0, std::min(most, text.size()));
}

std::string lower_text(std::string_view text) {
  std::u16string units = to_utf16(to_utf8_lossy(text));
  std::transform(units.begin(), units.end(), units.begin(), lower);
  return to_utf8_lossy(from_utf16(units));
}

void add_parameters(const Value& schema, int depth, std::string& out, std::size_t& count) {
  if (!schema.is_object() || depth == 0) return;
  for (const Entry& property : schema["properties"].entries()) {
    if (count++ == most_parameters) return;
    if (property.key.is_string()) {
      out.append(beginning(property.key.as_string(), most_word_bytes)).append(" ");
    }
    add_parameters(property.value, depth - 1, out, count);
  }
  add_parameters(schema["items"], depth - 1, out, count);
}

std::string parameters_of(const Tool& tool) {
  Value schema = tool.input_schema();
  if (schema.is_string()) {
    Result<Value> read =
        from_json(schema.as_string(), {.max_depth = 100, .max_memory = most_schema_bytes * 16});
    if (!read) return {};
    schema = *std::move(read);
  }
  std::string names;
  std::size_t count = 0;
  add_parameters(schema, most_schema_depth, names, count);
  return names;
}

bool one_begins_with_the_other(std::string_view a, std::string_view b) {
  return std::min(a.size(), b.size()) >= least_start && (a.starts_with(b) || b.starts_with(a));
}

double fit(const std::vector<std::string>& words, std::string_view text, std::string_view word,
           double same, double start, double within) {
  double best = 0;
  for (const std::string& other : words) {
    if (other == word) return same;
    if (one_begins_with_the_other(other, word)) best = start;
  }
  if (best > 0) return best;
  // Scripts without blanks have words of two characters, six bytes.
  return word.size() >= least_start && text.find(word) != text.npos ? within : 0;
}

}  // namespace

std::vector<std::string> words_of(std::string_view text, std::size_t most) {
  const std::u16string units = to_utf16(to_utf8_lossy(text));
  std::vector<std::string> words;
  std::u16string word;
  const auto finish = [&] {
    if (!word.empty() && words.size() < most) {
      const std::string bytes = from_utf16(word);
      words.push_back(to_utf8_lossy(beginning(bytes, most_word_bytes)));
    }
    word.clear();
  };
  Sort before = Sort::other;
  for (std::size_t i = 0; i < units.size() && words.size() < most; ++i) {
    const Sort here = sort_of(units[i]);
    const Sort next = i + 1 < units.size() ? sort_of(units[i + 1]) : Sort::other;
    if (ends_between(before, here, next)) finish();
    if (here != Sort::other) word.push_back(lower(units[i]));
    before = here;
  }
  finish();
  return words;
}

struct ToolSearch::Entry {
  std::string name;
  std::vector<std::string> name_words;
  std::vector<std::string> parameters;
  std::string description;
  std::vector<std::string> description_words;

  double fit_of(std::string_view word) const {
    const double in_name =
        fit(name_words, name, word, same_word_in_name, start_of_word_in_name, within_name);
    const double in_parameter = fit(parameters, {}, word, in_parameters, in_parameters, 0);
    const double in_description =
        fit(description_words, description, word, same_word_in_description,
            start_of_word_in_description, within_description);
    return in_name + in_parameter + in_description;
  }
};

ToolSearch::ToolSearch(const Tools& tools) {
  entries_.reserve(tools->size());
  for (const Tool& tool : *tools) {
    const std::string_view description = beginning(tool.description(), most_description_bytes);
    Entry entry;
    entry.name = lower_text(beginning(tool.name(), most_description_bytes));
    entry.name_words = words_of(beginning(tool.name(), most_description_bytes), most_words);
    if (tool.original_name() != tool.name()) {
      for (std::string& word :
           words_of(beginning(tool.original_name(), most_description_bytes), most_words))
        entry.name_words.push_back(std::move(word));
    }
    entry.parameters = words_of(parameters_of(tool), most_words);
    entry.description = lower_text(description);
    entry.description_words = words_of(description, most_words);
    entries_.push_back(std::move(entry));
  }
}

ToolSearch::~ToolSearch() = default;

std::vector<std::size_t> ToolSearch::find(std::string_view query) const {
  const std::vector<std::string> words =
      words_of(beginning(query, most_query_bytes), most_query_words);
  std::vector<std::size_t> found(entries_.size());
  std::iota(found.begin(), found.end(), 0);
  if (words.empty()) return found;
  std::vector<double> score(entries_.size(), 0);
  std::vector<unsigned> fitting(entries_.size(), 0);
  for (const std::string& word : words) {
    std::vector<double> fits;
    fits.reserve(entries_.size());
    for (const Entry& entry : entries_) fits.push_back(entry.fit_of(word));
    const auto with = static_cast<double>(
        std::count_if(fits.begin(), fits.end(), [](double value) { return value > 0; }));
    const double rarity = std::log(1 + static_cast<double>(entries_.size()) / std::max(with, 1.0));
    for (std::size_t i = 0; i < fits.size(); ++i) {
      score[i] += fits[i] * rarity;
      fitting[i] += fits[i] > 0 ? 1 : 0;
    }
  }
  std::erase_if(found, [&](std::size_t i) { return fitting[i] == 0; });
  std::stable_sort(found.begin(), found.end(), [&](std::size_t a, std::size_t b) {
    return fitting[a] != fitting[b] ? fitting[a] > fitting[b] : score[a] > score[b];
  });
  return found;
}

}  // namespace modebox::mcp
