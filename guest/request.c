// See request.h. The Fetch Standard, 5.4 (https://fetch.spec.whatwg.org/#request-class), of which a
// server has use: method, headers, body, redirect and signal.
#include "guest/request.h"

#include <string.h>

#include "guest/codec_string.h"
#include "guest/fetch_signal.h"
#include "guest/fetch_url.h"
#include "guest/headers.h"
#include "guest/web_class.h"
#include "guest/web_text.h"

static WebClass request_class;

Request* request_of(JSValueConst value) { return web_class_data(value, &request_class); }

Body* request_body(JSValueConst value) {
  Request* request = request_of(value);
  return request != NULL ? &request->body : NULL;
}

// ---- Making

// What `init` says, read in the order of the names. Owned; undefined where it says nothing.
typedef struct {
  JSValue body, headers, integrity, method, redirect, signal;
} Init;

static bool is_dictionary(JSValueConst value) {
  if (JS_IsObject(value) || JS_IsUndefined(value) || JS_IsNull(value)) return true;
  JS_ThrowTypeError(engine_context, "Request: the second argument must be an object");
  return false;
}

static bool read_member(JSValueConst dictionary, const char* name, JSValue* value) {
  *value = web_member(engine_context, dictionary, name);
  return !JS_IsException(*value);
}

static bool read_init(Init* init, JSValueConst given) {
  *init =
      (Init){JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED, JS_UNDEFINED};
  return is_dictionary(given) && read_member(given, "body", &init->body) &&
         read_member(given, "headers", &init->headers) &&
         read_member(given, "integrity", &init->integrity) &&
         read_member(given, "method", &init->method) &&
         read_member(given, "redirect", &init->redirect) &&
         read_member(given, "signal", &init->signal);
}

static void free_init(Init* init) {
  JSContext* ctx = engine_context;
  JS_FreeValue(ctx, init->body);
  JS_FreeValue(ctx, init->headers);
  JS_FreeValue(ctx, init->integrity);
  JS_FreeValue(ctx, init->method);
  JS_FreeValue(ctx, init->redirect);
  JS_FreeValue(ctx, init->signal);
}

static bool is_word(const Buffer* text, const char* word) {
  return text->length == strlen(word) && memcmp(text->data, word, text->length) == 0;
}

static bool is_word_in_any_case(const Buffer* text, const char* word) {
  if (text->length != strlen(word)) return false;
  for (size_t i = 0; i < text->length; i++) {
    uint8_t c = text->data[i];
    if ((c >= 'a' && c <= 'z' ? c - 0x20 : c) != (uint8_t)word[i]) return false;
  }
  return true;
}

static JSValue method_of_text(const Buffer* text) {
  static const char* const forbidden[] = {"CONNECT", "TRACE", "TRACK"};
  static const char* const normal[] = {"DELETE", "GET", "HEAD", "OPTIONS", "POST", "PUT"};
  JSContext* ctx = engine_context;
  int shown = (int)(text->length < 64 ? text->length : 64);
  if (!headers_is_token(text->data, text->length))
    return JS_ThrowTypeError(ctx, "Request: \"%.*s\" is not an HTTP method", shown, text->data);
  for (size_t i = 0; i < sizeof(forbidden) / sizeof(*forbidden); i++) {
    if (is_word_in_any_case(text, forbidden[i]))
      return JS_ThrowTypeError(ctx, "Request: the method %s is forbidden", forbidden[i]);
  }
  for (size_t i = 0; i < sizeof(normal) / sizeof(*normal); i++) {
    if (is_word_in_any_case(text, normal[i])) return JS_NewString(ctx, normal[i]);
  }
  return engine_new_latin1(text->data, text->length);
}

static JSValue method_from(JSValueConst given) {
  uint8_t room[64];
  Buffer text = buffer_over(room, sizeof(room));
  JSValue method = JS_EXCEPTION;
  if (web_byte_string(&text, given, "the method")) method = method_of_text(&text);
  buffer_free(&text);
  return method;
}

static JSValue redirect_from(JSValueConst given) {
  uint8_t room[64];
  Buffer text = buffer_over(room, sizeof(room));
  JSValue redirect = JS_EXCEPTION;
  if (web_utf8(&text, given)) {
    if (is_word(&text, "follow") || is_word(&text, "error") || is_word(&text, "manual"))
      redirect = JS_NewStringLen(engine_context, (const char*)text.data, text.length);
    else
      JS_ThrowTypeError(engine_context,
                        "Request: redirect must be \"follow\", \"error\" or \"manual\"");
  }
  buffer_free(&text);
  return redirect;
}

// Replaces a member by what was made of the init's; false if that is an exception.
static bool put(JSValue* member, JSValue value) {
  if (JS_IsException(value)) return false;
  JS_FreeValue(engine_context, *member);
  *member = value;
  return true;
}

// What goes unchecked would be a promise that is not kept.
static bool has_no_integrity(JSValueConst given) {
  if (JS_IsUndefined(given)) return true;
  uint8_t room[64];
  Buffer text = buffer_over(room, sizeof(room));
  bool fine = web_utf8(&text, given);
  if (fine && text.length > 0) {
    JS_ThrowTypeError(engine_context, "Request: integrity is not supported");
    fine = false;
  }
  buffer_free(&text);
  return fine;
}

static bool is_given(JSValueConst value) { return !JS_IsUndefined(value) && !JS_IsNull(value); }

static bool take_signal(Request* request, JSValueConst given) {
  if (JS_IsUndefined(given)) return true;
  if (JS_IsNull(given)) return put(&request->signal, JS_UNDEFINED);
  if (!fetch_signal_is(given)) {
    JS_ThrowTypeError(engine_context, "Request: signal must be an AbortSignal");
    return false;
  }
  return put(&request->signal, JS_DupValue(engine_context, given));
}

static bool takes_no_body(const Request* request) {
  EngineString method = engine_string(request->method);
  if (method.wide) return false;
  return (method.length == 3 && memcmp(method.data, "GET", 3) == 0) ||
         (method.length == 4 && memcmp(method.data, "HEAD", 4) == 0);
}

// The body is the init's, or that of the other request, which is read by this.
static bool take_body(Request* request, Request* other, JSValueConst given) {
  JSContext* ctx = engine_context;
  bool inherits = !is_given(given) && other != NULL && other->body.present;
  if ((is_given(given) || inherits) && takes_no_body(request)) {
    JS_ThrowTypeError(ctx, "Request: a request with the method GET or HEAD can not have a body");
    return false;
  }
  if (inherits) {
    if (other->body.used) {
      JS_ThrowTypeError(ctx, "Request: the body of the other request has already been read");
      return false;
    }
    request->body = other->body;
    other->body.bytes = JS_UNDEFINED;
    other->body.used = true;
    return true;
  }
  if (!is_given(given)) return true;
  const char* type;
  if (!body_from(&request->body, given, &type)) return false;
  if (type == NULL || headers_has(request->headers, "content-type")) return true;
  headers_append(request->headers, "content-type", 12, type, strlen(type));
  return true;
}

static bool take_init(Request* request, Request* other, const Init* init) {
  if (!JS_IsUndefined(init->method) && !put(&request->method, method_from(init->method)))
    return false;
  if (!JS_IsUndefined(init->redirect) && !put(&request->redirect, redirect_from(init->redirect)))
    return false;
  if (!has_no_integrity(init->integrity) || !take_signal(request, init->signal)) return false;
  JSValueConst headers =
      JS_IsUndefined(init->headers) && other != NULL ? other->headers : init->headers;
  return put(&request->headers, headers_from(headers)) && take_body(request, other, init->body);
}

static bool fill(Request* request, JSValueConst input, JSValueConst given) {
  JSContext* ctx = engine_context;
  Request* other = request_of(input);
  if (other != NULL) {
    put(&request->url, JS_DupValue(ctx, other->url));
    put(&request->method, JS_DupValue(ctx, other->method));
    put(&request->redirect, JS_DupValue(ctx, other->redirect));
    put(&request->signal, JS_DupValue(ctx, other->signal));
  } else {
    if (!put(&request->url, fetch_url(input))) return false;
    put(&request->method, JS_NewString(ctx, "GET"));
    put(&request->redirect, JS_NewString(ctx, "follow"));
  }
  Init init;
  bool fine = read_init(&init, given) && take_init(request, other, &init);
  free_init(&init);
  return fine;
}

static JSValue new_request(JSValueConst new_target) {
  Request* request = js_mallocz(engine_context, sizeof(Request));
  *request = (Request){.url = JS_UNDEFINED,
                       .method = JS_UNDEFINED,
                       .headers = JS_UNDEFINED,
                       .redirect = JS_UNDEFINED,
                       .signal = JS_UNDEFINED,
                       .body = body_none};
  JSValue object = web_class_new(&request_class, new_target, request);
  if (JS_IsException(object)) js_free(engine_context, request);
  return object;
}

static JSValue filled(JSValue object, JSValueConst input, JSValueConst init) {
  if (JS_IsException(object) || fill(request_of(object), input, init)) return object;
  JS_FreeValue(engine_context, object);
  return JS_EXCEPTION;
}

JSValue request_from(JSValueConst input, JSValueConst init) {
  return filled(new_request(JS_UNDEFINED), input, init);
}

static JSValue construct(JSContext* ctx, JSValueConst new_target, int argc, JSValueConst* argv) {
  if (!web_has_arguments(ctx, argc, 1, "Request")) return JS_EXCEPTION;
  return filled(new_request(new_target), argv[0], argc > 1 ? argv[1] : JS_UNDEFINED);
}

// ---- Members

enum { get_method, get_url, get_headers, get_redirect, get_signal };

static JSValue getter(JSContext* ctx, JSValueConst this_value, int what) {
  Request* request = web_class_this(ctx, this_value, &request_class);
  if (request == NULL) return JS_EXCEPTION;
  switch (what) {
    case get_method:
      return JS_DupValue(ctx, request->method);
    case get_url:
      return JS_DupValue(ctx, request->url);
    case get_headers:
      return JS_DupValue(ctx, request->headers);
    case get_redirect:
      return JS_DupValue(ctx, request->redirect);
    default:
      if (JS_IsUndefined(request->signal)) request->signal = fetch_signal_new();
      return JS_DupValue(ctx, request->signal);
  }
}

static JSValue clone(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                     int magic) {
  (void)argc, (void)argv, (void)magic;
  Request* request = web_class_this(ctx, this_value, &request_class);
  if (request == NULL) return JS_EXCEPTION;
  if (request->body.used) return JS_ThrowTypeError(ctx, "Request: the body has already been read");
  JSValue object = new_request(JS_UNDEFINED);
  Request* copy = request_of(object);
  copy->url = JS_DupValue(ctx, request->url);
  copy->method = JS_DupValue(ctx, request->method);
  copy->redirect = JS_DupValue(ctx, request->redirect);
  copy->signal = JS_DupValue(ctx, request->signal);
  copy->headers = headers_from(request->headers);
  copy->body = body_copy(&request->body);
  return object;
}

static void request_free(JSRuntime* runtime, void* data) {
  Request* request = data;
  JS_FreeValueRT(runtime, request->url);
  JS_FreeValueRT(runtime, request->method);
  JS_FreeValueRT(runtime, request->headers);
  JS_FreeValueRT(runtime, request->redirect);
  JS_FreeValueRT(runtime, request->signal);
  body_free(runtime, &request->body);
  js_free_rt(runtime, request);
}

static void request_mark(JSRuntime* runtime, void* data, JS_MarkFunc* mark) {
  const Request* request = data;
  JS_MarkValue(runtime, request->headers, mark);
  JS_MarkValue(runtime, request->signal, mark);
  JS_MarkValue(runtime, request->body.bytes, mark);
}

static void request_show(const void* data, JSValueConst out) {
  JSContext* ctx = engine_context;
  const Request* request = data;
  web_show(out, "method", JS_DupValue(ctx, request->method));
  web_show(out, "url", JS_DupValue(ctx, request->url));
  web_show(out, "headers", JS_DupValue(ctx, request->headers));
  web_show(out, "redirect", JS_DupValue(ctx, request->redirect));
  web_show(out, "bodyUsed", JS_NewBool(ctx, request->body.used));
}

static const JSCFunctionListEntry members[] = {
    BODY_MEMBERS(body_request),
    WEB_READONLY_MAGIC("method", getter, get_method),
    WEB_READONLY_MAGIC("url", getter, get_url),
    WEB_READONLY_MAGIC("headers", getter, get_headers),
    WEB_READONLY_MAGIC("redirect", getter, get_redirect),
    WEB_READONLY_MAGIC("signal", getter, get_signal),
    WEB_METHOD_MAGIC("clone", 0, clone, 0),
    WEB_TAG("Request"),
};

static WebClass request_class = {
    .name = "Request",
    .constructor = construct,
    .constructor_length = 1,
    .finalize = request_free,
    .mark = request_mark,
    .show = request_show,
    .members = members,
    .member_count = WEB_COUNT(members),
    .is_hidden = true,
};

void request_boot(void) { web_class_define(&request_class); }

void request_expose(void) { web_class_expose(&request_class); }
