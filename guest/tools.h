// Tools: the frozen functions through which a script calls its host, and the
// calls that are on their way.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "guest/codec.h"
#include "guest/engine.h"

// Once, while the image is made.
void tools_boot(void);
// Defines the tools of a run, from their list in the start message. Keeps what it needs of the
// bytes.
void tools_start_run(Reader* list, size_t max_arguments);
// Calls a tool that is not synchronous, and gives the promise of its answer. *id is the call's, 0
// if it could not be sent, which rejects the promise. Runs script code if the arguments do.
JSValue tools_call(uint32_t tool, int argc, JSValueConst* argv, uint32_t* id);
// The script gives up a call that is on its way: its promise is rejected with the reason, which is
// taken; the host is told, and no answer comes any more.
void tools_cancel(uint32_t id, JSValue reason);
// Settles calls, from the list in an answers message. Runs no script code. False if the message is
// malformed.
bool tools_settle(Reader* answers);

// For the rest of the run.
void tools_set_max_arguments(size_t max_arguments);
// Nobody waits any more for the calls that are on their way. Their numbers are not used again.
void tools_forget_calls(void);
// Calls that have been sent and not been answered.
uint32_t tools_in_flight(void);
// Appends the names of the tools with calls in flight, each once, at most a few: `a`, `b.c` and 3
// more.
void tools_name_in_flight(Buffer* text);
void tools_name(Buffer* text, uint32_t tool);
