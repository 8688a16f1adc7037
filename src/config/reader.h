// Typed access to a parsed text. What does not fit is noted as a mistake with its place
// and leaves the target as it was, so that one reading finds all mistakes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "modebox/result.h"
#include "src/config/json_places.h"

namespace modebox::config {

/// Entries of one array or object. Some checks compare each with each.
constexpr std::size_t max_entries = 1'000;

/// All that is wrong with a text, in whatever order it was found.
class Mistakes {
 public:
  void add(std::size_t at, std::string sentence) { list_.push_back({at, std::move(sentence)}); }
  bool empty() const { return list_.empty(); }
  /// One line each, in the order of the text: the first 20, and how many there are beyond.
  Error report(std::string_view text, std::string_view file) &&;

 private:
  std::vector<Mistake> list_;
};

/// A value of the text with its path, `tools.mail.timeoutMs`. Borrows both.
class Item {
 public:
  Item(const PlacedJson& value, std::string path, Mistakes& mistakes)
      : value_(&value), path_(std::move(path)), mistakes_(&mistakes) {}

  const PlacedJson& value() const { return *value_; }
  const std::string& path() const { return path_; }
  bool is(PlacedJson::Kind kind) const { return value_->kind == kind; }

  /// Notes `PATH must WHAT.` at the value; false.
  bool must(std::string_view what) const;
  /// Notes `PATH WHAT` at the byte.
  void note(std::size_t at, std::string_view what) const;

  /// A string without NUL bytes.
  bool read(std::string& out) const;
  bool read(bool& out) const;
  /// A limit: a whole number from 1 to 2^31-1.
  std::optional<std::int64_t> positive_integer() const;
  /// Strings that are not empty.
  bool read(std::vector<std::string>& out) const;

  /// The elements of an array; none, and a mistake, if it is something else.
  std::vector<Item> elements() const;

  struct Member;
  /// The members of an object; none, and a mistake, if it is something else. Of equal
  /// keys the first is given, the others are mistakes.
  std::vector<Member> members() const;

 private:
  bool has_few_entries() const;

  const PlacedJson* value_;
  std::string path_;
  Mistakes* mistakes_;
};

struct Item::Member {
  const PlacedKey* key;
  Item item;
};

/// One key that an object may have, and what is done with its value.
template <typename Target>
struct KnownKey {
  std::string_view name;
  void (*read)(const Item& item, Target& target);
};

/// Notes a key that is none of the known ones.
void note_unknown(const Item& object, const PlacedKey& key,
                  std::span<const std::string_view> known);

/// The names of a table.
template <typename Target, std::size_t count>
std::vector<std::string_view> names_of(const KnownKey<Target> (&known)[count]) {
  std::vector<std::string_view> names;
  for (const KnownKey<Target>& key : known) names.push_back(key.name);
  return names;
}

/// Reads an object by a table of its keys, in the order of the table.
template <typename Target, std::size_t count>
void read_object(const Item& object, const KnownKey<Target> (&known)[count], Target& target) {
  std::vector<Item::Member> members = object.members();
  for (const KnownKey<Target>& key : known) {
    std::erase_if(members, [&](const Item::Member& member) {
      if (member.key->text != key.name) return false;
      key.read(member.item, target);
      return true;
    });
  }
  const auto names = names_of(known);
  for (const Item::Member& member : members) note_unknown(object, *member.key, names);
}

}  // namespace modebox::config
