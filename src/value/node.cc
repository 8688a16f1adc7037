#include "src/value/node.h"

#include <cmath>
#include <limits>

namespace modebox::value {

double clip_time(double time) {
  constexpr double limit = 8.64e15;
  if (!(std::abs(time) <= limit)) return std::numeric_limits<double>::quiet_NaN();
  return std::trunc(time) + 0.0;  // -0 becomes 0
}

void delete_node(Node* node) noexcept {
  switch (node->kind) {
    case Kind::object:
    case Kind::map:
    case Kind::error:
      delete static_cast<EntriesNode*>(node);
      break;
    case Kind::array:
      delete static_cast<ArrayNode*>(node);
      break;
    case Kind::set:
      delete static_cast<SetNode*>(node);
      break;
    case Kind::date:
      delete static_cast<DateNode*>(node);
      break;
    case Kind::regexp:
      delete static_cast<RegExpNode*>(node);
      break;
    case Kind::array_buffer:
      delete static_cast<BufferNode*>(node);
      break;
    case Kind::typed_array:
    case Kind::data_view:
      delete static_cast<ViewNode*>(node);
      break;
    default:
      break;
  }
}

Value Access::string(std::string_view text) {
  Value value;
  if (text.size() <= inline_capacity) {
    if (!text.empty()) std::memcpy(value.bytes_, text.data(), text.size());
    value.form_ = static_cast<std::uint8_t>(text.size());
    value.kind_ = Kind::string;
    return value;
  }
  auto* heap = new (::operator new(sizeof(HeapString) + text.size())) HeapString;
  heap->size = text.size();
  std::memcpy(heap->text(), text.data(), text.size());
  point(value, heap, Kind::string, Value::strong);
  return value;
}

}  // namespace modebox::value
