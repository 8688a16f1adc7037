// Event and CustomEvent.
#pragma once

#include "guest/web_class.h"

extern WebClass event_class;

enum { phase_none, phase_capturing, phase_at_target, phase_bubbling };

typedef struct {
  JSValue type;            // a string
  JSValue target;          // null before it was dispatched
  JSValue current_target;  // null except during dispatch
  JSValue detail;          // of a CustomEvent
  double time_stamp;
  uint8_t phase;
  bool bubbles, cancelable, composed;
  bool is_trusted;
  bool is_dispatching;
  bool is_stopped, is_stopped_at_once;
  bool is_canceled;
  bool is_in_passive_listener;
} Event;

void event_boot(void);
// A trusted event of the guest's own, which does not bubble and can not be canceled.
JSValue event_new(const char* type);
