#include "src/bridge/odd_message.h"

#include "modebox/json.h"

namespace modebox::bridge {

RequestId request_id_of(const Value& id) {
  if (!id.is_number()) return 0;
  const double number = id.as_number();
  if (!(number >= 1 && number <= 9007199254740991.0)) return 0;
  const auto whole = static_cast<RequestId>(number);
  return static_cast<double>(whole) == number ? whole : 0;
}

RequestId answered_by(std::string_view text) {
  // Deeper than a message may be: that is one of the reasons for which it is none.
  const Result<Value> object = from_json(text, {.max_memory = text.size() * 32 + (1 << 20)});
  if (!object || !object->is_object() || object->find("method") != nullptr) return 0;
  return request_id_of((*object)["id"]);
}

}  // namespace modebox::bridge
