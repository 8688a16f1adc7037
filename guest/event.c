// See event.h. There is no tree of targets here: an event has one target, which is where it is
// dispatched (event_target.c).
#include "guest/event.h"

#include "guest/host.h"

static JSValue is_trusted_getter;

static void event_free(JSRuntime* runtime, void* data) {
  Event* event = data;
  JS_FreeValueRT(runtime, event->type);
  JS_FreeValueRT(runtime, event->target);
  JS_FreeValueRT(runtime, event->current_target);
  JS_FreeValueRT(runtime, event->detail);
  js_free_rt(engine_runtime, event);
}

static void event_mark(JSRuntime* runtime, void* data, JS_MarkFunc* mark) {
  const Event* event = data;
  JS_MarkValue(runtime, event->target, mark);
  JS_MarkValue(runtime, event->current_target, mark);
  JS_MarkValue(runtime, event->detail, mark);
}

static WebClass custom_event_class;

// Takes type and detail.
static JSValue make(const WebClass* class, JSValueConst new_target, JSValue type, JSValue detail,
                    const Event* flags) {
  JSContext* ctx = engine_context;
  Event* event = js_malloc(engine_context, sizeof(Event));
  *event = (Event){.type = type,
                   .target = JS_NULL,
                   .current_target = JS_NULL,
                   .detail = detail,
                   .time_stamp = modebox_poll(poll_run_clock),
                   .bubbles = flags->bubbles,
                   .cancelable = flags->cancelable,
                   .composed = flags->composed,
                   .is_trusted = flags->is_trusted};
  JSValue object = web_class_new(class, new_target, event);
  if (JS_IsException(object)) {
    event_free(engine_runtime, event);
    return JS_EXCEPTION;
  }
  // [LegacyUnforgeable]: a property of its own that can not be changed.
  JSAtom atom = JS_NewAtom(ctx, "isTrusted");
  JS_DefinePropertyGetSet(ctx, object, atom, JS_DupValue(ctx, is_trusted_getter), JS_UNDEFINED,
                          JS_PROP_ENUMERABLE);
  JS_FreeAtom(ctx, atom);
  return object;
}

JSValue event_new(const char* type) {
  const Event flags = {.is_trusted = true};
  return make(&event_class, JS_UNDEFINED, JS_NewString(engine_context, type), JS_NULL, &flags);
}

static JSValue construct(JSContext* ctx, JSValueConst new_target, int argc, JSValueConst* argv,
                         const WebClass* class) {
  JSValueConst init;
  Event flags = {.is_trusted = false};
  if (!web_has_arguments(ctx, argc, 1, class->name)) return JS_EXCEPTION;
  JSValue type = JS_ToString(ctx, argv[0]);
  if (JS_IsException(type)) return JS_EXCEPTION;
  JSValue detail = JS_NULL;
  bool ok = web_dictionary(ctx, argc, argv, 1, &init) &&
            web_boolean_member(ctx, init, "bubbles", &flags.bubbles) &&
            web_boolean_member(ctx, init, "cancelable", &flags.cancelable) &&
            web_boolean_member(ctx, init, "composed", &flags.composed);
  if (ok && class == &custom_event_class) {
    detail = web_member(ctx, init, "detail");
    ok = !JS_IsException(detail);
    if (JS_IsUndefined(detail)) detail = JS_NULL;
  }
  if (ok) return make(class, new_target, type, detail, &flags);
  JS_FreeValue(ctx, type);
  return JS_EXCEPTION;
}

static JSValue event_constructor(JSContext* ctx, JSValueConst new_target, int argc,
                                 JSValueConst* argv) {
  return construct(ctx, new_target, argc, argv, &event_class);
}

static JSValue custom_event_constructor(JSContext* ctx, JSValueConst new_target, int argc,
                                        JSValueConst* argv) {
  return construct(ctx, new_target, argc, argv, &custom_event_class);
}

// ---- Attributes

enum {
  get_type,
  get_target,
  get_current_target,
  get_event_phase,
  get_bubbles,
  get_cancelable,
  get_composed,
  get_default_prevented,
  get_time_stamp,
  get_cancel_bubble,
  get_return_value,
};

static JSValue event_get(JSContext* ctx, JSValueConst this_value, int what) {
  const Event* event = web_class_this(ctx, this_value, &event_class);
  if (event == NULL) return JS_EXCEPTION;
  switch (what) {
    case get_type:
      return JS_DupValue(ctx, event->type);
    case get_target:
      return JS_DupValue(ctx, event->target);
    case get_current_target:
      return JS_DupValue(ctx, event->current_target);
    case get_event_phase:
      return JS_NewInt32(ctx, event->phase);
    case get_bubbles:
      return JS_NewBool(ctx, event->bubbles);
    case get_cancelable:
      return JS_NewBool(ctx, event->cancelable);
    case get_composed:
      return JS_NewBool(ctx, event->composed);
    case get_default_prevented:
      return JS_NewBool(ctx, event->is_canceled);
    case get_time_stamp:
      return JS_NewNumber(ctx, event->time_stamp);
    case get_cancel_bubble:
      return JS_NewBool(ctx, event->is_stopped);
    default:
      return JS_NewBool(ctx, !event->is_canceled);
  }
}

static JSValue event_get_is_trusted(JSContext* ctx, JSValueConst this_value, int argc,
                                    JSValueConst* argv) {
  (void)argc, (void)argv;
  const Event* event = web_class_this(ctx, this_value, &event_class);
  return event != NULL ? JS_NewBool(ctx, event->is_trusted) : JS_EXCEPTION;
}

static void cancel(Event* event) {
  if (event->cancelable && !event->is_in_passive_listener) event->is_canceled = true;
}

static JSValue event_set(JSContext* ctx, JSValueConst this_value, JSValueConst value, int what) {
  Event* event = web_class_this(ctx, this_value, &event_class);
  if (event == NULL) return JS_EXCEPTION;
  bool on = JS_ToBool(ctx, value);
  if (what == get_cancel_bubble && on) event->is_stopped = true;
  if (what == get_return_value && !on) cancel(event);
  return JS_UNDEFINED;
}

// ---- Methods

#define METHOD(name) \
  static JSValue name(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv)

METHOD(event_composed_path) {
  (void)argc, (void)argv;
  const Event* event = web_class_this(ctx, this_value, &event_class);
  if (event == NULL) return JS_EXCEPTION;
  JSValue path = engine_new_array(0);
  if (!JS_IsNull(event->current_target)) engine_push(path, JS_DupValue(ctx, event->current_target));
  return path;
}

METHOD(event_stop_propagation) {
  (void)argc, (void)argv;
  Event* event = web_class_this(ctx, this_value, &event_class);
  if (event == NULL) return JS_EXCEPTION;
  event->is_stopped = true;
  return JS_UNDEFINED;
}

METHOD(event_stop_immediate_propagation) {
  (void)argc, (void)argv;
  Event* event = web_class_this(ctx, this_value, &event_class);
  if (event == NULL) return JS_EXCEPTION;
  event->is_stopped = event->is_stopped_at_once = true;
  return JS_UNDEFINED;
}

METHOD(event_prevent_default) {
  (void)argc, (void)argv;
  Event* event = web_class_this(ctx, this_value, &event_class);
  if (event == NULL) return JS_EXCEPTION;
  cancel(event);
  return JS_UNDEFINED;
}

// initEvent and initCustomEvent: nothing happens while the event is dispatched. Takes detail.
static JSValue initialize(JSContext* ctx, Event* event, int argc, JSValueConst* argv,
                          JSValue* detail) {
  JSValue type = JS_ToString(ctx, argv[0]);
  if (JS_IsException(type)) return JS_EXCEPTION;
  if (event->is_dispatching) {
    JS_FreeValue(ctx, type);
    return JS_UNDEFINED;
  }
  JSValue old_type = event->type, old_target = event->target;
  event->type = type;
  event->target = JS_NULL;
  event->is_trusted = event->is_stopped = event->is_stopped_at_once = event->is_canceled = false;
  event->bubbles = argc > 1 && JS_ToBool(ctx, argv[1]);
  event->cancelable = argc > 2 && JS_ToBool(ctx, argv[2]);
  if (detail != NULL) {
    JSValue old_detail = event->detail;
    event->detail = *detail;
    *detail = old_detail;
  }
  JS_FreeValue(ctx, old_type);
  JS_FreeValue(ctx, old_target);
  return JS_UNDEFINED;
}

METHOD(event_init_event) {
  Event* event = web_class_this(ctx, this_value, &event_class);
  if (event == NULL || !web_has_arguments(ctx, argc, 1, "initEvent")) return JS_EXCEPTION;
  return initialize(ctx, event, argc, argv, NULL);
}

METHOD(custom_event_init_custom_event) {
  Event* event = web_class_this(ctx, this_value, &custom_event_class);
  if (event == NULL || !web_has_arguments(ctx, argc, 1, "initCustomEvent")) return JS_EXCEPTION;
  JSValue detail = argc > 3 ? JS_DupValue(ctx, argv[3]) : JS_NULL;
  if (JS_IsUndefined(detail)) detail = JS_NULL;
  JSValue result = initialize(ctx, event, argc, argv, &detail);
  JS_FreeValue(ctx, detail);
  return result;
}

static JSValue custom_event_get_detail(JSContext* ctx, JSValueConst this_value) {
  const Event* event = web_class_this(ctx, this_value, &custom_event_class);
  return event != NULL ? JS_DupValue(ctx, event->detail) : JS_EXCEPTION;
}

static void event_show(const void* data, JSValueConst out) {
  const Event* event = data;
  web_show(out, "type", JS_DupValue(engine_context, event->type));
  web_show(out, "defaultPrevented", JS_NewBool(engine_context, event->is_canceled));
  web_show(out, "cancelable", JS_NewBool(engine_context, event->cancelable));
  web_show(out, "timeStamp", JS_NewNumber(engine_context, event->time_stamp));
}

static void custom_event_show(const void* data, JSValueConst out) {
  event_show(data, out);
  web_show(out, "detail", JS_DupValue(engine_context, ((const Event*)data)->detail));
}

// ---- Interfaces

#define PHASES                                                                        \
  WEB_CONSTANT("NONE", phase_none), WEB_CONSTANT("CAPTURING_PHASE", phase_capturing), \
      WEB_CONSTANT("AT_TARGET", phase_at_target), WEB_CONSTANT("BUBBLING_PHASE", phase_bubbling)

static const JSCFunctionListEntry event_statics[] = {PHASES};
static const JSCFunctionListEntry event_members[] = {
    WEB_READONLY_MAGIC("type", event_get, get_type),
    WEB_READONLY_MAGIC("target", event_get, get_target),
    WEB_READONLY_MAGIC("srcElement", event_get, get_target),
    WEB_READONLY_MAGIC("currentTarget", event_get, get_current_target),
    WEB_METHOD("composedPath", 0, event_composed_path),
    PHASES,
    WEB_READONLY_MAGIC("eventPhase", event_get, get_event_phase),
    WEB_METHOD("stopPropagation", 0, event_stop_propagation),
    WEB_ATTRIBUTE_MAGIC("cancelBubble", event_get, event_set, get_cancel_bubble),
    WEB_METHOD("stopImmediatePropagation", 0, event_stop_immediate_propagation),
    WEB_READONLY_MAGIC("bubbles", event_get, get_bubbles),
    WEB_READONLY_MAGIC("cancelable", event_get, get_cancelable),
    WEB_ATTRIBUTE_MAGIC("returnValue", event_get, event_set, get_return_value),
    WEB_METHOD("preventDefault", 0, event_prevent_default),
    WEB_READONLY_MAGIC("defaultPrevented", event_get, get_default_prevented),
    WEB_READONLY_MAGIC("composed", event_get, get_composed),
    WEB_READONLY_MAGIC("timeStamp", event_get, get_time_stamp),
    WEB_METHOD("initEvent", 1, event_init_event),
    WEB_TAG("Event"),
};

WebClass event_class = {.name = "Event",
                        .constructor = event_constructor,
                        .constructor_length = 1,
                        .finalize = event_free,
                        .mark = event_mark,
                        .show = event_show,
                        .members = event_members,
                        .member_count = WEB_COUNT(event_members),
                        .statics = event_statics,
                        .static_count = WEB_COUNT(event_statics)};

static const JSCFunctionListEntry custom_event_members[] = {
    WEB_READONLY("detail", custom_event_get_detail),
    WEB_METHOD("initCustomEvent", 1, custom_event_init_custom_event),
    WEB_TAG("CustomEvent"),
};

static WebClass custom_event_class = {.name = "CustomEvent",
                                      .parent = &event_class,
                                      .constructor = custom_event_constructor,
                                      .constructor_length = 1,
                                      .finalize = event_free,
                                      .mark = event_mark,
                                      .show = custom_event_show,
                                      .members = custom_event_members,
                                      .member_count = WEB_COUNT(custom_event_members)};

void event_boot(void) {
  is_trusted_getter = JS_NewCFunction(engine_context, event_get_is_trusted, "get isTrusted", 0);
  web_class_define(&event_class);
  web_class_define(&custom_event_class);
}
