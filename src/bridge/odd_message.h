// What can still be told of a message that is none.
#pragma once

#include <string_view>

#include "src/bridge/transport.h"

namespace modebox::bridge {

/// The request of this process that a text answers, which is no message by all rules but has its
/// id; 0 if that can not be told.
RequestId answered_by(std::string_view text);

/// The id of a request of this process; 0 if it can not be one.
RequestId request_id_of(const Value& id);

}  // namespace modebox::bridge
