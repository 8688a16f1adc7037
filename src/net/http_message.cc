#include "src/net/http_message.h"

#include <algorithm>

#include "src/net/field_names.h"

namespace modebox::net {

void HttpHeaders::add(std::string name, std::string value) {
  fields_.emplace_back(std::move(name), std::move(value));
}

void HttpHeaders::set(std::string name, std::string value) {
  remove(name);
  add(std::move(name), std::move(value));
}

void HttpHeaders::remove(std::string_view name) {
  std::erase_if(fields_, [&](const Field& field) { return same_name(field.first, name); });
}

std::optional<std::string_view> HttpHeaders::get(std::string_view name) const {
  for (const Field& field : fields_) {
    if (same_name(field.first, name)) return field.second;
  }
  return {};
}

std::vector<std::string_view> HttpHeaders::all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const Field& field : fields_) {
    if (same_name(field.first, name)) values.push_back(field.second);
  }
  return values;
}

}  // namespace modebox::net
