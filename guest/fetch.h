// fetch: the web's function in front of a tool of the host. The globals are there
// only in runs whose tools have one that says it is fetch.
#pragma once

#include "guest/engine.h"

// Once, while the image is made.
void fetch_boot(void);
// The run has the tool of that number behind fetch.
void fetch_start_run(uint32_t tool);
// A call of that tool is answered. Takes what the tool gave, and gives the Response, or the error,
// that settles the script's promise. Runs no script code.
JSValue fetch_answer(uint32_t call, JSValue value, bool* rejected);
// Nobody waits any more for the calls that are on their way.
void fetch_forget_calls(void);
