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
