#include "guest/fetch_signal.h"

bool fetch_signal_is(JSValueConst value) {
  (void)value;
  return false;
}

JSValue fetch_signal_new(void) { return JS_UNDEFINED; }

bool fetch_signal_aborted(JSValueConst signal, JSValue* reason) {
  (void)signal, (void)reason;
  return false;
}

void fetch_signal_follow(JSValueConst signal, uint32_t call) { (void)signal, (void)call; }

void fetch_signal_forget(uint32_t call) { (void)call; }
