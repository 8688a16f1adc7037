// See body.h. The Fetch Standard, 5.3 (https://fetch.spec.whatwg.org/#body-mixin), without streams.
#include "guest/body.h"

#include <string.h>

#include "guest/fetch_url.h"
#include "guest/request.h"
#include "guest/response.h"
#include "guest/web_text.h"

const Body body_none = {.bytes = JS_UNDEFINED};

static const char* const owner_names[] = {"Request", "Response"};

// ---- Making

static void take_bytes(Body* body, const uint8_t* bytes, size_t length) {
  body->bytes = JS_NewArrayBufferCopy(engine_context, bytes, length);
  body->present = true;
}

static bool take_text(Body* body, JSValueConst text) {
  uint8_t room[512];
  Buffer bytes = buffer_over(room, sizeof(room));
  bool fine = web_utf8(&bytes, text);
  if (fine) take_bytes(body, bytes.data, bytes.length);
  buffer_free(&bytes);
  return fine;
}

static bool take_view(Body* body, const uint8_t* data, uint32_t length, bool usable) {
  if (!usable) {
    JS_ThrowTypeError(engine_context, "the body's buffer is detached");
    return false;
  }
  take_bytes(body, data, length);
  return true;
}

bool body_from(Body* body, JSValueConst init, const char** type) {
  *body = body_none;
  *type = NULL;
  EngineKind kind = engine_kind(init);
  if (kind == kind_array_buffer) {
    EngineBuffer buffer = engine_buffer(init);
    return take_view(body, buffer.data, buffer.length, buffer.usable);
  }
  if (kind == kind_typed_array || kind == kind_data_view) {
    EngineView view = engine_view(init);
    const uint8_t* data = view.usable ? engine_buffer(view.buffer).data + view.offset : NULL;
    return take_view(body, data, view.length * view.element_size, view.usable);
  }
  JSValue parameters;
  if (fetch_search_params(init, &parameters)) {
    *type = "application/x-www-form-urlencoded;charset=UTF-8";
    bool fine = !JS_IsException(parameters) && take_text(body, parameters);
    JS_FreeValue(engine_context, parameters);
    return fine;
  }
  *type = "text/plain;charset=UTF-8";
  return take_text(body, init);
}

Body body_copy(const Body* body) {
  Body copy = *body;
  copy.bytes = JS_DupValue(engine_context, body->bytes);
  return copy;
}

void body_free(JSRuntime* runtime, Body* body) { JS_FreeValueRT(runtime, body->bytes); }

// ---- Reading

static JSValue parse_json(const uint8_t* bytes, size_t length) {
  uint8_t room[1024];
  Buffer text = buffer_over(room, sizeof(room));
  bool fine = true;
  if (web_is_utf8(bytes, length)) {
    buffer_add(&text, bytes, length);
  } else {
    JSValue string = web_decode_utf8(bytes, length);
    fine = !JS_IsException(string) && web_utf8(&text, string);
    JS_FreeValue(engine_context, string);
  }
  // The parser wants a zero behind the text.
  buffer_byte(&text, 0);
  JSValue value = JS_EXCEPTION;
  if (fine)
    value = JS_ParseJSON(engine_context, (const char*)text.data, text.length - 1, "<input>");
  buffer_free(&text);
  return value;
}

static JSValue read(JSValueConst bytes, int how) {
  JSContext* ctx = engine_context;
  EngineBuffer buffer = engine_buffer(bytes);
  switch (how) {
    case body_text:
      return web_decode_utf8(buffer.data, buffer.length);
    case body_json:
      return parse_json(buffer.data, buffer.length);
    default: {
      // A clone may read the same bytes.
      JSValue own = engine_is_unshared(bytes)
                        ? JS_DupValue(ctx, bytes)
                        : JS_NewArrayBufferCopy(ctx, buffer.data, buffer.length);
      if (how == body_array_buffer) return own;
      JSValueConst arguments[] = {own};
      JSValue view = JS_NewTypedArray(ctx, 1, arguments, JS_TYPED_ARRAY_UINT8);
      JS_FreeValue(ctx, own);
      return view;
    }
  }
}

static Body* body_of(JSValueConst value, int magic) {
  return magic & body_response ? response_body(value) : request_body(value);
}

static const char* owner_name(int magic) { return owner_names[(magic & body_response) != 0]; }

static JSValue consume(Body* body, int magic) {
  JSContext* ctx = engine_context;
  int how = magic & (body_response - 1);
  if (how == body_blob || how == body_form_data) {
    const char* name = how == body_blob ? "blob" : "formData";
    return JS_ThrowTypeError(
        ctx, "%s.%s() is not supported: use text(), json(), arrayBuffer() or bytes()",
        owner_name(magic), name);
  }
  if (body->used)
    return JS_ThrowTypeError(ctx, "%s: the body has already been read", owner_name(magic));
  JSValue bytes = body->bytes;
  if (body->present) {
    body->bytes = JS_UNDEFINED;
    body->used = true;
  } else {
    bytes = JS_NewArrayBufferCopy(ctx, NULL, 0);
  }
  JSValue value = read(bytes, how);
  JS_FreeValue(ctx, bytes);
  return value;
}

// Takes the value, or the exception that is pending.
static JSValue promise_of(JSValue value) {
  JSValue promise = engine_new_promise();
  bool threw = JS_IsException(value);
  engine_settle(promise, threw ? JS_GetException(engine_context) : value, threw);
  return promise;
}

JSValue body_method(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                    int magic) {
  (void)argc, (void)argv;
  Body* body = body_of(this_value, magic);
  if (body != NULL) return promise_of(consume(body, magic));
  JS_ThrowTypeError(ctx, "this is not a %s", owner_name(magic));
  return promise_of(JS_EXCEPTION);
}

JSValue body_getter(JSContext* ctx, JSValueConst this_value, int magic) {
  Body* body = body_of(this_value, magic);
  if (body == NULL) return JS_ThrowTypeError(ctx, "this is not a %s", owner_name(magic));
  if ((magic & (body_response - 1)) == body_is_used) return JS_NewBool(ctx, body->used);
  if (!body->present) return JS_NULL;
  return JS_ThrowTypeError(ctx,
                           "%s.body is not supported, since there are no streams: use text(), "
                           "json(), arrayBuffer() or bytes()",
                           owner_name(magic));
}
