// Short text of any value, for console and reports, in the style of Node's
// inspect. Runs no script code: getters are named, proxies are not looked into.
#pragma once

#include <stddef.h>

#include "guest/engine.h"

// A string of about at most `max_length` code units; what is longer is cut, with a marker.
JSValue inspect_value(JSValueConst value, size_t max_length);
