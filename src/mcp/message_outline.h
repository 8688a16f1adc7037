// What the keys of a message tell of it, without the message: for those that are too long to be
// kept, or that can not be read. The id may stand anywhere; some clients write it last.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "src/mcp/message.h"

namespace modebox::mcp {

/// Fed with the text of a message in pieces; keeps little of it, however long it is. Tells nothing
/// unless that was an object to its end. Does not check what is within.
class MessageOutline {
 public:
  void feed(std::string_view piece);

  /// Null if there is none that can be answered to.
  Value id() const;
  /// What the message is; nothing if it is none.
  std::optional<Message::Kind> kind() const;

 private:
  enum class Place { before, inside, after, no_object };

  void take(char c);
  void take_inside(char c);
  void take_in_string(char c);
  void keep(char c);
  void end_of_key();
  void end_of_value();

  Place place_ = Place::before;
  /// Objects and arrays that are open.
  std::size_t depth_ = 0;
  bool in_string_ = false;
  bool escaped_ = false;

  /// Of the outermost object: the key or value that is being read, without what is deeper.
  std::string text_;
  bool text_is_cut_ = false;
  std::string key_;

  bool has_id_ = false;
  bool has_method_ = false;
  bool has_outcome_ = false;
  Value id_ = nullptr;
};

}  // namespace modebox::mcp
