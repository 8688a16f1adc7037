// setTimeout and its kin. Timers live in the guest; the host only knows when
// the next one is due.
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "guest/engine.h"

void timers_boot(void);
// When the next timer is due, in milliseconds on the run's clock. False if there is none.
bool timers_next(double* due);
// Takes the first timer that is due at `now` and was set before this round began, and calls it.
// False if there is none. JS_EXCEPTION in *result if its callback threw.
bool timers_fire(double now, uint64_t round, JSValue* result);
// Marks the timers that exist now as one round.
uint64_t timers_round(void);
// Drops all timers.
void timers_drop(void);
// Is there a timer that the run can wait for?
bool timers_hold_the_run(void);

// A timer of the guest's own, in one order with those of the script. It has no number, and it does
// not hold the run unless it is told to.
typedef struct NativeTimer NativeTimer;
// `end` is called once, when it rings (and may run script code then) or is dropped; it is gone
// then.
NativeTimer* timers_native_set(double delay, void (*end)(void* owner, bool is_due), void* owner);
void timers_native_hold(NativeTimer* timer, bool holds);
void timers_native_cancel(NativeTimer* timer);
