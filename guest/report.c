// See report.h.
#include "guest/report.h"

#include <string.h>

#include "guest/codec.h"
#include "guest/inspect.h"
#include "guest/memory.h"

enum { max_text = 16384 };

static char* source_name;
static size_t source_name_length;

void report_start_run(const char* name, size_t length) {
  memory_plain_free((void*)source_name);
  source_name = memory_plain_malloc(length + 1);
  memcpy(source_name, name, length);
  source_name[length] = '\0';
  source_name_length = length;
}

const char* report_source_name(void) { return source_name; }

// A property that is a string, or undefined; what reading it throws is swallowed.
static JSValue string_property(JSValueConst object, const char* key) {
  JSContext* ctx = engine_context;
  JSValue value = JS_GetPropertyStr(ctx, object, key);
  if (JS_IsException(value)) {
    JS_FreeValue(ctx, JS_GetException(ctx));
    return JS_UNDEFINED;
  }
  if (JS_IsString(value)) return value;
  JS_FreeValue(ctx, value);
  return JS_UNDEFINED;
}

static bool is_error(JSValueConst value) {
  EngineKind kind = engine_kind(value);
  return kind == kind_error || kind == kind_dom_exception;
}

bool report_is_syntax_error(JSValueConst thrown) {
  if (!is_error(thrown)) return false;
  JSValue name = string_property(thrown, "name");
  bool found = false;
  if (JS_IsString(name)) {
    EngineString text = engine_string(name);
    found = !text.wide && text.length == 11 && memcmp(text.data, "SyntaxError", 11) == 0;
  }
  JS_FreeValue(engine_context, name);
  return found;
}

// The first `script.ts:5:11` in a stack.
static void find_position(JSValueConst stack, uint32_t* line, uint32_t* column) {
  *line = *column = 0;
  if (!JS_IsString(stack) || source_name_length == 0) return;
  size_t length;
  const char* text = JS_ToCStringLen(engine_context, &length, stack);
  if (text == NULL) return;
  const char* at = text;
  const char* end = text + length;
  while ((at = memmem(at, (size_t)(end - at), source_name, source_name_length)) != NULL) {
    const char* c = at + source_name_length;
    at++;
    uint32_t numbers[2] = {0, 0};
    int found = 0;
    while (found < 2 && c < end && *c == ':' && c + 1 < end && c[1] >= '0' && c[1] <= '9') {
      for (c++; c < end && *c >= '0' && *c <= '9'; c++)
        numbers[found] = numbers[found] * 10 + (uint32_t)(*c - '0');
      found++;
    }
    if (found == 2) {
      *line = numbers[0];
      *column = numbers[1];
      break;
    }
  }
  JS_FreeCString(engine_context, text);
}

static void add_text(Buffer* message, JSValueConst text) {
  if (JS_IsString(text)) {
    encode_string_cut(message, text, max_text);
  } else {
    buffer_head(message, cbor_text, 0);
  }
}

static JSValue message_of(JSValueConst thrown) {
  if (is_error(thrown)) {
    JSValue text = string_property(thrown, "message");
    return JS_IsString(text) ? text : JS_NewString(engine_context, "");
  }
  if (JS_IsString(thrown)) return JS_DupValue(engine_context, thrown);
  uint8_t few[512];
  Buffer text = buffer_over(few, sizeof(few));
  inspect_value(&text, thrown, max_text);
  // Lone surrogates become U+FFFD here; the thrown value itself keeps them.
  JSValue string = JS_NewStringLen(engine_context, (const char*)text.data, text.length);
  buffer_free(&text);
  return string;
}

static void add_code(Buffer* message, JSValueConst thrown) {
  JSValue code = JS_IsObject(thrown) ? string_property(thrown, "code") : JS_UNDEFINED;
  if (JS_IsString(code)) {
    EngineString text = engine_string(code);
    bool reserved = !text.wide && text.length >= 4 && memcmp(text.data, "RUN_", 4) == 0;
    if (text.length > 0 && !reserved) {
      encode_string_cut(message, code, 256);
      JS_FreeValue(engine_context, code);
      return;
    }
  }
  JS_FreeValue(engine_context, code);
  buffer_byte(message, cbor_null);
}

void report_thrown(Buffer* message, const char* kind, JSValueConst thrown, size_t max_thrown) {
  JSContext* ctx = engine_context;
  size_t start = message->length;
  buffer_head(message, cbor_array, 9);
  buffer_head(message, cbor_uint, 2);
  buffer_text(message, kind, strlen(kind));
  JSValue name = is_error(thrown) ? string_property(thrown, "name") : JS_UNDEFINED;
  if (is_error(thrown) && !JS_IsString(name)) name = JS_NewString(ctx, "Error");
  add_text(message, name);
  JS_FreeValue(ctx, name);
  JSValue text = message_of(thrown);
  add_text(message, text);
  JS_FreeValue(ctx, text);
  JSValue stack = JS_IsObject(thrown) ? engine_error_stack(thrown) : JS_UNDEFINED;
  add_text(message, stack);
  add_code(message, thrown);
  uint32_t line, column;
  find_position(stack, &line, &column);
  buffer_head(message, cbor_uint, line);
  buffer_head(message, cbor_uint, column);
  JS_FreeValue(ctx, stack);
  // A syntax error was made by the parser, not thrown by the script.
  if (strcmp(kind, "Syntax") == 0) {
    message->data[start] = 0x88;
    return;
  }
  JSValue reason = JS_UNDEFINED;
  switch (encode_value(message, thrown, "$", max_thrown, &reason)) {
    case encode_ok:
      return;
    case encode_threw:
      JS_FreeValue(ctx, JS_GetException(ctx));
      break;
    default:
      JS_FreeValue(ctx, reason);
      break;
  }
  // One part less: the head is a single byte.
  message->data[start] = 0x88;
}

void report_text(Buffer* message, const char* kind, const char* text, size_t length) {
  buffer_head(message, cbor_array, 8);
  buffer_head(message, cbor_uint, 2);
  buffer_text(message, kind, strlen(kind));
  buffer_text(message, "", 0);
  JSValue string = JS_NewStringLen(engine_context, text, length);
  add_text(message, string);
  JS_FreeValue(engine_context, string);
  buffer_text(message, "", 0);
  buffer_byte(message, cbor_null);
  buffer_head(message, cbor_uint, 0);
  buffer_head(message, cbor_uint, 0);
}

void report_append_string(Buffer* text, JSValueConst string) {
  size_t length;
  const char* bytes = JS_ToCStringLen(engine_context, &length, string);
  if (bytes == NULL) {
    JS_FreeValue(engine_context, JS_GetException(engine_context));
    return;
  }
  buffer_add(text, bytes, length);
  JS_FreeCString(engine_context, bytes);
}

void report_append_message(Buffer* text, JSValueConst error) {
  JSValue message = message_of(error);
  buffer_add(text, ": ", 2);
  report_append_string(text, message);
  JS_FreeValue(engine_context, message);
}
