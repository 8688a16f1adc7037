// What becomes of a run: evaluating the source, running what can move, and the
// report when nothing can move any more.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "guest/buffer.h"
#include "guest/engine.h"

typedef struct {
  size_t max_result;
} RunSettings;

void outcome_boot(void);
// Evaluates the source up to where it first waits. The byte after the source is overwritten for the
// while. With call_function_result, a script whose value is a function of its own without
// parameters gets it called, and the result is the run's value.
void outcome_start_run(const RunSettings* settings, const char* source, size_t source_length,
                       const char* name, size_t name_length, bool call_function_result);
// Takes limits for the rest of the run.
void outcome_set(const RunSettings* settings);
// Forgets what an earlier run of the session left undone: calls, timers, rejections. Globals stay.
void outcome_forget_run(void);
// Runs jobs and due timers until nothing can move. The outcome message of this entry, valid until
// the next.
const Buffer* outcome_advance(void);
