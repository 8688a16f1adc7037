// Short text of any value, for console and reports, in the style of Node's
// inspect. Runs no script code: getters are named and not called, proxies are
// looked through without their traps.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "guest/buffer.h"
#include "guest/engine.h"

// Appends the text, UTF-8 in which surrogates may stand alone. Stops soon after the buffer holds
// `max_length` bytes.
void inspect_value(Buffer* out, JSValueConst value, size_t max_length);
// The same, except that a string stands for itself.
void inspect_argument(Buffer* out, JSValueConst value, size_t max_length);
// `TypeError: message`, then the stack's frames.
void inspect_error_line(Buffer* out, JSValueConst error, size_t max_length);
