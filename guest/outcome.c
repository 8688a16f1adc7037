// See outcome.h. What ends a run, in the order in which it is looked for:
//   the main promise is rejected             -> Uncaught
//   it is fulfilled, calls are on their way  -> DetachedCall
//   it is fulfilled, a rejection unhandled   -> DetachedCall (of a call), UnhandledRejection
//   it is fulfilled                          -> completed, or NotSerializable / TooLarge
//   it waits, and nothing is left to wait for-> UnhandledRejection, or else Stalled
#include "guest/outcome.h"

#include <stdio.h>
#include <string.h>

#include "guest/codec.h"
#include "guest/host.h"
#include "guest/memory.h"
#include "guest/rejections.h"
#include "guest/report.h"
#include "guest/timers.h"
#include "guest/tools.h"

static RunSettings settings;
static JSValue main_promise;
static bool
    is_unwrapped;  // main_promise is that of the completion value, not of the wrapper around it
static bool is_over;
static bool calls_function;  // if that is the script's value; at most once
static uint8_t storage[2048];
static Buffer message;

void outcome_boot(void) {
  main_promise = JS_UNDEFINED;
  rejections_boot();
}

static void begin(int kind, uint64_t parts) {
  buffer_free(&message);
  message = buffer_over(storage, sizeof(storage));
  buffer_head(&message, cbor_array, parts);
  buffer_head(&message, cbor_uint, (uint64_t)kind);
}

static void fail_text(const char* kind, const Buffer* text) {
  is_over = true;
  buffer_free(&message);
  message = buffer_over(storage, sizeof(storage));
  report_text(&message, kind, (const char*)text->data, text->length);
}

static void fail_sentence(const char* kind, const char* sentence) {
  Buffer text = {.data = (uint8_t*)sentence, .length = strlen(sentence)};
  fail_text(kind, &text);
}

// Takes the thrown value.
static void fail_thrown(const char* kind, JSValue thrown) {
  is_over = true;
  buffer_free(&message);
  message = buffer_over(storage, sizeof(storage));
  report_thrown(&message, kind, thrown, settings.max_result);
  JS_FreeValue(engine_context, thrown);
}

static void fail_exception(const char* kind) { fail_thrown(kind, JS_GetException(engine_context)); }

static void fail_detached(void) {
  uint8_t room[256];
  Buffer text = buffer_over(room, sizeof(room));
  static const char before[] = "the script ended while a host call was still running: ";
  static const char after[] = " (every call must be awaited)";
  buffer_add(&text, before, sizeof(before) - 1);
  tools_name_in_flight(&text);
  buffer_add(&text, after, sizeof(after) - 1);
  fail_text("DetachedCall", &text);
  buffer_free(&text);
}

// A rejection that nothing handled ends the run. False if there is none.
static bool fail_unhandled(void) {
  JSValue reason;
  int64_t tool;
  if (!rejections_first(&reason, &tool)) return false;
  if (tool < 0) {
    fail_thrown("UnhandledRejection", reason);
    return true;
  }
  uint8_t room[256];
  Buffer text = buffer_over(room, sizeof(room));
  static const char before[] = "a host call failed and nothing handled it: ";
  buffer_add(&text, before, sizeof(before) - 1);
  tools_name(&text, (uint32_t)tool);
  report_append_message(&text, reason);
  fail_text("DetachedCall", &text);
  buffer_free(&text);
  JS_FreeValue(engine_context, reason);
  return true;
}

static void complete(JSValueConst value) {
  if (tools_in_flight() > 0) {
    fail_detached();
    return;
  }
  if (fail_unhandled()) return;
  begin(1, 2);
  JSValue reason = JS_UNDEFINED;
  EncodeResult result = encode_value(&message, value, "$", settings.max_result, &reason);
  is_over = true;
  if (result == encode_threw) {
    fail_exception("Uncaught");
  } else if (result == encode_refused) {
    uint8_t room[512];
    Buffer text = buffer_over(room, sizeof(room));
    report_append_string(&text, reason);
    fail_text("NotSerializable", &text);
    buffer_free(&text);
    JS_FreeValue(engine_context, reason);
  } else if (result == encode_too_large) {
    char sentence[80];
    snprintf(sentence, sizeof(sentence), "the result is larger than %u bytes",
             (unsigned)settings.max_result);
    fail_sentence("TooLarge", sentence);
  } else if (tools_in_flight() > 0) {
    // A getter of the result made a call.
    fail_detached();
  } else {
    // Or left a promise behind that fails.
    fail_unhandled();
  }
}

// Runs what is queued. False if a job threw, which ends the run.
static bool run_jobs(void) {
  JSContext* unused;
  while (engine_has_jobs()) {
    if (JS_ExecutePendingJob(engine_runtime, &unused) < 0) {
      fail_exception("Uncaught");
      return false;
    }
  }
  return true;
}

// Takes the value as that of the run. True if it is a promise, or something like one, to wait for.
static bool await_value(JSValue value) {
  JSContext* ctx = engine_context;
  JS_FreeValue(ctx, main_promise);
  main_promise = value;
  JSValueConst found;
  JSAtom then = JS_NewAtom(ctx, "then");
  bool may_be_thenable =
      JS_IsObject(value) && engine_find_property(value, then, &found) != property_absent;
  JS_FreeAtom(ctx, then);
  if (!may_be_thenable) return false;
  JSValue functions[2];
  main_promise = JS_NewPromiseCapability(ctx, functions);
  JS_PromiseMarkAsHandled(ctx, main_promise);
  JSValue unused = JS_Call(ctx, functions[0], JS_UNDEFINED, 1, (JSValueConst*)&value);
  JS_FreeValue(ctx, unused);
  JS_FreeValue(ctx, functions[0]);
  JS_FreeValue(ctx, functions[1]);
  JS_FreeValue(ctx, value);
  return true;
}

// The script's own completion value is inside a wrapper object, so that a promise in it is not
// awaited before it is known to be the last. True if there is something to wait for now.
static bool unwrap(void) {
  JSContext* ctx = engine_context;
  is_unwrapped = true;
  JSValue wrapper = JS_PromiseResult(ctx, main_promise);
  JSValueConst found;
  JSAtom atom = JS_NewAtom(ctx, "value");
  JSValue value = JS_UNDEFINED;
  if (JS_IsObject(wrapper) && engine_own_property(wrapper, atom, &found) == property_data)
    value = JS_DupValue(ctx, found);
  JS_FreeAtom(ctx, atom);
  JS_FreeValue(ctx, wrapper);
  return await_value(value);
}

// Whether the value is a function of the script that can be called without arguments. Runs no
// code of the script.
static bool can_be_called(JSValueConst value) {
  if (!JS_IsObject(value) || !engine_is_script_function(value)) return false;
  EngineFunction kind = engine_function(value);
  if (kind != function_plain && kind != function_async) return false;
  JSValueConst length;
  JSAtom atom = JS_NewAtom(engine_context, "length");
  bool is_zero = engine_own_property(value, atom, &length) == property_data &&
                 JS_VALUE_GET_TAG(length) == JS_TAG_INT && JS_VALUE_GET_INT(length) == 0;
  JS_FreeAtom(engine_context, atom);
  return is_zero;
}

// Takes the run's value: calls it, where that was asked for, and else ends the run with it. True if
// the run is over.
static bool finish_with(JSValue value) {
  JSContext* ctx = engine_context;
  if (!calls_function || !can_be_called(value)) {
    complete(value);
    JS_FreeValue(ctx, value);
    return true;
  }
  calls_function = false;
  JSValue result = JS_Call(ctx, value, JS_UNDEFINED, 0, NULL);
  JS_FreeValue(ctx, value);
  if (JS_IsException(result)) {
    fail_exception("Uncaught");
    return true;
  }
  await_value(result);
  return !run_jobs();
}

// Ends the run if the main promise is settled. False if it is still pending.
static bool finish_main(void) {
  JSContext* ctx = engine_context;
  for (;;) {
    if (is_unwrapped && !JS_IsPromise(main_promise)) {
      if (finish_with(JS_DupValue(ctx, main_promise))) return true;
      continue;
    }
    switch (JS_PromiseState(ctx, main_promise)) {
      case JS_PROMISE_PENDING:
        return false;
      case JS_PROMISE_REJECTED:
        fail_thrown("Uncaught", JS_PromiseResult(ctx, main_promise));
        return true;
      default:
        break;
    }
    if (is_unwrapped) {
      if (finish_with(JS_PromiseResult(ctx, main_promise))) return true;
      continue;
    }
    if (unwrap() && !run_jobs()) return true;
  }
}

static bool run_due_timers(void) {
  double due;
  if (!timers_next(&due)) return true;
  double now = modebox_poll(poll_run_clock);
  uint64_t round = timers_round();
  JSValue result;
  while (timers_fire(now, round, &result)) {
    if (JS_IsException(result)) {
      fail_exception("Uncaught");
      return false;
    }
    JS_FreeValue(engine_context, result);
    if (!run_jobs()) return false;
    if (finish_main()) return false;
  }
  return true;
}

void outcome_start_run(const RunSettings* run_settings, const char* source, size_t source_length,
                       const char* name, size_t name_length, bool call_function_result) {
  JSContext* ctx = engine_context;
  settings = *run_settings;
  calls_function = call_function_result;
  report_start_run(name, name_length);
  // The parser wants a zero after the text; the message goes on there.
  char* end = (char*)source + source_length;
  char saved = *end;
  *end = '\0';
  engine_begin_source(source, source_length);
  JSValue script = JS_Eval(ctx, source, source_length, report_source_name(),
                           JS_EVAL_TYPE_GLOBAL | JS_EVAL_FLAG_ASYNC | JS_EVAL_FLAG_COMPILE_ONLY);
  if (JS_IsException(script)) engine_place_syntax_error(report_source_name());
  engine_end_source();
  *end = saved;
  if (!JS_IsException(script))
    main_promise = JS_EvalFunction(ctx, script);
  else
    main_promise = JS_EXCEPTION;
  if (JS_IsException(main_promise)) {
    main_promise = JS_UNDEFINED;
    JSValue thrown = JS_GetException(ctx);
    fail_thrown(report_is_syntax_error(thrown) ? "Syntax" : "Uncaught", thrown);
    return;
  }
  JS_PromiseMarkAsHandled(ctx, main_promise);
}

void outcome_set(const RunSettings* run_settings) { settings = *run_settings; }

void outcome_forget_run(void) {
  JS_FreeValue(engine_context, main_promise);
  main_promise = JS_UNDEFINED;
  is_unwrapped = false;
  is_over = false;
  tools_forget_calls();
  timers_drop();
  rejections_forget();
}

const Buffer* outcome_advance(void) {
  if (is_over || !run_jobs() || finish_main() || !run_due_timers()) return &message;
  double due;
  bool armed = timers_next(&due);
  if (!timers_hold_the_run() && tools_in_flight() == 0) {
    if (!fail_unhandled())
      fail_sentence("Stalled", "The script waits for a promise that nothing can settle any more.");
    return &message;
  }
  begin(0, 2);
  if (armed) {
    buffer_number(&message, due);
  } else {
    buffer_byte(&message, cbor_null);
  }
  return &message;
}
