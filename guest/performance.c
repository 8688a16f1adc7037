// performance.now and performance.timeOrigin, on the run's clock: whole milliseconds, so that no
// script measures finely.
#include <math.h>

#include "guest/event_target.h"
#include "guest/host.h"
#include "guest/web.h"

static WebClass performance_class;
static JSValue performance;
static double origin = NAN;

// Both clocks are rounded, so that their difference is not always the same: it is taken once.
static double time_origin(void) {
  if (isnan(origin)) origin = modebox_poll(poll_wall_clock) - modebox_poll(poll_run_clock);
  return origin;
}

void performance_forget_run(void) {
  if (!isnan(origin)) origin = NAN;
}

static JSValue performance_now(JSContext* ctx, JSValueConst this_value, int argc,
                               JSValueConst* argv) {
  (void)argc, (void)argv;
  if (web_class_this(ctx, this_value, &performance_class) == NULL) return JS_EXCEPTION;
  return JS_NewNumber(ctx, modebox_poll(poll_run_clock));
}

static JSValue performance_get_time_origin(JSContext* ctx, JSValueConst this_value) {
  if (web_class_this(ctx, this_value, &performance_class) == NULL) return JS_EXCEPTION;
  return JS_NewNumber(ctx, time_origin());
}

static JSValue performance_to_json(JSContext* ctx, JSValueConst this_value, int argc,
                                   JSValueConst* argv) {
  (void)argc, (void)argv;
  if (web_class_this(ctx, this_value, &performance_class) == NULL) return JS_EXCEPTION;
  JSValue object = JS_NewObject(ctx);
  JS_DefinePropertyValueStr(ctx, object, "timeOrigin", JS_NewNumber(ctx, time_origin()),
                            JS_PROP_C_W_E);
  return object;
}

static JSValue get_performance(JSContext* ctx, JSValueConst this_value, int argc,
                               JSValueConst* argv) {
  (void)this_value, (void)argc, (void)argv;
  return JS_DupValue(ctx, performance);
}

static JSValue set_performance(JSContext* ctx, JSValueConst this_value, int argc,
                               JSValueConst* argv) {
  (void)this_value, (void)argc;
  // [Replaceable]
  JSValue global = JS_GetGlobalObject(ctx);
  int done = JS_DefinePropertyValueStr(ctx, global, "performance", JS_DupValue(ctx, argv[0]),
                                       JS_PROP_C_W_E | JS_PROP_THROW);
  JS_FreeValue(ctx, global);
  return done < 0 ? JS_EXCEPTION : JS_UNDEFINED;
}

static void performance_finalize(JSRuntime* runtime, void* data) {
  event_target_free(runtime, data);
  js_free_rt(engine_runtime, data);
}

static void performance_mark(JSRuntime* runtime, void* data, JS_MarkFunc* mark) {
  event_target_mark(runtime, data, mark);
}

static const JSCFunctionListEntry members[] = {
    WEB_METHOD("now", 0, performance_now),
    WEB_READONLY("timeOrigin", performance_get_time_origin),
    WEB_METHOD("toJSON", 0, performance_to_json),
    WEB_TAG("Performance"),
};

static WebClass performance_class = {.name = "Performance",
                                     .parent = &event_target_class,
                                     .finalize = performance_finalize,
                                     .mark = performance_mark,
                                     .members = members,
                                     .member_count = WEB_COUNT(members)};

void performance_boot(void) {
  web_class_define(&performance_class);
  performance =
      web_class_new(&performance_class, JS_UNDEFINED, js_mallocz(engine_context, sizeof(Target)));
  web_attribute_define("performance", get_performance, set_performance);
}
