// The report of a failure, made inside the guest from whatever was thrown. The
// script's getters and proxies may run here, within its limits; what they
// throw is swallowed, and never loses the report.
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "guest/buffer.h"
#include "guest/engine.h"

void report_start_run(const char* source_name, size_t length);
// Ends in a zero.
const char* report_source_name(void);
bool report_is_syntax_error(JSValueConst thrown);

// The outcome message [2, kind, name, message, stack, code, line, column, thrown?].
void report_thrown(Buffer* message, const char* kind, JSValueConst thrown, size_t max_thrown);
// The same for a failure that nothing was thrown for.
void report_text(Buffer* message, const char* kind, const char* text, size_t length);

// Appends `: ` and the message of an error, for a sentence.
void report_append_message(Buffer* text, JSValueConst error);
// Appends a string as UTF-8 (lone surrogates become U+FFFD).
void report_append_string(Buffer* text, JSValueConst string);
