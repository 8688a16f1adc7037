// See fetch_signal.h. The signal is held until the call is over: a step does not hold it.
#include "guest/fetch_signal.h"

#include "guest/abort.h"
#include "guest/memory.h"
#include "guest/tools.h"

typedef struct Follower Follower;
struct Follower {
  AbortStep step;  // first
  JSValue signal;
  uint32_t call;
  Follower* next;
};

static Follower* followers;

static void drop(Follower** place) {
  Follower* follower = *place;
  *place = follower->next;
  abort_remove_step(&follower->step);
  JS_FreeValue(engine_context, follower->signal);
  memory_free(NULL, follower);
}

static void aborted(AbortStep* step) {
  const Follower* follower = (const Follower*)step;
  uint32_t call = follower->call;
  JSValue reason = JS_DupValue(engine_context, abort_reason(follower->signal));
  fetch_signal_forget(call);
  tools_cancel(call, reason);
}

bool fetch_signal_is(JSValueConst value) { return abort_is_signal(value); }

JSValue fetch_signal_new(void) { return abort_new_signal(); }

bool fetch_signal_aborted(JSValueConst signal, JSValue* reason) {
  if (!abort_is_aborted(signal)) return false;
  *reason = JS_DupValue(engine_context, abort_reason(signal));
  return true;
}

void fetch_signal_follow(JSValueConst signal, uint32_t call) {
  Follower* follower = memory_calloc(NULL, 1, sizeof(Follower));
  follower->step.run = aborted;
  follower->signal = JS_DupValue(engine_context, signal);
  follower->call = call;
  follower->next = followers;
  followers = follower;
  abort_add_step(signal, &follower->step);
}

void fetch_signal_forget(uint32_t call) {
  for (Follower** place = &followers; *place != NULL; place = &(*place)->next) {
    if ((*place)->call != call) continue;
    drop(place);
    return;
  }
}

void fetch_signal_forget_all(void) {
  while (followers != NULL) drop(&followers);
}
