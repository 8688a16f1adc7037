// EventTarget: listeners and dispatch. The data of every object that is an EventTarget begins with
// a Target.
#pragma once

#include "guest/event.h"

extern WebClass event_target_class;

typedef struct Listener Listener;
typedef struct Target Target;
struct Target {
  Listener** listeners;  // in the order in which they were added
  uint32_t count, capacity;
  uint32_t live;         // those of them that are not removed
  uint32_t dispatching;  // how many dispatches are going on: the list only grows meanwhile
  // Told when the first listener has come, and when the last has gone. May be NULL. Must not run
  // script code.
  void (*listening)(Target* target);
};

void event_target_boot(void);

void event_target_free(JSRuntime* runtime, Target* target);
void event_target_mark(JSRuntime* runtime, const Target* target, JS_MarkFunc* mark);

// Calls the listeners of the object, whose Target it is, with the event. Runs script code; what a
// listener throws is reported (web_report_exception). True if nothing canceled the event.
bool event_target_dispatch(JSValueConst object, Target* target, JSValueConst event);

// An event handler attribute, such as onabort.
JSValue event_target_handler(const Target* target, const char* type);
void event_target_set_handler(Target* target, const char* type, JSValueConst value);
