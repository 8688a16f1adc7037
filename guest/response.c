// See response.h. The Fetch Standard, 5.5 (https://fetch.spec.whatwg.org/#response-class).
#include "guest/response.h"

#include <stdio.h>
#include <string.h>

#include "guest/codec_string.h"
#include "guest/fetch_url.h"
#include "guest/headers.h"
#include "guest/web_class.h"
#include "guest/web_text.h"

typedef struct {
  JSValue url;  // a string, as is status_text
  JSValue status_text;
  JSValue headers;  // a Headers
  Body body;
  const char* type;
  uint16_t status;
  bool redirected;
} Response;

static WebClass response_class;

static Response* response_of(JSValueConst value) { return web_class_data(value, &response_class); }

Body* response_body(JSValueConst value) {
  Response* response = response_of(value);
  return response != NULL ? &response->body : NULL;
}

// ---- Making

static JSValue new_response(JSValueConst new_target) {
  Response* response = js_mallocz(engine_context, sizeof(Response));
  JSValue object = web_class_new(&response_class, new_target, response);
  if (JS_IsException(object)) {
    js_free(engine_context, response);
    return object;
  }
  *response = (Response){.url = engine_new_latin1("", 0),
                         .status_text = engine_new_latin1("", 0),
                         .headers = headers_new(),
                         .body = body_none,
                         .type = "default",
                         .status = 200};
  return object;
}

static bool has_null_body(int status) {
  return status == 101 || status == 103 || status == 204 || status == 205 || status == 304;
}

// Web IDL's unsigned short: whole, and modulo 65536. Runs script code.
static bool read_status(JSValueConst given, uint16_t* status) {
  int32_t number;
  if (JS_ToInt32(engine_context, &number, given) < 0) return false;
  *status = (uint16_t)number;
  return true;
}

static bool take_status(Response* response, JSValueConst given) {
  if (JS_IsUndefined(given)) return true;
  uint16_t status;
  if (!read_status(given, &status)) return false;
  if (status < 200 || status > 599) {
    JS_ThrowRangeError(engine_context, "Response: status must be from 200 to 599");
    return false;
  }
  response->status = status;
  return true;
}

// Visible characters, white space, and bytes above ASCII.
static bool is_reason(const Buffer* text) {
  for (size_t i = 0; i < text->length; i++) {
    uint8_t c = text->data[i];
    if ((c < ' ' && c != '\t') || c == 0x7f) return false;
  }
  return true;
}

static bool take_status_text(Response* response, JSValueConst given) {
  if (JS_IsUndefined(given)) return true;
  uint8_t room[128];
  Buffer text = buffer_over(room, sizeof(room));
  bool fine = web_byte_string(&text, given, "Response: statusText");
  if (fine && !is_reason(&text)) {
    JS_ThrowTypeError(engine_context, "Response: statusText has a control character in it");
    fine = false;
  }
  if (fine) {
    JS_FreeValue(engine_context, response->status_text);
    response->status_text = engine_new_latin1(text.data, text.length);
  }
  buffer_free(&text);
  return fine;
}

static bool is_dictionary(JSValueConst value) {
  if (JS_IsObject(value) || JS_IsUndefined(value) || JS_IsNull(value)) return true;
  JS_ThrowTypeError(engine_context, "Response: the second argument must be an object");
  return false;
}

static bool read_member(JSValueConst dictionary, const char* name, JSValue* value) {
  *value = web_member(engine_context, dictionary, name);
  return !JS_IsException(*value);
}

// The members of `init`, in the order of their names.
static bool take_init(Response* response, JSValueConst init) {
  JSContext* ctx = engine_context;
  JSValue headers = JS_UNDEFINED, status = JS_UNDEFINED, text = JS_UNDEFINED;
  bool fine = is_dictionary(init) && read_member(init, "headers", &headers) &&
              read_member(init, "status", &status) && read_member(init, "statusText", &text) &&
              take_status(response, status) && take_status_text(response, text);
  if (fine) {
    JSValue made = headers_from(headers);
    fine = !JS_IsException(made);
    if (fine) {
      JS_FreeValue(ctx, response->headers);
      response->headers = made;
    }
  }
  JS_FreeValue(ctx, headers);
  JS_FreeValue(ctx, status);
  JS_FreeValue(ctx, text);
  return fine;
}

// Takes the body, whatever comes of it.
static bool take_body(Response* response, Body body, const char* type) {
  response->body = body;
  if (has_null_body(response->status)) {
    JS_ThrowTypeError(engine_context, "Response: an answer with the status %d can not have a body",
                      response->status);
    return false;
  }
  if (type == NULL || headers_has(response->headers, "content-type")) return true;
  headers_append(response->headers, "content-type", 12, type, strlen(type));
  return true;
}

static bool fill(Response* response, JSValueConst given, JSValueConst init) {
  Body body = body_none;
  const char* type = NULL;
  bool has_body = !JS_IsUndefined(given) && !JS_IsNull(given);
  if (has_body && !body_from(&body, given, &type)) return false;
  if (take_init(response, init)) return !has_body || take_body(response, body, type);
  body_free(engine_runtime, &body);
  return false;
}

static JSValue construct(JSContext* ctx, JSValueConst new_target, int argc, JSValueConst* argv) {
  JSValue object = new_response(new_target);
  if (JS_IsException(object) || fill(response_of(object), argc > 0 ? argv[0] : JS_UNDEFINED,
                                     argc > 1 ? argv[1] : JS_UNDEFINED))
    return object;
  JS_FreeValue(ctx, object);
  return JS_EXCEPTION;
}

// ---- Static members

static JSValue make_error(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                          int magic) {
  (void)ctx, (void)this_value, (void)argc, (void)argv, (void)magic;
  JSValue object = new_response(JS_UNDEFINED);
  Response* response = response_of(object);
  response->type = "error";
  response->status = 0;
  headers_make_immutable(response->headers);
  return object;
}

static JSValue make_json(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                         int magic) {
  (void)this_value, (void)magic;
  if (!web_has_arguments(ctx, argc, 1, "Response.json")) return JS_EXCEPTION;
  JSValue text = JS_JSONStringify(ctx, argv[0], JS_UNDEFINED, JS_UNDEFINED);
  if (JS_IsException(text)) return text;
  if (JS_IsUndefined(text)) return JS_ThrowTypeError(ctx, "Response.json: no JSON stands for this");
  Body body;
  const char* type;
  bool fine = body_from(&body, text, &type);
  JS_FreeValue(ctx, text);
  if (!fine) return JS_EXCEPTION;
  JSValue object = new_response(JS_UNDEFINED);
  Response* response = response_of(object);
  if (!take_init(response, argc > 1 ? argv[1] : JS_UNDEFINED))
    body_free(engine_runtime, &body);
  else if (take_body(response, body, "application/json"))
    return object;
  JS_FreeValue(ctx, object);
  return JS_EXCEPTION;
}

static JSValue make_redirect(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                             int magic) {
  (void)this_value, (void)magic;
  if (!web_has_arguments(ctx, argc, 1, "Response.redirect")) return JS_EXCEPTION;
  JSValue url = fetch_url(argv[0]);
  if (JS_IsException(url)) return url;
  uint16_t status = 302;
  JSValue object = JS_EXCEPTION;
  if (argc < 2 || JS_IsUndefined(argv[1]) || read_status(argv[1], &status)) {
    if (status == 301 || status == 302 || status == 303 || status == 307 || status == 308) {
      object = new_response(JS_UNDEFINED);
      Response* response = response_of(object);
      response->status = status;
      EngineString text = engine_string(url);
      headers_append(response->headers, "location", 8, text.data, text.length);
      headers_make_immutable(response->headers);
    } else {
      JS_ThrowRangeError(ctx, "Response.redirect: status must be 301, 302, 303, 307 or 308");
    }
  }
  JS_FreeValue(ctx, url);
  return object;
}

// ---- Members

enum {
  get_headers,
  get_ok,
  get_redirected,
  get_status,
  get_status_text,
  get_type,
  get_url,
};

static JSValue getter(JSContext* ctx, JSValueConst this_value, int what) {
  const Response* response = web_class_this(ctx, this_value, &response_class);
  if (response == NULL) return JS_EXCEPTION;
  switch (what) {
    case get_headers:
      return JS_DupValue(ctx, response->headers);
    case get_ok:
      return JS_NewBool(ctx, response->status >= 200 && response->status < 300);
    case get_redirected:
      return JS_NewBool(ctx, response->redirected);
    case get_status:
      return JS_NewInt32(ctx, response->status);
    case get_status_text:
      return JS_DupValue(ctx, response->status_text);
    case get_type:
      return JS_NewString(ctx, response->type);
    default:
      return JS_DupValue(ctx, response->url);
  }
}

static JSValue clone(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                     int magic) {
  (void)argc, (void)argv, (void)magic;
  const Response* response = web_class_this(ctx, this_value, &response_class);
  if (response == NULL) return JS_EXCEPTION;
  if (response->body.used)
    return JS_ThrowTypeError(ctx, "Response: the body has already been read");
  JSValue object = new_response(JS_UNDEFINED);
  Response* copy = response_of(object);
  JS_FreeValue(ctx, copy->url);
  JS_FreeValue(ctx, copy->status_text);
  JS_FreeValue(ctx, copy->headers);
  *copy = *response;
  JS_DupValue(ctx, copy->url);
  JS_DupValue(ctx, copy->status_text);
  copy->headers = headers_copy(response->headers);
  copy->body = body_copy(&response->body);
  return object;
}

// ---- Answers of the host

static JSValueConst member(JSValueConst object, const char* name) {
  JSAtom atom = JS_NewAtom(engine_context, name);
  JSValueConst value = JS_UNDEFINED;
  if (engine_own_property(object, atom, &value) != property_data) value = JS_UNDEFINED;
  JS_FreeAtom(engine_context, atom);
  return value;
}

// An error without a stack of its own: making one runs the script's Error.prepareStackTrace.
static bool not_an_answer(const char* what) {
  JSContext* ctx = engine_context;
  char message[96];
  snprintf(message, sizeof(message), "fetch failed: the host's answer is not a response: %s", what);
  JSValue name = JS_NewString(ctx, "TypeError");
  JSValue error = engine_new_error(name);
  JS_FreeValue(ctx, name);
  JS_DefinePropertyValueStr(ctx, error, "message", JS_NewString(ctx, message),
                            JS_PROP_WRITABLE | JS_PROP_CONFIGURABLE);
  JS_Throw(ctx, error);
  return false;
}

static bool answer_string(JSValueConst answer, const char* name, JSValue* string) {
  JSValueConst value = member(answer, name);
  if (JS_IsUndefined(value)) return true;
  if (!JS_IsString(value)) return not_an_answer(name);
  JS_FreeValue(engine_context, *string);
  *string = JS_DupValue(engine_context, value);
  return true;
}

static bool answer_status(Response* response, JSValueConst answer) {
  JSValueConst value = member(answer, "status");
  if (JS_IsUndefined(value)) return true;
  double status = 0;
  if (JS_IsNumber(value)) JS_ToFloat64(engine_context, &status, value);
  if (!(status >= 100 && status < 1000)) return not_an_answer("status");
  response->status = status;
  return true;
}

// One whose name or value can not be is left out: the other side of the world wrote it.
static void answer_header(JSValueConst headers, JSValueConst name, JSValueConst value) {
  if (!JS_IsString(name) || !JS_IsString(value)) return;
  uint8_t name_room[64], value_room[256];
  Buffer name_text = buffer_over(name_room, sizeof(name_room));
  Buffer value_text = buffer_over(value_room, sizeof(value_room));
  if (web_bytes_of_string(&name_text, name) && web_bytes_of_string(&value_text, value)) {
    headers_append(headers, name_text.data, name_text.length, value_text.data, value_text.length);
  }
  buffer_free(&name_text);
  buffer_free(&value_text);
}

static bool answer_headers(Response* response, JSValueConst answer) {
  JSValueConst value = member(answer, "headers");
  if (JS_IsUndefined(value)) return true;
  EngineKind kind = engine_kind(value);
  if (kind == kind_plain) {
    uint32_t position = 0;
    JSAtom key;
    JSValueConst text;
    EngineProperty property;
    while (engine_next_property(value, &position, &key, &text, &property)) {
      JSValue name = JS_AtomToString(engine_context, key);
      answer_header(response->headers, name, text);
      JS_FreeValue(engine_context, name);
    }
    return true;
  }
  const JSValue *pairs, *pair;
  uint32_t count, length, parts;
  if (kind != kind_array || !engine_dense_array(value, &pairs, &count, &length))
    return not_an_answer("headers");
  for (uint32_t i = 0; i < count; i++) {
    if (engine_kind(pairs[i]) == kind_array &&
        engine_dense_array(pairs[i], &pair, &parts, &length) && parts >= 2)
      answer_header(response->headers, pair[0], pair[1]);
  }
  return true;
}

static bool answer_body(Response* response, JSValueConst answer) {
  JSValueConst value = member(answer, "body");
  if (JS_IsUndefined(value) || JS_IsNull(value) || has_null_body(response->status)) return true;
  EngineKind kind = engine_kind(value);
  const char* type;
  if (kind == kind_array_buffer) {
    // Nothing else holds it.
    response->body.bytes = JS_DupValue(engine_context, value);
    response->body.present = true;
    return true;
  }
  if (kind != kind_string && kind != kind_typed_array && kind != kind_data_view)
    return not_an_answer("body");
  return body_from(&response->body, value, &type);
}

JSValue response_from_answer(JSValueConst answer) {
  JSContext* ctx = engine_context;
  if (engine_kind(answer) != kind_plain) {
    not_an_answer("it is not an object");
    return JS_EXCEPTION;
  }
  JSValue object = new_response(JS_UNDEFINED);
  Response* response = response_of(object);
  response->type = "basic";
  JSValueConst redirected = member(answer, "redirected");
  response->redirected = JS_IsBool(redirected) && JS_VALUE_GET_BOOL(redirected);
  bool fine = answer_status(response, answer) && answer_string(answer, "url", &response->url) &&
              answer_string(answer, "statusText", &response->status_text) &&
              answer_headers(response, answer) && answer_body(response, answer);
  headers_make_immutable(response->headers);
  if (fine) return object;
  JS_FreeValue(ctx, object);
  return JS_EXCEPTION;
}

// ---- The class

static void response_free(JSRuntime* runtime, void* data) {
  Response* response = data;
  JS_FreeValueRT(runtime, response->url);
  JS_FreeValueRT(runtime, response->status_text);
  JS_FreeValueRT(runtime, response->headers);
  body_free(runtime, &response->body);
  js_free_rt(runtime, response);
}

static void response_mark(JSRuntime* runtime, void* data, JS_MarkFunc* mark) {
  const Response* response = data;
  JS_MarkValue(runtime, response->headers, mark);
  JS_MarkValue(runtime, response->body.bytes, mark);
}

static void response_show(const void* data, JSValueConst out) {
  JSContext* ctx = engine_context;
  const Response* response = data;
  web_show(out, "status", JS_NewInt32(ctx, response->status));
  web_show(out, "statusText", JS_DupValue(ctx, response->status_text));
  web_show(out, "headers", JS_DupValue(ctx, response->headers));
  web_show(out, "bodyUsed", JS_NewBool(ctx, response->body.used));
  web_show(out, "ok", JS_NewBool(ctx, response->status >= 200 && response->status < 300));
  web_show(out, "redirected", JS_NewBool(ctx, response->redirected));
  web_show(out, "type", JS_NewString(ctx, response->type));
  web_show(out, "url", JS_DupValue(ctx, response->url));
}

static const JSCFunctionListEntry members[] = {
    BODY_MEMBERS(body_response),
    WEB_READONLY_MAGIC("type", getter, get_type),
    WEB_READONLY_MAGIC("url", getter, get_url),
    WEB_READONLY_MAGIC("redirected", getter, get_redirected),
    WEB_READONLY_MAGIC("status", getter, get_status),
    WEB_READONLY_MAGIC("ok", getter, get_ok),
    WEB_READONLY_MAGIC("statusText", getter, get_status_text),
    WEB_READONLY_MAGIC("headers", getter, get_headers),
    WEB_METHOD_MAGIC("clone", 0, clone, 0),
    WEB_TAG("Response"),
};

static const JSCFunctionListEntry statics[] = {
    WEB_METHOD_MAGIC("error", 0, make_error, 0),
    WEB_METHOD_MAGIC("json", 1, make_json, 0),
    WEB_METHOD_MAGIC("redirect", 1, make_redirect, 0),
};

static WebClass response_class = {
    .name = "Response",
    .constructor = construct,
    .finalize = response_free,
    .mark = response_mark,
    .show = response_show,
    .members = members,
    .member_count = WEB_COUNT(members),
    .statics = statics,
    .static_count = WEB_COUNT(statics),
    .is_hidden = true,
};

void response_boot(void) { web_class_define(&response_class); }

void response_expose(void) { web_class_expose(&response_class); }
