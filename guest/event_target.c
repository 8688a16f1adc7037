// See event_target.h. A listener that is removed stays in the list, marked, until no dispatch goes
// on: so a dispatch can walk by index whatever its listeners do.
#include "guest/event_target.h"

#include "guest/abort.h"

struct Listener {
  AbortStep on_abort;  // first: removes it when the signal it was added with aborts
  Target* target;      // NULL once it is removed
  JSAtom type;
  JSValue callback;
  uint32_t references;  // the list's, and those of calls that are going on
  Listener* next_removed;
  bool capture, once, passive;
  bool is_handler;  // the entry of an event handler attribute
};

// ---- The list

static void release(JSRuntime* runtime, Listener* listener) {
  if (--listener->references > 0) return;
  JS_FreeAtomRT(runtime, listener->type);
  JS_FreeValueRT(runtime, listener->callback);
  js_free_rt(engine_runtime, listener);
}

// Takes what is removed out of the list; its last references are given up by drop().
static Listener* compact(Target* target) {
  Listener* removed = NULL;
  uint32_t kept = 0;
  for (uint32_t i = 0; i < target->count; i++) {
    Listener* listener = target->listeners[i];
    if (listener->target != NULL) {
      target->listeners[kept++] = listener;
    } else {
      listener->next_removed = removed;
      removed = listener;
    }
  }
  target->count = kept;
  return removed;
}

// A callback that goes away may take the target with it.
static void drop(Listener* removed) {
  while (removed != NULL) {
    Listener* next = removed->next_removed;
    release(engine_runtime, removed);
    removed = next;
  }
}

static void add(Target* target, Listener* listener) {
  if (target->count == target->capacity) {
    target->capacity = target->capacity ? target->capacity * 2 : 2;
    target->listeners =
        js_realloc(engine_context, target->listeners, target->capacity * sizeof(Listener*));
  }
  target->listeners[target->count++] = listener;
  if (target->live++ == 0 && target->listening != NULL) target->listening(target);
}

// The target may be gone afterwards, if nothing but its listeners kept it.
static void remove_listener(Listener* listener) {
  Target* target = listener->target;
  abort_remove_step(&listener->on_abort);
  listener->target = NULL;
  target->live--;
  // Not each time: removing many one by one would take the square of their number.
  Listener* removed = NULL;
  if (target->dispatching == 0 && target->live <= target->count / 2) removed = compact(target);
  if (target->live == 0 && target->listening != NULL) target->listening(target);
  drop(removed);
}

static void remove_on_abort(AbortStep* step) { remove_listener((Listener*)step); }

void event_target_free(JSRuntime* runtime, Target* target) {
  for (uint32_t i = 0; i < target->count; i++) {
    Listener* listener = target->listeners[i];
    if (listener->target != NULL) abort_remove_step(&listener->on_abort);
    listener->target = NULL;
    release(runtime, listener);
  }
  js_free_rt(engine_runtime, target->listeners);
  target->count = 0;
}

void event_target_mark(JSRuntime* runtime, const Target* target, JS_MarkFunc* mark) {
  for (uint32_t i = 0; i < target->count; i++)
    JS_MarkValue(runtime, target->listeners[i]->callback, mark);
}

static bool is_same_object(JSValueConst a, JSValueConst b) {
  return JS_IsObject(a) && JS_IsObject(b) && JS_VALUE_GET_PTR(a) == JS_VALUE_GET_PTR(b);
}

static Listener* find(const Target* target, JSAtom type, JSValueConst callback, bool capture) {
  for (uint32_t i = 0; i < target->count; i++) {
    Listener* l = target->listeners[i];
    if (l->target != NULL && !l->is_handler && l->type == type && l->capture == capture &&
        is_same_object(l->callback, callback))
      return l;
  }
  return NULL;
}

// ---- Event handler attributes

static Listener* find_handler(const Target* target, JSAtom type) {
  for (uint32_t i = 0; i < target->count; i++) {
    Listener* l = target->listeners[i];
    if (l->target != NULL && l->is_handler && l->type == type) return l;
  }
  return NULL;
}

JSValue event_target_handler(const Target* target, const char* type) {
  JSAtom atom = JS_NewAtom(engine_context, type);
  const Listener* listener = find_handler(target, atom);
  JS_FreeAtom(engine_context, atom);
  return listener != NULL ? JS_DupValue(engine_context, listener->callback) : JS_NULL;
}

// A handler keeps its place in the order when it is changed, and loses it when it is null.
void event_target_set_handler(Target* target, const char* type, JSValueConst value) {
  JSContext* ctx = engine_context;
  JSAtom atom = JS_NewAtom(ctx, type);
  Listener* listener = find_handler(target, atom);
  if (!JS_IsObject(value)) {
    if (listener != NULL) remove_listener(listener);
    JS_FreeAtom(ctx, atom);
  } else if (listener != NULL) {
    JSValue old = listener->callback;
    listener->callback = JS_DupValue(ctx, value);
    JS_FreeValue(ctx, old);
    JS_FreeAtom(ctx, atom);
  } else {
    listener = js_malloc(engine_context, sizeof(Listener));
    *listener = (Listener){.target = target,
                           .type = atom,
                           .callback = JS_DupValue(ctx, value),
                           .references = 1,
                           .is_handler = true};
    add(target, listener);
  }
}

// ---- Dispatch

static void call(JSContext* ctx, const Listener* listener, JSValueConst event, Event* data) {
  JSValue function = JS_UNDEFINED;
  JSValueConst this_value = data->current_target;
  if (JS_IsFunction(ctx, listener->callback)) {
    function = JS_DupValue(ctx, listener->callback);
  } else if (listener->is_handler) {
    return;  // an object that is no function is a handler that does nothing
  } else {
    this_value = listener->callback;
    function = JS_GetPropertyStr(ctx, listener->callback, "handleEvent");
    if (!JS_IsException(function) && !JS_IsFunction(ctx, function)) {
      JS_FreeValue(ctx, function);
      function = JS_ThrowTypeError(ctx, "the listener's handleEvent is not a function");
    }
  }
  JSValue result = function;
  if (!JS_IsException(function)) {
    JSValue target = JS_DupValue(ctx, this_value);
    result = JS_Call(ctx, function, target, 1, &event);
    JS_FreeValue(ctx, target);
    JS_FreeValue(ctx, function);
  }
  if (JS_IsException(result)) {
    web_report_exception(ctx, JS_GetException(ctx));
  } else {
    JS_FreeValue(ctx, result);
  }
}

// Of the listeners that are there now: those that capture, or those that do not.
static void invoke(JSContext* ctx, Target* target, JSAtom type, bool capture, JSValueConst event,
                   Event* data) {
  uint32_t count = target->count;
  for (uint32_t i = 0; i < count && !data->is_stopped_at_once; i++) {
    Listener* listener = target->listeners[i];
    if (listener->target == NULL || listener->type != type || listener->capture != capture)
      continue;
    listener->references++;
    if (listener->once) remove_listener(listener);
    data->is_in_passive_listener = listener->passive;
    call(ctx, listener, event, data);
    data->is_in_passive_listener = false;
    release(engine_runtime, listener);
  }
}

bool event_target_dispatch(JSValueConst object, Target* target, JSValueConst event) {
  JSContext* ctx = engine_context;
  Event* data = web_class_data(event, &event_class);
  // Nothing may go away while it is used, whatever the listeners do.
  JSValue held_object = JS_DupValue(ctx, object);
  JSValue held_event = JS_DupValue(ctx, event);
  JSAtom type = JS_ValueToAtom(ctx, data->type);
  JSValue old_target = data->target;
  data->is_dispatching = true;
  data->target = JS_DupValue(ctx, object);
  data->current_target = JS_DupValue(ctx, object);
  data->phase = phase_at_target;
  JS_FreeValue(ctx, old_target);
  target->dispatching++;
  // There is no way down to the target: both kinds of listeners are called at it.
  if (!data->is_stopped) invoke(ctx, target, type, true, event, data);
  if (!data->is_stopped) invoke(ctx, target, type, false, event, data);
  if (--target->dispatching == 0 && target->live < target->count) drop(compact(target));
  JSValue old_current = data->current_target;
  data->phase = phase_none;
  data->current_target = JS_NULL;
  data->is_dispatching = data->is_stopped = data->is_stopped_at_once = false;
  bool go_on = !data->is_canceled;
  JS_FreeValue(ctx, old_current);
  JS_FreeAtom(ctx, type);
  JS_FreeValue(ctx, held_event);
  JS_FreeValue(ctx, held_object);
  return go_on;
}

// ---- The interface

static JSValue event_target_constructor(JSContext* ctx, JSValueConst new_target, int argc,
                                        JSValueConst* argv) {
  (void)ctx, (void)argc, (void)argv;
  Target* target = js_mallocz(engine_context, sizeof(Target));
  JSValue object = web_class_new(&event_target_class, new_target, target);
  if (JS_IsException(object)) js_free_rt(engine_runtime, target);
  return object;
}

static void event_target_finalize(JSRuntime* runtime, void* data) {
  event_target_free(runtime, data);
  js_free_rt(engine_runtime, data);
}

static void event_target_mark_data(JSRuntime* runtime, void* data, JS_MarkFunc* mark) {
  event_target_mark(runtime, data, mark);
}

// What both addEventListener and removeEventListener are given.
typedef struct {
  JSAtom type;
  JSValueConst callback;
  bool capture, once, passive;
  JSValue signal;  // undefined if there is none
} Arguments;

static bool read_signal(JSContext* ctx, JSValueConst options, Arguments* a) {
  a->signal = web_member(ctx, options, "signal");
  if (JS_IsException(a->signal)) return false;
  if (JS_IsUndefined(a->signal) || abort_is_signal(a->signal)) return true;
  JS_FreeValue(ctx, a->signal);
  JS_ThrowTypeError(ctx, "signal must be an AbortSignal");
  return false;
}

static bool read_options(JSContext* ctx, JSValueConst options, bool to_add, Arguments* a) {
  if (!JS_IsObject(options)) {
    a->capture = !JS_IsUndefined(options) && !JS_IsNull(options) && JS_ToBool(ctx, options);
    return true;
  }
  if (!web_boolean_member(ctx, options, "capture", &a->capture)) return false;
  return !to_add ||
         (web_boolean_member(ctx, options, "once", &a->once) &&
          web_boolean_member(ctx, options, "passive", &a->passive) && read_signal(ctx, options, a));
}

static bool read_arguments(JSContext* ctx, int argc, JSValueConst* argv, bool to_add,
                           Arguments* a) {
  *a = (Arguments){.signal = JS_UNDEFINED};
  if (!web_has_arguments(ctx, argc, 2, to_add ? "addEventListener" : "removeEventListener"))
    return false;
  JSValue type = JS_ToString(ctx, argv[0]);
  if (JS_IsException(type)) return false;
  a->type = JS_ValueToAtom(ctx, type);
  JS_FreeValue(ctx, type);
  a->callback = argv[1];
  bool ok = JS_IsObject(argv[1]) || JS_IsNull(argv[1]) || JS_IsUndefined(argv[1]);
  if (!ok) JS_ThrowTypeError(ctx, "a listener must be a function, an object or null");
  ok = ok && read_options(ctx, argc > 2 ? argv[2] : JS_UNDEFINED, to_add, a);
  if (!ok) JS_FreeAtom(ctx, a->type);
  return ok;
}

#define METHOD(name) \
  static JSValue name(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv)

METHOD(event_target_add) {
  Arguments a;
  Target* target = web_class_this(ctx, this_value, &event_target_class);
  if (target == NULL || !read_arguments(ctx, argc, argv, true, &a)) return JS_EXCEPTION;
  bool has_signal = JS_IsObject(a.signal);
  if (JS_IsObject(a.callback) && !(has_signal && abort_is_aborted(a.signal)) &&
      find(target, a.type, a.callback, a.capture) == NULL) {
    Listener* listener = js_malloc(engine_context, sizeof(Listener));
    *listener = (Listener){.on_abort = {.run = remove_on_abort},
                           .target = target,
                           .type = JS_DupAtom(ctx, a.type),
                           .callback = JS_DupValue(ctx, a.callback),
                           .references = 1,
                           .capture = a.capture,
                           .once = a.once,
                           .passive = a.passive};
    add(target, listener);
    if (has_signal) abort_add_step(a.signal, &listener->on_abort);
  }
  JS_FreeAtom(ctx, a.type);
  JS_FreeValue(ctx, a.signal);
  return JS_UNDEFINED;
}

METHOD(event_target_remove) {
  Arguments a;
  Target* target = web_class_this(ctx, this_value, &event_target_class);
  if (target == NULL || !read_arguments(ctx, argc, argv, false, &a)) return JS_EXCEPTION;
  Listener* listener = find(target, a.type, a.callback, a.capture);
  if (listener != NULL) remove_listener(listener);
  JS_FreeAtom(ctx, a.type);
  return JS_UNDEFINED;
}

METHOD(event_target_dispatch_event) {
  Target* target = web_class_this(ctx, this_value, &event_target_class);
  if (target == NULL || !web_has_arguments(ctx, argc, 1, "dispatchEvent")) return JS_EXCEPTION;
  Event* event = web_class_data(argv[0], &event_class);
  if (event == NULL) return JS_ThrowTypeError(ctx, "dispatchEvent needs an Event");
  if (event->is_dispatching)
    return JS_ThrowDOMException(ctx, "InvalidStateError", "The event is already being dispatched");
  event->is_trusted = false;
  return JS_NewBool(ctx, event_target_dispatch(this_value, target, argv[0]));
}

static const JSCFunctionListEntry members[] = {
    WEB_METHOD("addEventListener", 2, event_target_add),
    WEB_METHOD("removeEventListener", 2, event_target_remove),
    WEB_METHOD("dispatchEvent", 1, event_target_dispatch_event),
    WEB_TAG("EventTarget"),
};

WebClass event_target_class = {.name = "EventTarget",
                               .constructor = event_target_constructor,
                               .finalize = event_target_finalize,
                               .mark = event_target_mark_data,
                               .members = members,
                               .member_count = WEB_COUNT(members)};

void event_target_boot(void) { web_class_define(&event_target_class); }
