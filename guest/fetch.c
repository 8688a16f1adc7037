// See fetch.h. The Fetch Standard, 5.6 (https://fetch.spec.whatwg.org/#fetch-method).
//
// What crosses is one plain object, {url, method, headers, body, redirect}: a person
// may be asked about it, so a body that is text crosses as text. The host looks
// at all of it again.
#include "guest/fetch.h"

#include "guest/codec_string.h"
#include "guest/fetch_signal.h"
#include "guest/fetch_url.h"
#include "guest/headers.h"
#include "guest/request.h"
#include "guest/response.h"
#include "guest/tools.h"
#include "guest/web_text.h"

static JSValue fetch_function;
static uint32_t fetch_tool;

static void set(JSValueConst object, const char* name, JSValue value) {
  JS_DefinePropertyValueStr(engine_context, object, name, value, JS_PROP_C_W_E);
}

// Text where it is exactly that, else the bytes. A later change of the body is not seen: the
// message is written before any script runs.
static JSValue shown_body(const Body* body) {
  EngineBuffer bytes = engine_buffer(body->bytes);
  if (web_is_utf8(bytes.data, bytes.length)) return web_decode_utf8(bytes.data, bytes.length);
  return JS_DupValue(engine_context, body->bytes);
}

static JSValue call_arguments(const Request* request) {
  JSContext* ctx = engine_context;
  JSValue object = JS_NewObject(ctx);
  set(object, "url", fetch_url_without_fragment(request->url));
  set(object, "method", JS_DupValue(ctx, request->method));
  set(object, "headers", headers_pairs(request->headers));
  if (request->body.present) set(object, "body", shown_body(&request->body));
  set(object, "redirect", JS_DupValue(ctx, request->redirect));
  return object;
}

static JSValue send(Request* request) {
  JSContext* ctx = engine_context;
  JSValue reason;
  if (!JS_IsUndefined(request->signal) && fetch_signal_aborted(request->signal, &reason)) {
    JS_Throw(ctx, reason);
    return JS_EXCEPTION;
  }
  JSValue argument = call_arguments(request);
  JSValueConst arguments[] = {argument};
  uint32_t call;
  JSValue promise = tools_call(fetch_tool, 1, arguments, &call);
  JS_FreeValue(ctx, argument);
  if (call != 0 && !JS_IsUndefined(request->signal)) fetch_signal_follow(request->signal, call);
  return promise;
}

static JSValue fetch(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv) {
  (void)this_value;
  JSValue result = JS_EXCEPTION;
  if (engine_stack_overflows(8192)) {
    JS_ThrowRangeError(ctx, "Maximum call stack size exceeded");
  } else if (argc == 0) {
    JS_ThrowTypeError(ctx, "fetch needs 1 argument");
  } else {
    JSValue request = request_from(argv[0], argc > 1 ? argv[1] : JS_UNDEFINED);
    if (!JS_IsException(request)) result = send(request_of(request));
    JS_FreeValue(ctx, request);
  }
  if (!JS_IsException(result)) return result;
  JSValue promise = engine_new_promise();
  engine_settle(promise, JS_GetException(ctx), true);
  return promise;
}

// ---- Answers

// A failure of fetch itself says so in its code, and its message begins with "fetch failed: ". The
// reason alone is the error's cause, as in Node.
static void add_cause(JSValueConst error) {
  static const char prefix[] = "fetch failed: ";
  JSContext* ctx = engine_context;
  JSAtom code_atom = JS_NewAtom(ctx, "code"), message_atom = JS_NewAtom(ctx, "message");
  JSValueConst code, message;
  bool both = engine_own_property(error, code_atom, &code) == property_data && JS_IsString(code) &&
              engine_own_property(error, message_atom, &message) == property_data &&
              JS_IsString(message);
  if (both) {
    EngineString text = engine_string(message);
    uint32_t length = sizeof(prefix) - 1;
    bool ours = text.length >= length;
    for (uint32_t i = 0; i < length && ours; i++) ours = unit_at(text, i) == (uint8_t)prefix[i];
    if (ours) {
      JSValue cause = engine_new_error(JS_UNDEFINED);
      JS_DefinePropertyValue(
          ctx, cause, message_atom,
          text.wide
              ? JS_NewStringUTF16(ctx, (const uint16_t*)text.data + length, text.length - length)
              : engine_new_latin1((const char*)text.data + length, text.length - length),
          JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
      JS_DefinePropertyValue(ctx, cause, code_atom, JS_DupValue(ctx, code), JS_PROP_C_W_E);
      JS_DefinePropertyValueStr(ctx, error, "cause", cause,
                                JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
    }
  }
  JS_FreeAtom(ctx, code_atom);
  JS_FreeAtom(ctx, message_atom);
}

JSValue fetch_answer(uint32_t call, JSValue value, bool* rejected) {
  JSContext* ctx = engine_context;
  fetch_signal_forget(call);
  if (*rejected) {
    if (JS_IsError(value)) add_cause(value);
    return value;
  }
  JSValue response = response_from_answer(value);
  JS_FreeValue(ctx, value);
  *rejected = JS_IsException(response);
  return *rejected ? JS_GetException(ctx) : response;
}

void fetch_forget_calls(void) { fetch_signal_forget_all(); }

// ---- The globals

void fetch_boot(void) {
  headers_boot();
  request_boot();
  response_boot();
  fetch_function = JS_NewCFunction(engine_context, fetch, "fetch", 1);
  JS_PreventExtensions(engine_context, fetch_function);
}

void fetch_start_run(uint32_t tool) {
  JSContext* ctx = engine_context;
  fetch_tool = tool;
  JSValue global = JS_GetGlobalObject(ctx);
  // Scripts wrap, mock and declare fetch. That takes nothing away: a call of the tool is what the
  // host sees, whoever makes it.
  set(global, "fetch", JS_DupValue(ctx, fetch_function));
  JS_FreeValue(ctx, global);
  headers_expose();
  request_expose();
  response_expose();
}
