#include "src/base/nearest.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace modebox {
namespace {

/// Longer ones are not compared: their like is not among the known names.
constexpr std::size_t longest_name = 64;

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Bytes to add, remove or replace (Levenshtein).
std::size_t changes(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t j = 0; j < row.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < from.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < to.size(); ++j) {
      const std::size_t replaced = diagonal + (lower(from[i]) == lower(to[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

bool are_few(std::size_t changes, std::string_view one, std::string_view other) {
  return changes * 3 <= std::max(one.size(), other.size());
}

/// No fewer changes than this lead from one to the other.
std::size_t difference_in_size(std::string_view one, std::string_view other) {
  return std::max(one.size(), other.size()) - std::min(one.size(), other.size());
}

}  // namespace

std::string_view nearest(std::string_view name, std::span<const std::string_view> known) {
  if (name.size() > longest_name) return {};
  std::string_view best;
  std::size_t fewest = 0;
  for (const std::string_view candidate : known) {
    if (!are_few(difference_in_size(name, candidate), name, candidate)) continue;
    const std::size_t count = changes(name, candidate);
    if (!are_few(count, name, candidate)) continue;
    if (best.empty() || count < fewest) best = candidate, fewest = count;
  }
  return best;
}

}  // namespace modebox
