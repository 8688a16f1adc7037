// The body that a Request or a Response has: bytes that are there at once, and
// can be read once.
#pragma once

#include "guest/engine.h"
#include "guest/web_class.h"

typedef struct {
  JSValue bytes;  // an ArrayBuffer that no script has; undefined once read, and where there is none
  bool present;
  bool used;
} Body;

extern const Body body_none;

// Makes the body that `init` says: text, bytes or URLSearchParams. *type is its content type, NULL
// if it says none. False if that threw. Runs script code.
bool body_from(Body* body, JSValueConst init, const char** type);
// Another one with the same bytes.
Body body_copy(const Body* body);
void body_free(JSRuntime* runtime, Body* body);

// What the methods of a Request or Response do, as the `magic` of body_method: its class's number
// (body_request, body_response) and one of these.
enum { body_request = 0, body_response = 16 };
enum { body_array_buffer, body_blob, body_bytes, body_form_data, body_json, body_text };
JSValue body_method(JSContext* ctx, JSValueConst this_value, int argc, JSValueConst* argv,
                    int magic);
enum { body_itself, body_is_used };
JSValue body_getter(JSContext* ctx, JSValueConst this_value, int magic);

#define BODY_MEMBERS(owner)                                                   \
  WEB_METHOD_MAGIC("arrayBuffer", 0, body_method, owner + body_array_buffer), \
      WEB_METHOD_MAGIC("blob", 0, body_method, owner + body_blob),            \
      WEB_METHOD_MAGIC("bytes", 0, body_method, owner + body_bytes),          \
      WEB_METHOD_MAGIC("formData", 0, body_method, owner + body_form_data),   \
      WEB_METHOD_MAGIC("json", 0, body_method, owner + body_json),            \
      WEB_METHOD_MAGIC("text", 0, body_method, owner + body_text),            \
      WEB_READONLY_MAGIC("body", body_getter, owner + body_itself),           \
      WEB_READONLY_MAGIC("bodyUsed", body_getter, owner + body_is_used)
