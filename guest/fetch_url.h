// What fetch needs of URL and URLSearchParams.
#pragma once

#include "guest/engine.h"

// The canonical text of an absolute URL, given as a string or as what turns into one. A TypeError
// if it is none. Runs script code.
JSValue fetch_url(JSValueConst input);
// The URL without its fragment, which is not sent.
JSValue fetch_url_without_fragment(JSValueConst url);
// Is the value a URLSearchParams? Then *text is what it stands for.
bool fetch_search_params(JSValueConst value, JSValue* text);
