// Promises that were rejected while nothing handled them. Whether something
// handles them later is asked when the run is about to end.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "guest/engine.h"

void rejections_boot(void);
// While calls are being settled: the tool whose promise it is, so that a rejection is known as that
// of a call. -1: none.
void rejections_from_tool(int64_t tool);
// What was rejected so far is nobody's concern any more.
void rejections_forget(void);
// The first rejection that is still unhandled: its reason (owned), and the tool it came from or -1.
// A call's comes before all others.
bool rejections_first(JSValue* reason, int64_t* tool);
