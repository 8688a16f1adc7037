// AbortController and AbortSignal, and what other parts of the guest do when a signal aborts.
#pragma once

#include "guest/web_class.h"

extern WebClass abort_signal_class;

void abort_boot(void);

// A new signal that nothing aborts.
JSValue abort_new_signal(void);
bool abort_is_signal(JSValueConst value);
bool abort_is_aborted(JSValueConst signal);
// Borrowed; undefined while it is not aborted.
JSValueConst abort_reason(JSValueConst signal);

// Something to do when a signal aborts, before its listeners hear of it. Part of a structure of its
// owner, zeroed but for `run`; the owner takes it off before it goes away.
typedef struct AbortStep AbortStep;
struct AbortStep {
  // Once, when the step has been taken off. Must not run script code.
  void (*run)(AbortStep* step);
  void* signal;  // the rest is the signal's; NULL when it is not on one
  AbortStep *previous, *next;
};
// The signal must not be aborted. It does not live longer for it, except that a pending timeout
// then holds the run.
void abort_add_step(JSValueConst signal, AbortStep* step);
void abort_remove_step(AbortStep* step);
