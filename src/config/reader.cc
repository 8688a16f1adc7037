#include "src/config/reader.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include "src/base/limit_fields.h"
#include "src/base/nearest.h"
#include "src/value/path.h"

namespace modebox::config {
namespace {

using Kind = PlacedJson::Kind;

constexpr std::size_t shown_mistakes = 20;

std::string path_below(const std::string& path, std::string_view key) {
  std::string step = value::property_path(key);
  if (path.empty() && step.starts_with('.')) step.erase(0, 1);
  return path + step;
}

/// ` Did you mean "approve"?`, or else ` Known are a, b and c.`
std::string hint_for(std::string_view name, std::span<const std::string_view> known) {
  if (const std::string_view meant = nearest(name, known); !meant.empty()) {
    return " Did you mean \"" + std::string(meant) + "\"?";
  }
  std::string hint = " Known are ";
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (i > 0) hint += i + 1 == known.size() ? " and " : ", ";
    hint += known[i];
  }
  return hint + ".";
}

}  // namespace

Error Mistakes::report(std::string_view text, std::string_view file) && {
  std::stable_sort(list_.begin(), list_.end(),
                   [](const Mistake& a, const Mistake& b) { return a.at < b.at; });
  std::string report;
  const std::string name = value::printable(file);
  for (std::size_t i = 0; i < std::min(list_.size(), shown_mistakes); ++i) {
    if (i > 0) report += '\n';
    report += name + ':' + line_and_column(text, list_[i].at) + ": " + list_[i].sentence;
  }
  if (list_.size() > shown_mistakes) {
    report += "\nand " + std::to_string(list_.size() - shown_mistakes) + " more.";
  }
  return Error{std::move(report)};
}

bool Item::must(std::string_view what) const {
  note(value_->at, "must " + std::string(what) + ".");
  return false;
}

void Item::note(std::size_t at, std::string_view what) const {
  mistakes_->add(at, (path_.empty() ? "The file" : path_) + ' ' + std::string(what));
}

bool Item::read(std::string& out) const {
  if (!is(Kind::string)) return must("be a string");
  if (value_->text.find('\0') != std::string::npos) return must("not contain a NUL character");
  out = value_->text;
  return true;
}

bool Item::read(bool& out) const {
  if (!is(Kind::boolean)) return must("be true or false");
  out = value_->number != 0;
  return true;
}

std::optional<std::int64_t> Item::positive_integer() const {
  const double number = value_->number;
  const bool whole = is(Kind::number) && std::abs(number) <= std::numeric_limits<int>::max() &&
                     std::trunc(number) == number;
  if (whole && is_limit(static_cast<std::int64_t>(number))) {
    return static_cast<std::int64_t>(number);
  }
  must("be a positive integer");
  return std::nullopt;
}

bool Item::read(std::vector<std::string>& out) const {
  if (!is(Kind::array)) return must("be an array of strings");
  const std::vector<Item> all = elements();
  std::vector<std::string> texts;
  bool good = all.size() == value_->items.size();
  for (const Item& element : all) {
    std::string text;
    good &= element.read(text) && (!text.empty() || element.must("not be empty"));
    texts.push_back(std::move(text));
  }
  if (good) out = std::move(texts);
  return good;
}

std::vector<Item> Item::elements() const {
  std::vector<Item> found;
  if (!is(Kind::array)) {
    must("be an array");
  } else if (has_few_entries()) {
    for (std::size_t i = 0; i < value_->items.size(); ++i) {
      found.emplace_back(value_->items[i], path_ + '[' + std::to_string(i) + ']', *mistakes_);
    }
  }
  return found;
}

std::vector<Item::Member> Item::members() const {
  std::vector<Member> found;
  if (!is(Kind::object)) {
    must("be an object");
    return found;
  }
  if (!has_few_entries()) return found;
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < value_->items.size(); ++i) {
    const PlacedKey& key = value_->keys[i];
    Item item(value_->items[i], path_below(path_, key.text), *mistakes_);
    if (seen.insert(key.text).second) {
      found.push_back({&key, std::move(item)});
    } else {
      item.note(key.at, "must stand only once.");
    }
  }
  return found;
}

bool Item::has_few_entries() const {
  if (value_->items.size() <= max_entries) return true;
  return must("have at most " + std::to_string(max_entries) + " entries");
}

void note_unknown(const Item& object, const PlacedKey& key,
                  std::span<const std::string_view> known) {
  const std::string shown = value::quoted(key.text, 60);
  object.note(key.at, "must not have the key " + shown + "." + hint_for(key.text, known));
}

}  // namespace modebox::config
