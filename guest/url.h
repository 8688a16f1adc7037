// URL, as the URL standard has it, on ada.
#pragma once

#include "guest/engine.h"

void url_boot(void);

// For inspection, which runs no script. Is it a URL object?
bool url_is(JSValueConst object);
// The name and value of one of its attributes, in the order of the standard; false after the last.
// The value is owned; it may be an exception.
bool url_attribute(JSValueConst object, uint32_t number, const char** name, JSValue* value);
