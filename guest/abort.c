// See abort.h. What keeps what alive, so that signals which nobody can hear of any more are freed:
// a signal made by any() holds its sources; a source holds such a signal only while that is heeded
// (has a listener or a step); the timer of timeout() holds its signal only while that is heeded,
// and only then is it something that a run can wait for. Signals made by any() are never sources
// themselves, so nothing here recurses.
#include "guest/abort.h"

#include "guest/event_target.h"
#include "guest/timers.h"

typedef struct Signal Signal;

// Between a source and a signal that depends on it, in a list of each.
typedef struct Link Link;
struct Link {
  Signal* source;  // NULL once it is gone
  Signal* dependent;
  JSValue source_object;  // held
  bool is_strong;         // the source holds the dependent
  Link* next_of_dependent;
  Link *previous_of_source, *next_of_source;
};

struct Signal {
  Target target;        // first
  JSValueConst object;  // itself, not held
  JSValue reason;       // undefined: not aborted
  AbortStep* first_step;
  AbortStep* last_step;
  Link* sources;     // made by any()
  Link* dependents;  // in the order in which they were made
  Link* last_dependent;
  uint32_t strong_links;  // of dependents
  uint64_t seen_by;       // number of the last call of any() that met it as a source
  bool is_dependent;
  bool is_heeded;
  NativeTimer* timer;  // of timeout(), until it rings
};

static const char aborted_text[] = "This operation was aborted";
static const char timed_out_text[] = "The operation was aborted due to timeout";

// ---- Who is heeded

static void heed(Signal* signal);

static void set_strong(Link* link, bool strong) {
  if (link->source == NULL || link->is_strong == strong) return;
  Signal* source = link->source;
  link->is_strong = strong;
  if (strong) {
    JS_DupValue(engine_context, link->dependent->object);
    source->strong_links++;
  } else {
    source->strong_links--;
  }
  heed(source);
}

// Looks anew whether the signal is heeded. It may be gone afterwards, if only that kept it.
static void heed(Signal* signal) {
  bool heeded = JS_IsUndefined(signal->reason) &&
                (signal->target.live > 0 || signal->first_step != NULL || signal->strong_links > 0);
  if (heeded == signal->is_heeded) return;
  signal->is_heeded = heeded;
  JSValue held = JS_DupValue(engine_context, signal->object);
  if (signal->timer != NULL) {
    timers_native_hold(signal->timer, heeded);
    if (heeded) {
      JS_DupValue(engine_context, held);
    } else {
      JS_FreeValue(engine_context, held);
    }
  }
  for (Link* link = signal->sources; link != NULL; link = link->next_of_dependent) {
    bool was_strong = link->is_strong;
    set_strong(link, heeded);
    if (was_strong && !link->is_strong) JS_FreeValue(engine_context, held);
  }
  JS_FreeValue(engine_context, held);
}

static void listening(Target* target) { heed((Signal*)target); }

void abort_add_step(JSValueConst value, AbortStep* step) {
  Signal* signal = web_class_data(value, &abort_signal_class);
  step->signal = signal;
  step->previous = signal->last_step;
  step->next = NULL;
  if (signal->last_step != NULL) {
    signal->last_step->next = step;
  } else {
    signal->first_step = step;
  }
  signal->last_step = step;
  heed(signal);
}

static void unlink_step(AbortStep* step) {
  Signal* signal = step->signal;
  if (step->previous != NULL) {
    step->previous->next = step->next;
  } else {
    signal->first_step = step->next;
  }
  if (step->next != NULL) {
    step->next->previous = step->previous;
  } else {
    signal->last_step = step->previous;
  }
  step->signal = NULL;
}

void abort_remove_step(AbortStep* step) {
  Signal* signal = step->signal;
  if (signal == NULL) return;
  unlink_step(step);
  heed(signal);
}

// ---- Life of a signal

static JSValue new_signal(Signal** out) {
  Signal* signal = js_mallocz(engine_context, sizeof(Signal));
  signal->reason = JS_UNDEFINED;
  signal->target.listening = listening;
  JSValue object = web_class_new(&abort_signal_class, JS_UNDEFINED, signal);
  signal->object = object;
  *out = signal;
  return object;
}

JSValue abort_new_signal(void) {
  Signal* unused;
  return new_signal(&unused);
}

static void unlink_from_source(Link* link) {
  Signal* source = link->source;
  if (link->previous_of_source != NULL) {
    link->previous_of_source->next_of_source = link->next_of_source;
  } else {
    source->dependents = link->next_of_source;
  }
  if (link->next_of_source != NULL) {
    link->next_of_source->previous_of_source = link->previous_of_source;
  } else {
    source->last_dependent = link->previous_of_source;
  }
  link->source = NULL;
}

static void signal_free(JSRuntime* runtime, void* data) {
  Signal* signal = data;
  while (signal->first_step != NULL) unlink_step(signal->first_step);
  event_target_free(runtime, &signal->target);
  if (signal->timer != NULL) timers_native_cancel(signal->timer);
  while (signal->dependents != NULL) {
    Link* link = signal->dependents;
    unlink_from_source(link);
    if (!link->is_strong) continue;
    link->is_strong = false;
    JS_FreeValueRT(runtime, link->dependent->object);
  }
  while (signal->sources != NULL) {
    Link* link = signal->sources;
    signal->sources = link->next_of_dependent;
    if (link->source != NULL) unlink_from_source(link);
    JS_FreeValueRT(runtime, link->source_object);
    js_free_rt(engine_runtime, link);
  }
  JS_FreeValueRT(runtime, signal->reason);
  js_free_rt(engine_runtime, signal);
}

static void signal_mark(JSRuntime* runtime, void* data, JS_MarkFunc* mark) {
  const Signal* signal = data;
  event_target_mark(runtime, &signal->target, mark);
  JS_MarkValue(runtime, signal->reason, mark);
  for (const Link* l = signal->sources; l != NULL; l = l->next_of_dependent)
    JS_MarkValue(runtime, l->source_object, mark);
  for (const Link* l = signal->dependents; l != NULL; l = l->next_of_source) {
    if (l->is_strong) JS_MarkValue(runtime, l->dependent->object, mark);
  }
}

// ---- Aborting

static void run_steps(JSContext* ctx, Signal* signal) {
  while (signal->first_step != NULL) {
    AbortStep* step = signal->first_step;
    unlink_step(step);
    step->run(step);
  }
  heed(signal);
  JSValue event = event_new("abort");
  event_target_dispatch(signal->object, &signal->target, event);
  JS_FreeValue(ctx, event);
}

// Takes the reason. Runs the script's listeners.
static void signal_abort(JSContext* ctx, Signal* signal, JSValue reason) {
  if (!JS_IsUndefined(signal->reason)) {
    JS_FreeValue(ctx, reason);
    return;
  }
  JSValue held = JS_DupValue(ctx, signal->object);
  signal->reason = reason;
  JSValue list = engine_new_array(0);
  for (Link* link = signal->dependents; link != NULL; link = link->next_of_source) {
    Signal* dependent = link->dependent;
    if (!JS_IsUndefined(dependent->reason)) continue;
    dependent->reason = JS_DupValue(ctx, reason);
    engine_push(list, JS_DupValue(ctx, dependent->object));
  }
  run_steps(ctx, signal);
  const JSValue* items;
  uint32_t count, length;
  engine_dense_array(list, &items, &count, &length);
  for (uint32_t i = 0; i < count; i++)
    run_steps(ctx, web_class_data(items[i], &abort_signal_class));
  JS_FreeValue(ctx, list);
  JS_FreeValue(ctx, held);
}

// The reason that abort() is given, or the one it has otherwise.
static JSValue reason_of(JSContext* ctx, int argc, JSValueConst* argv) {
  if (argc > 0 && !JS_IsUndefined(argv[0])) return JS_DupValue(ctx, argv[0]);
  return web_dom_exception(ctx, "AbortError", aborted_text);
}

// ---- AbortSignal

bool abort_is_signal(JSValueConst value) {
  return web_class_data(value, &abort_signal_class) != NULL;
}

JSValueConst abort_reason(JSValueConst value) {
  return ((const Signal*)web_class_data(value, &abort_signal_class))->reason;
}

bool abort_is_aborted(JSValueConst value) { return !JS_IsUndefined(abort_reason(value)); }

#define METHOD(name) \
  static JSValue name(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv)

METHOD(abort_signal_abort) {
  (void)this_value;
  Signal* signal;
  JSValue reason = reason_of(ctx, argc, argv);
  JSValue object = new_signal(&signal);
  signal->reason = reason;
  return object;
}

static void on_time(void* owner, bool is_due) {
  Signal* signal = owner;
  JSContext* ctx = engine_context;
  JSValue held = JS_DupValue(ctx, signal->object);
  signal->timer = NULL;
  if (signal->is_heeded) JS_FreeValue(ctx, held);  // the timer's
  if (is_due) signal_abort(ctx, signal, web_dom_exception(ctx, "TimeoutError", timed_out_text));
  JS_FreeValue(ctx, held);
}

METHOD(abort_signal_timeout) {
  (void)this_value;
  double delay;
  if (!web_has_arguments(ctx, argc, 1, "AbortSignal.timeout") ||
      !web_enforce_range(ctx, argv[0], 9007199254740991.0, &delay))
    return JS_EXCEPTION;
  Signal* signal;
  JSValue object = new_signal(&signal);
  signal->timer = timers_native_set(delay, on_time, signal);
  return object;
}

static void depend(Signal* signal, Signal* source, uint64_t call) {
  if (source->seen_by == call) return;
  source->seen_by = call;
  Link* link = js_malloc(engine_context, sizeof(Link));
  *link = (Link){.source = source,
                 .dependent = signal,
                 .source_object = JS_DupValue(engine_context, source->object),
                 .next_of_dependent = signal->sources,
                 .previous_of_source = source->last_dependent};
  signal->sources = link;
  if (source->last_dependent != NULL) {
    source->last_dependent->next_of_source = link;
  } else {
    source->dependents = link;
  }
  source->last_dependent = link;
}

METHOD(abort_signal_any) {
  (void)this_value;
  if (!web_has_arguments(ctx, argc, 1, "AbortSignal.any")) return JS_EXCEPTION;
  JSValue list = web_sequence(ctx, argv[0], "the argument of AbortSignal.any");
  if (JS_IsException(list)) return JS_EXCEPTION;
  const JSValue* items;
  uint32_t count, length;
  engine_dense_array(list, &items, &count, &length);
  for (uint32_t i = 0; i < count; i++) {
    if (abort_is_signal(items[i])) continue;
    JS_FreeValue(ctx, list);
    return JS_ThrowTypeError(ctx, "AbortSignal.any takes only AbortSignals");
  }
  static uint64_t calls;
  calls++;
  Signal* signal;
  JSValue object = new_signal(&signal);
  signal->is_dependent = true;
  for (uint32_t i = 0; i < count && JS_IsUndefined(signal->reason); i++)
    signal->reason = JS_DupValue(ctx, abort_reason(items[i]));
  for (uint32_t i = 0; i < count && JS_IsUndefined(signal->reason); i++) {
    Signal* source = web_class_data(items[i], &abort_signal_class);
    if (!source->is_dependent) {
      depend(signal, source, calls);
      continue;
    }
    for (Link* link = source->sources; link != NULL; link = link->next_of_dependent) {
      if (link->source != NULL) depend(signal, link->source, calls);
    }
  }
  JS_FreeValue(ctx, list);
  return object;
}

static JSValue abort_signal_get_aborted(JSContext* ctx, JSValueConst this_value) {
  const Signal* signal = web_class_this(ctx, this_value, &abort_signal_class);
  return signal != NULL ? JS_NewBool(ctx, !JS_IsUndefined(signal->reason)) : JS_EXCEPTION;
}

static JSValue abort_signal_get_reason(JSContext* ctx, JSValueConst this_value) {
  const Signal* signal = web_class_this(ctx, this_value, &abort_signal_class);
  return signal != NULL ? JS_DupValue(ctx, signal->reason) : JS_EXCEPTION;
}

METHOD(abort_signal_throw_if_aborted) {
  (void)argc, (void)argv;
  const Signal* signal = web_class_this(ctx, this_value, &abort_signal_class);
  if (signal == NULL) return JS_EXCEPTION;
  if (JS_IsUndefined(signal->reason)) return JS_UNDEFINED;
  return JS_Throw(ctx, JS_DupValue(ctx, signal->reason));
}

static JSValue abort_signal_get_onabort(JSContext* ctx, JSValueConst this_value) {
  const Signal* signal = web_class_this(ctx, this_value, &abort_signal_class);
  return signal != NULL ? event_target_handler(&signal->target, "abort") : JS_EXCEPTION;
}

static JSValue abort_signal_set_onabort(JSContext* ctx, JSValueConst this_value,
                                        JSValueConst value) {
  Signal* signal = web_class_this(ctx, this_value, &abort_signal_class);
  if (signal == NULL) return JS_EXCEPTION;
  event_target_set_handler(&signal->target, "abort", value);
  return JS_UNDEFINED;
}

static void signal_show(const void* data, JSValueConst out) {
  web_show(out, "aborted",
           JS_NewBool(engine_context, !JS_IsUndefined(((const Signal*)data)->reason)));
}

static const JSCFunctionListEntry signal_statics[] = {
    WEB_METHOD("abort", 0, abort_signal_abort),
    WEB_METHOD("timeout", 1, abort_signal_timeout),
    WEB_METHOD("any", 1, abort_signal_any),
};
static const JSCFunctionListEntry signal_members[] = {
    WEB_READONLY("aborted", abort_signal_get_aborted),
    WEB_READONLY("reason", abort_signal_get_reason),
    WEB_METHOD("throwIfAborted", 0, abort_signal_throw_if_aborted),
    WEB_ATTRIBUTE("onabort", abort_signal_get_onabort, abort_signal_set_onabort),
    WEB_TAG("AbortSignal"),
};

WebClass abort_signal_class = {.name = "AbortSignal",
                               .parent = &event_target_class,
                               .finalize = signal_free,
                               .mark = signal_mark,
                               .show = signal_show,
                               .members = signal_members,
                               .member_count = WEB_COUNT(signal_members),
                               .statics = signal_statics,
                               .static_count = WEB_COUNT(signal_statics)};

// ---- AbortController

typedef struct {
  JSValue signal;
} Controller;

static WebClass abort_controller_class;

static void controller_free(JSRuntime* runtime, void* data) {
  JS_FreeValueRT(runtime, ((Controller*)data)->signal);
  js_free_rt(engine_runtime, data);
}

static void controller_mark(JSRuntime* runtime, void* data, JS_MarkFunc* mark) {
  JS_MarkValue(runtime, ((Controller*)data)->signal, mark);
}

static JSValue controller_constructor(JSContext* ctx, JSValueConst new_target, int argc,
                                      JSValueConst* argv) {
  (void)ctx, (void)argc, (void)argv;
  Signal* signal;
  Controller* controller = js_malloc(engine_context, sizeof(Controller));
  controller->signal = new_signal(&signal);
  JSValue object = web_class_new(&abort_controller_class, new_target, controller);
  if (JS_IsException(object)) controller_free(engine_runtime, controller);
  return object;
}

static JSValue controller_get_signal(JSContext* ctx, JSValueConst this_value) {
  const Controller* controller = web_class_this(ctx, this_value, &abort_controller_class);
  return controller != NULL ? JS_DupValue(ctx, controller->signal) : JS_EXCEPTION;
}

METHOD(controller_abort) {
  const Controller* controller = web_class_this(ctx, this_value, &abort_controller_class);
  if (controller == NULL) return JS_EXCEPTION;
  JSValue signal = JS_DupValue(ctx, controller->signal);
  signal_abort(ctx, web_class_data(signal, &abort_signal_class), reason_of(ctx, argc, argv));
  JS_FreeValue(ctx, signal);
  return JS_UNDEFINED;
}

static void controller_show(const void* data, JSValueConst out) {
  web_show(out, "signal", JS_DupValue(engine_context, ((const Controller*)data)->signal));
}

static const JSCFunctionListEntry controller_members[] = {
    WEB_READONLY("signal", controller_get_signal),
    WEB_METHOD("abort", 0, controller_abort),
    WEB_TAG("AbortController"),
};

static WebClass abort_controller_class = {.name = "AbortController",
                                          .constructor = controller_constructor,
                                          .finalize = controller_free,
                                          .mark = controller_mark,
                                          .show = controller_show,
                                          .members = controller_members,
                                          .member_count = WEB_COUNT(controller_members)};

void abort_boot(void) {
  web_class_define(&abort_signal_class);
  web_class_define(&abort_controller_class);
}
