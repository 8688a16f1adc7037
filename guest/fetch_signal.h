// What fetch needs of AbortSignal.
#pragma once

#include "guest/engine.h"

bool fetch_signal_is(JSValueConst value);
// One that nothing aborts.
JSValue fetch_signal_new(void);
// Is it aborted? Then *reason is set, owned.
bool fetch_signal_aborted(JSValueConst signal, JSValue* reason);
// When the signal is aborted, the call of a tool is cancelled, and its promise rejected with the
// signal's reason.
void fetch_signal_follow(JSValueConst signal, uint32_t call);
// The call is over.
void fetch_signal_forget(uint32_t call);
// So are all.
void fetch_signal_forget_all(void);
